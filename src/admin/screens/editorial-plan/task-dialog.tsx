import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isApiError } from '../../../contract/errors.ts'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import { ENTER_TITLE, TASK_PRIORITIES, TASK_STATUSES } from '../../../rules/planning.ts'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { researchListQuery } from '../../data/research.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useTasks } from '../../data/tasks.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { peopleQuery } from '../../data/users.ts'
import { faultSentence } from '../../lib/faults.ts'
import { ArticlePicker } from '../../parts/article-picker/article-picker.tsx'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { useAuth } from '../../shell/auth-context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TitleField } from '../../ui/text-field.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { PRIORITY_LABELS, PriorityBars } from '../../parts/task-priority/priority-badge.tsx'
import { changesOf, creationOf, dueFault, newValues, valuesOf } from './task-form.ts'

const STATUSES = TASK_STATUSES.map((value) => ({
  value,
  label: STATE_LABELS[value],
  icon: <StateGlyph state={value} />,
}))
const PRIORITIES = TASK_PRIORITIES.map((value) => ({
  value,
  label: PRIORITY_LABELS[value],
  icon: <PriorityBars priority={value} />,
}))

/** A task to change, or the column of a new one. */
export type TaskSubject = { task: Task } | { status: TaskStatus }

type Props = {
  subject: TaskSubject | null
  onClose: () => void
  onSaved: (task: Task) => void
  onDelete: (task: Task) => void
}

/**
 * Creates tasks (PLAN-3, RUL-7); existing ones have a panel of their own. The input stays until the server has accepted
 * it.
 */
export function TaskDialog({ subject, ...rest }: Props) {
  return (
    <Dialog open={subject !== null} onClose={rest.onClose} title="Neue Aufgabe" initialFocus="field">
      {subject && <TaskForm subject={subject} {...rest} />}
    </Dialog>
  )
}

type FormProps = Omit<Props, 'subject'> & { subject: TaskSubject }

/** The fields of a card as a form, for a new one and in the panel. */
export function TaskForm({ subject, onClose, onSaved, onDelete }: FormProps) {
  const zone = useSiteZone()
  const task = 'task' in subject ? subject.task : null
  const [start] = useState(() => ('task' in subject ? valuesOf(subject.task, zone) : newValues(subject.status)))
  const kept = useKeptForm('task', task?.id, start)
  const { values } = kept
  const { save, isSaving } = useTasks()
  useSignInReminder(isSaving)
  useOffers({ 'task.remove': task && (() => onDelete(task)) })

  const { faults, drawn } = useRecordForm({
    kept,
    check: () => {
      const missing = values.title.trim() === ''
      const wrongDay = dueFault(values, zone)
      if (missing) toastFault(ENTER_TITLE, { id: 'task-title' })
      return { ...(missing && { title: ENTER_TITLE }), ...(wrongDay && { due_at: wrongDay }) }
    },
    save: () => save(task ? changesOf(task, values, zone) : creationOf(values, zone)),
    done: task ? 'Aufgabe aktualisiert' : 'Aufgabe erstellt',
    onSaved,
    onFailed: (error) => {
      if (isApiError(error, 'unauthorized')) return toastFault(SIGN_IN, { id: SIGN_IN })
      toastFault(`Fehler beim ${task ? 'Speichern' : 'Erstellen'}: ${faultSentence(error)}`)
    },
  })

  return (
    <RecordForm
      {...drawn}
      busy={isSaving}
      onClose={onClose}
      verb={task ? 'Speichern' : 'Aufgabe anlegen'}
      aside={
        task && (
          <IconButton label="Aufgabe löschen" onClick={() => onDelete(task)}>
            <Trash2 aria-hidden />
          </IconButton>
        )
      }
    >
      <TitleField
        value={values.title}
        error={faults.title}
        onChange={(event) => kept.change({ title: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Priorität"
          value={values.priority}
          choices={PRIORITIES}
          onChange={(priority) => kept.change({ priority })}
        />
        <Select
          label="Status"
          value={values.status}
          choices={STATUSES}
          onChange={(status) => kept.change({ status })}
        />
      </div>
      <DateField
        label="Fällig"
        labelAside={<span className="text-fg-3">{zone}</span>}
        name="due_at"
        zone={zone}
        typed={values.due}
        time={null}
        error={faults.due_at}
        onTyped={(due) => kept.change({ due })}
      />
      <ArticlePicker
        value={values.article}
        error={faults.article_id}
        onChange={(article) => kept.change({ article })}
      />
      <Around
        assignee={values.assignee}
        research={values.research}
        known={task?.research ?? null}
        onChange={kept.change}
      />
    </RecordForm>
  )
}

const NOBODY = 'none'

/** The assignee, and the linked research. */
function Around(props: {
  assignee: string
  research: string
  /** The linked research, which may not be among the newest. */
  known: { id: string; title: string } | null
  onChange: (values: { assignee?: string; research?: string }) => void
}) {
  const api = useApi()
  const people = useQuery(peopleQuery(api)).data?.items ?? []
  const items = itemsOf(useInfiniteQuery(researchListQuery(api, {})).data).map(({ id, title }) => ({ id, title }))
  const research = props.known && !items.some(({ id }) => id === props.known?.id) ? [props.known, ...items] : items
  const value = (chosen: string) => (chosen === NOBODY ? '' : chosen)
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        label="Zuständig"
        value={props.assignee || NOBODY}
        choices={[{ value: NOBODY, label: 'Niemand' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(chosen) => props.onChange({ assignee: value(chosen) })}
        className="min-w-0"
      />
      <Select
        label="Recherche"
        value={props.research || NOBODY}
        choices={[{ value: NOBODY, label: 'Keine' }, ...research.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(chosen) => props.onChange({ research: value(chosen) })}
        className="min-w-0"
      />
    </div>
  )
}

const SIGN_IN = 'Bitte erneut anmelden'

/**
 * Reports as soon as a save finds the session lost; the dialog over the page then asks for the password (PLAN-3,
 * RUL-28).
 */
function useSignInReminder(saving: boolean): void {
  const lost = useAuth().state.status === 'lost'
  useEffect(() => {
    if (saving && lost) toastFault(SIGN_IN, { id: SIGN_IN })
  }, [saving, lost])
}
