import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { addDays, addMonthsToDay, weekdayOf, type Day } from '../../../rules/days.ts'

/**
 * Arrows move between days, also beyond the shown ones: `onLeave` shows those. One day is in the tab order. Each day
 * has a control with `data-day`.
 */
export function useDayWalk(
  grid: RefObject<HTMLElement | null>,
  { start, isShown, onLeave }: { start: Day; isShown: (day: Day) => boolean; onLeave: (day: Day) => void },
): { current: Day; onKeyDown: (event: KeyboardEvent) => void } {
  const [reached, setReached] = useState<Day | null>(null)
  const walked = useRef(false)
  const current = reached !== null && isShown(reached) ? reached : start

  useEffect(() => {
    // The view follows the URL, a moment after the day.
    if (!walked.current || current !== reached) return
    walked.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [grid, current, reached])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbourOf(current, event.key)
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    walked.current = true
    setReached(next)
    if (!isShown(next)) onLeave(next)
  }
  return { current, onKeyDown }
}

function neighbourOf(day: Day, key: string): Day | null {
  const steps: Record<string, () => Day> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -weekdayOf(day)),
    End: () => addDays(day, 6 - weekdayOf(day)),
    PageUp: () => addMonthsToDay(day, -1),
    PageDown: () => addMonthsToDay(day, 1),
  }
  return steps[key]?.() ?? null
}
