import { CheckCheck, Hand, Undo2, type LucideIcon } from 'lucide-react'
import type { Review } from '../../rules/articles.ts'
import { cx } from '../lib/class-names.ts'

type Mark = { words: string; icon: LucideIcon; color: string }

const MARKS: Record<Exclude<Review, 'none'>, Mark> = {
  requested: { words: 'Zur Abnahme', icon: Hand, color: 'text-ready' },
  approved: { words: 'Freigegeben', icon: CheckCheck, color: 'text-published' },
  returned: { words: 'Zurückgegeben', icon: Undo2, color: 'text-scheduled' },
}

/** The usual words of each state; none without a review. */
export const REVIEW_WORDS: Record<Review, string> = {
  none: '',
  requested: MARKS.requested.words,
  approved: MARKS.approved.words,
  returned: MARKS.returned.words,
}

/** What the review of an article has come to: sign and word, or the sign alone with the word for screen readers. */
export function ReviewMark({
  review,
  words,
  brief = false,
  className,
}: {
  review: Review | undefined
  /** Other words than the usual ones. */
  words?: string | undefined
  brief?: boolean
  className?: string
}) {
  if (review === undefined || review === 'none') return null
  const { words: usual, icon: Icon, color } = MARKS[review]
  return (
    <span
      title={words ?? usual}
      className={cx('inline-flex min-w-0 items-center gap-1.5 text-s font-medium whitespace-nowrap', color, className)}
    >
      <Icon aria-hidden className="icon-small flex-none" />
      <span className={brief ? 'sr-only' : 'truncate'}>{words ?? usual}</span>
    </span>
  )
}
