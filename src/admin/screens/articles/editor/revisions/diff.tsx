import { diffWordsWithSpace } from 'diff'

/**
 * Comparing long texts that share hardly a word takes minutes. After this time the whole old text is shown as removed
 * before the new one.
 */
const LONGEST_MS = 300

/**
 * A word diff: added words are underlined, removed ones struck through, and both are labelled for screen readers;
 * colour is never the only sign.
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
