import { useQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import type { CountedName } from '../../../contract/taxonomy.ts'
import { useApi } from '../../data/api-context.tsx'
import { taxonomyQuery, useTaxonomyChanges, type TaxonomyNoun } from '../../data/taxonomy.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { articlesInWords } from '../../lib/counts.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { CountedRecords, missingName } from './counted-records.tsx'
import { PictureField } from './picture-field.tsx'
import { quoted } from '../../../rules/quoted.ts'

const WORDS = {
  categories: {
    form: 'category',
    path: 'kategorie',
    one: 'Kategorie',
    many: 'Kategorien',
    new: 'Neue Kategorie',
    newAction: 'category.new',
    purpose: 'Kategorien ordnen Ihre Artikel nach Themen.',
  },
  tags: {
    form: 'tag',
    path: 'schlagwort',
    one: 'Schlagwort',
    many: 'Schlagwörter',
    new: 'Neues Schlagwort',
    newAction: 'tag.new',
    purpose: 'Schlagwörter verbinden Artikel über Themen hinweg.',
  },
} as const

/** Categories or tags (RUL-6). */
export function TaxonomySection({ noun }: { noun: TaxonomyNoun }) {
  const list = useQuery(taxonomyQuery(useApi(), noun))
  const { merge, remove } = useTaxonomyChanges(noun)
  const { one, many, new: added, newAction, purpose } = WORDS[noun]
  return (
    <CountedRecords
      {...{ list, merge, remove, newAction }}
      icon={Tags}
      words={{
        ...{ many, none: `Noch keine ${many}`, purpose, new: added },
        ...{ remove: `${one} löschen?`, removed: `${one} gelöscht`, consequence: removalWords },
      }}
      form={(record, close) => <TopicForm noun={noun} record={record} {...close} />}
    />
  )
}

function removalWords({ name, article_count: count }: CountedName): string {
  if (count === 0) return `${quoted(name)} trägt kein Artikel. Das lässt sich nicht rückgängig machen.`
  const carriers = count === 1 ? 'Ein Artikel verliert' : `${articlesInWords(count)} verlieren`
  return `${carriers} ${quoted(name)}. Die Artikel selbst bleiben. Das lässt sich nicht rückgängig machen.`
}

type FormProps = {
  noun: TaxonomyNoun
  record: CountedName | undefined
  onClose: () => void
  onSaved: () => void
}

function TopicForm({ noun, record, onClose, onSaved }: FormProps) {
  const { create, rename } = useTaxonomyChanges(noun)
  const { form, path, one } = WORDS[noun]
  const { name = '', description = '', picture } = record ?? {}
  const kept = useKeptForm(form, record?.id, { name, description, picture: picture ?? '' })
  const { values, unsaved } = kept
  const { faults, drawn } = useRecordForm({
    kept,
    check: () => missingName(values.name),
    save: async () => {
      const { picture: address, ...words } = record ? unsaved : values
      const about = { ...words, ...(address !== undefined && { picture: address || null }) }
      if (record) await rename.mutateAsync({ id: record.id, ...about })
      else await create.mutateAsync({ ...about, name: values.name })
    },
    done: record ? 'Gespeichert' : `${one} angelegt`,
    onSaved,
    onFailed: (error) => {
      if (!fieldFaults(error).name) toastFault(faultSentence(error))
    },
  })
  return (
    <RecordForm
      {...drawn}
      busy={create.isPending || rename.isPending}
      onClose={onClose}
      verb={record ? 'Speichern' : 'Anlegen'}
    >
      <TextField
        label="Name"
        name="name"
        lang="de"
        spellCheck
        autoComplete="off"
        maxLength={80}
        value={values.name}
        error={faults.name}
        hint={
          record &&
          `Die öffentliche Adresse folgt dem Namen. Die bisherige, /${path}/${record.slug}, führt weiter dorthin.`
        }
        onChange={(event) => kept.change({ name: event.target.value })}
      />
      <TextArea
        label="Beschreibung"
        name="description"
        lang="de"
        spellCheck
        rows={2}
        maxLength={1000}
        value={values.description}
        error={faults.description}
        hint="Steht auf der Seite und in der Übersicht der Themen."
        onChange={(event) => kept.change({ description: event.target.value })}
      />
      <PictureField label="Bild" value={values.picture} onChange={(address) => kept.change({ picture: address })} />
    </RecordForm>
  )
}
