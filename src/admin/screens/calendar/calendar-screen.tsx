import { useQuery } from '@tanstack/react-query'
import {
  CalendarCog,
  CalendarX2,
  ChevronLeft,
  ChevronRight,
  Download,
  Ellipsis,
  ListEnd,
  ListFilter,
  MoveRight,
  Plus,
  Printer,
  Rss,
} from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CalendarEvent } from '../../../contract/events.ts'
import { MOST_MOVED } from '../../../rules/limits.ts'
import { type Day, monthOf, spanOf } from '../../../rules/days.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { calendarQuery, CALENDAR_FILE, useCalendarFile, useEvents } from '../../data/events.ts'
import { useSiteZone } from '../../data/settings.ts'
import type { CalendarView } from '../../lib/calendar-search.ts'
import { faultSentence } from '../../lib/faults.ts'
import { ringOnce } from '../../lib/ring-once.ts'
import { saveFile } from '../../lib/copy-save-print.ts'
import { useNarrow } from '../../lib/use-media.ts'
import { useToday } from '../../lib/use-now.ts'
import { loadPointerDrag, usePointerDrag } from '../../parts/pointer-drag/use-pointer-drag.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { onDemand, OnDemand } from '../../ui/on-demand.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { intoTrash, useRemoval } from '../../ui/removal.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter, type Segment } from '../../ui/segmented-filter.tsx'
import { BarButton, SelectionBar } from '../../ui/selection-bar.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { MonthAgenda } from './agenda.tsx'
import { FlyingBadge } from './badge.tsx'
import { daysOff, articleEntry, entriesByDay, hasFollowing, isSeen, taskEntry, type Entry } from './entries.ts'
import type { Opened } from './entry-card.tsx'
import type { EventSubject } from './event-dialog.tsx'
import { Legend } from './legend.tsx'
import { MonthGrid } from './month-grid.tsx'
import { Tray, TrayRow } from './tray.tsx'
import { useCalendarAddress, type CalendarAddress } from './use-calendar-address.ts'
import { DAY, ENTRY, useDayDrag } from './use-day-drag.ts'
import { useEntryRights } from './use-entry-rights.ts'
import { useRescheduling } from './use-rescheduling.ts'

const EntryCard = onDemand(async () => (await import('./entry-card.tsx')).EntryCard)
const EventDialog = onDemand(async () => (await import('./event-dialog.tsx')).EventDialog)
const MoveDialog = onDemand(async () => (await import('./move-dialog.tsx')).MoveDialog)
const MoveByDialog = onDemand(async () => (await import('./move-by-dialog.tsx')).MoveByDialog)
const FilterCard = onDemand(async () => (await import('./filter-card.tsx')).FilterCard)
const PlanDialog = onDemand(async () => (await import('./plan-dialog.tsx')).PlanDialog)
const PlanningDialog = onDemand(async () => (await import('./planning-dialog.tsx')).PlanningDialog)
const SubscribeDialog = onDemand(async () => (await import('./subscribe-dialog.tsx')).SubscribeDialog)
const PointerDrag = onDemand(async () => (await loadPointerDrag()).PointerDrag)
const WeekView = onDemand(async () => (await import('./week-view.tsx')).WeekView)
const WeekStrip = onDemand(async () => (await import('./agenda-view.tsx')).WeekStrip)
const AgendaView = onDemand(async () => (await import('./agenda-view.tsx')).AgendaView)

const VIEWS = [
  { value: 'month', label: 'Monat' },
  { value: 'week', label: 'Woche' },
  { value: 'agenda', label: 'Agenda' },
] as const satisfies Segment<CalendarView>[]

const STEPS: Record<CalendarView, [string, string]> = {
  month: ['Voriger Monat', 'Nächster Monat'],
  week: ['Vorige Woche', 'Nächste Woche'],
  agenda: ['Vier Wochen zurück', 'Vier Wochen weiter'],
}

/** Dialogs of the calendar that are not about an entry. */
type Aside = 'planning' | 'subscribe'

/** `/admin/calendar`: articles, events and tasks as month, week or agenda. The URL contains the view. */
export function CalendarScreen() {
  const zone = useSiteZone()
  const today = useToday(zone)
  const narrow = useNarrow()
  const address = useCalendarAddress(today)
  const { view, filter } = address
  const calendar = useQuery(calendarQuery(useApi(), spanOf(address.weeks, zone)))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [subject, setSubject] = useState<EventSubject | null>(null)
  const [planDay, setPlanDay] = useState<Day | null>(null)
  const [aside, setAside] = useState<Aside | null>(null)
  const selection = useSelection()
  const { mayPlan } = useEntryRights()
  const rescheduling = useRescheduling({ onMoved: selection.clear })
  const removal = useEventRemoval()
  useLightPrint()
  const [fresh, setFresh] = useState<{ id: string; day: Day } | null>(null)
  const ringed = useRef<string | null>(null)

  const openEntry = (entry: Entry, anchor: HTMLElement) =>
    setOpened((now) => (now && 'entry' in now && now.entry.key === entry.key ? null : { entry, anchor }))
  const openDay = (day: Day, anchor: HTMLElement) =>
    setOpened((now) => (now && 'day' in now && now.day === day ? null : { day, anchor }))
  const days = entriesByDay(calendar.data, zone, filter)
  const undated = (calendar.data?.undated ?? []).map(articleEntry).filter((entry) => isSeen(entry, filter))
  const known = new Map([...undated, ...[...days.values()].flat()].map((entry) => [entry.key, entry]))
  const entryOf = (key: string) => known.get(key)
  const openKey = opened && ('entry' in opened ? opened.entry.key : opened.day)
  const shared = {
    today,
    days,
    offOn: daysOff(calendar.data),
    loading: calendar.isPending,
    openKey,
    selected: selection.keys,
    onToggle: selection.toggle,
    onOpenEntry: openEntry,
    onOpenDay: openDay,
  }
  const tray = { entries: undated, openKey, onOpenEntry: openEntry }
  const shown = address.weeks.flat()
  const isMade = fresh !== null && (days.get(fresh.day) ?? []).some(({ id }) => id === fresh.id)
  const bringIntoSight = ({ id, starts_at }: Pick<CalendarEvent, 'id' | 'starts_at'>) => {
    const day = wallTimeOfInstant(starts_at, zone).slice(0, 10)
    if (view === 'month' ? monthOf(day) !== address.month : !shown.includes(day))
      address.goTo(view === 'month' ? { month: monthOf(day) } : { day })
    setFresh({ id, day })
  }
  useEffect(() => {
    if (!fresh || !isMade || ringed.current === fresh.id) return
    ringed.current = fresh.id
    // A full day of the month hides it behind `weitere`: the day is ringed then.
    const entry = document.querySelector<HTMLElement>(`[${ENTRY}^="event ${fresh.id}"]`)
    const place = entry ?? document.querySelector<HTMLElement>(`[${DAY}="${fresh.day}"]`)
    if (place) ringOnce(place)
  }, [fresh, isMade])
  const agenda = (
    <AgendaView
      {...shared}
      shown={shown}
      overdue={(calendar.data?.overdue ?? []).map(taskEntry).filter((entry) => isSeen(entry, filter))}
      undatedCount={undated.length}
    />
  )
  const isBare = calendar.isSuccess && !calendar.isPlaceholderData && days.size === 0 && undated.length === 0
  const go = (change: () => void) => {
    setOpened(null)
    change()
  }
  useOffers({
    'event.new': () => setSubject({ wall: '' }),
    'calendar.former': () => address.step(-1),
    'calendar.next': () => address.step(1),
    'calendar.today': address.toToday,
    'calendar.subscribe': () => setAside('subscribe'),
    'calendar.planning': mayPlan ? () => setAside('planning') : null,
    'calendar.print': !narrow && view === 'month' ? () => window.print() : null,
  })
  return (
    <Page title="Kalender" className="calendar-page md:pb-3!">
      <CalendarBar
        address={address}
        narrow={narrow}
        go={go}
        onAdd={() => setSubject({ wall: '' })}
        onAside={setAside}
      />
      {narrow && (
        <div className="mb-2 flex items-center gap-2">
          <ViewSwitch address={address} go={go} className="flex-1!" />
          <FilterButton address={address} />
          <MoreMenu address={address} narrow onAside={setAside} />
        </div>
      )}
      {calendar.isError && !calendar.data ? (
        <BrokenState title="Fehler beim Laden des Kalenders" query={calendar} />
      ) : (
        <>
          {calendar.isPending && <output className="sr-only">Lädt...</output>}
          {isBare && view === 'month' && (
            <div className="mb-2 flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-dashed border-line py-1 pr-1 pl-3 text-s text-fg-2 print:hidden">
              <p className="min-w-0 flex-1 basis-60 py-1">
                In diesem Monat steht noch nichts. Hier erscheinen Deadlines, Meilensteine und geplante Artikel.
              </p>
              <Button look="quiet" onClick={() => setSubject({ wall: '' })}>
                Erstes Ereignis anlegen
              </Button>
            </div>
          )}
          {view === 'agenda' && agenda}
          {narrow && view === 'week' && (
            <>
              {/* Has the height of the calendar, so that content below does not jump. */}
              <WeekStrip pending={<div className="h-15" />} week={shown} today={today} days={days} />
              <TrayRow {...tray} />
              {agenda}
            </>
          )}
          {narrow && view === 'month' && <MonthAgenda {...shared} month={address.month} tray={<TrayRow {...tray} />} />}
          {!narrow && view !== 'agenda' && (
            <DragArea entryOf={entryOf} onDrop={rescheduling.drop} onLift={() => setOpened(null)}>
              <Tray {...tray} />
              {view === 'month' ? (
                <MonthGrid {...shared} month={address.month} onMonth={(month) => go(() => address.goTo({ month }))} />
              ) : (
                <WeekView {...shared} week={shown} onLeave={(day) => go(() => address.goTo({ day }))} />
              )}
            </DragArea>
          )}
        </>
      )}
      {selection.entries.length > 0 ? (
        <CalendarSelection selection={selection} rescheduling={rescheduling} />
      ) : (
        <Legend
          hidden={filter.hidden}
          onHide={(hidden) => address.refine({ hide: hidden.length > 0 ? hidden.join(',') : undefined })}
        />
      )}
      {narrow && view === 'month' && <ExportButton />}
      {opened && (
        <EntryCard
          opened={opened}
          entries={'day' in opened ? (days.get(opened.day) ?? []) : []}
          onClose={() => setOpened(null)}
          onOpenEntry={(entry) => setOpened({ entry, anchor: opened.anchor })}
          onAdd={(day) => setSubject({ wall: `${day}T09:00` })}
          onPlan={setPlanDay}
          // Editing a recurring event changes all its occurrences, so it opens with the first.
          onEdit={(entry) =>
            entry.kind === 'event' && setSubject({ event: { ...entry.event, starts_at: entry.event.first_at } })
          }
          onMove={rescheduling.ask}
          onPark={rescheduling.park}
          onSelect={selection.toggle}
          onPush={rescheduling.askFollowing}
          onLeaveOut={(entry) => void rescheduling.leaveOut(entry)}
          onDelete={(entry) => entry.kind === 'event' && removal.ask(entry.event)}
        />
      )}
      <OnDemand wanted={subject !== null}>
        <EventDialog
          subject={subject}
          onClose={() => setSubject(null)}
          // A slow response must not close a dialog opened after it.
          onSaved={(event) => {
            if (subject && 'wall' in subject) bringIntoSight(event)
            setSubject((open) => (open === subject ? null : open))
          }}
        />
      </OnDemand>
      <OnDemand wanted={rescheduling.request !== null}>
        <MoveDialog request={rescheduling.request} onClose={rescheduling.close} onMove={rescheduling.answer} />
      </OnDemand>
      <OnDemand wanted={rescheduling.byRequest !== null}>
        <MoveByDialog
          request={rescheduling.byRequest}
          entryOf={entryOf}
          busy={rescheduling.isMoving}
          onClose={rescheduling.closeBy}
          onMove={rescheduling.answerBy}
        />
      </OnDemand>
      <OnDemand wanted={planDay !== null}>
        <PlanDialog
          day={planDay}
          onClose={() => setPlanDay(null)}
          onPlan={(article, day) => {
            setPlanDay(null)
            rescheduling.plan(article, day)
          }}
        />
      </OnDemand>
      <OnDemand wanted={aside === 'planning'}>
        <PlanningDialog open={aside === 'planning'} onClose={() => setAside(null)} />
      </OnDemand>
      <OnDemand wanted={aside === 'subscribe'}>
        <SubscribeDialog open={aside === 'subscribe'} onClose={() => setAside(null)} />
      </OnDemand>
      {removal.dialog}
    </Page>
  )
}

type Go = (change: () => void) => void

/** Title, navigation, views and further actions. */
function CalendarBar(props: {
  address: CalendarAddress
  narrow: boolean
  go: Go
  onAdd: () => void
  onAside: (aside: Aside) => void
}) {
  const { address, narrow, go } = props
  const [back, forth] = STEPS[address.view]
  return (
    <TitleLine
      wraps
      title={
        narrow ? <span className="tabular-nums max-[359px]:text-l">{address.shortWords}</span> : <span>Kalender</span>
      }
      aside={
        <span className="ml-auto flex min-w-0 items-center md:ml-0 md:flex-wrap md:gap-2">
          <IconButton label={back} edge className="print:hidden" onClick={() => go(() => address.step(-1))}>
            <ChevronLeft aria-hidden />
          </IconButton>
          {!narrow && (
            <output className="min-w-28 text-center font-semibold whitespace-nowrap tabular-nums">
              {address.words}
            </output>
          )}
          <IconButton label={forth} edge className="print:hidden" onClick={() => go(() => address.step(1))}>
            <ChevronRight aria-hidden />
          </IconButton>
          {!narrow && (
            <>
              <Button className="print:hidden" onClick={() => go(address.toToday)}>
                Heute
              </Button>
              <ViewSwitch address={address} go={go} className="print:hidden" />
            </>
          )}
        </span>
      }
    >
      {!narrow && <FilterButton address={address} />}
      {!narrow && address.view === 'month' && <ExportButton />}
      {!narrow && <MoreMenu address={address} narrow={narrow} onAside={props.onAside} />}
      <Button
        look="primary"
        aria-label="Neues Ereignis"
        icon={<Plus aria-hidden />}
        className="print:hidden"
        onClick={props.onAdd}
      >
        <span className="max-xl:hidden">Neues Ereignis</span>
      </Button>
    </TitleLine>
  )
}

/** Filter by person and category. */
function FilterButton({ address }: { address: CalendarAddress }) {
  const [filtering, setFiltering] = useState<HTMLElement | null>(null)
  const refined = (address.filter.person ? 1 : 0) + (address.filter.category ? 1 : 0)
  return (
    <>
      <IconButton
        label={refined > 0 ? `Filter, ${refined} gesetzt` : 'Filter'}
        edge
        pressed={refined > 0}
        aria-haspopup="dialog"
        aria-expanded={filtering !== null}
        className="print:hidden"
        onClick={(event) => setFiltering(filtering ? null : event.currentTarget)}
      >
        <ListFilter aria-hidden />
      </IconButton>
      {filtering && (
        <FilterCard
          anchor={filtering}
          filter={address.filter}
          onClose={() => setFiltering(null)}
          onRefine={(filter) => address.refine(filter)}
        />
      )}
    </>
  )
}

function MoreMenu(props: { address: CalendarAddress; narrow: boolean; onAside: (aside: Aside) => void }) {
  const { address, narrow } = props
  const { mayPlan } = useEntryRights()
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Mehr" edge className="print:hidden">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Rss aria-hidden />} onSelect={() => props.onAside('subscribe')}>
        Kalender abonnieren
      </MenuItem>
      {mayPlan && (
        <MenuItem icon={<CalendarCog aria-hidden />} onSelect={() => props.onAside('planning')}>
          Arbeitstage und Pausen
        </MenuItem>
      )}
      {!narrow && address.view === 'month' && (
        <MenuItem icon={<Printer aria-hidden />} onSelect={() => window.print()}>
          Monat drucken
        </MenuItem>
      )}
    </Menu>
  )
}

function ViewSwitch({ address, go, className }: { address: CalendarAddress; go: Go; className?: string }) {
  return (
    <SegmentedFilter
      label="Ansicht"
      value={address.view}
      segments={VIEWS}
      onChange={(view) => go(() => address.show(view))}
      className={className}
    />
  )
}

/** Print uses the light appearance, whatever the screen shows. */
function useLightPrint() {
  useEffect(() => {
    const { dataset } = document.documentElement
    let before: string | undefined
    const light = () => {
      before = dataset.theme
      dataset.theme = 'light'
    }
    const back = () => {
      dataset.theme = before
    }
    addEventListener('beforeprint', light)
    addEventListener('afterprint', back)
    return () => {
      removeEventListener('beforeprint', light)
      removeEventListener('afterprint', back)
    }
  }, [])
}

type Selection = ReturnType<typeof useSelection>

/** Entries selected for a common move; Escape clears the selection. */
function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Entry>>(() => new Map())
  const clear = () => setChosen(new Map())
  const isEmpty = chosen.size === 0
  useEffect(() => {
    if (isEmpty) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog], [role=menu]'))
        clear()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isEmpty])
  return {
    keys: new Set(chosen.keys()),
    entries: [...chosen.values()],
    clear,
    toggle: (entry: Entry) =>
      setChosen((now) => {
        const next = new Map(now)
        if (!next.delete(entry.key) && next.size < MOST_MOVED) next.set(entry.key, entry)
        return next
      }),
  }
}

function CalendarSelection(props: { selection: Selection; rescheduling: ReturnType<typeof useRescheduling> }) {
  const { selection, rescheduling } = props
  const { entries } = selection
  const first = entries
    .filter(hasFollowing)
    .toSorted((one, other) => ((one.at ?? dayOfDraft(one)) < (other.at ?? dayOfDraft(other)) ? -1 : 1))[0]
  const push = first ? () => rescheduling.askFollowing(first) : null
  const areArticles = entries.every(({ kind }) => kind === 'article' || kind === 'draft')
  useOffers({
    'calendar.move-by': () => rescheduling.askBy(entries),
    'calendar.push': push,
    'calendar.park': areArticles ? () => rescheduling.parkAll(entries) : null,
    'calendar.unmark': selection.clear,
  })
  return (
    <SelectionBar count={entries.length} busy={rescheduling.isMoving} onClear={selection.clear}>
      <BarButton icon={<MoveRight aria-hidden />} onClick={() => rescheduling.askBy(entries)}>
        Verschieben um …
      </BarButton>
      <BarButton icon={<ListEnd aria-hidden />} disabled={!push} onClick={() => push?.()}>
        Folgende verschieben
      </BarButton>
      <BarButton
        icon={<CalendarX2 aria-hidden />}
        disabled={!areArticles}
        onClick={() => rescheduling.parkAll(entries)}
      >
        Ohne Termin
      </BarButton>
    </SelectionBar>
  )
}

const dayOfDraft = (entry: Entry) => (entry.kind === 'draft' ? entry.day : '')

/** Badges are dragged by mouse or long touch. With the keyboard, `Verschieben` in the popover does it. */
function DragArea({ children, ...options }: Parameters<typeof useDayDrag>[0] & { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const { wanted, held } = usePointerDrag(area)
  const { lifted, pointer } = useDayDrag(options)
  return (
    <div ref={area} className="contents">
      {children}
      <OnDemand wanted={wanted}>
        <PointerDrag {...pointer} area={area} held={held} handle={ENTRY}>
          {lifted && <FlyingBadge entry={lifted} />}
        </PointerDrag>
      </OnDemand>
    </div>
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
  useOffers({ 'calendar.export': busy ? null : () => void save() })
  return (
    <Button
      look="quiet"
      className="print:hidden"
      icon={<Download aria-hidden />}
      busy={busy}
      onClick={() => void save()}
    >
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
