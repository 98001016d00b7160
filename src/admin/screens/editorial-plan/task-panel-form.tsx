import { useMemo } from 'react'
import type { Task } from '../../../contract/tasks.ts'
import { ENTER_TITLE } from '../../../rules/planning.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useTasks } from '../../data/tasks.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { useSavedForm } from '../../data/use-saved-form.ts'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { toastTaskFault, useSignInReminder } from './task-dialog.tsx'
import { TaskFields } from './task-fields.tsx'
import { changesOf, dueFault, valuesOf } from './task-form.ts'

const STATES = { clean: '', saving: 'Speichert …', saved: 'Gespeichert', failed: 'Noch nicht gespeichert' }

/** The fields of an existing card, which save themselves (WEEK-27). A field at fault waits; the others are saved. */
export function TaskPanelForm({ task }: { task: Task }) {
  const zone = useSiteZone()
  // Follows the server, so that changes of others appear in the fields that are not being changed here.
  const start = useMemo(() => valuesOf(task, zone), [task, zone])
  const kept = useKeptForm('task', task.id, start)
  const { values } = kept
  const { save, isSaving } = useTasks()
  useSignInReminder(isSaving)
  const missing = values.title.trim() === ''
  const wrongDay = dueFault(values, zone)
  const faults = { ...(missing && { title: ENTER_TITLE }), ...(wrongDay && { due_at: wrongDay }) }
  const { state, flush } = useSavedForm(
    kept,
    () => {
      const right = { ...values, ...(missing && { title: start.title }), ...(wrongDay && { due: start.due }) }
      const changes = changesOf(task, right, zone)
      return Object.keys(changes).length > 1 ? save(changes) : null
    },
    (error) => toastTaskFault(error, 'Fehler beim Speichern'),
  )
  return (
    <div className="flex flex-col gap-3" onBlur={flush}>
      <RestoredNote {...kept} />
      <TaskFields values={values} faults={faults} research={task.research} onChange={kept.change} />
      <output className="-mb-3 min-h-5 text-s text-fg-2">{STATES[state]}</output>
    </div>
  )
}
