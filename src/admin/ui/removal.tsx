import { useState, type ReactNode } from 'react'
import { quoted } from '../../rules/quoted.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { faultSentence } from '../lib/faults.ts'
import { toastDone, toastFault, toastRefusal } from './toast.tsx'

type Removal<T> = {
  /** The question: `Link löschen?` */
  question: string
  /** What happens then, naming the thing. */
  consequence: (item: T) => ReactNode
  done: string
  failed: string
  remove: (item: T) => Promise<unknown>
  restore: (item: T) => Promise<unknown>
}

/** What happens to most records: they lie in the trash for a while. */
export const intoTrash = ({ title }: { title: string }) => `${quoted(title)} kommt für 30 Tage in den Papierkorb.`

/** Deleting as every list does it: asks, removes, and offers `Rückgängig` (RUL-20). Show `dialog` anywhere. */
export function useRemoval<T>(removal: Removal<T>): { ask: (item: T) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<T | null>(null)

  const restore = async (item: T) => {
    try {
      await removal.restore(item)
    } catch (error) {
      toastRefusal(error, 'Wiederherstellen fehlgeschlagen')
    }
  }
  const remove = async (item: T) => {
    setAsked(null)
    try {
      await removal.remove(item)
    } catch (error) {
      return toastFault(removal.failed, { description: faultSentence(error) })
    }
    toastDone(removal.done, { undo: () => void restore(item) })
  }

  return {
    ask: setAsked,
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={removal.question}
        description={asked !== null && removal.consequence(asked)}
        verb="Löschen"
        onConfirm={() => asked !== null && void remove(asked)}
      />
    ),
  }
}
