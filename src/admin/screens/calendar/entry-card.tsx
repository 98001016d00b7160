import {
  CalendarClock,
  CalendarOff,
  CalendarX2,
  Ellipsis,
  FilePlus2,
  ListEnd,
  Plus,
  Repeat,
  SquareCheck,
  Trash2,
  X,
} from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { useReviewOf } from '../../data/articles/reviews.ts'
import { settingsQuery, useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FloatingCard } from '../../ui/floating-card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { ReviewMark } from '../../ui/review-mark.tsx'
import { STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Entry } from './entries.ts'
import { agendaDay, longDay, type Day } from '../../../rules/days.ts'
import { recurrenceWords } from '../../../rules/recurrence.ts'
import { OF_ANOTHER } from '../../../rules/roles.ts'
import { timeOf } from './month-grid.tsx'
import { useEntryRights } from './use-entry-rights.ts'

/** The content of the popover and its anchor: one entry, or all entries of a day. */
export type Opened = { anchor: HTMLElement } & ({ entry: Entry } | { day: Day })

export type EntryActions = {
  onEdit: (entry: Entry) => void
  onMove: (entry: Entry) => void
  onPark: (entry: Entry) => void
  onDelete: (entry: Entry) => void
  /** Selects it for a bulk action. */
  onSelect: (entry: Entry) => void
  onPush: (entry: Entry) => void
  /** Cancels this occurrence of a recurring event. */
  onLeaveOut: (entry: Entry) => void
}

/** The popover of a badge (docs/look.md rule 17) or of a day. */
export function EntryCard(
  props: EntryActions & {
    opened: Opened
    entries: Entry[]
    onClose: () => void
    onOpenEntry: (entry: Entry) => void
    onAdd: (day: Day) => void
    onPlan: (day: Day) => void
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

const FOOTER = '-mx-2 mt-3 -mb-1 flex flex-wrap items-center gap-1 border-t border-line pt-2'

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
  const { edits, deletes, moves, selects, pushes, parks } = useEntryRights()
  const review = useReviewOf(entry.kind === 'article' || entry.kind === 'draft' ? entry.id : undefined)
  const fourEyes = useQuery(settingsQuery(useApi())).data?.four_eyes === true
  const waits = fourEyes && entry.state === 'scheduled' && review !== 'approved'
  useOffers({
    'entry.edit': edits(entry) ? then(props.onEdit) : null,
    'entry.remove': deletes(entry) ? then(props.onDelete) : null,
    'entry.leave-out': edits(entry) && leavesOut(entry) ? then(props.onLeaveOut) : null,
    'entry.move': moves(entry) ? then(props.onMove) : null,
    'entry.select': selects(entry) ? then(props.onSelect) : null,
    'entry.push': pushes(entry) ? then(props.onPush) : null,
    'entry.park': parks(entry) ? then(props.onPark) : null,
  })
  return (
    <>
      <div className="flex items-center justify-between">
        <span className="flex items-center gap-2">
          <StatusBadge state={entry.state} />
          <ReviewMark review={review} />
        </span>
        <CloseButton onClose={onClose} />
      </div>
      <h2 lang="de" className="mt-1.5 mb-2.5 font-semibold wrap-anywhere hyphens-auto">
        {entry.title}
      </h2>
      <p className="flex items-center gap-2.5 text-s/5 text-fg-2 tabular-nums">
        <CalendarClock aria-hidden className="flex-none text-fg-3" />
        {momentWords(entry, zone)}
        {waits && <span className="text-scheduled">wartet auf Freigabe</span>}
      </p>
      {entry.kind === 'event' && entry.event.recurrence && (
        <p className="mt-1 flex items-start gap-2.5 text-s/5 text-fg-2">
          <Repeat aria-hidden className="mt-0.5 flex-none text-fg-3" />
          {recurrenceWords(entry.event.recurrence)}
        </p>
      )}
      <div className={FOOTER}>
        {entry.kind === 'task' && (
          <ButtonLink look="quiet" className="px-2! text-fg!" to="/admin/editorial-plan" search={{ aufgabe: entry.id }}>
            Öffnen
          </ButtonLink>
        )}
        {(entry.kind === 'article' || entry.kind === 'draft') && (
          <ButtonLink look="quiet" className="px-2! text-fg!" to="/admin/articles/$id" params={{ id: entry.id }}>
            Öffnen
          </ButtonLink>
        )}
        {edits(entry) && (
          <Button look="quiet" className="px-2! text-fg!" onClick={then(props.onEdit)}>
            Bearbeiten
          </Button>
        )}
        {moves(entry) && (
          <Button look="quiet" className="px-2!" onClick={then(props.onMove)}>
            {entry.at === null && entry.kind === 'article' ? 'Termin setzen' : 'Verschieben'}
          </Button>
        )}
        {entry.kind === 'event' && !edits(entry) && <p className="px-2 text-s text-fg-2">{OF_ANOTHER}</p>}
        <span className="ml-auto flex">
          {deletes(entry) && (
            <IconButton label="Ereignis löschen" onClick={then(props.onDelete)}>
              <Trash2 aria-hidden />
            </IconButton>
          )}
          <MoreActions {...props} then={then} />
        </span>
      </div>
    </>
  )
}

/** Whether it is one of several times of an event, which can be left out. */
const leavesOut = (entry: Entry) => entry.kind === 'event' && entry.event.day !== null

type MoreProps = EntryActions & { entry: Entry; then: (act: (entry: Entry) => void) => () => void }

/** Rarer actions of an entry, in words. */
function MoreActions({ entry, then, ...props }: MoreProps) {
  const rights = useEntryRights()
  const parks = rights.parks(entry)
  const omits = rights.edits(entry) && leavesOut(entry)
  const selects = rights.selects(entry)
  const pushes = rights.pushes(entry)
  if (!selects && !pushes && !omits && !parks) return null
  return (
    <Menu
      trigger={
        <IconButton label="Weitere Aktionen" className="aria-expanded:bg-pressed aria-expanded:text-fg">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {selects && (
        <MenuItem icon={<SquareCheck aria-hidden />} onSelect={then(props.onSelect)}>
          Auswählen
        </MenuItem>
      )}
      {pushes && (
        <MenuItem icon={<ListEnd aria-hidden />} onSelect={then(props.onPush)}>
          Folgende verschieben
        </MenuItem>
      )}
      {parks && (
        <MenuItem icon={<CalendarX2 aria-hidden />} onSelect={then(props.onPark)}>
          {entry.kind === 'draft' ? 'Nicht mehr einplanen' : 'In „Ohne Termin“ legen'}
        </MenuItem>
      )}
      {omits && (
        <MenuItem icon={<CalendarOff aria-hidden />} onSelect={then(props.onLeaveOut)}>
          Diesen Termin auslassen
        </MenuItem>
      )}
    </Menu>
  )
}

function momentWords(entry: Entry, zone: string): string {
  if (entry.kind === 'draft') return `Geplant für ${agendaDay(entry.day)}`
  if (entry.at === null) return 'Ohne Termin'
  if (entry.kind === 'task') return `Fällig ${formatInZone(entry.at, 'EEEEEE, d. MMMM yyyy', zone)}`
  return `${formatInZone(entry.at, 'EEEEEE, d. MMMM yyyy, HH:mm', zone)} Uhr`
}

function DayList(props: {
  day: Day
  entries: Entry[]
  onClose: () => void
  onOpenEntry: (entry: Entry) => void
  onAdd: (day: Day) => void
  onPlan: (day: Day) => void
}) {
  const zone = useSiteZone()
  const plan = () => {
    props.onClose()
    props.onPlan(props.day)
  }
  const { mayPlan } = useEntryRights()
  useOffers({ 'calendar.plan': mayPlan ? plan : null })
  return (
    <>
      <div className="flex items-center justify-between">
        <h2 className="font-semibold tabular-nums">{agendaDay(props.day)}</h2>
        <CloseButton onClose={props.onClose} />
      </div>
      {props.entries.length === 0 && <p className="py-2 text-fg-2">Noch keine Einträge.</p>}
      <ul className="-mx-2">
        {props.entries.map((entry) => (
          <li key={entry.key}>
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
        {mayPlan && (
          <Button look="quiet" className="px-2!" icon={<FilePlus2 aria-hidden />} onClick={plan}>
            Entwurf einplanen
          </Button>
        )}
      </div>
    </>
  )
}
