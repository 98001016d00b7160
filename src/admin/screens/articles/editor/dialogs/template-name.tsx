import { useRef, useState, type FormEvent } from 'react'
import { isApiError } from '../../../../../contract/errors.ts'
import { useTemplates } from '../../../../data/templates.ts'
import { useKeptForm } from '../../../../data/use-kept-form.ts'
import { faultSentence, fieldFaults } from '../../../../lib/faults.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormFooter } from '../../../../ui/form-footer.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toastDone } from '../../../../ui/toast.tsx'

type Props = { articleId: string; onClose: () => void }

/** Keeps the article as a template, under a name of its own or in the place of the one that has it. */
export function KeepTemplate(props: Props) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      initialFocus="field"
      title="Als Vorlage speichern"
      description="Text, Schlagwörter, Kategorie und Titelbild. Was in eckigen Klammern steht, ist in neuen Artikeln eine Lücke."
    >
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ articleId, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { keep } = useTemplates()
  const kept = useKeptForm('article-template', undefined, { name: '' })
  const [fault, setFault] = useState<string>()
  /** The name there is a template of already: sent once more, it is replaced. */
  const [taken, setTaken] = useState<string | null>(null)
  const name = kept.values.name.trim()
  const replaces = taken === name

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setFault(undefined)
    try {
      await keep.mutateAsync({ name, article_id: articleId, replace: replaces })
    } catch (error) {
      const reason = fieldFaults(error).name ?? faultSentence(error)
      if (isApiError(error, 'name_taken') && !replaces && !reason.includes('mitgeliefert')) setTaken(name)
      setFault(reason)
      field.current?.focus()
      return
    }
    kept.saved()
    toastDone('Vorlage gespeichert', { description: 'Artikel → Mehr → Aus Vorlage' })
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
