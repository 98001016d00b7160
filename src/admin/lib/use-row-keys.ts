import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { takesKeys } from './key-takers.ts'
import { hasSingleKeys } from './single-keys.ts'

const ROW = '[data-row]'
/** A column of cards: up and down stay in it, left and right go to its neighbour. Its parts share the attribute's value. */
const COLUMN = 'data-column'
const COLUMNS = `ul[${COLUMN}]`
const ITEM = 'li, tr'
/** Lists that are walked without rows of their own, and what in their items takes the focus: no handle, whose arrows move its row. */
const LIST = ':is(ul, ol)[aria-label], :is(ul, ol)[aria-labelledby]'
const TARGET = 'a[href], button:not(:disabled, [tabindex="-1"], [data-handle])'
/** What has arrows of its own, and filters. */
const ELSEWHERE =
  'nav, aside, form, fieldset, [role=toolbar], [role=grid], [role=tablist], [role=tab], [role=radiogroup]'
/** Under the header a row counts as out of sight; in px. */
const HEADER = 52

type Step = { by: number; across: boolean; letter: boolean }

/** Where a key leads: to the next or previous row, or across to another column. */
function stepOf(event: KeyboardEvent): Step | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  const arrows: Record<string, Omit<Step, 'letter'>> = {
    ArrowDown: { by: 1, across: false },
    ArrowUp: { by: -1, across: false },
    ArrowRight: { by: 1, across: true },
    ArrowLeft: { by: -1, across: true },
  }
  const arrow = arrows[event.key]
  if (arrow) return { ...arrow, letter: false }
  const by = { j: 1, k: -1 }[event.key]
  return by !== undefined && hasSingleKeys() ? { by, across: false, letter: true } : null
}

/** Where the keys enter the list: at its current row, else at the first one in sight. */
function entrance(rows: HTMLElement[]): HTMLElement | undefined {
  const current = rows.find((row) => row.getAttribute('aria-current') === 'true')
  return current ?? rows.find((row) => row.getBoundingClientRect().top >= HEADER) ?? rows[0]
}

const holds = (row: HTMLElement, active: Element | null) => row.closest(ITEM)?.contains(active) ?? row === active

/** The rows of one column, in all parts of it. */
function columnOf(root: Element, name: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`ul[${COLUMN}="${name}"] ${ROW}`)]
}

/** The row beside, in the next column with any, at the same height. */
function beside(root: Element, row: HTMLElement, by: number): HTMLElement | undefined {
  const names = [...new Set([...root.querySelectorAll(COLUMNS)].map((each) => each.getAttribute(COLUMN) ?? ''))]
  const own = row.closest(COLUMNS)
  const index = own ? [...own.querySelectorAll(ROW)].indexOf(row) : 0
  for (let at = names.indexOf(own?.getAttribute(COLUMN) ?? '') + by; at >= 0 && at < names.length; at += by) {
    const rows = columnOf(root, names[at]!)
    if (rows.length > 0) return rows[Math.min(index, rows.length - 1)]
  }
  return undefined
}

/** The row a key leads to from the focused element. */
function target(root: Element, step: Step, active: Element | null): HTMLElement | undefined {
  const all = [...root.querySelectorAll<HTMLElement>(ROW)]
  const here = all.find((row) => holds(row, active))
  // Arrows scroll the page as ever until a row has the focus.
  if (!here) return step.letter ? entrance(all) : undefined
  const column = here.closest(COLUMNS)?.getAttribute(COLUMN) ?? null
  if (step.across) return column === null ? undefined : beside(root, here, step.by)
  const rows = column === null ? all : columnOf(root, column)
  return rows[rows.indexOf(here) + step.by]
}

/** The lists whose rows have keys of their own. */
const walkedByRows = new Set<RefObject<HTMLElement | null>>()

/** The same in lists without rows of their own: the first control of each item is its row. */
function targetInLists(root: Element, { by, across, letter }: Step, active: Element | null): HTMLElement | undefined {
  if (across || active?.closest(ELSEWHERE)) return undefined
  // A list that came later than the screen hears the key later as well.
  if ([...walkedByRows].some(({ current }) => current?.contains(active))) return undefined
  const own = active?.closest(LIST)
  const list = own && root.contains(own) ? own : null
  // The screen has rows that are walked.
  if (!list && root.querySelector(ROW)) return undefined
  const lists = list ? [list] : [...root.querySelectorAll(LIST)].filter((each) => !each.closest(ELSEWHERE))
  for (const each of lists) {
    const rows = [...each.children].flatMap((item) => {
      const controls = [...item.querySelectorAll<HTMLElement>(TARGET)]
      return controls.find((control) => control.checkVisibility()) ?? []
    })
    if (rows.length === 0) continue
    const here = rows.findIndex((row) => holds(row, active))
    if (here >= 0) return rows[here + by]
    if (!list && letter && by > 0) return entrance(rows)
  }
  return undefined
}

function useWalk(
  root: RefObject<HTMLElement | null>,
  find: typeof target,
  { enabled = true, onStep }: { enabled?: boolean | undefined; onStep?: (row: HTMLElement) => void },
): void {
  const stepped = useEffectEvent((row: HTMLElement) => onStep?.(row))
  // Not an effect after painting: a key that is pressed as soon as the rows are there would be lost.
  useLayoutEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event)
      const active = document.activeElement
      if (!step || !root.current || event.defaultPrevented || takesKeys(active)) return
      const next = find(root.current, step, active)
      if (!next) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      stepped(next)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [root, find, enabled])
}

/**
 * Arrows and j/k go from row to row of a list whose titles carry `data-row`, and j and k enter it from anywhere on the
 * page; Enter is the link's own. In columns (`data-column`) left and right go to the neighbour. `onStep` hears which row
 * they went to.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  { onStep, enabled }: { onStep?: (id: string) => void; enabled?: boolean } = {},
): void {
  useLayoutEffect(() => {
    if (enabled === false) return
    walkedByRows.add(list)
    return () => void walkedByRows.delete(list)
  }, [list, enabled])
  useWalk(list, target, { enabled, onStep: ({ dataset }) => dataset.row !== undefined && onStep?.(dataset.row) })
}

/** The same for every named list of a screen that has no rows of its own. j enters the first one. */
export function useListKeys(screen: RefObject<HTMLElement | null>, enabled: boolean): void {
  useWalk(screen, targetInLists, { enabled })
}
