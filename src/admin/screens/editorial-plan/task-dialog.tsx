import { useEffect, useState } from 'react'
import { isApiError } from '../../../contract/errors.ts'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import { ENTER_TITLE } from '../../../rules/planning.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useTasks } from '../../data/tasks.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence } from '../../lib/faults.ts'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { useAuth } from '../../shell/auth-context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { TaskFields } from './task-fields.tsx'
import { creationOf, dueFault, newValues } from './task-form.ts'

/** A task whose panel is open, or the column of a new one. */
export type TaskSubject = { task: Task } | { status: TaskStatus }

type Props = {
  /** The column of the new task; null while the dialog is closed. */
  status: TaskStatus | null
  onClose: () => void
  onSaved: (task: Task) => void
}

/**
 * Creates tasks (PLAN-3, RUL-7); existing ones have a panel of their own. The input stays until the server has accepted
 * it.
 */
export function TaskDialog({ status, ...rest }: Props) {
  return (
    <Dialog open={status !== null} onClose={rest.onClose} title="Neue Aufgabe" initialFocus="field">
      {status && <TaskForm status={status} {...rest} />}
    </Dialog>
  )
}

function TaskForm({ status, onClose, onSaved }: Props & { status: TaskStatus }) {
  const zone = useSiteZone()
  const [start] = useState(() => newValues(status))
  const kept = useKeptForm('task', undefined, start)
  const { values } = kept
  const { save, isSaving } = useTasks()
  useSignInReminder(isSaving)
  const { faults, drawn } = useRecordForm({
    kept,
    check: () => {
      const missing = values.title.trim() === ''
      const wrongDay = dueFault(values, zone)
      if (missing) toastFault(ENTER_TITLE, { id: 'task-title' })
      return { ...(missing && { title: ENTER_TITLE }), ...(wrongDay && { due_at: wrongDay }) }
    },
    save: () => save(creationOf(values, zone)),
    done: 'Aufgabe erstellt',
    onSaved,
    onFailed: (error) => toastTaskFault(error, 'Fehler beim Erstellen'),
  })
  return (
    <RecordForm {...drawn} busy={isSaving} onClose={onClose} verb="Aufgabe anlegen">
      <TaskFields values={values} faults={faults} research={null} onChange={kept.change} />
    </RecordForm>
  )
}

const SIGN_IN = 'Bitte erneut anmelden'

/**
 * Reports as soon as a save finds the session lost; the dialog over the page then asks for the password (PLAN-3,
 * RUL-28).
 */
export function useSignInReminder(saving: boolean): void {
  const lost = useAuth().state.status === 'lost'
  useEffect(() => {
    if (saving && lost) toastFault(SIGN_IN, { id: SIGN_IN })
  }, [saving, lost])
}

/** Says why a task could not be saved; after a lost session, that signing in comes first. */
export function toastTaskFault(error: unknown, sentence: string): void {
  if (isApiError(error, 'unauthorized')) return toastFault(SIGN_IN, { id: SIGN_IN })
  toastFault(`${sentence}: ${faultSentence(error)}`, { id: sentence })
}
