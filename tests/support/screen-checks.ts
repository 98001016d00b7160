import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { expect } from './e2e.ts'

declare global {
  interface Window {
    axe?: typeof Axe
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Asserts that axe finds nothing on the page, in the dark and in the light theme. */
export async function expectAccessible(page: Page): Promise<void> {
  // Loading axe takes longer than running it, so it is loaded once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  expect(await page.evaluate(violations)).toEqual([])
}

/** Runs in the page. */
async function violations(): Promise<string[]> {
  const found: string[] = []
  /**
   * Waits for colour transitions, including those they trigger; axe would measure intermediate colours. A blinking
   * cursor never ends.
   */
  const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const ending = document
        .getAnimations()
        // One that keeps its last look stays in the list.
        .filter(
          ({ effect, playState }) => playState !== 'finished' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
      if (ending.length > 0) quiet = -1
      await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
    }
  }
  const floating = document.querySelector('[role=menu]') !== null
  for (const theme of ['dark', 'light']) {
    document.documentElement.dataset.theme = theme
    await settle()
    const { violations } = await window.axe!.run(
      // A toast fades out at any time; half faded it would fail by chance.
      { exclude: [['[data-sonner-toaster]']] },
      {
        // Passed checks are not reported: describing each element takes most of the time.
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
        ...(theme === 'dark'
          ? // A menu is outside every landmark; everything else must be in one.
            floating && { rules: { region: { enabled: false } } }
          : // The second theme only changes colours.
            { runOnly: ['color-contrast', 'link-in-text-block'] }),
      },
    )
    for (const { id, nodes } of violations)
      found.push(`${theme} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }
  return found
}

/** Asserts that nothing overflows sideways, after elements that depend on the window width have been rendered again. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, 'pixels of sideways overflow').toBeLessThanOrEqual(0)
}

type Box = { x: number; y: number; width: number; height: number }

/** Asserts that these parts are within their container and do not overlap, to half a pixel. */
export async function expectApart(place: Locator, parts: Locator[]): Promise<void> {
  const measured = await Promise.all([place, ...parts].map(async (one) => ({ one, box: await one.boundingBox() })))
  const [outer, ...inner] = measured.map(({ one, box }) => ({ ...edges(box), name: String(one) }))
  const sticking = inner.filter(
    (part) =>
      !outer ||
      !(part.left >= outer.left && part.top >= outer.top && part.right <= outer.right && part.bottom <= outer.bottom),
  )
  const overlapping = inner.flatMap((part, index) =>
    inner
      .slice(index + 1)
      .filter(
        (other) =>
          part.left < other.right && other.left < part.right && part.top < other.bottom && other.top < part.bottom,
      )
      .map((other) => `${part.name} and ${other.name}`),
  )
  expect({ sticking: sticking.map(({ name }) => name), overlapping }).toEqual({ sticking: [], overlapping: [] })
}

/** A box half a pixel smaller on every side; null if it is not rendered. */
function edges(box: Box | null) {
  if (!box) return { left: Number.NaN, top: Number.NaN, right: Number.NaN, bottom: Number.NaN }
  const { x, y, width, height } = box
  return { left: x + 0.5, top: y + 0.5, right: x + width - 0.5, bottom: y + height - 0.5 }
}
