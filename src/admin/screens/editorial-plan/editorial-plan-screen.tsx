import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListFilter, Plus, SquareKanban } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import type { MoveTask, Task } from '../../../contract/tasks.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { useSiteZone } from '../../data/settings.ts'
import { useBoard, useMoveTask, useTasks } from '../../data/tasks.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { useToday } from '../../lib/use-today.ts'
import { Button } from '../../ui/button.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { intoTrash, useRemoval } from '../../ui/removal.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Delayed, SkeletonBar } from '../../ui/skeleton.tsx'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { Board, LANES } from './board.tsx'
import { ColumnTabs } from './column-tabs.tsx'
import { isOverdue } from './due-date.ts'
import type { TaskSubject } from './task-dialog.tsx'

const TaskDialog = lazy(() => import('./task-dialog.tsx').then((module) => ({ default: module.TaskDialog })))

type Filter = 'all' | 'mine' | 'overdue'

/** `/admin/editorial-plan`: the board of tasks; filter and (narrow) column stand in the address. */
export function EditorialPlanScreen() {
  const navigate = useNavigate()
  const search: { filter?: string; column?: string; aufgabe?: string } = useSearch({ strict: false })
  const filter: Filter = search.filter === 'mine' || search.filter === 'overdue' ? search.filter : 'all'
  const column = TASK_STATUSES.find((status) => status === search.column) ?? 'idea'
  const narrow = useNarrow()
  const zone = useSiteZone()
  const today = useToday(zone)
  const userId = useQuery(accountQuery(useApi())).data?.id
  const { board, tasks } = useBoard()
  const [subject, setSubject] = useState<TaskSubject | null>(null)
  // An object, since saying it also draws the moved card at its new place, even where the words are the same as before.
  const [spoken, setSpoken] = useState({ words: '' })
  const say = (words: string) => setSpoken({ words })
  const removal = useTaskRemoval()
  const moveTask = useMoveTask({
    onRefused: ({ id }) => {
      toastFault('Fehler beim Aktualisieren des Status')
      const task = board.data?.items.find((card) => card.id === id)
      if (task) say(`„${task.title}“ ist wieder in ${STATE_LABELS[task.status]}.`)
    },
  })

  const write = (change: { filter?: Filter | undefined; column?: string; aufgabe?: string | undefined }) =>
    void navigate({ to: '.', search: (former: object) => ({ ...former, ...change }), replace: true })
  const linked = tasks?.find(({ id }) => id === search.aufgabe)
  // What an address names is opened once it is there, and again when one comes back to it.
  const [opened, setOpened] = useState<string>()
  if (opened !== search.aufgabe && (tasks || !search.aufgabe)) {
    setOpened(search.aufgabe)
    if (linked) setSubject({ task: linked })
  }
  const gone = search.aufgabe !== undefined && tasks !== undefined && !linked
  useEffect(() => {
    if (gone) toastFault('Diese Aufgabe gibt es nicht mehr', { id: 'task-gone' })
  }, [gone])
  const close = () => {
    setSubject(null)
    if (search.aufgabe) write({ aufgabe: undefined, ...(linked && narrow && { column: linked.status }) })
  }
  const setFilter = (next: Filter) => write({ filter: next === 'all' ? undefined : next })

  const all = tasks ?? []
  const overdue = all.filter((task) => isOverdue(task, zone, today))
  const shown = { all, mine: all.filter((task) => task.author_id === userId), overdue }[filter]
  const filters = [
    { value: 'all' as const, label: 'Alle' },
    { value: 'mine' as const, label: 'Meine' },
    { value: 'overdue' as const, label: 'Überfällig', count: overdue.length },
  ]
  const props = {
    tasks: shown,
    today,
    onMove: (to: MoveTask) => moveTask.mutate(to),
    say,
    onOpen: (task: Task) => setSubject({ task }),
    onAdd: (status: Task['status']) => setSubject({ status }),
  }
  return (
    <Page title="Redaktionsplan" className="md:max-h-[calc(100dvh-var(--header))] md:pb-4!">
      <TitleLine
        wraps
        title="Redaktionsplan"
        aside={
          <SegmentedFilter
            label="Aufgaben"
            value={filter}
            onChange={setFilter}
            segments={filters}
            className="hidden md:inline-flex"
          />
        }
      >
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
          <span className="max-md:hidden">Neue Aufgabe</span>
        </Button>
      </TitleLine>
      {board.isPending && <BoardSkeleton />}
      {board.isError && !tasks && (
        <BrokenState
          title="Fehler beim Laden der Aufgaben"
          sentence={faultSentence(board.error)}
          busy={board.isFetching}
          onRetry={() => void board.refetch()}
        />
      )}
      {tasks &&
        (narrow ? (
          <ColumnTabs {...props} column={column} onColumn={(next) => write({ column: next })} />
        ) : (
          <Board {...props} />
        ))}
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
      <OnDemand wanted={subject !== null}>
        <TaskDialog
          subject={subject}
          onClose={close}
          // A slow answer must not close the dialog opened after it.
          onSaved={() => {
            setSubject((open) => (open === subject ? null : open))
            if (search.aufgabe) write({ aufgabe: undefined })
          }}
          onDelete={(task) => {
            close()
            removal.ask(task)
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
