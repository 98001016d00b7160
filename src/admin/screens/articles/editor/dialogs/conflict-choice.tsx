import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import type { Choice } from '../../../../../rules/merge.ts'
import { cx } from '../../../../lib/class-names.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { categoriesQuery } from '../../../../data/taxonomy.ts'
import { Button } from '../../../../ui/button.tsx'
import { DialogFooter } from '../../../../ui/dialog.tsx'
import { ComparedWords } from '../revisions/compared-runs.tsx'
import type { Conflict } from '../../../../writing/sync/sync-snapshot.ts'
import { FIELD_LABELS } from '../../../../writing/text/article-text.ts'
import type { FieldConflict, Resolution } from '../../../../writing/text/merge-articles.ts'

type Props = { conflict: Conflict; other: string | null; onResolve: (chosen: Resolution) => Promise<void> }

/** One choice per conflict. Texts default to both versions, so that confirming loses nothing. */
export function ConflictChoice({ conflict: { merge }, other, onResolve }: Props) {
  const theirs = theirVersion(other)
  const stretches = merge.body.parts.filter((part) => part.kind === 'conflict')
  const [body, setBody] = useState<Choice[]>(() => stretches.map(() => 'both'))
  const [fields, setFields] = useState<Resolution['fields']>(() => merge.fields.map(() => 'mine'))
  const [busy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    await onResolve({ fields, body })
    setBusy(false)
  }
  return (
    <div className="mt-4 space-y-5">
      {merge.fields.map(({ field, mine, theirs: theirValue }, index) => (
        <Place
          key={field}
          legend={FIELD_LABELS[field]}
          mine={<FieldValue field={field} value={mine} />}
          theirName={theirs}
          theirs={<FieldValue field={field} value={theirValue} />}
          choice={fields[index] ?? 'mine'}
          onChoice={(choice) => setFields(fields.with(index, choice === 'theirs' ? 'theirs' : 'mine'))}
        />
      ))}
      {stretches.map((stretch, index) => (
        <Place
          // oxlint-disable-next-line react/no-array-index-key -- places of a text have no other name than their order
          key={index}
          legend={stretches.length === 1 ? 'Text' : `Text, Stelle ${index + 1} von ${stretches.length}`}
          mine={<ComparedWords before={stretch.base} after={stretch.mine} />}
          theirName={theirs}
          theirs={<ComparedWords before={stretch.base} after={stretch.theirs} />}
          withBoth
          choice={body[index] ?? 'both'}
          onChoice={(choice) => setBody(body.with(index, choice))}
        />
      ))}
      <DialogFooter>
        <Button look="primary" size={36} busy={busy} onClick={() => void finish()}>
          Auswahl speichern
        </Button>
      </DialogFooter>
    </div>
  )
}

function theirVersion(other: string | null): string {
  if (other === null) return 'Andere Fassung'
  return other === 'Sie selbst' ? 'Ihre Fassung im anderen Fenster' : `Fassung von ${other}`
}

/** The value of a field in readable form. */
function FieldValue({ field, value }: { field: FieldConflict['field']; value: string | null }) {
  const categories = useQuery({ ...categoriesQuery(useApi()), enabled: field === 'category_id' }).data?.items
  if (!value) return <em>leer</em>
  if (field === 'cover_image_url') return <img src={value} alt={value} className="h-24 rounded-control object-cover" />
  if (field !== 'category_id') return value
  return categories && (categories.find(({ id }) => id === value)?.name ?? 'Gelöschte Kategorie')
}

type PlaceProps = {
  legend: string
  mine: ReactNode
  theirs: ReactNode
  theirName: string
  /** For ranges of the text, both versions can be kept one below the other. */
  withBoth?: boolean
  choice: Choice
  onChoice: (choice: Choice) => void
}

function Place({ legend, mine, theirs, theirName, withBoth = false, choice, onChoice }: PlaceProps) {
  const name = useId()
  const sides = [
    { value: 'mine', label: 'Ihre Fassung', content: mine },
    { value: 'theirs', label: theirName, content: theirs },
  ] as const
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-s text-fg-2">{legend}</legend>
      <div className="grid gap-2 md:grid-cols-2">
        {sides.map(({ value, label, content }) => (
          <label
            key={value}
            className={cx(
              'flex min-w-0 cursor-pointer flex-col rounded-control border bg-surface p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              choice === value || choice === 'both' ? 'border-accent' : 'border-line-control',
            )}
          >
            <span className="mb-2 flex min-h-6 items-center gap-2 text-s font-medium">
              <input
                type="radio"
                name={name}
                checked={choice === value}
                onChange={() => onChoice(value)}
                className="accent-accent outline-none"
              />
              {label}
            </span>
            <span
              lang="de"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a stretch that scrolls is reached by keyboard
              tabIndex={0}
              className="max-h-[30dvh] overflow-y-auto font-reading text-m wrap-anywhere whitespace-pre-wrap"
            >
              {content}
            </span>
          </label>
        ))}
      </div>
      {withBoth && (
        <label className="mt-2 inline-flex min-h-8 cursor-pointer items-center gap-2 text-s max-md:min-h-11">
          <input
            type="radio"
            name={name}
            checked={choice === 'both'}
            onChange={() => onChoice('both')}
            className="accent-accent"
          />
          Beide, untereinander
        </label>
      )}
    </fieldset>
  )
}
