import { Undo2 } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { ReviewMark } from '../../../../ui/review-mark.tsx'
import type { ReviewState } from './use-review.ts'

/** What the review has come to, in the bar: for those who are asked with the name of the person who asks. */
export function ReviewChip({ state }: { state: ReviewState }) {
  const { review, details, isAsked, nameOf } = state
  const words = isAsked ? `${nameOf(details?.asked_by)} bittet um Abnahme` : undefined
  return <ReviewMark review={review} words={words} className="shrink max-md:mx-2 max-md:[&>span]:sr-only" />
}

/** For the reader of a submitted article: return and approve. */
export function Judging({ state, narrow }: { state: ReviewState; narrow: boolean }) {
  const { ask, approve, busy } = state
  return (
    <>
      {narrow ? (
        <IconButton label="Zurückgeben …" onClick={() => ask('return')}>
          <Undo2 aria-hidden />
        </IconButton>
      ) : (
        <Button disabled={busy} onClick={() => ask('return')}>
          Zurückgeben …
        </Button>
      )}
      <Button look="primary" className="px-2! max-md:text-s md:px-3!" busy={busy} onClick={() => void approve()}>
        Freigeben
      </Button>
    </>
  )
}

/** For the author: the one filled button; and once it is given, the way back. */
export function Submitting({ state, className }: { state: ReviewState; className?: string }) {
  const { review, ask, end, busy } = state
  if (review === 'requested') {
    return (
      <Button className={className ?? ''} disabled={busy} onClick={() => void end()}>
        Zurücknehmen
      </Button>
    )
  }
  return (
    <Button
      look="primary"
      className={`px-2! max-md:text-s md:px-3! ${className ?? ''}`}
      busy={busy}
      onClick={() => ask('request')}
    >
      Zur Abnahme geben
    </Button>
  )
}

/** What the review has come to, and what was said with it. */
export function ReviewRow({ state }: { state: ReviewState }) {
  const { review, details, nameOf } = state
  const by = details && nameOf(review === 'requested' ? details.asked_by : details.decided_by)
  return (
    <div className="py-1.5 pl-2">
      <ReviewMark review={review} />
      <p className="text-xs text-fg-2 wrap-anywhere">
        {by}
        {details?.note && `: ${details.note}`}
      </p>
    </div>
  )
}
