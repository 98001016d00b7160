import type { Page } from '@playwright/test'

/** The widths of WEEK-1, each with a typical height. */
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

/** For parts of a screen that is itself measured at all sizes: a further tab, a dialog. */
export const FEW_SIZES = SIZES.filter(([width]) => [320, 600, 820, 1024, 1280, 1920].includes(width))

export type Measuring = {
  /** Runs after each change of size. Returns `false` if there is nothing to measure at that size. */
  before?: () => Promise<unknown>
  sizes?: readonly (readonly [number, number])[]
  /** Measures only the last visible match; it covers other elements on purpose. */
  within?: string
}

/**
 * Measures the page at every width: each control must be within the window, complete and uncovered, after the scrolling
 * a person would do.
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
 * Measures at the current window size. Elements that depend on the size are rendered again first. A button re-rendered
 * by the resize closes what it opened, and open listboxes close on resize. Under load a browser reports a resize
 * several times, many frames apart, so results in between are discarded.
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
    // The opener may have been rendered again after the resize, which closed the dialog.
    const closed = faults[0]?.startsWith(NOTHING_THERE)
    if (tries === MOST_TRIES || !(closed || (await resized.evaluate(({ again }) => again)))) return faults
  }
}

const MOST_TRIES = 5
const NOTHING_THERE = 'nothing is there'

/**
 * The lines of hints in the first view of a screen: paragraphs in secondary text that are no record, no state, no warning, and not the one
 * sentence of an empty screen.
 */
export async function hintsInView(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const plain = getComputedStyle(document.body).color
    return [...document.querySelectorAll<HTMLElement>('main p')].flatMap((element) => {
      if (element.closest('li, tr, dl, output, [role=alert], [role=dialog], .cm-editor, :has(> .icon-large)')) return []
      if (!element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).color === plain) return []
      const words = document.createRange()
      words.selectNodeContents(element)
      const lines = [...words.getClientRects()].filter(({ width, top }) => width > 1 && top > 0 && top < innerHeight)
      return [...new Set(lines.map(({ bottom }) => Math.round(bottom / 4)))].map(() => element.innerText.trim())
    })
  })
}

/** After this many frames without a resize event the window has its final size. */
const QUIET_FRAMES = 8

/** Runs in the page. */
async function measure(within?: string): Promise<string[]> {
  const USABLE =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [tabindex="0"], [role=menuitem], [role=option], [role=tab]'
  const LEAST_TEXT_COLUMN = 280
  /** Rows of a list are alike, so the first ones represent all. */
  const ROWS = 8
  /** Tolerance for rounding and hairlines. */
  const SLACK = 1.5
  /** Waits for resize observers, the state they set, and the resulting render. */
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
    // Excludes elements for screen readers only: clipped, or one pixel small.
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
      // Excludes elements as high as their text, and toasts, which are no controls except for their buttons.
      !element.matches('[contenteditable=true], [data-sonner-toast]') &&
      getComputedStyle(element).pointerEvents !== 'none',
  )

  /** Another element at the touch points of a control; null if it is uncovered. */
  const coverOf = (element: Element): Element | null => {
    for (const { left, top, right, bottom } of boxesOf(element)) {
      const inset = Math.min(Math.max(4, Math.min(right - left, bottom - top) * 0.17), 9)
      const [x1, x2, y1, y2] = [left + inset, right - inset, top + inset, bottom - inset]
      const middle = [(left + right) / 2, (top + bottom) / 2] as const
      for (const [x, y] of [middle, [x1, y1], [x2, y1], [x1, y2], [x2, y2]] as const) {
        const hit = document.elementFromPoint(x, y)
        if (!hit) return root
        if (element.contains(hit) || hit.contains(element)) continue
        // Shown by pointer or focus only.
        if (hit.closest('[data-tooltip], a[href="#inhalt"]')) continue
        // Actions of a card are in its corner.
        if (hit !== document.elementFromPoint(...middle) && lies(hit, { left, top, right, bottom })) continue
        // The editor's panel floats over the text, which does not move for it (docs/look.md rule 25).
        if (hit.closest('#article-panel') && element.matches('textarea')) continue
        // A visible box that represents the hidden field beside it.
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
  /** Whether something is drawn inside: words, a picture, a field. A clipped word draws nothing. */
  const showsSomething = (box: Element): boolean => {
    if (box.matches('input, textarea, select, svg, img, iframe')) return true
    const outer = box.getBoundingClientRect()
    const isInside = ({ left, top, right, bottom, width, height }: DOMRect) =>
      Math.min(width, Math.min(right, outer.right) - Math.max(left, outer.left)) > 2 &&
      Math.min(height, Math.min(bottom, outer.bottom) - Math.max(top, outer.top)) > 2
    const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      if (words.currentNode.textContent?.trim() && [...range.getClientRects()].some(isInside)) return true
    }
    return [...box.querySelectorAll('input, textarea, select, svg, img')].some((inner) =>
      isInside(inner.getBoundingClientRect()),
    )
  }
  /** A link in running text has a box per line. */
  const boxesOf = (element: Element) =>
    [...element.getClientRects()].filter(({ width, height }) => width > 4 && height > 4)

  /** An ancestor that clips it sideways, or vertically although it would fit. */
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

  /** What has an edge or a ground of its own in a bar, beside the controls. */
  const boxesInBars = [...part.querySelectorAll('header *, [role=toolbar] *, [data-bar] *')].filter((element) => {
    if (isSpare(element) || !drawn(element) || element.closest('svg, [aria-hidden=true]')) return false
    const { borderTopWidth, borderLeftWidth, backgroundColor } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const hasEdge = parseFloat(borderTopWidth) > 0 && parseFloat(borderLeftWidth) > 0
    return (hasEdge || !/^(?:transparent|.*[,/] ?0\))$/.test(backgroundColor)) && width > 8 && height > 8
  })
  for (const element of boxesInBars) if (!showsSomething(element)) faults.add(`${nameOf(element)} is an empty box`)

  for (const element of used) {
    let cut = cutOf(element)
    let cover = cut ? null : coverOf(element)
    if (cut || cover) {
      element.scrollIntoView({ block: 'center', inline: 'nearest' })
      cut = cutOf(element)
      cover = cut ? null : coverOf(element)
      // Scrolling may have loaded more rows, which move others once their height is known.
      if (cut || cover) {
        await drawnAgain()
        cut = cutOf(element)
        cover = cut ? null : coverOf(element)
      }
    }
    if (cut) faults.add(`${nameOf(element)} is ${cut}`)
    else if (cover) faults.add(`${nameOf(element)} lies under ${nameOf(cover)}`)
    // Text that overflows its element.
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
