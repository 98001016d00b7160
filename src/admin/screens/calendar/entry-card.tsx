import { CalendarClock, CalendarX2, Pencil, Plus, Trash2, X } from 'lucide-react'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FloatingCard } from '../../ui/floating-card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { isMovable, type Entry } from './entries.ts'
import { agendaDay, longDay, type Day } from '../../../rules/days.ts'
import { timeOf } from './month-grid.tsx'

/** What the popover shows, and what it hangs on: one entry, or all of a day. */
export type Opened = { anchor: HTMLElement } & ({ entry: Entry } | { day: Day })

export type EntryActions = {
  onEdit: (entry: Entry) => void
  onMove: (entry: Entry) => void
  onPark: (entry: Entry) => void
  onDelete: (entry: Entry) => void
}

/** The popover of a badge (docs/look.md rule 17) or of a day. */
export function EntryCard(
  props: EntryActions & {
    opened: Opened
    entries: Entry[]
    onClose: () => void
    onOpenEntry: (entry: Entry) => void
    onAdd: (day: Day) => void
  },
) {
  const { opened, onClose } = props
  return (
    <FloatingCard
      anchor={opened.anchor}
      label={'entry' in opened ? opened.entry.title : longDay(opened.day)}
      onClose={onClose}
    >
      {'entry' in opened ? <EntryDetails {...props} entry={opened.entry} /> : <DayList {...props} day={opened.day} />}
    </FloatingCard>
  )
}

const FOOTER = '-mx-2 mt-3 -mb-1 flex items-center gap-1 border-t border-line pt-2'

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      aria-label="Schließen"
      onClick={onClose}
      className="-mr-2 grid size-11 flex-none place-items-center rounded-control text-fg-2 hover:bg-hover hover:text-fg md:size-8"
    >
      <X aria-hidden />
    </button>
  )
}

function EntryDetails(props: EntryActions & { entry: Entry; onClose: () => void }) {
  const { entry, onClose } = props
  const zone = useSiteZone()
  const then = (act: (entry: Entry) => void) => () => {
    onClose()
    act(entry)
  }
  return (
    <>
      <div className="flex items-center justify-between">
        <StatusBadge state={entry.state} />
        <CloseButton onClose={onClose} />
      </div>
      <h2 lang="de" className="mt-1.5 mb-2.5 font-semibold wrap-anywhere hyphens-auto">
        {entry.title}
      </h2>
      <p className="flex items-center gap-2.5 text-s/5 text-fg-2 tabular-nums">
        <CalendarClock aria-hidden className="flex-none text-fg-3" />
        {entry.at === null ? 'Ohne Termin' : `${formatInZone(entry.at, 'EEEEEE, d. MMMM yyyy, HH:mm', zone)} Uhr`}
      </p>
      <div className={FOOTER}>
        {entry.kind === 'article' ? (
          <ButtonLink look="quiet" className="px-2! text-fg!" to="/admin/articles/$id" params={{ id: entry.id }}>
            Öffnen
          </ButtonLink>
        ) : (
          <Button look="quiet" className="px-2! text-fg!" icon={<Pencil aria-hidden />} onClick={then(props.onEdit)}>
            Bearbeiten
          </Button>
        )}
        {isMovable(entry) && (
          <Button look="quiet" className="px-2!" onClick={then(props.onMove)}>
            {entry.at === null ? 'Termin setzen' : 'Verschieben'}
          </Button>
        )}
        <span className="flex-1" />
        {entry.kind === 'event' && (
          <IconButton label="Ereignis löschen" onClick={then(props.onDelete)}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
        {entry.state === 'scheduled' && entry.at !== null && (
          <IconButton label="In „Ohne Termin“ legen" onClick={then(props.onPark)}>
            <CalendarX2 aria-hidden />
          </IconButton>
        )}
      </div>
    </>
  )
}

function DayList(props: {
  day: Day
  entries: Entry[]
  onClose: () => void
  onOpenEntry: (entry: Entry) => void
  onAdd: (day: Day) => void
}) {
  const zone = useSiteZone()
  return (
    <>
      <div className="flex items-center justify-between">
        <h2 className="font-semibold tabular-nums">{agendaDay(props.day)}</h2>
        <CloseButton onClose={props.onClose} />
      </div>
      {props.entries.length === 0 && <p className="py-2 text-fg-2">Noch keine Einträge.</p>}
      <ul className="-mx-2">
        {props.entries.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              onClick={() => props.onOpenEntry(entry)}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 py-1 text-left hover:bg-hover md:min-h-9"
            >
              <StateGlyph state={entry.state} />
              <span className="min-w-0 flex-1">
                <span lang="de" className="line-clamp-2 wrap-anywhere hyphens-auto">
                  {entry.title}
                </span>
                <span className="block text-xs text-fg-2 tabular-nums">
                  {timeOf(entry, zone)} · {STATE_LABELS[entry.state]}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={FOOTER}>
        <Button
          look="quiet"
          className="px-2! text-fg!"
          icon={<Plus aria-hidden />}
          onClick={() => {
            props.onClose()
            props.onAdd(props.day)
          }}
        >
          Neues Ereignis
        </Button>
      </div>
    </>
  )
}
