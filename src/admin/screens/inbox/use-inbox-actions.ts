import { useNavigate } from '@tanstack/react-router'
import { useRef, type ReactNode } from 'react'
import type { ConversionTarget, InboxItem } from '../../../contract/inbox.ts'
import { isProvisional, useConvertInboxItem, useSetInboxStatus, useUndoConversion } from '../../data/inbox.ts'
import { useRecords } from '../../data/records.ts'
import { useRights } from '../../data/role.ts'
import { intoTrash, useRemoval } from '../../ui/removal.tsx'
import { faultSentence } from '../../lib/faults.ts'
import { toastDone, toastFault, toastRefusal } from '../../ui/toast.tsx'
import { type Target, targetsOf } from './inbox-words.tsx'
import type { ActionId } from '../../actions/registry.ts'

export type InboxActions = {
  toggle: (item: InboxItem) => void
  convert: (item: InboxItem, target: Target) => void
  askToDelete: (item: InboxItem) => void
  mayDelete: (item: InboxItem) => boolean
  /** The question before a deletion; rendered once on the screen. */
  dialog: ReactNode
}

/** Actions for an entry, with their toasts (INBOX-3, INBOX-4). */
export function useInboxActions(): InboxActions {
  const navigate = useNavigate()
  const setStatus = useSetInboxStatus()
  const convert = useConvertInboxItem()
  const undo = useUndoConversion()
  const { remove, restore } = useRecords('inbox')
  const { mayDelete } = useRights()
  const removal = useRemoval<InboxItem>({
    question: 'Eintrag löschen?',
    consequence: intoTrash,
    done: 'Eintrag gelöscht',
    failed: 'Fehler beim Löschen',
    remove,
    restore,
  })

  const toggle = async (item: InboxItem) => {
    try {
      await setStatus.mutateAsync({ id: item.id, status: item.status === 'open' ? 'processed' : 'open' })
    } catch (error) {
      toastFault('Fehler beim Aktualisieren', { description: faultSentence(error) })
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
    // The second click of a double click is ignored.
    if (converting.current.has(item.id)) return
    converting.current.add(item.id)
    try {
      const made = await convert.mutateAsync({ id: item.id, to })
      toastDone(done, {
        actions: [{ label: 'Öffnen', onSelect: () => void navigate(screenOf({ to, id: made.id })) }],
        undo: () => void takeBack({ to, id: made.id, item }),
      })
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
    mayDelete,
    dialog: removal.dialog,
  }
}

/** The screen that shows the result of a conversion. */
function screenOf({ to, id }: { to: ConversionTarget; id: string }) {
  if (to === 'article') return { to: '/admin/articles/$id', params: { id } } as const
  if (to === 'task') return { to: '/admin/editorial-plan' } as const
  if (to === 'research') return { to: '/admin/research', search: { item: id } } as const
  return { to: '/admin/link-library' } as const
}

/** Actions for the entry in the pane, for shortcuts and the palette. */
export function entryOffers(item: InboxItem, actions: InboxActions): Partial<Record<ActionId, (() => void) | null>> {
  return {
    'inbox.toggle': () => actions.toggle(item),
    'inbox.remove': actions.mayDelete(item) ? () => actions.askToDelete(item) : null,
    ...Object.fromEntries(targetsOf(item).map((target) => [target.does, () => actions.convert(item, target)])),
  }
}
