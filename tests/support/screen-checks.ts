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

/** Asserts that axe finds nothing on what the page shows, in the dark and in the light theme. */
export async function expectAccessible(page: Page): Promise<void> {
  // Reading axe takes longer than running it: once a page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  expect(await page.evaluate(violations)).toEqual([])
}

/** Runs in the page. */
async function violations(): Promise<string[]> {
  const found: string[] = []
  /** Colours fade, and then those that follow them; axe would measure what is in between. A blinking cursor never ends. */
  const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      if (ending.length > 0) quiet = -1
      await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
    }
  }
  const floating = document.querySelector('[role=menu]') !== null
  for (const theme of ['dark', 'light']) {
    document.documentElement.dataset.theme = theme
    await settle()
    const { violations } = await window.axe!.run(
      // A toast fades by itself whenever its time is up; half faded it would fail by chance.
      { exclude: [['[data-sonner-toaster]']] },
      {
        // What is in order is not told of: naming each element that is takes most of the time.
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
        ...(theme === 'dark'
          ? // A menu floats outside every landmark; all else has to stand in one.
            floating && { rules: { region: { enabled: false } } }
          : // The second theme changes colours alone.
            { runOnly: ['color-contrast', 'link-in-text-block'] }),
      },
    )
    for (const { id, nodes } of violations)
      found.push(`${theme} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }
  return found
}

/** Asserts that nothing sticks out sideways, once what follows the window's width has been drawn anew. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, 'pixels of sideways overflow').toBeLessThanOrEqual(0)
}

type Box = { x: number; y: number; width: number; height: number }

/** Asserts that these parts lie within their place and none over another, to half a pixel. */
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

/** A box half a pixel smaller on every side; one that is not drawn lies nowhere. */
function edges(box: Box | null) {
  if (!box) return { left: Number.NaN, top: Number.NaN, right: Number.NaN, bottom: Number.NaN }
  const { x, y, width, height } = box
  return { left: x + 0.5, top: y + 0.5, right: x + width - 0.5, bottom: y + height - 0.5 }
}
