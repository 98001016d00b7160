import { cx } from '../../../../lib/class-names.ts'
import { compareTexts, type Run } from '../../../../writing/compare/compare-texts.ts'

/** Longest text in characters that is compared word by word on the main thread. */
const HERE_CHARACTERS = 20_000

/** The changes from one short text to another. */
export function ComparedWords({ before, after }: { before: string; after: string }) {
  const { paragraphs } = compareTexts(
    { title: '', excerpt: '', content_markdown: before },
    { title: '', excerpt: '', content_markdown: after },
    HERE_CHARACTERS,
  )
  return <ComparedRuns runs={paragraphs.flatMap(({ runs }) => runs)} />
}

/**
 * Pieces of a comparison: added words are underlined, removed ones struck through, and both are labelled for screen
 * readers; colour is never the only sign. Rewritten sentences stand one below the other.
 */
export function ComparedRuns({ runs, current = null }: { runs: readonly Run[]; current?: number | null }) {
  return runs.map(({ place, old, now, whole }, index) => {
    if (place === null) return now
    const ring = place === current && 'rounded-[2px] outline-2 outline-offset-2 outline-accent'
    return (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no other name than their order
      <span key={index} data-change={place}>
        {old !== '' && (
          <Piece as="del" words="gestrichen" text={old} className={cx(whole && now !== '' && 'mb-1 block', ring)} />
        )}
        {now !== '' && <Piece as="ins" words="neu" text={now} className={cx(ring)} />}
      </span>
    )
  })
}

function Piece({
  as: Mark,
  words,
  text,
  className,
}: {
  as: 'ins' | 'del'
  words: string
  text: string
  className: string
}) {
  const shown = text.trim()
  const from = text.length - text.trimStart().length
  const [before, behind] = [text.slice(0, from), text.slice(from + shown.length)]
  return (
    <>
      {before}
      <Mark
        className={cx(
          Mark === 'ins'
            ? 'rounded-[2px] bg-[color-mix(in_oklab,var(--published)_16%,transparent)] box-decoration-clone py-px underline decoration-published decoration-2 underline-offset-4'
            : 'text-fg-3 line-through decoration-1',
          className,
        )}
      >
        <span className="sr-only"> {words}: </span>
        {shown}
        <span className="sr-only"> Ende. </span>
      </Mark>
      {behind}
    </>
  )
}
