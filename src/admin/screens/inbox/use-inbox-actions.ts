import { useRef, type ReactNode } from 'react'
import type { InboxItem } from '../../../contract/inbox.ts'
import {
  isProvisional,
  useConvertInboxItem,
  useRemoveFromInbox,
  useRestoreToInbox,
  useSetInboxStatus,
  useUndoConversion,
} from '../../data/inbox.ts'
import { useRemoval } from '../../ui/removal.tsx'
import { toastDone, toastFault, toastRefusal } from '../../ui/toast.tsx'
import type { Target } from './inbox-words.tsx'

export type InboxActions = {
  toggle: (item: InboxItem) => void
  convert: (item: InboxItem, target: Target) => void
  askToDelete: (item: InboxItem) => void
  /** The question before a deletion; shown once on the screen. */
  dialog: ReactNode
}

/** What can be done with an entry, with the sentences that report it (INBOX-3, INBOX-4). */
export function useInboxActions(): InboxActions {
  const setStatus = useSetInboxStatus()
  const convert = useConvertInboxItem()
  const undo = useUndoConversion()
  const remove = useRemoveFromInbox()
  const restore = useRestoreToInbox()
  const removal = useRemoval<InboxItem>({
    question: 'Eintrag löschen?',
    consequence: ({ title }) => `„${title}“ kommt für 30 Tage in den Papierkorb.`,
    done: 'Eintrag gelöscht',
    failed: 'Fehler beim Löschen',
    remove: remove.mutateAsync,
    restore: restore.mutateAsync,
  })

  const toggle = async (item: InboxItem) => {
    try {
      await setStatus.mutateAsync({ id: item.id, status: item.status === 'open' ? 'processed' : 'open' })
    } catch {
      toastFault('Fehler beim Aktualisieren')
    }
  }
  const takeBack = async (made: Parameters<typeof undo.mutateAsync>[0]) => {
    try {
      await undo.mutateAsync(made)
    } catch (error) {
      toastRefusal(error, 'Rückgängig machen fehlgeschlagen')
    }
  }
  const converting = useRef(new Set<string>())
  const make = async (item: InboxItem, { to, done }: Target) => {
    // The second of two quick clicks wants nothing more than the first.
    if (converting.current.has(item.id)) return
    converting.current.add(item.id)
    try {
      const made = await convert.mutateAsync({ id: item.id, to })
      toastDone(done, { undo: () => void takeBack({ to, id: made.id, item }) })
    } catch (error) {
      toastRefusal(error, 'Anlegen fehlgeschlagen')
    } finally {
      converting.current.delete(item.id)
    }
  }
  const settled = (act: (item: InboxItem) => void) => (item: InboxItem) => {
    if (!isProvisional(item)) act(item)
  }

  return {
    toggle: settled((item) => void toggle(item)),
    convert: (item, target) => settled((known) => void make(known, target))(item),
    askToDelete: settled(removal.ask),
    dialog: removal.dialog,
  }
}
