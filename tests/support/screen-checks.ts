import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect } from './e2e.ts'

const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** Asserts that axe finds nothing on what the page shows, in the dark and in the light theme. */
export async function expectAccessible(page: Page): Promise<void> {
  const floating = (await page.getByRole('menu').count()) > 0
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme)
    // Colours fade for a moment; axe would measure what is in between. A blinking cursor never ends.
    await page.evaluate(() => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
    })
    // A toast fades by itself whenever its time is up; half faded it would fail by chance.
    // Without frames axe needs no page of its own to gather its findings.
    const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-sonner-toaster]')
    // A menu floats outside every landmark; all else has to stand in one.
    if (floating) axe.disableRules(['region'])
    // The second theme changes colours alone.
    const { violations } = await (theme === 'light' ? axe.withRules(OF_COLOUR) : axe).analyze()
    expect(
      violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    ).toEqual([])
  }
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
