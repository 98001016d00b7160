import { useState } from 'react'
import type { Comment } from '../../../contract/comments.ts'
import { REMOVAL_REASONS, REMOVAL_REASON_NAMES, type RemovalReason } from '../../../rules/comments.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useNarrow } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FloatingCard } from '../../ui/floating-card.tsx'

/** What is to be removed, and the button it was asked at; without one it is asked in the middle. */
export type Removal = { comments: readonly Comment[]; anchor: HTMLElement | null }

const QUESTION = 'Warum entfernen?'

type Props = {
  removal: Removal | null
  onClose: () => void
  onRemove: (comments: readonly Comment[], reason: RemovalReason) => void
}

/** Asks why comments are removed (DSA Art. 17): beside the button, in a sheet when narrow. */
export function RemovalReasons({ removal, onClose, onRemove }: Props) {
  const narrow = useNarrow()
  const anchor = narrow ? null : (removal?.anchor ?? null)
  const form = removal && (
    <Reasons comments={removal.comments} onClose={onClose} onRemove={(reason) => onRemove(removal.comments, reason)} />
  )
  return (
    <>
      {anchor && form && (
        <FloatingCard anchor={anchor} label={QUESTION} side="bottom" onClose={onClose}>
          <h2 className="mb-2 font-semibold">{QUESTION}</h2>
          {form}
        </FloatingCard>
      )}
      <Dialog open={removal !== null && anchor === null} onClose={onClose} title={QUESTION} initialFocus="field">
        {form}
      </Dialog>
    </>
  )
}

function Reasons(props: {
  comments: readonly Comment[]
  onClose: () => void
  onRemove: (reason: RemovalReason) => void
}) {
  const { comments, onClose, onRemove } = props
  const [reason, setReason] = useState<RemovalReason>('advert')
  const [first] = comments
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onRemove(reason)
      }}
    >
      <fieldset aria-label={QUESTION}>
        {REMOVAL_REASON_NAMES.map((name) => (
          <label key={name} className="flex h-11 cursor-pointer items-center gap-3 md:h-8">
            <input
              type="radio"
              name="reason"
              checked={reason === name}
              onChange={() => setReason(name)}
              className="size-4 accent-accent"
            />
            {REMOVAL_REASONS[name]}
          </label>
        ))}
      </fieldset>
      <p className="mt-2 text-s text-fg-2 wrap-anywhere">
        {first && comments.length === 1 ? `${quoted(first.name)} sieht` : 'Wer sie geschrieben hat, sieht'} den Grund
        unter dem eigenen Link und kann widersprechen.
      </p>
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        <Button look="danger" size={36} type="submit">
          Entfernen
        </Button>
      </DialogFooter>
    </form>
  )
}
