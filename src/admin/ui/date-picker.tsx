/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a grid with one place for the focus (ARIA APG): a table is none to the rules for roles */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import {
  addDays,
  addMonthsToDay,
  longDay,
  monthName,
  monthOf,
  weekdayName,
  weekdayOf,
  WEEKDAYS,
  weeksOf,
  type Day,
} from '../../rules/days.ts'
import { cx } from '../lib/class-names.ts'
import { useToday } from '../lib/use-now.ts'
import { IconButton } from './icon-button.tsx'

type Props = {
  anchor: RefObject<HTMLElement | null>
  chosen: Day | null
  zone: string
  onPick: (day: Day) => void
  onClose: () => void
}

/**
 * A month to pick a day from, Monday first: arrows go by days and weeks, Home and End within the week, Page Up and Down by
 * months, with Shift by years (the date picker dialog of the ARIA Authoring Practices). Escape leaves everything as it was.
 */
export function DatePicker({ anchor, chosen, zone, onPick, onClose }: Props) {
  const today = useToday(zone)
  const title = useId()
  const [day, setDay] = useState(chosen ?? today)
  const grid = useRef<HTMLDivElement>(null)
  const byKey = useRef(true)
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    byKey.current = false
  }, [day])

  const go = (next: Day) => {
    // Years of four digits are all there is.
    if (/^[1-9]\d{3}-\d\d-\d\d$/.test(next)) setDay(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(event, day)
    if (!next) return
    event.preventDefault()
    byKey.current = true
    go(next)
  }
  return (
    <Popover.Root open modal onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={title}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
          className="z-60 max-h-(--radix-popover-content-available-height) w-77 max-w-[calc(100vw-16px)] animate-appear overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-float outline-none"
        >
          <div className="flex items-center justify-between">
            <IconButton label="Voriger Monat" onClick={() => go(addMonthsToDay(day, -1))}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <h2 id={title} aria-live="polite" className="font-semibold">
              <span className="sr-only">Datum wählen, </span>
              {monthName(monthOf(day))}
            </h2>
            <IconButton label="Nächster Monat" onClick={() => go(addMonthsToDay(day, 1))}>
              <ChevronRight aria-hidden />
            </IconButton>
          </div>
          <div ref={grid} role="grid" aria-labelledby={title} tabIndex={-1} onKeyDown={onKeyDown}>
            <div role="row" className="grid grid-cols-7">
              {WEEKDAYS.map((name, index) => (
                <span
                  key={name}
                  role="columnheader"
                  aria-label={weekdayName(index)}
                  className="text-center text-xs/8 text-fg-3"
                >
                  {name}
                </span>
              ))}
            </div>
            {weeksOf(monthOf(day)).map((week) => (
              <div key={week[0]} role="row" className="grid grid-cols-7">
                {week.map((each) => (
                  <span key={each} role="gridcell" aria-selected={each === chosen}>
                    <button
                      type="button"
                      tabIndex={each === day ? 0 : -1}
                      aria-label={`${weekdayName(weekdayOf(each))}, ${longDay(each)}`}
                      aria-current={each === today ? 'date' : undefined}
                      onClick={() => onPick(each)}
                      className={cx(
                        'grid h-11 w-full place-items-center rounded-control tabular-nums focus-visible:-outline-offset-2 md:h-9',
                        each === chosen ? 'bg-pressed font-semibold' : 'hover:bg-hover',
                        monthOf(each) !== monthOf(day) && 'text-fg-3',
                      )}
                    >
                      <span
                        className={cx(
                          'size-7 rounded-full text-center leading-7',
                          each === today && 'bg-accent font-semibold text-accent-fg',
                        )}
                      >
                        {Number(each.slice(8))}
                      </span>
                    </button>
                  </span>
                ))}
              </div>
            ))}
          </div>
          <div className="mt-1 flex gap-1 border-t border-line pt-1">
            {(
              [
                ['Heute', today],
                ['Morgen', addDays(today, 1)],
                ['In einer Woche', addDays(today, 7)],
              ] as const
            ).map(([name, each]) => (
              <button
                key={name}
                type="button"
                onClick={() => onPick(each)}
                className="h-11 flex-auto rounded-control px-1 text-s text-fg-2 hover:bg-hover hover:text-fg md:h-8"
              >
                {name}
              </button>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function dayByKey({ key, shiftKey }: KeyboardEvent, day: Day): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return addMonthsToDay(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonthsToDay(day, shiftKey ? 12 : 1)
    default:
      return null
  }
}
