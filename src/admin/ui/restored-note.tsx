import { History } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cx } from '../lib/class-names.ts'
import { Button } from './button.tsx'

type RestoredNoteProps = {
  /** The form shows what was typed earlier and not saved. */
  restored: boolean
  /** Back to what is saved; the first field then has the focus. */
  discard: () => void
  className?: string
}

/** Stands above the fields of a form that shows what was left in it (RUL-70). */
export function RestoredNote({ restored, discard, className }: RestoredNoteProps) {
  if (!restored) return null
  const giveUp = (event: MouseEvent) => {
    // The button goes with its note, and would take the focus along.
    const note = event.currentTarget.parentElement
    const place = note?.closest('form, [role=dialog]') ?? note?.nextElementSibling
    place?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus()
    discard()
  }
  return (
    <div
      className={cx(
        'flex min-h-10 flex-wrap items-center gap-x-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3 text-s',
        className,
      )}
    >
      <History aria-hidden className="icon-small flex-none" />
      <output className="min-w-0 flex-1">Nicht gespeicherte Eingabe wiederhergestellt</output>
      <Button
        look="quiet"
        className="h-11! text-s md:h-8!"
        // A field that is left may say what is wrong with it, and the button would move away under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={giveUp}
      >
        Verwerfen
      </Button>
    </div>
  )
}
