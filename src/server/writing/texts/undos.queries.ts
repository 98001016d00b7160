import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { AnyActor } from '../../platform/caller.ts'
import type { WrittenTables } from './written-tables.ts'

type Change = { id: string; version: number; before: unknown }

/** Stores the public state before a change that leads to `version`, replacing an earlier one; under the row's lock. */
export async function rememberBefore(
  tx: Tx,
  tables: WrittenTables,
  { id, version, before }: Change,
  { caller, now }: AnyActor,
): Promise<void> {
  if (caller.userId === null) return dropUndo(tx, tables, id)
  const owner = sql.ref(tables.owner)
  await sql`insert into ${sql.table(tables.undos)} (${owner}, user_id, version, newest_version, before, created_at)
    values (${id}, ${caller.userId}, ${version}, ${version}, ${JSON.stringify(before)}, ${now.toISOString()})
    on conflict (${owner}) do update set user_id = excluded.user_id, version = excluded.version,
      newest_version = excluded.newest_version, before = excluded.before, created_at = excluded.created_at`.execute(tx)
}

/** Further writing by the same editor keeps the undo of their change. */
export async function followChange(
  tx: Tx,
  { undos, owner }: WrittenTables,
  { stored, version }: { stored: { id: string; version: number }; version: number },
  { caller }: AnyActor,
): Promise<void> {
  if (caller.userId === null) return
  await sql`update ${sql.table(undos)} set newest_version = ${version}
    where ${sql.ref(owner)} = ${stored.id} and newest_version = ${stored.version}
      and user_id = ${caller.userId}`.execute(tx)
}

export type UndoRow = { user_id: string; version: number; newest_version: number; before: string; created_at: string }

/** The stored undo of a text's last change, or null. */
export async function getUndo(db: Db, { undos, owner }: WrittenTables, id: string): Promise<UndoRow | null> {
  const { rows } = await sql<UndoRow>`
    select user_id, version, newest_version, before, created_at
    from ${sql.table(undos)} where ${sql.ref(owner)} = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function dropUndo(db: Db, { undos, owner }: WrittenTables, id: string): Promise<void> {
  await sql`delete from ${sql.table(undos)} where ${sql.ref(owner)} = ${id}`.execute(db)
}

/** Deletes undos stored before an instant. */
export async function dropUndosBefore(db: Db, { undos }: WrittenTables, instant: string): Promise<void> {
  await sql`delete from ${sql.table(undos)} where created_at < ${instant}`.execute(db)
}
