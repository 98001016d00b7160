import { useRedirectChanges, type NewRedirect } from '../../data/redirects.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { ArticlePicker, type LinkedArticle } from '../../parts/article-picker/article-picker.tsx'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastRefusal } from '../../ui/toast.tsx'

type Kind = 'address' | 'article' | 'gone'
type Values = { from: string; kind: Kind; to: string; article: LinkedArticle | null }

const EMPTY: Values = { from: '', kind: 'address', to: '', article: null }
const KINDS = [
  { value: 'address', label: 'Führt zu einer Adresse' },
  { value: 'article', label: 'Führt zu einem Artikel' },
  { value: 'gone', label: 'Gibt es nicht mehr (410)' },
] as const

/** Redirects an old address, or marks it as gone (RUL-56). */
export function RedirectForm({ onClose }: { onClose: () => void }) {
  const kept = useKeptForm<Values>('redirect', undefined, EMPTY)
  const { from, kind, to, article } = kept.values
  const { add, isAdding } = useRedirectChanges()
  const { faults, drawn } = useRecordForm({
    kept,
    check: () => ({
      ...(from.trim() === '' && { from: 'Bitte die alte Adresse angeben.' }),
      ...(kind === 'address' && to.trim() === '' && { to: 'Bitte angeben, wohin die alte Adresse führt.' }),
      ...(kind === 'article' && article === null && { article_id: 'Bitte einen Artikel wählen.' }),
    }),
    save: () => add(asSent(kept.values)),
    done: 'Weiterleitung angelegt',
    onSaved: onClose,
    onFailed: (error) => toastRefusal(error, 'Fehler beim Anlegen der Weiterleitung'),
  })
  return (
    <RecordForm {...drawn} busy={isAdding} onClose={onClose} verb="Weiterleitung anlegen">
      <TextField
        label="Alte Adresse"
        name="from"
        required
        autoComplete="off"
        inputMode="url"
        placeholder="/2019/05/alter-beitrag/"
        hint="Ab dem ersten Schrägstrich. Mit ?p=123 zählt auch, was dahinter steht."
        maxLength={2000}
        value={from}
        error={faults.from}
        onChange={(event) => kept.change({ from: event.target.value })}
      />
      <Select label="Ziel" value={kind} choices={KINDS} onChange={(next) => kept.change({ kind: next })} />
      {kind === 'address' && (
        <TextField
          label="Neue Adresse"
          name="to"
          required
          autoComplete="off"
          inputMode="url"
          placeholder="/article/neuer-beitrag"
          maxLength={2000}
          value={to}
          error={faults.to}
          onChange={(event) => kept.change({ to: event.target.value })}
        />
      )}
      {kind === 'article' && (
        <ArticlePicker value={article} error={faults.article_id} onChange={(next) => kept.change({ article: next })} />
      )}
    </RecordForm>
  )
}

function asSent({ from, kind, to, article }: Values): NewRedirect {
  if (kind === 'gone') return { from, status: 410 }
  return kind === 'article' ? { from, article_id: article?.id } : { from, to }
}
