import type { BoardLimits, ChangeLimits } from '../../../contract/tasks.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { listLimits, putLimits } from './tasks.queries.ts'

/** Sets limits of cards per column, and returns all of them. Limits are advisory: nothing is refused. */
export async function setLimits(db: Db, limits: ChangeLimits['limits']): Promise<BoardLimits> {
  return inTransaction(db, async (tx) => {
    await putLimits(tx, limits)
    await announce(tx, { noun: 'board', id: 'limits', verb: 'updated', hidden: true })
    return listLimits(tx)
  })
}
