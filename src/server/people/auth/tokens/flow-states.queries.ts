import type { AuthFlowStatesTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type FlowStateRow = AuthFlowStatesTable

export async function insertFlow(tx: Tx, row: FlowStateRow): Promise<void> {
  await tx.insertInto('auth_flow_states').values(row).execute()
}

/** The flow of a hashed code or provider state. */
export async function getFlowBy(
  db: Db,
  column: 'code_hash' | 'state_hash',
  hash: string,
): Promise<FlowStateRow | null> {
  return (await db.selectFrom('auth_flow_states').selectAll().where(column, '=', hash).executeTakeFirst()) ?? null
}

export async function updateFlow(tx: Tx, id: string, values: Partial<FlowStateRow>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_flow_states')
    .set(values)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a flow; false when another request was faster. */
export async function deleteFlow(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth_flow_states').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the flows started before `limit`. */
export async function deleteFlowsBefore(db: Db, limit: string): Promise<void> {
  await db.deleteFrom('auth_flow_states').where('created_at', '<', limit).execute()
}

/** Removes the state of a flow; false when another request was faster. */
export async function useUpState(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_flow_states')
    .set({ state_hash: null })
    .where('id', '=', id)
    .where('state_hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
