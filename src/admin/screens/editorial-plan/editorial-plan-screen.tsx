import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  EllipsisVertical,
  Gauge,
  LayoutTemplate,
  ListFilter,
  Plus,
  Rows3,
  SearchX,
  SlidersHorizontal,
  SquareKanban,
} from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { MoveTask, Task, TaskStatus } from '../../../contract/tasks.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'
import { useOffers } from '../../actions/offers.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { useMay } from '../../data/role.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useBoard, useMoveTask, useTasks } from '../../data/tasks.ts'
import { peopleQuery, useNames } from '../../data/users.ts'
import { ringOnce } from '../../lib/ring-once.ts'
import { useMarked } from '../../lib/use-marked.ts'
import { useNarrow } from '../../lib/use-media.ts'
import { useToday } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuChoices, MenuItem } from '../../ui/menu.tsx'
import { onDemand, OnDemand } from '../../ui/on-demand.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { intoTrash, useRemoval } from '../../ui/removal.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Delayed, SkeletonBar } from '../../ui/skeleton.tsx'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { faultSentence } from '../../lib/faults.ts'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { filterCount, isShown, personOf, readBoardFilter, type BoardSearch } from './board-filter.ts'
import type { Asking } from './board-bulk-bar.tsx'
import { Board, LANES } from './board.tsx'
import { disagreementOf } from './disagreement.ts'
import { LagLine } from './lag-line.tsx'
import { PersonFilter } from './person-filter.tsx'
import { CARD } from './positions.ts'
import { ColumnTabs } from './column-tabs.tsx'
import { isOverdue } from './due-date.ts'
import { overflowWords, totalsOf } from './limits.ts'
import type { TaskSubject } from './task-dialog.tsx'
import { counted } from '../../../rules/counted.ts'
import { quoted } from '../../../rules/quoted.ts'

const TaskPanel = onDemand(async () => (await import('./task-panel.tsx')).TaskPanel)
const BoardFilterCard = onDemand(async () => (await import('./board-filter-card.tsx')).BoardFilterCard)
const BoardBulkBar = onDemand(async () => (await import('./board-bulk-bar.tsx')).BoardBulkBar)
const LimitsDialog = onDemand(async () => (await import('./limits-dialog.tsx')).LimitsDialog)
const TaskTemplateDialog = onDemand(async () => (await import('./task-template-dialog.tsx')).TaskTemplateDialog)
const TaskDialog = onDemand(async () => (await import('./task-dialog.tsx')).TaskDialog)

/** No filter hides a card. */
const SHOWS_ALL = {
  filter: undefined,
  q: undefined,
  person: undefined,
  priority: undefined,
  due: undefined,
  linked: undefined,
}

const NO_TASKS: Task[] = []
const NOBODY_YET: { id: string; name: string }[] = []

type Filter = 'all' | 'mine' | 'overdue'

/** `/admin/editorial-plan`: the board of tasks. Filter and (narrow) column are in the URL. */
export function EditorialPlanScreen() {
  const navigate = useNavigate()
  const search: BoardSearch & { filter?: string; column?: string; aufgabe?: string } = useSearch({ strict: false })
  const [filtering, setFiltering] = useState<HTMLElement | null>(null)
  const filter: Filter = search.filter === 'mine' || search.filter === 'overdue' ? search.filter : 'all'
  const column = TASK_STATUSES.find((status) => status === search.column) ?? 'idea'
  const narrow = useNarrow()
  const zone = useSiteZone()
  const today = useToday(zone)
  const api = useApi()
  const userId = useQuery(accountQuery(api)).data?.id
  const people = useQuery(peopleQuery(api)).data?.items ?? NOBODY_YET
  const names = useNames()
  const byPerson = search.rows === 'person'
  const { board, tasks, limits } = useBoard()
  const [limiting, setLimiting] = useState<{ first: TaskStatus | null } | null>(null)
  const [templating, setTemplating] = useState<TaskStatus | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [subject, setSubject] = useState<TaskSubject | null>(null)
  // An object, so that every announcement re-renders and shows the moved card, even if the words are the same.
  const [spoken, setSpoken] = useState({ words: '' })
  const say = (words: string) => setSpoken({ words })
  const removal = useTaskRemoval()
  const moveTask = useMoveTask({
    onRefused: ({ id }, error) => {
      toastFault('Fehler beim Aktualisieren des Status', { description: faultSentence(error) })
      const task = board.data?.items.find((card) => card.id === id)
      if (task) say(`${quoted(task.title)} ist wieder in ${STATE_LABELS[task.status]}.`)
    },
  })

  const write = (
    change: BoardSearch & { filter?: Filter | undefined; column?: string; aufgabe?: string | undefined },
  ) => void navigate({ to: '.', search: (former: object) => ({ ...former, ...change }), replace: true })
  const linked = tasks?.find(({ id }) => id === search.aufgabe)
  // A notice may lead to a card that the list does not have yet: it is read again before the card counts as gone.
  const [soughtId, setSoughtId] = useState<string>()
  const missing = tasks && !linked ? search.aufgabe : undefined
  const { refetch } = board
  useEffect(() => {
    if (missing !== undefined) void refetch().then(({ isError }) => isError || setSoughtId(missing))
  }, [missing, refetch])
  const gone = missing !== undefined && soughtId === missing
  // A card named in the URL opens once it is loaded, and again on returning to the URL.
  const [opened, setOpened] = useState<string>()
  if (opened !== search.aufgabe && (linked || gone || !search.aufgabe)) {
    setOpened(search.aufgabe)
    if (linked) setSubject({ task: linked })
  }
  useEffect(() => {
    if (gone) toastFault('Diese Aufgabe gibt es nicht mehr', { id: 'task-gone' })
  }, [gone])
  const close = () => {
    setSubject(null)
    if (search.aufgabe) write({ aufgabe: undefined, ...(linked && narrow && { column: linked.status }) })
  }
  const setFilter = (next: Filter) => write({ filter: next === 'all' ? undefined : next })

  const all = tasks ?? NO_TASKS
  const overdue = useMemo(() => all.filter((task) => isOverdue(task, zone, today)), [all, zone, today])
  const mine = useMemo(() => all.filter((task) => personOf(task) === userId).length, [all, userId])
  const totals = useMemo(() => totalsOf(all), [all])
  const refined = readBoardFilter(search)
  const isNarrowed = refined.q.trim() !== '' || filterCount(refined) > 0
  // Stable identity while nothing changes, so that a drag step renders only the columns it passes.
  const shown = useMemo(() => {
    const chosen = { all, mine: all.filter((task) => personOf(task) === userId), overdue }[filter]
    const one = readBoardFilter(search)
    return one.q.trim() !== '' || filterCount(one) > 0 ? chosen.filter(isShown(one, { zone, today })) : chosen
  }, [all, overdue, filter, search, userId, zone, today])
  const inOrder = useMemo(
    () => TASK_STATUSES.flatMap((status) => shown.filter((task) => task.status === status)),
    [shown],
  )
  const holders = useMemo(() => {
    const having = new Set(all.map(({ assignee_id }) => assignee_id))
    return people.filter(({ id }) => having.has(id))
  }, [all, people])
  const lagging = useMemo(() => shown.filter((task) => disagreementOf(task)), [shown])
  const [freshId, setFreshId] = useState<string | null>(null)
  useEffect(() => {
    const made = freshId === null ? undefined : all.find(({ id }) => id === freshId)
    if (!made) return
    if (shown.includes(made) && (!narrow || made.status === column)) {
      const card = document.querySelector<HTMLElement>(`[${CARD}="${made.id}"]`)
      if (card) ringOnce(card)
      setFreshId(null)
    } else write({ ...(shown.includes(made) ? {} : SHOWS_ALL), ...(narrow && { column: made.status }) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `write` only navigates
  }, [freshId, all, shown, narrow, column])
  const maySetLimits = useMay('texts.others')
  const marked = useMarked(narrow ? inOrder.filter(({ status }) => status === column) : inOrder)
  const count = marked.chosen.length
  const open = subject && 'task' in subject ? (all.find(({ id }) => id === subject.task.id) ?? subject.task) : null
  const refine = (
    <IconButton
      label={filterCount(refined) > 0 ? `Karten filtern, ${filterCount(refined)} gesetzt` : 'Karten filtern'}
      edge
      pressed={filterCount(refined) > 0}
      aria-haspopup="dialog"
      aria-expanded={filtering !== null}
      onClick={(event) => setFiltering(filtering ? null : event.currentTarget)}
    >
      <SlidersHorizontal aria-hidden />
    </IconButton>
  )
  const filters = [
    { value: 'all' as const, label: 'Alle' },
    { value: 'mine' as const, label: 'Meine', count: mine },
    { value: 'overdue' as const, label: 'Überfällig', count: overdue.length },
  ]
  const move = async (to: MoveTask) => {
    const task = all.find(({ id }) => id === to.id)
    const before = all.filter(({ status }) => status === task?.status)
    const after_id = before[before.findIndex(({ id }) => id === to.id) - 1]?.id ?? null
    const outcome = await moveTask.mutateAsync({ ...to, title: task?.title ?? '' }).catch(() => null)
    if (!task || outcome === null) return
    if (task.status !== to.status) {
      const over = overflowWords(totals[to.status] + 1, limits[to.status])
      if (over) say(`${quoted(task.title)} ist in ${STATE_LABELS[to.status]}: ${over}.`)
    }
    if (to.assignee_id === undefined || to.assignee_id === task.assignee_id) return
    const name = people.find(({ id }) => id === to.assignee_id)?.name ?? 'niemand'
    toastDone(`${quoted(task.title)}: zuständig ${name}`, {
      undo: () => {
        const { id, status, title, assignee_id } = task
        moveTask.mutate({ id, status, after_id, assignee_id, title })
      },
    })
  }
  const props = {
    tasks: shown,
    people: byPerson ? people : null,
    totals,
    limits,
    zone,
    today,
    openId: open?.id ?? null,
    names,
    marked,
    onMove: (to: MoveTask) => void move(to),
    say,
    onOpen: (task: Task) => setSubject({ task }),
    onAdd: (status: TaskStatus) => setSubject({ status }),
    onLimit: (first: TaskStatus) => setLimiting({ first }),
  }
  const toggleRows = () => write({ rows: byPerson ? undefined : 'person' })
  const begin = () => setTemplating(narrow ? column : 'idea')
  const ask = (what: Asking) => (count > 0 ? () => setAsking(what) : null)
  useOffers({
    'task.new': () => setSubject({ status: narrow ? column : 'idea' }),
    'task.template': begin,
    'board.rows': toggleRows,
    'board.limits': maySetLimits ? () => setLimiting({ first: null }) : null,
    'board.unmark': count > 0 ? marked.clear : null,
    'board.move': ask('move'),
    'board.assign': ask('assign'),
    'board.priority': ask('priority'),
    'board.due': ask('due'),
    'board.remove': ask('remove'),
  })
  const more = (
    <Menu
      align="end"
      trigger={
        <button type="button" aria-label="Mehr zum Redaktionsplan" className={iconButtonClass({ edge: true })}>
          <EllipsisVertical aria-hidden />
        </button>
      }
    >
      {narrow && (
        <MenuItem icon={<Rows3 aria-hidden />} note={byPerson ? 'an' : undefined} onSelect={toggleRows}>
          Zeilen nach Person
        </MenuItem>
      )}
      <MenuItem icon={<LayoutTemplate aria-hidden />} onSelect={begin}>
        Aufgabe aus Vorlage …
      </MenuItem>
      {maySetLimits && (
        <MenuItem icon={<Gauge aria-hidden />} onSelect={() => setLimiting({ first: null })}>
          Grenzen der Spalten …
        </MenuItem>
      )}
    </Menu>
  )
  return (
    <Page title="Redaktionsplan" className="md:max-h-[calc(100dvh-var(--header))] md:pb-4!">
      <TitleLine
        wraps
        title="Redaktionsplan"
        aside={
          <>
            <SegmentedFilter
              label="Aufgaben"
              value={filter}
              onChange={setFilter}
              segments={filters}
              className="hidden md:inline-flex"
            />
            <PersonFilter people={holders} chosen={refined.person} onChoose={(person) => write({ person })} />
          </>
        }
      >
        {!narrow && refine}
        {filtering && (
          <BoardFilterCard
            anchor={filtering}
            filter={refined}
            tasks={all}
            onClose={() => setFiltering(null)}
            onRefine={(change) => write(change)}
          />
        )}
        {!narrow && (
          <SearchField
            label="Aufgaben suchen"
            value={refined.q}
            onChange={(q) => write({ q: q === '' ? undefined : q })}
            found={isNarrowed ? `${counted(shown.length, 'Aufgabe', 'Aufgaben')} gefunden` : undefined}
            className="w-44 xl:w-56"
          />
        )}
        {!narrow && (
          <IconButton label="Zeilen nach Person" edge pressed={byPerson} onClick={toggleRows}>
            <Rows3 aria-hidden />
          </IconButton>
        )}
        {!narrow && more}
        {narrow && (
          <Menu
            trigger={
              <button
                type="button"
                aria-label={
                  filter === 'all' ? 'Filter' : `Filter: ${filters.find((one) => one.value === filter)?.label}`
                }
                className={iconButtonClass({ edge: true, pressed: filter !== 'all' })}
              >
                <ListFilter aria-hidden />
              </button>
            }
          >
            <MenuChoices value={filter} onChange={setFilter} choices={filters} />
          </Menu>
        )}
        <Button
          look="primary"
          aria-label="Neue Aufgabe"
          icon={<Plus aria-hidden />}
          onClick={() => setSubject({ status: narrow ? column : 'idea' })}
        >
          <span className="max-[1399px]:hidden">Neue Aufgabe</span>
        </Button>
      </TitleLine>
      {narrow && (
        <div className="mb-2 flex items-center gap-2">
          <SearchField
            label="Aufgaben suchen"
            value={refined.q}
            onChange={(q) => write({ q: q === '' ? undefined : q })}
            className="flex-1"
          />
          {refine}
          {more}
        </div>
      )}
      <LagLine tasks={lagging} say={say} />
      {!tasks && !board.isError && <BoardSkeleton />}
      {board.isError && !tasks && <BrokenState title="Fehler beim Laden der Aufgaben" query={board} />}
      {tasks &&
        (narrow ? (
          <ColumnTabs {...props} column={column} onColumn={(next) => write({ column: next })} />
        ) : (
          <Board {...props} />
        ))}
      {all.length > 0 && shown.length === 0 && (
        <ScreenState
          icon={SearchX}
          title="Keine Aufgaben gefunden"
          sentence="Zu dieser Suche oder diesen Filtern gibt es keine Karte."
          action={<Button onClick={() => write(SHOWS_ALL)}>Alle Aufgaben zeigen</Button>}
        />
      )}
      {tasks?.length === 0 && !narrow && (
        <ScreenState
          icon={SquareKanban}
          title="Noch nichts geplant"
          sentence="Hier wandern Aufgaben von der Idee bis zur Veröffentlichung über das Brett."
          action={<Button onClick={() => setSubject({ status: 'idea' })}>Aufgabe anlegen</Button>}
        />
      )}
      <output aria-live="assertive" className="sr-only">
        {spoken.words}
      </output>
      {open && (
        <TaskPanel
          task={open}
          tasks={inOrder}
          onClose={close}
          onOpen={(task) => setSubject({ task })}
          onMove={(task, status) => moveTask.mutate({ id: task.id, status, title: task.title })}
          onDelete={(task) => {
            close()
            removal.ask(task)
          }}
        />
      )}
      <OnDemand wanted={subject !== null && !open}>
        <TaskDialog
          status={subject && 'status' in subject ? subject.status : null}
          onClose={close}
          // A slow response must not close a dialog opened after it.
          onSaved={({ id }) => {
            setFreshId(id)
            setSubject((open) => (open === subject ? null : open))
            if (search.aufgabe) write({ aufgabe: undefined })
          }}
        />
      </OnDemand>
      {count > 0 && <BoardBulkBar marked={marked} people={people} asking={asking} onAsk={setAsking} say={say} />}
      <OnDemand wanted={limiting !== null}>
        <LimitsDialog
          open={limiting !== null}
          limits={limits}
          first={limiting?.first ?? null}
          onClose={() => setLimiting(null)}
        />
      </OnDemand>
      <OnDemand wanted={templating !== null}>
        <TaskTemplateDialog
          open={templating !== null}
          status={templating ?? 'idea'}
          onClose={() => setTemplating(null)}
          onMade={(task) => {
            setFreshId(task.id)
            setSubject({ task })
          }}
        />
      </OnDemand>
      {removal.dialog}
    </Page>
  )
}

function useTaskRemoval() {
  const { remove, restore } = useTasks()
  return useRemoval<Task>({
    question: 'Aufgabe löschen?',
    consequence: intoTrash,
    done: 'Aufgabe gelöscht',
    failed: 'Fehler beim Löschen der Aufgabe',
    remove,
    restore,
  })
}

function BoardSkeleton() {
  return (
    <Delayed>
      <output className="sr-only">Lädt...</output>
      <div aria-hidden className={`${LANES} max-md:mx-0 max-md:grid-cols-1`}>
        {TASK_STATUSES.map((status, column) => (
          <div key={status} className="flex flex-col gap-1.5 rounded-card p-1.5 pt-10 not-first:max-md:hidden">
            {Array.from({ length: 3 - (column % 3) }, (_, card) => (
              <div key={card} className="rounded-[8px] h-22 border border-line p-3">
                <SkeletonBar className="w-4/5" />
                <SkeletonBar className="mt-2 w-1/2" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  )
}
