import { useEffect } from 'react'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { useRights } from '../../data/role.ts'
import { TaskDetails } from './task-details.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskPanelForm } from './task-panel-form.tsx'

/** A card with all its content, beside the board (docs/look.md rule 33). J and K move to the next and previous one. */
export function TaskPanel(props: {
  task: Task
  /** The visible cards, in the order of the board. */
  tasks: Task[]
  onClose: () => void
  onOpen: (task: Task) => void
  onMove: (task: Task, status: TaskStatus) => void
  onDelete: (task: Task) => void
}) {
  const { task, tasks, onOpen } = props
  const { mayChange, mayDelete } = useRights()
  const isEditable = mayChange(task)
  const at = tasks.findIndex(({ id }) => id === task.id)
  const [before, after] = at < 0 ? [] : [tasks[at - 1], tasks[at + 1]]
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role=listbox]')
      if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const next = event.key === 'j' ? after : event.key === 'k' ? before : undefined
      if (!next) return
      event.preventDefault()
      onOpen(next)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [before, after, onOpen])
  return (
    <SidePanel
      label={isEditable ? 'Aufgabe bearbeiten' : 'Aufgabe lesen'}
      head={<StatusText state={task.status} />}
      onClose={props.onClose}
      onPrevious={before ? () => onOpen(before) : null}
      onNext={after ? () => onOpen(after) : null}
    >
      {isEditable ? <TaskPanelForm key={task.id} task={task} /> : <TaskFacts task={task} />}
      <TaskDetails
        task={task}
        isEditable={isEditable}
        onMoveTo={(status) => props.onMove(task, status)}
        onDelete={mayDelete(task) ? () => props.onDelete(task) : null}
      />
    </SidePanel>
  )
}
