import { useQuery } from '@tanstack/react-query'
import { FilePlus2, GitCompareArrows, LayoutTemplate, Plus, Square, SquareCheck, Trash2, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Task, TaskChange, TaskPriority, TaskStatus } from '../../../contract/tasks.ts'
import { LONGEST_NOTES } from '../../../rules/limits.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { useMay } from '../../data/role.ts'
import { useSiteZone } from '../../data/settings.ts'
import { taskHistoryQuery, useTaskParts, useTasks } from '../../data/tasks.ts'
import { useKeptForm, useUnsavedTexts } from '../../data/use-draft-form.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useNote } from '../../parts/record-form/use-note.ts'
import { PRIORITY_LABELS } from '../../parts/task-priority/priority-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { disagreementOf } from './disagreement.ts'

/** The further content of a card: disagreement with its article, notes, checklist, history. */
export function TaskDetails(props: Deeds) {
  const { task } = props
  return (
    <div className="mt-5 flex flex-col gap-5">
      {props.isEditable && <Agreement {...props} />}
      {props.isEditable ? <Notes key={task.id} task={task} /> : <NotesToRead task={task} />}
      {props.isEditable ? <Checklist task={task} /> : <ChecklistToRead task={task} />}
      <History task={task} />
    </div>
  )
}

const TITLE = 'text-s/6 font-semibold'

type Deeds = {
  task: Task
  /** Otherwise it is read. */
  isEditable: boolean
  onMoveTo: (status: TaskStatus) => void
  /** Null where the person may not delete it. */
  onDelete: (() => void) | null
}

/** What a card says about its article, and what can be made of it. */
function Agreement({ task, onMoveTo, onDelete }: Deeds) {
  const { toArticle } = useTaskParts()
  const mayKeep = useMay('texts.others')
  const apart = disagreementOf(task)
  const make = async () => {
    try {
      const made = await toArticle.mutateAsync({ id: task.id })
      toastDone(`Entwurf ${quoted(task.title)} angelegt`, {
        actions: made.article ? [{ label: 'Öffnen', href: `/admin/articles/${made.article.id}` }] : [],
      })
    } catch (error) {
      toastFault('Fehler beim Anlegen des Artikels', { description: faultSentence(error) })
    }
  }
  useOffers({
    'task.article': task.article || toArticle.isPending ? null : () => void make(),
    'task.remove': onDelete,
  })
  return (
    <>
      {apart && (
        <div className="flex min-h-12 items-center gap-2.5 rounded-card border border-line bg-surface py-1.5 pr-2 pl-3">
          <GitCompareArrows aria-hidden className="icon-small flex-none text-scheduled" />
          <p className="min-w-0 flex-1">{apart.words}</p>
          <Button onClick={() => onMoveTo(apart.status)}>{apart.action}</Button>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {onDelete && (
          <IconButton label="Aufgabe löschen" className="-ml-2" onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
        {!task.article && (
          <Button icon={<FilePlus2 aria-hidden />} busy={toArticle.isPending} onClick={() => void make()}>
            Artikel daraus
          </Button>
        )}
        {mayKeep && <AsTemplate task={task} />}
      </div>
    </>
  )
}

const KeepTaskTemplate = onDemand(async () => (await import('./save-template.tsx')).KeepTaskTemplate)

function AsTemplate({ task }: { task: Task }) {
  const [keeping, setKeeping] = useState(false)
  useOffers({ 'task.keep': () => setKeeping(true) })
  return (
    <>
      <Button icon={<LayoutTemplate aria-hidden />} onClick={() => setKeeping(true)}>
        Als Vorlage speichern
      </Button>
      {keeping && <KeepTaskTemplate taskId={task.id} onClose={() => setKeeping(false)} />}
    </>
  )
}

const FAILED = { sentence: 'Fehler beim Speichern der Notizen', id: 'task-note' }

function Notes({ task }: { task: Task }) {
  const id = useId()
  const unsaved = useUnsavedTexts('task-note')
  const { save } = useTasks()
  const note = useNote(
    { id: task.id, note: task.notes },
    { unsaved, save: ({ id: of, note: notes }) => save({ id: of, notes }), failed: FAILED },
  )
  return (
    <section>
      <h2 className={TITLE}>
        <label htmlFor={id}>Notizen</label>
      </h2>
      <textarea
        id={id}
        lang="de"
        rows={5}
        maxLength={LONGEST_NOTES}
        placeholder="Was dazu zu wissen ist. Markdown geht."
        value={note.text}
        onChange={(event) => note.change(event.target.value)}
        onBlur={() => void note.flush()}
        className="field-sizing-content max-h-80 min-h-24 w-full rounded-control border border-line-control bg-surface px-3 py-2"
      />
      <output className="block h-5 text-xs text-fg-2">
        {{ saved: '', waiting: '', saving: 'Speichert …', failed: 'Noch nicht gespeichert' }[note.state]}
      </output>
    </section>
  )
}

function NotesToRead({ task }: { task: Task }) {
  if (task.notes === '') return null
  return (
    <section>
      <h2 className={TITLE}>Notizen</h2>
      <p lang="de" className="wrap-anywhere whitespace-pre-wrap">
        {task.notes}
      </p>
    </section>
  )
}

function ChecklistToRead({ task }: { task: Task }) {
  if (task.checklist.length === 0) return null
  return (
    <section>
      <h2 className={TITLE}>Checkliste</h2>
      <ul className="flex flex-col gap-1.5">
        {task.checklist.map(({ id, text, done }) => (
          <li key={id} className="flex items-start gap-2">
            {done ? (
              <SquareCheck aria-hidden className="icon-small mt-0.5 flex-none text-fg-2" />
            ) : (
              <Square aria-hidden className="icon-small mt-0.5 flex-none text-fg-2" />
            )}
            <span className={done ? 'min-w-0 wrap-anywhere text-fg-3' : 'min-w-0 wrap-anywhere'}>
              {text}
              <span className="sr-only">{done ? ' (erledigt)' : ' (offen)'}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const FAILED_CHECK = 'Fehler beim Speichern der Checkliste'

function Checklist({ task }: { task: Task }) {
  const id = useId()
  const { addCheck, changeCheck, removeCheck } = useTaskParts()
  const kept = useKeptForm('task-check', task.id, { text: '' })
  const text = kept.values.text.trim()
  const done = task.checklist.filter((item) => item.done).length
  const failed = (error: unknown) => toastFault(FAILED_CHECK, { description: faultSentence(error) })
  const add = async () => {
    if (text === '') return
    try {
      await kept.send(() => addCheck.mutateAsync({ id: task.id, text }))
    } catch (error) {
      toastFault(FAILED_CHECK, { description: `${quoted(text)}: ${faultSentence(error)}` })
    }
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={TITLE}>
        Checkliste
        {task.checklist.length > 0 && (
          <span className="ml-2 font-normal text-fg-2 tabular-nums">
            {done} von {task.checklist.length}
          </span>
        )}
      </h2>
      <ul className="-ml-2">
        {task.checklist.map((item) => (
          <li key={item.id} className="group flex items-center">
            <span className={item.done ? 'min-w-0 flex-1 text-fg-3' : 'min-w-0 flex-1'}>
              <Checkbox
                shown
                label={item.text}
                checked={item.done}
                onToggle={() =>
                  changeCheck.mutate({ id: task.id, check_id: item.id, done: !item.done }, { onError: failed })
                }
              />
            </span>
            <IconButton
              label={`${quoted(item.text)} entfernen`}
              onClick={() => removeCheck.mutate({ id: task.id, check_id: item.id }, { onError: failed })}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Plus aria-hidden className="icon-small flex-none text-fg-3" />
        <input
          aria-label="Punkt hinzufügen"
          placeholder="Punkt hinzufügen"
          lang="de"
          maxLength={300}
          value={kept.values.text}
          onChange={(event) => kept.change({ text: event.target.value })}
          className="h-11 min-w-0 flex-1 rounded-control bg-transparent px-1 md:h-8"
        />
        {text !== '' && (
          <Button type="submit" busy={addCheck.isPending}>
            Hinzufügen
          </Button>
        )}
      </form>
    </section>
  )
}

function History({ task }: { task: Task }) {
  const id = useId()
  const zone = useSiteZone()
  const history = useQuery(taskHistoryQuery(useApi(), task.id))
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={TITLE}>
        Verlauf
      </h2>
      {history.isError && <p className="text-s text-fg-2">{faultSentence(history.error)}</p>}
      {history.data?.items.length === 0 && <p className="text-s text-fg-2">Noch nichts festgehalten.</p>}
      <ul className="flex flex-col gap-1 text-s text-fg-2">
        {history.data?.items.map((change) => (
          <li key={change.id} className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {change.name ?? 'Jemand'}: {changeWords(change, zone)}
            </span>
            <time dateTime={change.at} className="flex-none tabular-nums">
              {formatInZone(change.at, 'd. MMM, HH:mm', zone)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

function changeWords({ field, value }: TaskChange, zone: string): string {
  switch (field) {
    case 'created':
      return 'angelegt'
    case 'status':
      return `nach ${quoted(STATE_LABELS[value as TaskStatus])} geschoben`
    case 'title':
      return `umbenannt in ${quoted(value ?? '')}`
    case 'priority':
      return `Priorität ${PRIORITY_LABELS[value as TaskPriority].toLowerCase()}`
    case 'due_at':
      return value === null ? 'nicht mehr fällig' : `fällig am ${formatInZone(value, 'd. MMMM', zone)}`
    case 'article_id':
      return value === null ? 'Artikel gelöst' : `Artikel ${quoted(value)} verknüpft`
    case 'assignee_id':
      return value === null ? 'niemand zuständig' : `zuständig: ${value}`
    case 'research_id':
      return value === null ? 'Recherche gelöst' : `Recherche ${quoted(value)} verknüpft`
  }
}
