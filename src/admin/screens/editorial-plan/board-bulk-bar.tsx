import { CalendarDays, CircleDot, SignalHigh, Trash2, User } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Task } from '../../../contract/tasks.ts'
import type { TaskAction } from '../../../contract/tasks/bulk.ts'
import { TASK_PRIORITIES, TASK_STATUSES } from '../../../rules/planning.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Marked } from '../../lib/use-marked.ts'
import { PRIORITY_LABELS, PriorityBars } from '../../parts/task-priority/priority-badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { BarButton, SelectionBar } from '../../ui/selection-bar.tsx'
import { STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import type { Person } from './board.tsx'
import { DueDialog } from './due-dialog.tsx'
import { tasksInWords, useManyTasks } from './use-many-tasks.ts'

/** The dialog for the selected cards, opened by the bar or the palette. */
export type Asking = 'move' | 'assign' | 'priority' | 'due' | 'remove'

type Choice = { key: string; label: string; icon: ReactNode; action: TaskAction; done: (count: number) => string }

const CHOICE_TITLES = {
  move: 'Karten verschieben nach',
  assign: 'Karten zuteilen',
  priority: 'Priorität der Karten',
} as const

type Props = {
  marked: Marked<Task>
  people: Person[]
  asking: Asking | null
  onAsk: (asking: Asking | null) => void
  say: (words: string) => void
}

/** Actions for the selected cards, at the bottom of the window (docs/look.md rule 21). */
export function BoardBulkBar({ marked, people, asking, onAsk, say }: Props) {
  const { run, busy } = useManyTasks(marked, say)
  const count = marked.chosen.length
  const choices = choicesOf(people)
  const chosen = asking === 'move' || asking === 'assign' || asking === 'priority' ? asking : null
  const [first] = marked.chosen
  const does = ({ action, done }: Pick<Choice, 'action' | 'done'>) => {
    onAsk(null)
    void run(action, done)
  }
  const menu = (kind: keyof typeof choices, trigger: ReactNode & { type: unknown }) => (
    <Menu align="center" trigger={trigger as Parameters<typeof Menu>[0]['trigger']}>
      {choices[kind].map((choice) => (
        <MenuItem key={choice.key} icon={choice.icon} onSelect={() => does(choice)}>
          {choice.label}
        </MenuItem>
      ))}
    </Menu>
  )
  return (
    <>
      <SelectionBar count={count} busy={busy} onClear={marked.clear}>
        {menu('move', <BarButton icon={<CircleDot aria-hidden />}>Spalte</BarButton>)}
        {menu('assign', <BarButton icon={<User aria-hidden />}>Zuständig</BarButton>)}
        {menu('priority', <BarButton icon={<SignalHigh aria-hidden />}>Priorität</BarButton>)}
        <BarButton icon={<CalendarDays aria-hidden />} onClick={() => onAsk('due')}>
          Fällig
        </BarButton>
        <BarButton
          icon={<Trash2 aria-hidden />}
          className="text-danger [&>svg]:text-danger!"
          onClick={() => onAsk('remove')}
        >
          Löschen
        </BarButton>
      </SelectionBar>
      <Dialog open={chosen !== null} onClose={() => onAsk(null)} title={chosen ? CHOICE_TITLES[chosen] : ''}>
        <ul className="mt-3 -mx-2 flex flex-col">
          {(chosen ? choices[chosen] : []).map((choice) => (
            <li key={choice.key}>
              <button
                type="button"
                onClick={() => does(choice)}
                className="flex h-11 w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-hover md:h-9"
              >
                {choice.icon}
                <span className="min-w-0 flex-1 truncate">{choice.label}</span>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
      <DueDialog
        open={asking === 'due'}
        onClose={() => onAsk(null)}
        onSet={(due_at) =>
          does({
            action: { do: 'due', due_at },
            done: (done) =>
              due_at === null ? `${tasksInWords(done)} ohne Datum` : `Fällig gesetzt: ${tasksInWords(done)}`,
          })
        }
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onClose={() => onAsk(null)}
        title={`Möchten Sie ${tasksInWords(count)} wirklich löschen?`}
        description={
          count === 1 && first
            ? `${quoted(first.title)} kommt für 30 Tage in den Papierkorb.`
            : 'Die Aufgaben kommen für 30 Tage in den Papierkorb.'
        }
        verb="Löschen"
        onConfirm={() => does({ action: { do: 'remove' }, done: (done) => `${tasksInWords(done)} gelöscht` })}
      />
    </>
  )
}

function choicesOf(people: Person[]): Record<'move' | 'assign' | 'priority', Choice[]> {
  return {
    move: TASK_STATUSES.map((status) => ({
      key: status,
      label: STATE_LABELS[status],
      icon: <StateGlyph state={status} />,
      action: { do: 'move', status },
      done: (count) => `${tasksInWords(count)} nach ${quoted(STATE_LABELS[status])} verschoben`,
    })),
    assign: [
      ...people.map(({ id, name }): Choice => ({
        key: id,
        label: name,
        icon: <User aria-hidden />,
        action: { do: 'assign', assignee_id: id },
        done: (count) => `Zuständig für ${tasksInWords(count)}: ${name}`,
      })),
      {
        key: 'none',
        label: 'Niemand',
        icon: <User aria-hidden />,
        action: { do: 'assign', assignee_id: null },
        done: (count) => `Zuständig für ${tasksInWords(count)}: niemand`,
      },
    ],
    priority: TASK_PRIORITIES.map((priority) => ({
      key: priority,
      label: PRIORITY_LABELS[priority],
      icon: <PriorityBars priority={priority} />,
      action: { do: 'priority', priority },
      done: (count) => `Priorität ${PRIORITY_LABELS[priority].toLowerCase()}: ${tasksInWords(count)}`,
    })),
  }
}
