import { useEffect, useRef } from 'react'
import type { InboxItem } from '../../../contract/inbox.ts'
import { isKeyOf } from '../../actions/keys.ts'
import { takesKeys } from '../../lib/key-takers.ts'
import { targetsOf } from './inbox-words.tsx'
import type { InboxActions } from './use-inbox-actions.ts'

/**
 * Keys of the entry in the pane, while nothing is being typed: `e` flips it, `Entf` asks to delete it, `a`, `t`, `r` and `l`
 * make something of it. Going from row to row is `useRowKeys`.
 */
export function useTriageKeys(item: InboxItem | null, actions: InboxActions): void {
  const latest = useRef({ item, actions })
  useEffect(() => {
    latest.current = { item, actions }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { item: chosen, actions: can } = latest.current
      const chord = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      if (!chosen || chord || event.repeat || event.defaultPrevented || takesKeys(document.activeElement)) return
      const target = targetsOf(chosen).find(({ does }) => isKeyOf(event, does))
      if (isKeyOf(event, 'inbox.toggle')) can.toggle(chosen)
      else if (isKeyOf(event, 'inbox.remove')) can.askToDelete(chosen)
      else if (target) can.convert(chosen, target)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
