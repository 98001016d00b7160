import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { LONG_TITLE, type PublishHint } from '../../../../../rules/publish-check.ts'
import { quoted } from '../../../../../rules/quoted.ts'

function sentenceOf(hint: PublishHint): string {
  switch (hint.kind) {
    case 'slug-taken':
      return 'Die Adresse hat schon ein anderer Artikel'
    case 'no-excerpt':
      return 'Der Auszug fehlt'
    case 'no-cover':
      return 'Das Titelbild fehlt'
    case 'long-title':
      return `Der Titel hat mehr als ${LONG_TITLE} Zeichen`
    case 'noindex':
      return 'Der Artikel wird von Suchmaschinen ferngehalten'
    case 'no-alt':
      return 'Ein Bild hat keinen Alternativtext'
    case 'lost-picture':
      return hint.section === '' ? 'Ein Bild am Anfang fehlt' : `Ein Bild im Abschnitt ${quoted(hint.section)} fehlt`
    case 'dead-link':
      return `${hint.address} führt ins Leere`
    case 'unpublished-link':
      return `${hint.address} ist noch nicht veröffentlicht`
    case 'refused-html':
      return `Zeile ${hint.line}: <${hint.element}> wird nicht dargestellt`
  }
}

/** The number of hints, in words. */
export function hintCount(count: number): string {
  return count === 1 ? '1 Hinweis' : `${count} Hinweise`
}

/** Hints before publishing. They link to their position and never block publishing. */
export function PublishCheck(props: {
  hints: PublishHint[]
  onShow: (hint: PublishHint) => void
  /** Called once the hints are on the screen. */
  onThere: () => void
}) {
  const { hints, onShow } = props
  const there = useEffectEvent(props.onThere)
  useEffect(() => there(), [])
  const shown = useRef(onShow)
  useEffect(() => {
    shown.current = onShow
  })
  return (
    <section aria-labelledby="article-check" className="pb-2">
      <h2 id="article-check" className="flex h-8 items-center justify-between text-s text-fg-2">
        Prüfung
        <span className="text-fg">{hints.length === 0 ? 'Alles in Ordnung' : hintCount(hints.length)}</span>
      </h2>
      {hints.length === 0 ? (
        <p className="flex items-center gap-2 text-s text-fg-2">
          <CircleCheck aria-hidden className="icon-small text-published" />
          Nichts fehlt, kein Link führt ins Leere.
        </p>
      ) : (
        <Hints hints={hints} shown={shown} />
      )}
    </section>
  )
}

type HintsProps = { hints: PublishHint[]; shown: RefObject<(hint: PublishHint) => void> }

/** Memoised: a long text may have thousands of hints, and the screen is rendered on each character. */
const Hints = memo(function Hints({ hints, shown }: HintsProps) {
  return (
    <ul className="-mx-2">
      {hints.map((hint, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same fault may stand in the text twice
        <li key={`${hint.kind} ${index}`}>
          <button
            type="button"
            onClick={() => shown.current(hint)}
            className="flex min-h-11 w-full items-start gap-2 rounded-control px-2 py-1.5 text-left text-s hover:bg-hover md:min-h-8"
          >
            <TriangleAlert aria-hidden className="icon-small mt-0.5 text-scheduled" />
            <span className="min-w-0 flex-1 wrap-anywhere">{sentenceOf(hint)}</span>
            <ChevronRight aria-hidden className="icon-small mt-0.5 text-fg-3" />
          </button>
        </li>
      ))}
    </ul>
  )
})
