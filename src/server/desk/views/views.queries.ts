import type { ListView } from '../../../contract/views.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { ListViewsTable } from '../../tables.ts'

const COLUMNS = ['id', 'name', 'query', 'created_at'] as const

/** An account's views by name. */
export async function listViews(db: Db, userId: string): Promise<ListView[]> {
  return db.selectFrom('list_views').select(COLUMNS).where('user_id', '=', userId).orderBy('folded_name').execute()
}

/** Stores a view; one of the same name is replaced. */
export async function putView(tx: Tx, row: ListViewsTable): Promise<ListView> {
  const { name, query } = row
  return tx
    .insertInto('list_views')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'folded_name']).doUpdateSet({ name, query }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Deletes a view; whether the account had it. */
export async function deleteView(db: Db, userId: string, id: string): Promise<boolean> {
  const removal = db.deleteFrom('list_views').where('id', '=', id).where('user_id', '=', userId)
  return (await removal.executeTakeFirstOrThrow()).numDeletedRows > 0n
}
