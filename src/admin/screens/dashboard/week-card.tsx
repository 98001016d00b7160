import { Link } from '@tanstack/react-router'
import type { DeskData, DeskDay, DeskEntry } from '../../../contract/dashboard.ts'
import { cx } from '../../lib/class-names.ts'
import { Card } from '../../ui/card.tsx'
import { STATE_COLORS, STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { EntryLink, glyphOf } from './entry-link.tsx'
import { calendarWeek, clockTime, weekdayOf } from './moments.ts'

const MOST = 3

/**
 * Seven days: side by side from 1760 px on, in two rows below that, and below each other when narrow, so that titles stand
 * whole. Each entry names its state, so no legend is needed (ART-8).
 */
export function WeekCard({ desk, zone }: { desk: DeskData; zone: string }) {
  const weeks = [...new Set(desk.days.map(({ day }) => calendarWeek(day)))]
  const free = desk.days.filter(({ entries }) => entries.length === 0).length
  return (
    <Card
      title="Nächste sieben Tage"
      action={<span className="px-2 text-s text-fg-2">KW {weeks.join('–')}</span>}
      className="flex flex-col xl:col-start-1 xl:row-start-2"
    >
      <ol className="grid flex-1 px-1 pb-1 md:grid-cols-4 md:px-2 min-[110rem]:grid-cols-7">
        {desk.days.map((day, index) => (
          <Day key={day.day} {...day} today={index === 0} zone={zone} />
        ))}
      </ol>
      <p className="mx-3 flex min-h-14 items-center gap-3 border-t border-line text-s text-fg-2 md:mx-4 md:min-h-11">
        <span className="flex-1">
          {`${desk.undated === 0 ? 'Kein' : desk.undated} Artikel ohne Termin, ${free === 1 ? '1 freier Tag' : `${free} freie Tage`}`}
        </span>
        <Link
          to="/admin/calendar"
          className="inline-flex h-11 items-center rounded-control font-medium text-fg hover:underline md:h-7"
        >
          Einplanen
        </Link>
      </p>
    </Card>
  )
}

function Day({ day, entries, today, zone }: DeskDay & { today: boolean; zone: string }) {
  const { weekday, number } = weekdayOf(day)
  // One more entry takes no more room than the text that would replace it.
  const shown = entries.length > MOST ? entries.slice(0, MOST - 1) : entries
  return (
    <li
      aria-current={today ? 'date' : undefined}
      className={cx(
        'flex min-w-0 gap-3 rounded-control px-2 py-1.5 md:block md:min-h-20 md:p-2',
        today && 'bg-accent-soft',
      )}
    >
      <p
        className={cx(
          'flex w-11 flex-none items-baseline gap-1.5 text-xs leading-7 md:mb-2 md:w-auto md:leading-4',
          today ? 'text-accent' : 'text-fg-2',
        )}
      >
        {weekday}
        <span className={cx('text-m font-semibold', !today && 'text-fg')}>{number}</span>
      </p>
      <div className="min-w-0 flex-1">
        {entries.length === 0 && <p className="text-xs/7 text-fg-2 md:text-xs/5">frei</p>}
        <ul>
          {shown.map((entry) => (
            <li key={entry.id}>
              <DayEntry entry={entry} zone={zone} />
            </li>
          ))}
        </ul>
        {shown.length < entries.length && (
          <Link to="/admin/calendar" className="block text-xs/7 text-fg-2 hover:text-fg md:text-xs/5">
            {entries.length - shown.length} weitere
          </Link>
        )}
      </div>
    </li>
  )
}

function DayEntry({ entry, zone }: { entry: DeskEntry; zone: string }) {
  const time = entry.kind === 'task' ? '' : `${clockTime(entry.at, zone)} `
  const glyph = glyphOf(entry)
  return (
    <EntryLink
      entry={entry}
      title={`${time}${entry.title} · ${STATE_LABELS[glyph]}`}
      className="flex min-h-11 min-w-0 items-start gap-1.5 rounded-small py-1 text-s hover:underline md:min-h-0 md:text-xs/4"
    >
      <span className="flex h-4.5 flex-none items-center md:h-4">
        <StateGlyph state={glyph} />
      </span>
      <span className="min-w-0">
        <span className="block text-fg-2 tabular-nums">
          {time}
          <span className={cx('font-medium', STATE_COLORS[glyph])}>{`${STATE_LABELS[glyph]} `}</span>
        </span>
        <span lang="de" className="block wrap-anywhere hyphens-auto">
          {entry.title}
        </span>
      </span>
    </EntryLink>
  )
}
