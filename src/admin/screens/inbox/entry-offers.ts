import type { InboxItem } from '../../../contract/inbox.ts'
import type { ActionId } from '../../actions/registry.ts'
import { targetsOf } from './inbox-words.tsx'
import type { InboxActions } from './use-inbox-actions.ts'

/** Actions for the entry in the pane, for shortcuts and the palette. */
export function entryOffers(item: InboxItem, actions: InboxActions): Partial<Record<ActionId, () => void>> {
  return {
    'inbox.toggle': () => actions.toggle(item),
    'inbox.remove': () => actions.askToDelete(item),
    ...Object.fromEntries(targetsOf(item).map((target) => [target.does, () => actions.convert(item, target)])),
  }
}
