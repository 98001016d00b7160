import { ArrowLeftRight, Plus, SquareCheck, User } from 'lucide-react'
import type { BoardLimits, MoveTask, Task, TaskStatus } from '../../../contract/tasks.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'
import { quoted } from '../../../rules/quoted.ts'
import { cx } from '../../lib/class-names.ts'
import { useMay, useRights } from '../../data/role.ts'
import type { Marked } from '../../lib/use-marked.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Person } from './board.tsx'
import { ColumnOverflow } from './column-head.tsx'
import { countWords, type Totals } from './limits.ts'
import { LagSign } from './lag-sign.tsx'
import { assigneeIn, CARD, columnsOf, oneRow, rowsByPerson, type Row } from './positions.ts'
import { CardFace, TITLE_LINES } from './task-card.tsx'

type ColumnTabsProps = {
  tasks: Task[]
  /** People whose cards are below a heading of their own; null if all cards are together. */
  people: Person[] | null
  totals: Totals
  limits: BoardLimits
  zone: string
  today: string
  column: TaskStatus
  /** Names of people by their ids. */
  names: ReadonlyMap<string, string>
  marked: Marked<Task>
  onColumn: (status: TaskStatus) => void
  onMove: (move: MoveTask) => void
  onOpen: (task: Task) => void
  onAdd: (status: TaskStatus) => void
  /** Announces a move to screen readers. */
  say: (words: string) => void
}

/** The board under 768 px: one column at a time; ⇄ on each card moves it (docs/look.md rule 23). */
export function ColumnTabs(props: ColumnTabsProps) {
  const { tasks, people, totals, limits, column, onColumn, onAdd } = props
  const columns = columnsOf(tasks)
  const tabs = TASK_STATUSES.map((status) => ({
    value: status,
    label: STATE_LABELS[status],
    icon: <StateGlyph state={status} />,
    count: countWords(columns[status].length, totals[status], limits[status]),
  }))
  const rows = people ? rowsByPerson(columns[column], people) : oneRow(columns[column])
  return (
    <Tabs label="Spalte" value={column} onChange={onColumn} tabs={tabs} panelClassName="flex flex-1 flex-col pt-3">
      <ColumnOverflow total={totals[column]} limit={limits[column]} />
      {columns[column].length === 0 && !people && (
        <p className="mb-2 grid h-20 place-items-center rounded-card border border-dashed border-line text-fg-2">
          Keine Aufgaben
        </p>
      )}
      {rows.map((row) => (
        <section key={row.key} aria-label={row.name || undefined}>
          {people && (
            <div className="flex h-9 items-center gap-2 text-s">
              <h2 className="truncate font-semibold">{row.name}</h2>
              <span className="text-fg-3 tabular-nums">{row.columns[column].length}</span>
            </div>
          )}
          <ul aria-label={people ? undefined : STATE_LABELS[column]}>
            {row.columns[column].map((task) => (
              <NarrowCard key={task.id} task={task} row={row} rows={rows} {...props} />
            ))}
          </ul>
        </section>
      ))}
      <button
        type="button"
        onClick={() => onAdd(column)}
        className="flex h-12 w-full flex-none items-center justify-center gap-2 rounded-card border border-dashed border-line-strong font-medium text-fg-2"
      >
        <Plus aria-hidden />
        Aufgabe in {quoted(STATE_LABELS[column])}
      </button>
    </Tabs>
  )
}

function NarrowCard(props: ColumnTabsProps & { task: Task; row: Row; rows: Row[] }) {
  const { task, row, rows, people, zone, today, column, marked, say, onMove } = props
  const isMarked = marked.has(task.id)
  const mayMark = useMay('texts.others')
  const mayMove = useRights().mayChange(task)
  return (
    <li
      {...{ [CARD]: task.id }}
      className={cx(
        'relative mb-2 rounded-card border border-line pt-3 pr-1 pb-1 pl-3.5 has-[:is(h2,h3)_button:focus-visible]:outline-2 has-[:is(h2,h3)_button:focus-visible]:outline-accent',
        isMarked ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      <CardFace
        task={task}
        zone={zone}
        today={today}
        heading={people ? 'h3' : 'h2'}
        person={task.assignee_id === null ? undefined : props.names.get(task.assignee_id)}
        personClassName="mr-2.5"
        lag={<LagSign task={task} onMove={mayMove ? (status) => onMove({ id: task.id, status }) : null} />}
        title={
          <button
            type="button"
            onClick={() => props.onOpen(task)}
            className={cx(TITLE_LINES, 'pr-2.5 text-left outline-none after:absolute after:inset-0')}
          >
            {task.title}
          </button>
        }
        action={
          mayMove && (
            <span className="relative z-1 flex items-center">
              {marked.chosen.length > 0 && (
                <Checkbox
                  label={`${quoted(task.title)} auswählen`}
                  checked={isMarked}
                  onToggle={(event) => marked.toggle(task.id, event.shiftKey)}
                />
              )}
              <Menu
                trigger={
                  <button type="button" aria-label={`${quoted(task.title)} verschieben`} className={iconButtonClass()}>
                    <ArrowLeftRight aria-hidden />
                  </button>
                }
              >
                {TASK_STATUSES.filter((status) => status !== column).map((status) => (
                  <MenuItem
                    key={status}
                    icon={<StateGlyph state={status} />}
                    onSelect={() => {
                      say(`${quoted(task.title)} nach ${STATE_LABELS[status]} verschoben.`)
                      onMove({ id: task.id, status })
                    }}
                  >
                    {STATE_LABELS[status]}
                  </MenuItem>
                ))}
                {people && <MenuSeparator />}
                {people &&
                  rows
                    .filter(({ key }) => key !== row.key)
                    .map(({ key, name }) => (
                      <MenuItem
                        key={key}
                        icon={<User aria-hidden />}
                        onSelect={() => {
                          say(`${quoted(task.title)}: zuständig ${name}.`)
                          onMove({ id: task.id, status: column, assignee_id: assigneeIn(key) })
                        }}
                      >
                        {name}
                      </MenuItem>
                    ))}
                {mayMark && <MenuSeparator />}
                {mayMark && (
                  <MenuItem icon={<SquareCheck aria-hidden />} onSelect={() => marked.toggle(task.id)}>
                    {isMarked ? 'Nicht mehr auswählen' : 'Auswählen'}
                  </MenuItem>
                )}
              </Menu>
            </span>
          )
        }
      />
    </li>
  )
}
