import { ApiError } from '../../../contract/errors.ts'
import { isOwn, may } from '../../../rules/roles.ts'
import type { AnyActor } from '../../platform/caller.ts'
import type { TextRow } from './text-noun.ts'

/** What is about to happen to a text: the status of a live text that is written, or null where only the working text is. */
type Writing = { status: string | null }
type Written = {
  row: Pick<TextRow, 'author_id' | 'status'> & { assignee_id?: string | null }
  working: { goes_live_at?: string | null } | null
}

/**
 * Refuses what the actor's role may not do to a text (RUL-61), 403 `role_forbidden`: to write a text of somebody else; to publish, schedule
 * or withdraw; to change what is live, or goes live by itself. Every way of writing a text passes here.
 */
export function refuseByRole({ row, working }: Written, { caller }: AnyActor, { status }: Writing): void {
  const { role, userId } = caller
  if (role === undefined) return
  if (!may(role, 'texts.others') && !isOwn(row, userId))
    throw new ApiError('role_forbidden', { message: 'Das gehört jemand anderem. Ihre Rolle ändert nur Eigenes.' })
  if (may(role, 'texts.publish')) return
  if (status !== null && (status !== 'draft' || row.status !== 'draft'))
    throw new ApiError('role_forbidden', { message: 'Veröffentlichen, Planen und Zurückziehen macht die Redaktion.' })
  if (working?.goes_live_at)
    throw new ApiError('role_forbidden', {
      message: 'Diese Änderungen sind schon geplant. Nur die Redaktion ändert sie noch.',
    })
}
