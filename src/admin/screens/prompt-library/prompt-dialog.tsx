import { useRef, type Ref } from 'react'
import type { CreatePrompt, Prompt, PromptCategory } from '../../../contract/prompts.ts'
import { PROMPT_CATEGORIES, PROMPT_INCOMPLETE } from '../../../rules/libraries.ts'
import { useRecords } from '../../data/records.ts'
import { useKeptForm } from '../../data/use-kept-form.ts'
import type { LibraryDialogProps } from '../../parts/library/library-screen.tsx'
import { useRecordForm } from '../../parts/record-form/use-record-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { TitleField } from '../../ui/title-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

const CATEGORIES = PROMPT_CATEGORIES.map((value) => ({ value, label: value }))

type Props = LibraryDialogProps<Prompt, PromptCategory>

/** Creates and changes prompts (PROMPT-2). What is typed stays until the server has taken it. */
export function PromptDialog({ open, ...props }: Props) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={props.record ? 'Prompt bearbeiten' : 'Neuer Prompt'}
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

type FormProps = Omit<Props, 'open'> & { first: Ref<HTMLInputElement> }

function PromptForm({ record: prompt, category, onClose, onSaved, first }: FormProps) {
  const start: CreatePrompt = prompt ?? { title: '', content: '', category, description: '' }
  const kept = useKeptForm('prompt', prompt?.id, start)
  const { values } = kept
  const { save, isSaving } = useRecords('prompts')
  const { faults, props } = useRecordForm({
    check: () => check(values),
    save: () => {
      const { title, content, category: chosen, description } = values
      return save({ id: prompt?.id, title, content, category: chosen, description })
    },
    onSaved: (saved) => {
      kept.saved()
      toastDone(prompt ? 'Prompt aktualisiert' : 'Prompt erstellt')
      onSaved(saved)
    },
    onFailed: () => toastFault('Fehler beim Speichern des Prompts'),
  })

  return (
    <form {...props}>
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
      <FormFooter onClose={onClose} busy={isSaving}>
        {prompt ? 'Speichern' : 'Prompt anlegen'}
      </FormFooter>
    </form>
  )
}
