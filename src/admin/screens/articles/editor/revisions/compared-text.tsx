import { useEffect, useRef, useState } from 'react'
import { useSiteZone } from '../../../../data/settings.ts'
import { cx } from '../../../../lib/class-names.ts'
import { takesKeys } from '../../../../lib/key-takers.ts'
import { dayAndTime } from '../../../../lib/relative-time.ts'
import { isFocusLost } from '../../../../lib/restored-focus.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { FIELD_LABELS } from '../../../../writing/text/article-text.ts'
import type { ComparedField, Comparison, Paragraph } from '../../../../writing/compare/compare-texts.ts'
import { ComparedRuns } from './compared-runs.tsx'
import type { PlaceAuthor } from './use-place-authors.ts'
import { Face } from '../../../../ui/initials.tsx'

/** Paragraphs drawn at first, and added by each press of the button behind them. */
const DRAWN = 300

type Props = {
  comparison: Comparison
  /** The title that heads the text. */
  title: string
  current: number
  authors: ReadonlyMap<number, PlaceAuthor>
}

/** A comparison as a text: changes with their authors, and the unchanged paragraphs between them folded to a line. */
export function ComparedText({ comparison, title, current, authors }: Props) {
  const stretches = foldedOf(comparison.paragraphs)
  const at = stretches.findIndex((one) => 'paragraph' in one && placesOf(one.paragraph).includes(current))
  const [drawn, setDrawn] = useState(DRAWN)
  if (at >= drawn) setDrawn(at + DRAWN)
  const left = stretches.length - drawn
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const change = text.current?.querySelector(`[data-change="${current}"]`)
    change?.scrollIntoView({ block: 'center' })
    // A dialog over the page keeps the focus.
    if (takesKeys(document.activeElement)) return
    const place = change?.closest<HTMLElement>('[data-paragraph]')
    if (place) place.focus({ preventScroll: true })
    // Without a change keys would go nowhere: what opened the comparison is gone.
    else if (isFocusLost()) text.current?.closest('section')?.focus({ preventScroll: true })
    // The text of a change may go on changing, as others write: the page stays where it is.
  }, [comparison.places, current])
  const titleChanged = comparison.paragraphs.some(({ field, runs }) => field === 'title' && runs.some(isChange))
  return (
    <div ref={text}>
      {!titleChanged && title.trim() !== '' && (
        <p className="mb-4 font-reading text-[24px]/[30px] font-semibold wrap-anywhere">{title}</p>
      )}
      {stretches.slice(0, drawn).map((one, index) =>
        'folded' in one ? (
          // oxlint-disable-next-line react/no-array-index-key -- stretches of a text have no other name than their order
          <Folded key={index} paragraphs={one.folded} />
        ) : (
          <Changed
            // oxlint-disable-next-line react/no-array-index-key -- as above
            key={index}
            paragraph={one.paragraph}
            current={current}
            author={authorOf(one, current, authors)}
          />
        ),
      )}
      {left > 0 && (
        <Button look="quiet" onClick={() => setDrawn(drawn + DRAWN)}>
          Mehr zeigen
        </Button>
      )}
    </div>
  )
}

const isChange = ({ place }: { place: number | null }) => place !== null
const placesOf = ({ runs }: Paragraph): number[] => [...new Set(runs.flatMap(({ place }) => place ?? []))]

type Stretch =
  | { folded: Paragraph[] }
  /** `begins`: the first change that is not in a paragraph before. */
  | { paragraph: Paragraph; begins: number | null }

function foldedOf(paragraphs: readonly Paragraph[]): Stretch[] {
  const all: Stretch[] = []
  let known = 0
  for (const paragraph of paragraphs) {
    const places = placesOf(paragraph)
    if (places.length > 0) {
      all.push({ paragraph, begins: places.find((place) => place > known) ?? null })
      known = Math.max(known, ...places)
      continue
    }
    // An unchanged title heads the text, and an unchanged excerpt says nothing here.
    if (paragraph.field !== 'content_markdown') continue
    const last = all.at(-1)
    if (last && 'folded' in last) last.folded.push(paragraph)
    else all.push({ folded: [paragraph] })
  }
  return all
}

/** Of a paragraph with several changes the author of the current one, else of the first. A change is signed once. */
function authorOf(
  { paragraph, begins }: Extract<Stretch, { paragraph: Paragraph }>,
  current: number,
  authors: ReadonlyMap<number, PlaceAuthor>,
): PlaceAuthor | undefined {
  if (begins === null) return undefined
  return authors.get(current >= begins && placesOf(paragraph).includes(current) ? current : begins)
}

const READING = 'font-reading text-[18px]/[28px] wrap-anywhere whitespace-pre-wrap md:text-[20px]/[32px]'

function Folded({ paragraphs }: { paragraphs: Paragraph[] }) {
  const [open, setOpen] = useState(false)
  const count = paragraphs.length
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="my-3 flex min-h-8 w-full items-center gap-4 rounded-control text-s text-fg-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line hover:text-fg max-md:min-h-11"
      >
        {count === 1 ? '1 unveränderter Absatz' : `${count} unveränderte Absätze`}
      </button>
      {open && (
        <div lang="de" className={cx(READING, 'text-fg-2')}>
          {paragraphs
            .map(({ runs }) => runs.map(({ now }) => now).join(''))
            .join('')
            .trimEnd()}
        </div>
      )}
    </>
  )
}

type ChangedProps = { paragraph: Paragraph; current: number; author: PlaceAuthor | undefined }

function Changed({ paragraph, author, current }: ChangedProps) {
  const places = placesOf(paragraph)
  const isCurrent = places.includes(current)
  return (
    <div
      tabIndex={-1}
      aria-current={isCurrent || undefined}
      data-paragraph=""
      className={cx(
        '-mx-3 mb-5 border-l-3 pr-3 pl-3 outline-none md:-mx-4 md:pl-4',
        isCurrent ? 'border-accent' : 'border-transparent',
      )}
    >
      <Byline field={paragraph.field} author={author} />
      <div lang="de" className={cx(READING, paragraph.field === 'title' && 'font-semibold')}>
        <ComparedRuns runs={trimmed(paragraph.runs)} current={places.length > 1 ? current : null} />
      </div>
    </div>
  )
}

/** Without the blank lines behind the paragraph. */
function trimmed(runs: Paragraph['runs']): Paragraph['runs'] {
  return runs.map((run, index) =>
    index < runs.length - 1 ? run : { ...run, old: run.old.trimEnd(), now: run.now.trimEnd() },
  )
}

function Byline({ field, author }: { field: ComparedField; author: PlaceAuthor | undefined }) {
  const zone = useSiteZone()
  const now = useNow()
  const part = field === 'content_markdown' ? null : FIELD_LABELS[field]
  if (!author && !part) return null
  return (
    <p className="mb-1 flex min-h-6 items-center gap-2 text-s text-fg-2">
      {author && author !== 'unsaved' && <Face name={author.author?.name ?? null} />}
      <span>
        {[
          part,
          author === 'unsaved' && 'Noch nicht gespeichert',
          author &&
            author !== 'unsaved' &&
            `${author.author?.name ?? 'Unbekannt'}, ${dayAndTime(author.created_at, now, zone)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  )
}
