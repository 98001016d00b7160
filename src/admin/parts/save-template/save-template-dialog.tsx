import { useRef, useState, type FormEvent } from 'react'
import { isApiError } from '../../../contract/errors.ts'
import { TEMPLATE_NAME_MISSING } from '../../../rules/planning.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'

type Props = {
  /** Under which a name that is being typed is kept. */
  form: 'article-template' | 'task-template'
  /** What the template holds. */
  description: string
  /** The way to what is made of it. */
  way: string
  keep: { mutateAsync: (input: { name: string; replace: boolean }) => Promise<unknown>; isPending: boolean }
  onClose: () => void
}

/** Keeps something as a template, under a name of its own or in the place of the own one that has it. */
export function KeepTemplateDialog(props: Props) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      initialFocus="field"
      title="Als Vorlage speichern"
      description={props.description}
    >
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ form, way, keep, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const kept = useKeptForm(form, undefined, { name: '' })
  const [fault, setFault] = useState<string>()
  /** The name there is a template of already: sent once more, it is replaced. */
  const [taken, setTaken] = useState<string | null>(null)
  const name = kept.values.name.trim()
  const replaces = taken === name
  const refuse = (reason: string) => {
    setFault(reason)
    field.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (name === '') return refuse(TEMPLATE_NAME_MISSING)
    setFault(undefined)
    try {
      await keep.mutateAsync({ name, replace: replaces })
    } catch (error) {
      const reason = fieldFaults(error).name ?? faultSentence(error)
      // Those that ship stay as they are.
      if (isApiError(error, 'name_taken') && !replaces && !reason.includes('mitgeliefert')) setTaken(name)
      return refuse(reason)
    }
    kept.saved()
    toastDone('Vorlage gespeichert', { description: way })
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
