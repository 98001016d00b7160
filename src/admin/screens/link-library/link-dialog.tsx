import type { CreateLink, Link, LinkCategory } from '../../../contract/links.ts'
import { LINK_CATEGORIES } from '../../../rules/libraries.ts'
import { useRecords } from '../../data/records.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import type { LibraryFormProps } from '../../parts/library/library-screen.tsx'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TitleField, UrlField } from '../../ui/text-field.tsx'
import { faultSentence } from '../../lib/faults.ts'
import { toastFault } from '../../ui/toast.tsx'
import { checkLink, withTitle } from './link-form.ts'

const EMPTY: CreateLink = { title: '', url: '', category: LINK_CATEGORIES[0], description: '' }
const CATEGORIES = LINK_CATEGORIES.map((value) => ({ value, label: value }))

/** Creates and changes links (LINK-2). The input stays until the server has accepted it. */
export function LinkForm({ record: link, onClose, onSaved }: LibraryFormProps<Link, LinkCategory>) {
  const kept = useKeptForm<CreateLink>('link', link?.id, link ?? EMPTY)
  const { values } = kept
  const { save, isSaving } = useRecords('links')
  const { faults, drawn } = useRecordForm({
    kept,
    check: () => checkLink(values),
    save: () => {
      const { title, url, category, description } = values
      return save({ id: link?.id, title, url: url.trim(), category, description })
    },
    done: link ? 'Link aktualisiert' : 'Link erstellt',
    onSaved,
    onFailed: (error) => toastFault('Fehler beim Speichern des Links', { description: faultSentence(error) }),
  })

  return (
    <RecordForm {...drawn} busy={isSaving} onClose={onClose} verb={link ? 'Speichern' : 'Link anlegen'}>
      <TitleField
        value={values.title}
        error={faults.title}
        onChange={(event) => kept.change(withTitle(values, event.target.value))}
      />
      <UrlField
        label="URL"
        name="url"
        required
        value={values.url}
        error={faults.url}
        onChange={(event) => kept.change({ url: event.target.value })}
      />
      <Select
        label="Kategorie"
        value={values.category}
        choices={CATEGORIES}
        onChange={(category) => kept.change({ category })}
      />
      <TextArea
        label="Beschreibung"
        name="description"
        lang="de"
        spellCheck
        maxLength={2000}
        value={values.description}
        error={faults.description}
        onChange={(event) => kept.change({ description: event.target.value })}
      />
    </RecordForm>
  )
}
