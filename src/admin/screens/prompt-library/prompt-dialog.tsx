import type { CreatePrompt, Prompt, PromptCategory } from '../../../contract/prompts.ts'
import { PROMPT_CATEGORIES, PROMPT_INCOMPLETE } from '../../../rules/libraries.ts'
import { useRecords } from '../../data/records.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import type { LibraryFormProps } from '../../parts/library/library-screen.tsx'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TitleField } from '../../ui/text-field.tsx'
import { faultSentence } from '../../lib/faults.ts'
import { toastFault } from '../../ui/toast.tsx'

const CATEGORIES = PROMPT_CATEGORIES.map((value) => ({ value, label: value }))

function check({ title, content }: CreatePrompt): Record<string, string> {
  if (title.trim() === '') return { title: PROMPT_INCOMPLETE }
  if (content.trim() === '') return { content: PROMPT_INCOMPLETE }
  return {}
}

/** Creates and changes prompts (PROMPT-2). The input stays until the server has accepted it. */
export function PromptForm({ record: prompt, category, onClose, onSaved }: LibraryFormProps<Prompt, PromptCategory>) {
  const start: CreatePrompt = prompt ?? { title: '', content: '', category, description: '' }
  const kept = useKeptForm('prompt', prompt?.id, start)
  const { values } = kept
  const { save, isSaving } = useRecords('prompts')
  const { faults, drawn } = useRecordForm({
    kept,
    check: () => check(values),
    save: () => {
      const { title, content, category: chosen, description } = values
      return save({ id: prompt?.id, title, content, category: chosen, description })
    },
    done: prompt ? 'Prompt aktualisiert' : 'Prompt erstellt',
    onSaved,
    onFailed: (error) => toastFault('Fehler beim Speichern des Prompts', { description: faultSentence(error) }),
  })

  return (
    <RecordForm {...drawn} busy={isSaving} onClose={onClose} verb={prompt ? 'Speichern' : 'Prompt anlegen'}>
      <TitleField
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
    </RecordForm>
  )
}
