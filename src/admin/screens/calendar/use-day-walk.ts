import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { addDays, addMonthsToDay, weekdayOf, type Day } from '../../../rules/days.ts'

/**
 * Arrows go from day to day, also beyond what is shown: `onLeave` brings that into sight. Of the days one is a stop of the Tab
 * key; each has a control with `data-day`.
 */
export function useDayWalk(
  surface: RefObject<HTMLElement | null>,
  { start, isShown, onLeave }: { start: Day; isShown: (day: Day) => boolean; onLeave: (day: Day) => void },
): { current: Day; onKeyDown: (event: KeyboardEvent) => void } {
  const [reached, setReached] = useState<Day | null>(null)
  const walked = useRef(false)
  const current = reached !== null && isShown(reached) ? reached : start

  useEffect(() => {
    // What is shown follows the address, a moment after the day.
    if (!walked.current || current !== reached) return
    walked.current = false
    surface.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [surface, current, reached])

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
