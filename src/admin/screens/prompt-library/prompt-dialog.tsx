import { useRef, useState, type FormEvent, type Ref } from 'react'
import type { CreatePrompt, Prompt, PromptCategory } from '../../../contract/prompts.ts'
import { PROMPT_CATEGORIES, PROMPT_INCOMPLETE } from '../../../rules/libraries.ts'
import { useSavePrompt } from '../../data/prompts.ts'
import { useKeptForm } from '../../data/use-kept-form.ts'
import { fieldFaults } from '../../lib/faults.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { TitleField } from '../../ui/title-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

const CATEGORIES = PROMPT_CATEGORIES.map((value) => ({ value, label: value }))

type Props = {
  /** The prompt to change; null for a new one. */
  prompt: Prompt | null
  /** Where a new one belongs unless told otherwise. */
  category: PromptCategory
  open: boolean
  onClose: () => void
  onSaved: (prompt: Prompt) => void
}

/** Creates and changes prompts (PROMPT-2). What is typed stays until the server has taken it. */
export function PromptDialog({ open, ...props }: Props) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={props.prompt ? 'Prompt bearbeiten' : 'Neuer Prompt'}
      initialFocus={first}
    >
      {open && <PromptForm {...props} first={first} />}
    </Dialog>
  )
}

function check({ title, content }: CreatePrompt): Record<string, string> {
  if (title.trim() === '') return { title: PROMPT_INCOMPLETE }
  if (content.trim() === '') return { content: PROMPT_INCOMPLETE }
  return {}
}

function PromptForm({
  prompt,
  category,
  onClose,
  onSaved,
  first,
}: Omit<Props, 'open'> & { first: Ref<HTMLInputElement> }) {
  const start: CreatePrompt = prompt ?? { title: '', content: '', category, description: '' }
  const kept = useKeptForm('prompt', prompt?.id, start)
  const { values } = kept
  const [faults, setFaults] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const save = useSavePrompt()

  const show = (found: Record<string, string>) => {
    setFaults(found)
    const field = Object.keys(found)[0]
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = check(values)
    show(found)
    if (Object.keys(found).length > 0) return
    const { title, content, category: chosen, description } = values
    try {
      const saved = await save.mutateAsync({ id: prompt?.id, title, content, category: chosen, description })
      kept.saved()
      toastDone(prompt ? 'Prompt aktualisiert' : 'Prompt erstellt')
      onSaved(saved)
    } catch (error) {
      toastFault('Fehler beim Speichern des Prompts')
      show(fieldFaults(error))
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <RestoredNote {...kept} />
      <TitleField
        ref={first}
        value={values.title}
        error={faults.title}
        onChange={(event) => kept.change({ title: event.target.value })}
      />
      <TextArea
        label="Inhalt"
        name="content"
        lang="de"
        spellCheck
        required
        rows={6}
        maxLength={50_000}
        value={values.content}
        error={faults.content}
        hint="Bitte keine personenbezogenen Daten einfügen."
        onChange={(event) => kept.change({ content: event.target.value })}
      />
      <Select
        label="Kategorie"
        value={values.category}
        choices={CATEGORIES}
        onChange={(chosen) => kept.change({ category: chosen })}
      />
      <TextArea
        label="Beschreibung"
        name="description"
        lang="de"
        spellCheck
        rows={2}
        maxLength={2000}
        value={values.description}
        error={faults.description}
        onChange={(event) => kept.change({ description: event.target.value })}
      />
      <FormFooter onClose={onClose} busy={save.isPending}>
        {prompt ? 'Speichern' : 'Prompt anlegen'}
      </FormFooter>
    </form>
  )
}
