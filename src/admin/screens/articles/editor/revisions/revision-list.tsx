import { PencilLine } from 'lucide-react'
import type { RevisionSummary } from '../../../../../contract/articles/revisions.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { cx } from '../../../../lib/class-names.ts'
import { placesInWords } from '../../../../lib/counts.ts'
import { dayAndTime } from '../../../../lib/relative-time.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { StateGlyph } from '../../../../ui/state-glyph.tsx'
import { Face } from '../../../../ui/initials.tsx'

type Props = {
  revisions: readonly RevisionSummary[]
  chosen: RevisionSummary
  /** Number of changes since the chosen version, once it is known. */
  places: number | null
  onChoose: (id: string) => void
  onName: (revision: RevisionSummary) => void
  /** Loads older versions, if there are any. */
  more: (() => void) | null
  loadingMore: boolean
}

/** The versions of a text, each by its name, or by who wrote it. */
export function RevisionList({ revisions, chosen, places, onChoose, onName, more, loadingMore }: Props) {
  const zone = useSiteZone()
  const now = useNow()
  return (
    <>
      <ul aria-label="Fassungen" className="-mx-3">
        {revisions.map((revision) => {
          const isChosen = revision === chosen
          const { title, about } = wordsOf(revision)
          const facts = [dayAndTime(revision.created_at, now, zone), ...about]
          if (isChosen && places !== null && places > 0) facts.push(placesInWords(places))
          return (
            <li key={revision.id} className="relative">
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose(revision.id)}
                className={cx(
                  'grid min-h-14 w-full grid-cols-[20px_minmax(0,1fr)] items-start gap-x-3 rounded-control px-3 py-2 text-left',
                  isChosen ? 'bg-pressed pr-12' : 'hover:bg-hover',
                )}
              >
                {revision.kind === 'published' ? (
                  <span className="grid size-5 place-items-center">
                    <StateGlyph state="published" />
                  </span>
                ) : (
                  <Face name={revision.author?.name ?? null} />
                )}
                <span className="min-w-0">
                  <span className="block font-medium wrap-anywhere">{title}</span>
                  <span className="block text-s text-fg-2 tabular-nums">{facts.join(' · ')}</span>
                </span>
              </button>
              {isChosen && (
                <IconButton
                  label={revision.name === null ? 'Fassung benennen' : 'Fassung umbenennen'}
                  className="absolute! top-2 right-1"
                  onClick={() => onName(revision)}
                >
                  <PencilLine aria-hidden />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
      {more && (
        <Button look="quiet" busy={loadingMore} onClick={more}>
          Ältere Fassungen
        </Button>
      )}
    </>
  )
}

const listed = new Intl.ListFormat('de')

/** What a version is called, and what else there is to say of it. */
export function wordsOf({ name, kind, author, authors }: RevisionSummary): { title: string; about: string[] } {
  const everyone = listed.format(authors.map((one) => one.name))
  const person = everyone || author?.name || 'Unbekannt'
  const kinds = { published: ['Veröffentlicht'], kept: ['Nicht übernommen'], saved: [], autosave: [] }[kind]
  if (name !== null) return { title: name, about: [person, ...kinds] }
  if (kind === 'published') return { title: 'Veröffentlicht', about: author ? [person] : [] }
  return { title: person, about: kinds }
}
