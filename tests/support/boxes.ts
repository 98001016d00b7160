import type { Page } from '@playwright/test'

/** The widths of WEEK-1, each with a height such a window has. */
export const SIZES = [
  [320, 640],
  [360, 780],
  [600, 900],
  [768, 1024],
  [820, 1100],
  [900, 640],
  [1024, 768],
  [1180, 820],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const

/** For what stands in a screen that is measured at all of them: a further tab, a dialog. */
export const FEW_SIZES = SIZES.filter(([width]) => [320, 600, 820, 1024, 1280, 1920].includes(width))

export type Measuring = {
  /** Runs after each change of size; what is not there at one (`false`) is not measured. */
  before?: () => Promise<unknown>
  sizes?: readonly (readonly [number, number])[]
  /** Measures the last of these in sight alone; what it covers is covered on purpose. */
  within?: string
}

/**
 * Measures the page as it stands at every width: what can be used has to lie inside the window, whole and under nothing,
 * after the scrolling a person would do.
 */
export async function faultsAtEveryWidth(
  page: Page,
  { before, sizes = SIZES, within }: Measuring = {},
): Promise<string[]> {
  const found: string[] = []
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const fault of await faultsHere(page, before, within)) found.push(`${width} px: ${fault}`)
  }
  return found
}

/**
 * Measures at the size the window now has. What the new size changes is made anew first; a button that is pressed before that
 * takes what it opens along, and lists to choose from close at a size that changes: a browser under load says so more than once,
 * many frames apart, and what was measured meanwhile does not count.
 */
async function faultsHere(page: Page, before: Measuring['before'], within: string | undefined): Promise<string[]> {
  if (!before) return page.evaluate(measure, within)
  for (let tries = 1; ; tries += 1) {
    await page.evaluate(async (quiet) => {
      let still = 0
      const anew = () => (still = 0)
      addEventListener('resize', anew)
      for (; still < quiet; still += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      removeEventListener('resize', anew)
    }, QUIET_FRAMES)
    const resized = await page.evaluateHandle(() => {
      const heard = { again: false }
      addEventListener('resize', () => (heard.again = true), { once: true })
      return heard
    })
    if ((await before()) === false) return []
    const faults = await page.evaluate(measure, within)
    // The button that opened it may have been drawn anew for the room it has now, and took it along.
    const closed = faults[0]?.startsWith(NOTHING_THERE)
    if (tries === MOST_TRIES || !(closed || (await resized.evaluate(({ again }) => again)))) return faults
  }
}

const MOST_TRIES = 5
const NOTHING_THERE = 'nothing is there'

/** So many frames without a change of the window's size, and it has the one it was given. */
const QUIET_FRAMES = 8

/** Runs in the page. */
async function measure(within?: string): Promise<string[]> {
  const USABLE =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [tabindex="0"], [role=menuitem], [role=option], [role=tab]'
  const LEAST_TEXT_COLUMN = 280
  /** Rows of a list are alike: so many first ones stand for all of them. */
  const ROWS = 8
  /** Rounding and hairlines. */
  const SLACK = 1.5
  /** Sizes are observed, states follow, and what follows from them is drawn. */
  const drawnAgain = async () => {
    for (let frames = 0; frames < 4; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  await drawnAgain()

  const faults = new Set<string>()
  const nameOf = (element: Element): string => {
    const name =
      element.getAttribute('aria-label') ?? (element as HTMLElement).innerText?.trim() ?? element.getAttribute('title')
    const words = (name || element.id || element.className.toString()).replaceAll(/\s+/g, ' ').slice(0, 50)
    return `${element.localName} „${words}“`
  }
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) faults.add(`the page is ${root.scrollWidth - innerWidth} px too wide`)
  const column = document.querySelector('.cm-content')
  const columnWidth = column?.getBoundingClientRect().width ?? 0
  if (columnWidth > 0 && columnWidth < LEAST_TEXT_COLUMN) faults.add(`the text column has ${columnWidth} px`)

  const drawn = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    // Not what is for screen readers alone: clipped away, or a pixel small.
    const hidden = getComputedStyle(element).clipPath.startsWith('inset(50%') || width <= 1 || height <= 1
    return !hidden && element.checkVisibility({ visibilityProperty: true })
  }
  const isSpare = (element: Element) => {
    const row = element.closest('main li, main [role=listitem]')
    return row?.parentElement ? [...row.parentElement.children].indexOf(row) >= ROWS : false
  }
  const part = within === undefined ? document : [...document.querySelectorAll(within)].findLast(drawn)
  if (!part) return [`nothing is there of ${within}`]
  const used = [...part.querySelectorAll(USABLE)].filter(
    (element) =>
      !isSpare(element) &&
      drawn(element) &&
      !element.closest('[aria-hidden=true], [inert]') &&
      // As high as its text; and toasts are no controls, only what they offer.
      !element.matches('[contenteditable=true], [data-sonner-toast]') &&
      getComputedStyle(element).pointerEvents !== 'none',
  )

  /** Something else at the points of a control where a finger would go; null where it is free. */
  const coverOf = (element: Element): Element | null => {
    for (const { left, top, right, bottom } of boxesOf(element)) {
      const inset = Math.min(Math.max(4, Math.min(right - left, bottom - top) * 0.17), 9)
      const [x1, x2, y1, y2] = [left + inset, right - inset, top + inset, bottom - inset]
      const middle = [(left + right) / 2, (top + bottom) / 2] as const
      for (const [x, y] of [middle, [x1, y1], [x2, y1], [x1, y2], [x2, y2]] as const) {
        const hit = document.elementFromPoint(x, y)
        if (!hit) return root
        if (element.contains(hit) || hit.contains(element)) continue
        // Called by the pointer or the focus, gone with it.
        if (hit.closest('[data-tooltip], a[href="#inhalt"]')) continue
        // What is done with a card stands in its corner.
        if (hit !== document.elementFromPoint(...middle) && lies(hit, { left, top, right, bottom })) continue
        // The editor's panel floats over the text, which does not move for it (docs/look.md rule 25).
        if (hit.closest('#article-panel') && element.matches('textarea')) continue
        // A box drawn beside the field it stands for.
        if (hit.closest('label')?.contains(element) || hit.closest(`label[for="${CSS.escape(element.id)}"]`)) continue
        return hit
      }
    }
    return null
  }
  const lies = (inner: Element, outer: { left: number; top: number; right: number; bottom: number }) => {
    const box = inner.getBoundingClientRect()
    return box.left >= outer.left && box.top >= outer.top && box.right <= outer.right && box.bottom <= outer.bottom
  }
  /** A link in running text has a box for each of its lines. */
  const boxesOf = (element: Element) =>
    [...element.getClientRects()].filter(({ width, height }) => width > 4 && height > 4)

  /** What cuts it off, sideways or, where it would fit, above or below. */
  const cutOf = (element: Element): string | null => {
    const box = element.getBoundingClientRect()
    if (box.left < -SLACK || box.right > innerWidth + SLACK) return 'outside of the window'
    if (box.height <= innerHeight && (box.top < -SLACK || box.bottom > innerHeight + SLACK))
      return 'above or below the window'
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.display === 'contents') continue
      const outer = around.getBoundingClientRect()
      if (style.overflowX !== 'visible' && (box.left < outer.left - SLACK || box.right > outer.right + SLACK))
        return `cut sideways by ${nameOf(around)}`
      if (
        style.overflowY !== 'visible' &&
        box.height <= outer.height &&
        (box.top < outer.top - SLACK || box.bottom > outer.bottom + SLACK)
      )
        return `cut by ${nameOf(around)}`
      if (style.position === 'fixed') break
    }
    return null
  }

  for (const element of used) {
    let cut = cutOf(element)
    let cover = cut ? null : coverOf(element)
    if (cut || cover) {
      element.scrollIntoView({ block: 'center', inline: 'nearest' })
      cut = cutOf(element)
      cover = cut ? null : coverOf(element)
      // Scrolling may have called for more of a list, which pushes others aside once its height is known.
      if (cut || cover) {
        await drawnAgain()
        cut = cutOf(element)
        cover = cut ? null : coverOf(element)
      }
    }
    if (cut) faults.add(`${nameOf(element)} is ${cut}`)
    else if (cover) faults.add(`${nameOf(element)} lies under ${nameOf(cover)}`)
    // Words that stick out of what they name.
    const { overflowX } = getComputedStyle(element)
    if (element.matches('button, a') && overflowX === 'visible' && element.scrollWidth > element.clientWidth + SLACK) {
      const own = element.getBoundingClientRect()
      const sticking = [...element.querySelectorAll('*')].some((inner) => {
        const { left, right, width } = inner.getBoundingClientRect()
        return (
          width > 1 &&
          (right > own.right + SLACK || left < own.left - SLACK) &&
          getComputedStyle(inner).position === 'static'
        )
      })
      if (sticking || element.childElementCount === 0) faults.add(`the words of ${nameOf(element)} stick out of it`)
    }
  }
  return [...faults]
}
