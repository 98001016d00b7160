import { Unlink } from 'lucide-react'

/** On a card of a remark or a suggestion: the text no longer has its passage. */
export function PassageGone() {
  return (
    <p className="mt-1 flex items-center gap-1.5 text-s font-medium text-scheduled">
      <Unlink aria-hidden className="icon-small" />
      Die Stelle gibt es nicht mehr
    </p>
  )
}

/** Opens the card of a remark or a suggestion, wherever it is clicked. */
export function OpenCard({ label, onOpen }: { label: string; onOpen: () => void }) {
  return <button type="button" aria-label={label} className="absolute inset-0 rounded-card" onClick={onOpen} />
}
