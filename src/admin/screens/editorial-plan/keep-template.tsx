import { useRef, useState, type FormEvent } from 'react'
import { isApiError } from '../../../contract/errors.ts'
import { TEMPLATE_NAME_MISSING } from '../../../rules/planning.ts'
import { useTaskTemplates } from '../../data/tasks/templates.ts'
import { useKeptForm } from '../../data/use-kept-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'

type Props = { taskId: string; onClose: () => void }

/** Keeps a card as a template, under a name of its own or in the place of the one that has it. */
export function KeepTaskTemplate(props: Props) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      initialFocus="field"
      title="Als Vorlage speichern"
      description="Titel, Notizen, Checkliste, Priorität und wer zuständig ist. Neue Aufgaben daraus fangen damit an."
    >
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ taskId, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { keep } = useTaskTemplates()
  const kept = useKeptForm('task-template', undefined, { name: '' })
  const [fault, setFault] = useState<string>()
  /** The name there is a template of already: sent once more, it is replaced. */
  const [taken, setTaken] = useState<string | null>(null)
  const name = kept.values.name.trim()
  const replaces = taken === name

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setFault(name === '' ? TEMPLATE_NAME_MISSING : undefined)
    if (name === '') {
      field.current?.focus()
      return
    }
    try {
      await keep.mutateAsync({ name, task_id: taskId, replace: replaces })
    } catch (error) {
      if (isApiError(error, 'name_taken')) setTaken(name)
      setFault(fieldFaults(error).name ?? faultSentence(error))
      field.current?.focus()
      return
    }
    kept.saved()
    toastDone('Vorlage gespeichert', { description: 'Redaktionsplan → Mehr → Aufgabe aus Vorlage' })
    onClose()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col gap-4">
      <RestoredNote {...kept} />
      <TextField
        ref={field}
        label="Name der Vorlage"
        name="name"
        lang="de"
        autoComplete="off"
        maxLength={120}
        value={kept.values.name}
        onChange={(event) => kept.change({ name: event.target.value })}
        error={fault}
      />
      <FormFooter onClose={onClose} busy={keep.isPending}>
        {replaces ? 'Ersetzen' : 'Speichern'}
      </FormFooter>
    </form>
  )
}
