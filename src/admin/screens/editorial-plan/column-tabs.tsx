import { ArrowLeftRight, Plus } from 'lucide-react'
import type { MoveTask, Task, TaskStatus } from '../../../contract/tasks.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { columnsOf } from './places.ts'
import { CardFace } from './task-card.tsx'

type ColumnTabsProps = {
  tasks: Task[]
  today: string
  column: TaskStatus
  onColumn: (status: TaskStatus) => void
  onMove: (move: MoveTask) => void
  onOpen: (task: Task) => void
  onAdd: (status: TaskStatus) => void
  /** Tells screen readers of a move. */
  say: (words: string) => void
}

/** The board under 768 px: one column at a time, and ⇄ on each card moves it (docs/look.md rule 23). */
export function ColumnTabs({ tasks, today, column, onColumn, onMove, onOpen, onAdd, say }: ColumnTabsProps) {
  const columns = columnsOf(tasks)
  const tabs = TASK_STATUSES.map((status) => ({
    value: status,
    label: STATE_LABELS[status],
    icon: <StateGlyph state={status} />,
    count: columns[status].length,
  }))
  return (
    <Tabs label="Spalte" value={column} onChange={onColumn} tabs={tabs} panelClassName="flex flex-1 flex-col pt-3">
      {columns[column].length === 0 && (
        <p className="mb-2 grid h-20 place-items-center rounded-card border border-dashed border-line text-fg-2">
          Keine Aufgaben
        </p>
      )}
      <ul aria-label={STATE_LABELS[column]}>
        {columns[column].map((task) => (
          <li
            key={task.id}
            className="relative mb-2 rounded-card border border-line bg-surface pt-3 pr-1 pb-1 pl-3.5 has-[h2_button:focus-visible]:outline-2 has-[h2_button:focus-visible]:outline-accent"
          >
            <CardFace
              task={task}
              today={today}
              heading="h2"
              title={
                <button
                  type="button"
                  onClick={() => onOpen(task)}
                  className="pr-2.5 text-left outline-none after:absolute after:inset-0"
                >
                  {task.title}
                </button>
              }
              action={
                <Menu
                  trigger={
                    <button
                      type="button"
                      aria-label={`„${task.title}“ verschieben`}
                      className={iconButtonClass({ className: 'relative z-1' })}
                    >
                      <ArrowLeftRight aria-hidden />
                    </button>
                  }
                >
                  {TASK_STATUSES.filter((status) => status !== column).map((status) => (
                    <MenuItem
                      key={status}
                      icon={<StateGlyph state={status} />}
                      onSelect={() => {
                        say(`„${task.title}“ nach ${STATE_LABELS[status]} verschoben.`)
                        onMove({ id: task.id, status })
                      }}
                    >
                      {STATE_LABELS[status]}
                    </MenuItem>
                  ))}
                </Menu>
              }
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => onAdd(column)}
        className="flex h-12 w-full items-center justify-center gap-2 rounded-card border border-dashed border-line-strong font-medium text-fg-2"
      >
        <Plus aria-hidden />
        Aufgabe in „{STATE_LABELS[column]}“
      </button>
    </Tabs>
  )
}
