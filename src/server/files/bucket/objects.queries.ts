import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { StorageObjectsTable } from '../../tables.ts'

export type ObjectRow = Selectable<StorageObjectsTable>

/** A header or research file of the bucket, or null. */
export async function findObject(db: Db, name: string): Promise<ObjectRow | null> {
  return (await db.selectFrom('storage_objects').selectAll().where('name', '=', name).executeTakeFirst()) ?? null
}

/** The objects everybody may read: headers. */
export async function listPublicObjects(db: Db): Promise<ObjectRow[]> {
  return db.selectFrom('storage_objects').selectAll().where('is_public', '=', 1).execute()
}

/** Names of the objects in a folder of the bucket. */
export async function namesBelow(db: Db, folder: string): Promise<string[]> {
  const rows = await db
    .selectFrom('storage_objects')
    .select('name')
    .where('name', '>', `${folder}/`)
    .where('name', '<', `${folder}0`)
    .execute()
  return rows.map((row) => row.name)
}

/** Inserts an object or puts it in the place of the one of the same name, which keeps its id and time of creation. */
export async function putObjectRow(db: Db, row: ObjectRow): Promise<void> {
  const { name: _name, id: _id, created_at: _created, ...changed } = row
  await db
    .insertInto('storage_objects')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute()
}

export async function deleteObjectRow(db: Db, name: string): Promise<void> {
  await db.deleteFrom('storage_objects').where('name', '=', name).execute()
}
