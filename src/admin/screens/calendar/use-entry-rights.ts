import { useMay, useRights } from '../../data/role.ts'
import { hasFollowing, isMovable, isParkable, isSelectable, type Entry } from './entries.ts'

/** What the signed-in person may do with the entries of the calendar: contributors change events of their own (RUL-61). */
export function useEntryRights() {
  const mayPlan = useMay('texts.others')
  const { mayChange, mayDelete } = useRights()
  const edits = (entry: Entry) => entry.kind === 'event' && mayChange(entry.event)
  return {
    /** Plans drafts, and sets the publishing days of the team. */
    mayPlan,
    edits,
    deletes: (entry: Entry) => entry.kind === 'event' && mayDelete(entry.event),
    moves: (entry: Entry) => isMovable(entry) && (mayPlan || edits(entry)),
    selects: (entry: Entry) => mayPlan && isSelectable(entry),
    pushes: (entry: Entry) => mayPlan && hasFollowing(entry),
    parks: (entry: Entry) => mayPlan && isParkable(entry),
  }
}
