import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, Pencil, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import type { TaskTemplate } from '../../../contract/tasks/templates.ts'
import { TEMPLATE_NAME_MISSING } from '../../../rules/planning.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useApi } from '../../data/api-context.tsx'
import { taskTemplatesQuery, useTaskTemplates } from '../../data/tasks/templates.ts'
import { useMay } from '../../data/role.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

type Props = {
  open: boolean
  /** The column of the new card. */
  status: TaskStatus
  onClose: () => void
  onMade: (task: Task) => void
}

/** A new card from a template. Templates are renamed and deleted here, too. */
export function TaskTemplateDialog(props: Props) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Aufgabe aus Vorlage"
      description={`Eine neue Aufgabe in ${quoted(STATE_LABELS[props.status])} mit allem, was die Vorlage enthält.`}
    >
      <Templates {...props} />
    </Dialog>
  )
}

function Templates({ status, onClose, onMade }: Props) {
  const list = useQuery(taskTemplatesQuery(useApi()))
  const { use, remove } = useTaskTemplates()
  const [leaving, setLeaving] = useState<TaskTemplate | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const begin = async (id: string) => {
    if (use.isPending) return
    try {
      const task = await use.mutateAsync({ id, status })
      onClose()
      toastDone(`Aufgabe ${quoted(task.title)} angelegt`, {
        actions: [{ label: 'Öffnen', onSelect: () => onMade(task) }],
      })
    } catch (error) {
      toastRefusal(error, 'Die Aufgabe konnte nicht angelegt werden')
    }
  }
  const mayKeep = useMay('texts.others')
  const drop = async ({ id, name }: TaskTemplate) => {
    try {
      await remove.mutateAsync(id)
      toastDone(`Vorlage ${quoted(name)} gelöscht`)
    } catch (error) {
      toastRefusal(error, 'Die Vorlage konnte nicht gelöscht werden')
    }
  }
  if (list.isError) return <BrokenState query={list} />
  return (
    <>
      <ul aria-label="Vorlagen" aria-busy={list.isPending} className="mt-3 -mx-2 min-h-22">
        {list.data?.map((template) => (
          <li key={template.id} className="flex items-center">
            {renaming === template.id ? (
              <Rename template={template} onDone={() => setRenaming(null)} />
            ) : (
              <>
                <button
                  type="button"
                  disabled={use.isPending}
                  onClick={() => void begin(template.id)}
                  className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-2 py-1 text-left hover:bg-hover"
                >
                  <LayoutTemplate aria-hidden className="icon-small flex-none text-fg-2" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{template.name}</span>
                    <span className="block truncate text-xs text-fg-2">{insideOf(template)}</span>
                  </span>
                </button>
                {mayKeep && (
                  <>
                    <IconButton
                      label={`Vorlage ${quoted(template.name)} umbenennen`}
                      onClick={() => setRenaming(template.id)}
                    >
                      <Pencil aria-hidden />
                    </IconButton>
                    <IconButton label={`Vorlage ${quoted(template.name)} löschen`} onClick={() => setLeaving(template)}>
                      <Trash2 aria-hidden />
                    </IconButton>
                  </>
                )}
              </>
            )}
          </li>
        ))}
        {list.data?.length === 0 && <li className="px-2 py-3 text-fg-2">Noch keine Vorlagen.</li>}
      </ul>
      <p className="mt-2 text-s text-fg-2">
        {mayKeep
          ? 'Vorlagen entstehen aus Aufgaben: Aufgabe öffnen → Als Vorlage speichern.'
          : 'Vorlagen legt die Redaktion an.'}
      </p>
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Vorlage ${quoted(leaving?.name ?? '')} löschen?`}
        description="Aufgaben, die daraus entstanden sind, bleiben. Das lässt sich nicht rückgängig machen."
        verb="Löschen"
        onConfirm={() => {
          if (leaving) void drop(leaving)
          setLeaving(null)
        }}
      />
    </>
  )
}

function insideOf({ title, name, checks }: TaskTemplate): string {
  const parts = [
    title === name ? '' : title,
    checks === 0 ? '' : checks === 1 ? '1 Punkt' : `${checks.toLocaleString('de')} Punkte`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Rename({ template, onDone }: { template: TaskTemplate; onDone: () => void }) {
  const { rename } = useTaskTemplates()
  const kept = useKeptForm('task-template-name', template.id, { name: template.name })
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name = kept.values.name.trim()
    setFault(name === '' ? TEMPLATE_NAME_MISSING : undefined)
    if (name === '') return
    try {
      await rename.mutateAsync({ id: template.id, name })
    } catch (error) {
      setFault(fieldFaults(error).name ?? faultSentence(error))
      return
    }
    kept.saved()
    onDone()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mb-2 min-w-0 flex-1 px-2">
      <RestoredNote {...kept} />
      <TextField
        label="Neuer Name der Vorlage"
        name="name"
        lang="de"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pencil that was pressed is gone; the field takes its place
        autoFocus
        maxLength={120}
        value={kept.values.name}
        onChange={(event) => kept.change({ name: event.target.value })}
        error={fault}
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button look="quiet" onClick={onDone}>
          Abbrechen
        </Button>
        <Button type="submit" busy={rename.isPending}>
          Umbenennen
        </Button>
      </div>
    </form>
  )
}
