import { ApiError, invalidField } from '../../../contract/errors.ts'
import { MOST_VIEWS, type ListView, type SaveView } from '../../../contract/views.ts'
import { fold } from '../../../rules/fold.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { deleteView, listViews, putView } from './views.queries.ts'

/** Stores a view of the caller; one of the same name is replaced. Error: 400 where there are too many. */
export async function saveView(db: Db, { name, query }: SaveView, { caller, now }: Actor): Promise<ListView> {
  const user_id = caller.userId
  return inTransaction(db, async (tx) => {
    // Concurrent requests are counted one after the other.
    await lockFor(tx, `record:list_views:${user_id}`)
    const row = { id: newId(), user_id, name, folded_name: fold(name), query, created_at: now.toISOString() }
    const view = await putView(tx, row)
    if ((await listViews(tx, user_id)).length > MOST_VIEWS)
      throw invalidField('name', `Mehr als ${MOST_VIEWS} Ansichten hält niemand auseinander. Bitte löschen Sie eine.`)
    return view
  })
}

/** Deletes a view of the caller; 404 for any other. */
export async function removeView(db: Db, id: string, { caller }: Actor): Promise<void> {
  if (!(await deleteView(db, caller.userId, id))) throw new ApiError('not_found')
}
