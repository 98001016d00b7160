import type { ResearchItem, SourceType } from '../../../contract/research.ts'
import { NO_ADDRESS, RESEARCH_TITLE_MISSING, SOURCE_TYPES } from '../../../rules/collecting.ts'
import { isHttpUrl } from '../../../rules/url.ts'
import { useRecords } from '../../data/records.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { cx } from '../../lib/class-names.ts'
import { ArticlePicker, type LinkedArticle } from '../../parts/article-picker/article-picker.tsx'
import { RecordForm, useRecordForm } from '../../parts/record-form/record-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TitleField, UrlField } from '../../ui/text-field.tsx'
import { faultSentence } from '../../lib/faults.ts'
import { toastFault } from '../../ui/toast.tsx'
import { KINDS } from './research-words.tsx'

type Props = {
  /** The item to change; null for a new one. */
  item: ResearchItem | null
  open: boolean
  onClose: () => void
  onSaved: (item: ResearchItem) => void
}
type Values = { title: string; url: string; note: string; source_type: SourceType; article: LinkedArticle | null }

/** Creates items and changes the data on their cards (RES-2). The input stays until the server has accepted it. */
export function ResearchDialog({ open, ...props }: Props) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={props.item ? 'Recherche-Element bearbeiten' : 'Neues Recherche-Element'}
      initialFocus="field"
    >
      {open && <ResearchForm {...props} />}
    </Dialog>
  )
}

function check({ title, url, source_type }: Values): Record<string, string> {
  if (title.trim() === '') return { title: RESEARCH_TITLE_MISSING }
  if (source_type === 'link' && url.trim() !== '' && !isHttpUrl(url)) return { url: NO_ADDRESS }
  return {}
}

function ResearchForm({ item, onClose, onSaved }: Omit<Props, 'open'>) {
  const kept = useKeptForm<Values>('research', item?.id, {
    title: item?.title ?? '',
    url: item?.url ?? '',
    note: item?.note ?? '',
    source_type: item?.source_type ?? 'link',
    article: item?.article ?? null,
  })
  const { values } = kept
  const { save, isSaving } = useRecords('research')
  const { faults, drawn } = useRecordForm({
    kept,
    check: () => check(values),
    save: () => {
      const { title, url, note, source_type, article } = values
      return save({
        id: item?.id,
        title,
        // A hidden field keeps its value.
        url: source_type === 'link' ? url.trim() || null : (item?.url ?? null),
        note: item ? item.note : note,
        source_type,
        article_id: article?.id ?? null,
      })
    },
    done: item ? 'Recherche-Element aktualisiert' : 'Recherche-Element erstellt',
    onSaved,
    onFailed: (error) =>
      toastFault(item ? 'Fehler beim Speichern' : 'Fehler beim Erstellen', { description: faultSentence(error) }),
  })

  return (
    <RecordForm {...drawn} busy={isSaving} onClose={onClose} verb={item ? 'Speichern' : 'Element anlegen'}>
      <TitleField
        placeholder="Worum geht es?"
        value={values.title}
        error={faults.title}
        onChange={(event) => kept.change({ title: event.target.value })}
      />
      <KindTiles value={values.source_type} onChange={(source_type) => kept.change({ source_type })} />
      {values.source_type === 'link' && (
        <UrlField
          label="URL"
          name="url"
          value={values.url}
          error={faults.url}
          onChange={(event) => kept.change({ url: event.target.value })}
        />
      )}
      {!item && (
        <TextArea
          label="Notiz"
          name="note"
          lang="de"
          spellCheck
          maxLength={100_000}
          value={values.note}
          error={faults.note}
          hint={values.source_type === 'file' ? 'Dateien laden Sie im nächsten Schritt hoch.' : undefined}
          onChange={(event) => kept.change({ note: event.target.value })}
        />
      )}
      <ArticlePicker
        value={values.article}
        error={faults.article_id}
        onChange={(article) => kept.change({ article })}
      />
    </RecordForm>
  )
}

/** Radio tiles of 36 px with an icon (docs/look.md rule 20). */
function KindTiles({ value, onChange }: { value: SourceType; onChange: (kind: SourceType) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 flex h-6 items-center text-s text-fg-2">Art</legend>
      <div className="grid grid-cols-3 gap-2">
        {SOURCE_TYPES.map((kind) => {
          const { word, icon: Icon } = KINDS[kind]
          return (
            <label
              key={kind}
              className={cx(
                'flex h-11 cursor-pointer items-center gap-2 rounded-control border px-3 font-[450] md:h-9',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                kind === value ? 'border-accent bg-accent-soft font-medium' : 'border-line bg-surface hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name="source_type"
                checked={kind === value}
                onChange={() => onChange(kind)}
                className="sr-only"
              />
              <Icon aria-hidden className="text-fg-2" />
              {word}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
