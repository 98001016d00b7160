import { useQuery } from '@tanstack/react-query'
import type { Author } from '../../../contract/authors.ts'
import { useApi } from '../../data/api-context.tsx'
import { useAuthorChanges } from '../../data/authors.ts'
import { peopleQuery } from '../../data/users.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultOf, faultSentence } from '../../lib/faults.ts'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { missingName } from './counted-records.tsx'
import { PictureField } from './picture-field.tsx'

/** The choice of no account. */
const NO_ACCOUNT = 'none'

type Props = { author: Author | undefined; onClose: () => void; onSaved: () => void }

/** A person as typed: links one a line, each as `Name https://…`. */
function typedOf(author: Author | undefined) {
  return {
    name: author?.name ?? '',
    slug: author?.slug ?? '',
    text: author?.text ?? '',
    picture: author?.picture ?? '',
    links: (author?.links ?? []).map(({ label, url }) => `${label} ${url}`).join('\n'),
    account: author?.account_id ?? NO_ACCOUNT,
  }
}

function linksIn(typed: string): { label: string; url: string }[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const at = line.lastIndexOf(' ')
      return { label: line.slice(0, Math.max(at, 0)).trim(), url: line.slice(at + 1) }
    })
}

/** Typed fields as the server takes them. The address follows another name unless it was typed, too. */
function fieldsOf({ slug = '', picture, links, account, ...words }: Partial<ReturnType<typeof typedOf>>) {
  return {
    ...words,
    ...(slug.trim() !== '' && { slug }),
    ...(picture !== undefined && { picture: picture || null }),
    ...(links !== undefined && { links: linksIn(links) }),
    ...(account !== undefined && { account_id: account === NO_ACCOUNT ? null : account }),
  }
}

/** Creates and edits a person (RUL-99). */
export function AuthorForm({ author, onClose, onSaved }: Props) {
  const kept = useKeptForm('author', author?.id, typedOf(author))
  const { values, unsaved } = kept
  const { create, update } = useAuthorChanges()
  const accounts = useQuery(peopleQuery(useApi())).data?.items ?? []
  const { faults, drawn } = useRecordForm({
    kept,
    check: () => missingName(values.name),
    save: async () =>
      author
        ? update.mutateAsync({ id: author.id, ...fieldsOf(unsaved) })
        : create.mutateAsync({ ...fieldsOf(values), name: values.name }),
    done: author ? 'Gespeichert' : 'Angelegt',
    onSaved,
    onFailed: (error) => toastFault(faultSentence(error)),
  })
  return (
    <RecordForm
      {...drawn}
      busy={create.isPending || update.isPending}
      onClose={onClose}
      verb={author ? 'Speichern' : 'Anlegen'}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        required
        maxLength={120}
        value={values.name}
        error={faults.name}
        hint={author && 'Ein neuer Name steht sofort in allen Autorenzeilen.'}
        onChange={(event) => kept.change({ name: event.target.value })}
      />
      <TextField
        label="Adresse"
        name="slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        placeholder="folgt dem Namen"
        value={values.slug}
        error={faults.slug}
        hint={author && `Die bisherige, /autor/${author.slug}, führt weiter dorthin.`}
        onChange={(event) => kept.change({ slug: event.target.value })}
      />
      <TextArea
        label="Über die Person"
        name="text"
        lang="de"
        spellCheck
        rows={3}
        maxLength={2000}
        value={values.text}
        error={faults.text}
        onChange={(event) => kept.change({ text: event.target.value })}
      />
      <PictureField label="Porträt" value={values.picture} onChange={(picture) => kept.change({ picture })} />
      <TextArea
        label="Links"
        name="links"
        rows={2}
        spellCheck={false}
        maxLength={4000}
        placeholder="Mastodon https://beispiel.social/@name"
        value={values.links}
        error={faultOf(faults, 'links')}
        hint="Je Zeile ein Name und eine Adresse."
        onChange={(event) => kept.change({ links: event.target.value })}
      />
      <Select
        label="Konto"
        value={values.account}
        choices={[
          { value: NO_ACCOUNT, label: 'Kein Konto' },
          ...accounts.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(account) => kept.change({ account })}
      />
    </RecordForm>
  )
}
