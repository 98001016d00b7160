import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Download, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CalendarEvent } from '../../../contract/events.ts'
import { useApi } from '../../data/api-context.tsx'
import { calendarQuery, CALENDAR_FILE, useCalendarFile, useEvents } from '../../data/events.ts'
import { useSiteZone } from '../../data/settings.ts'
import { faultSentence } from '../../lib/faults.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { useToday } from '../../lib/use-today.ts'
import { SILENT_DRAG } from '../../lib/silent-drag.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { intoTrash, useRemoval } from '../../ui/removal.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { MonthAgenda } from './agenda.tsx'
import { FlyingBadge } from './badge.tsx'
import { articleEntry, entriesByDay, type Entry } from './entries.ts'
import type { Opened } from './entry-card.tsx'
import type { EventSubject } from './event-dialog.tsx'
import { Legend } from './legend.tsx'
import { MonthGrid } from './month-grid.tsx'
import { addMonths, monthName, monthOf, readMonth, spanOf, weeksOf, type Day, type Month } from '../../../rules/days.ts'
import { Tray, TrayRow } from './tray.tsx'
import { useRescheduling } from './use-rescheduling.ts'

const EntryCard = lazy(() => import('./entry-card.tsx').then((module) => ({ default: module.EntryCard })))
const EventDialog = lazy(() => import('./event-dialog.tsx').then((module) => ({ default: module.EventDialog })))
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })))

/** `/admin/calendar`: articles and events of a month, which stands in the address. */
export function CalendarScreen() {
  const navigate = useNavigate()
  const search: { month?: string } = useSearch({ strict: false })
  const zone = useSiteZone()
  const today = useToday(zone)
  const narrow = useNarrow()
  const month = readMonth(search.month) ?? monthOf(today)
  const calendar = useQuery(calendarQuery(useApi(), spanOf(weeksOf(month), zone)))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [subject, setSubject] = useState<EventSubject | null>(null)
  const rescheduling = useRescheduling()
  const removal = useEventRemoval()

  const show = (next: Month) => {
    setOpened(null)
    void navigate({ to: '.', search: { month: next === monthOf(today) ? undefined : next } })
  }
  const openEntry = (entry: Entry, anchor: HTMLElement) =>
    setOpened((now) => (now && 'entry' in now && now.entry.id === entry.id ? null : { entry, anchor }))
  const openDay = (day: Day, anchor: HTMLElement) =>
    setOpened((now) => (now && 'day' in now && now.day === day ? null : { day, anchor }))
  const days = entriesByDay(calendar.data, zone)
  const shared = {
    month,
    today,
    days,
    openKey: opened && ('entry' in opened ? opened.entry.id : opened.day),
    onOpenEntry: openEntry,
  }
  const tray = {
    entries: (calendar.data?.undated ?? []).map(articleEntry),
    openKey: shared.openKey,
    onOpenEntry: openEntry,
  }
  const empty = calendar.isSuccess && !calendar.isPlaceholderData && days.size === 0 && tray.entries.length === 0
  const addButton = (
    <Button
      look="primary"
      aria-label="Neues Ereignis"
      icon={<Plus aria-hidden />}
      onClick={() => setSubject({ wall: '' })}
    >
      <span className="max-md:hidden">Neues Ereignis</span>
    </Button>
  )
  return (
    <Page title="Kalender" className="md:pb-3!">
      <TitleLine
        wraps
        title={narrow ? <span className="tabular-nums max-[359px]:text-l">{monthName(month)}</span> : 'Kalender'}
        aside={
          <span className="ml-auto flex items-center md:ml-0 md:gap-2">
            <IconButton label="Voriger Monat" edge onClick={() => show(addMonths(month, -1))}>
              <ChevronLeft aria-hidden />
            </IconButton>
            {!narrow && <output className="min-w-32 text-center font-semibold tabular-nums">{monthName(month)}</output>}
            <IconButton label="Nächster Monat" edge onClick={() => show(addMonths(month, 1))}>
              <ChevronRight aria-hidden />
            </IconButton>
            {!narrow && <Button onClick={() => show(monthOf(today))}>Heute</Button>}
          </span>
        }
      >
        {!narrow && <ExportButton />}
        {addButton}
      </TitleLine>
      {calendar.isError && !calendar.data ? (
        <BrokenState
          title="Fehler beim Laden des Kalenders"
          sentence={faultSentence(calendar.error)}
          busy={calendar.isFetching}
          onRetry={() => void calendar.refetch()}
        />
      ) : (
        <>
          {calendar.isPending && <output className="sr-only">Lädt...</output>}
          {empty && (
            <p className="mb-2 flex min-h-10 items-center rounded-control border border-dashed border-line px-3 py-2 text-s text-fg-2">
              In diesem Monat steht noch nichts. Hier erscheinen Deadlines, Meilensteine und geplante Artikel.
            </p>
          )}
          {narrow ? (
            <MonthAgenda {...shared} tray={<TrayRow {...tray} />} />
          ) : (
            <DragSurface onDrop={rescheduling.drop} onLift={() => setOpened(null)}>
              <Tray {...tray} />
              <MonthGrid {...shared} loading={calendar.isPending} onMonth={show} onOpenDay={openDay} />
            </DragSurface>
          )}
        </>
      )}
      <Legend />
      {narrow && <ExportButton />}
      {opened && (
        <Suspense>
          <EntryCard
            opened={opened}
            entries={'day' in opened ? (days.get(opened.day) ?? []) : []}
            onClose={() => setOpened(null)}
            onOpenEntry={(entry) => setOpened({ entry, anchor: opened.anchor })}
            onAdd={(day) => setSubject({ wall: `${day}T09:00` })}
            onEdit={(entry) => entry.kind === 'event' && setSubject({ event: entry.event })}
            onMove={rescheduling.ask}
            onPark={rescheduling.park}
            onDelete={(entry) => entry.kind === 'event' && removal.ask(entry.event)}
          />
        </Suspense>
      )}
      <OnDemand wanted={subject !== null}>
        <EventDialog
          subject={subject}
          onClose={() => setSubject(null)}
          // A slow answer must not close the dialog opened after it.
          onSaved={() => setSubject((open) => (open === subject ? null : open))}
        />
      </OnDemand>
      <OnDemand wanted={rescheduling.request !== null}>
        <MoveDialog request={rescheduling.request} onClose={rescheduling.close} onMove={rescheduling.answer} />
      </OnDemand>
      {removal.dialog}
    </Page>
  )
}

/** Badges are dragged by mouse or long touch; the keyboard's way is `Verschieben` in the popover. */
function DragSurface(props: {
  onDrop: (entry: Entry, day: Day) => void
  onLift: () => void
  children: React.ReactNode
}) {
  const [lifted, setLifted] = useState<Entry | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const entryOf = ({ active }: Pick<DragEndEvent, 'active'>) => active.data.current?.entry as Entry
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{ screenReaderInstructions: { draggable: '' }, announcements: SILENT_DRAG }}
      onDragStart={(event) => {
        props.onLift()
        setLifted(entryOf(event))
      }}
      onDragCancel={() => setLifted(null)}
      onDragEnd={(event) => {
        setLifted(null)
        if (event.over) props.onDrop(entryOf(event), String(event.over.id))
      }}
    >
      {props.children}
      {createPortal(
        <DragOverlay dropAnimation={null}>{lifted && <FlyingBadge entry={lifted} />}</DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

function ExportButton() {
  const fetchFile = useCalendarFile()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(await fetchFile(), CALENDAR_FILE)
    } catch (error) {
      toastFault('Fehler beim Export des Kalenders', { description: faultSentence(error) })
    }
    setBusy(false)
  }
  return (
    <Button icon={<Download aria-hidden />} busy={busy} onClick={() => void save()}>
      ICS-Export
    </Button>
  )
}

function useEventRemoval() {
  const { remove, restore } = useEvents()
  return useRemoval<CalendarEvent>({
    question: 'Ereignis löschen?',
    consequence: intoTrash,
    done: 'Ereignis gelöscht',
    failed: 'Fehler beim Löschen des Ereignisses',
    remove,
    restore,
  })
}
