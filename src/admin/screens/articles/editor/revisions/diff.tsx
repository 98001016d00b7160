import { diffWordsWithSpace } from 'diff'

/** Long texts with hardly a word in common take minutes to compare: then one stands struck through before the other. */
const LONGEST_MS = 300

/**
 * What became of a text, word by word: added words are underlined, taken away ones struck through, and both say so to
 * screen readers; colour is never alone.
 */
export function Diff({ before, after }: { before: string; after: string }) {
  const pieces = diffWordsWithSpace(before, after, { timeout: LONGEST_MS }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  return pieces.map(({ value, added, removed }, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no other name than their order
    if (added) return <Piece key={index} as="ins" words="hinzugefügt" text={value} />
    // oxlint-disable-next-line react/no-array-index-key -- as above
    if (removed) return <Piece key={index} as="del" words="entfernt" text={value} />
    return value
  })
}

function Piece({ as: Mark, words, text }: { as: 'ins' | 'del'; words: string; text: string }) {
  const look =
    Mark === 'ins'
      ? 'bg-accent-soft decoration-accent decoration-2 underline underline-offset-3'
      : 'text-fg-3 line-through decoration-danger'
  return (
    <Mark className={look}>
      <span className="sr-only"> {words}: </span>
      {text}
      <span className="sr-only"> Ende. </span>
    </Mark>
  )
}
