import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { dialectOf } from '../../platform/db/dialect.ts'
import { MOVED_KEY, MOVED_MESSAGE, MOVING_MESSAGE, UNDER_WAY } from '../../platform/fleet/read-only.ts'
import { wholeTables, type WholeTable } from './table-dump.ts'

/** PostgreSQL function that the triggers call. */
const FUNCTION = 'blog_cms_moving'
const VERBS = ['insert', 'update', 'delete'] as const

/**
 * Makes the database read-only from the commit on, after waiting for current writers. `except` names tables that stay
 * writable.
 */
export async function stopWriting(db: Db, to: string, except: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('meta')
      .values({ key: MOVED_KEY, value: UNDER_WAY + to })
      .execute()
    await refuseWriting(tx, await wholeTables(tx, except), MOVING_MESSAGE)
  })
}

/** Marks the move as complete; refused writes say so from now on. `except` as in `stopWriting`. */
export async function endDeparture(db: Db, to: string, except: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const all = await wholeTables(tx, except)
    // PostgreSQL locks out readers of a table while its trigger is dropped. The other triggers call the new function.
    const tables = dialectOf(tx) === 'postgres' ? all.filter(({ name }) => name === 'meta') : all
    await allowWriting(tx, tables)
    await tx.updateTable('meta').set({ value: to }).where('key', '=', MOVED_KEY).execute()
    await refuseWriting(tx, tables, MOVED_MESSAGE)
  })
}

async function refuseWriting(tx: Tx, tables: readonly WholeTable[], message: string): Promise<void> {
  await (dialectOf(tx) === 'postgres' ? stopPostgres(tx, tables, message) : stopSqlite(tx, tables, message))
}

async function stopSqlite(tx: Tx, tables: readonly WholeTable[], message: string): Promise<void> {
  for (const { name } of tables)
    for (const verb of VERBS)
      await sql`create trigger if not exists ${sql.id(`moving_${name}_${verb}`)} before ${sql.raw(verb)} on ${sql.table(name)}
        begin select raise(abort, ${sql.lit(message)}); end`.execute(tx)
}

async function stopPostgres(tx: Tx, tables: readonly WholeTable[], message: string): Promise<void> {
  await sql`create or replace function ${sql.id(FUNCTION)}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${message}'; end`)}`.execute(tx)
  for (const { name } of tables)
    await sql`create or replace trigger moving before insert or update or delete on ${sql.table(name)}
      for each statement execute function ${sql.id(FUNCTION)}()`.execute(tx)
}

async function allowWriting(tx: Tx, tables: readonly WholeTable[]): Promise<void> {
  const isPostgres = dialectOf(tx) === 'postgres'
  for (const { name } of tables)
    for (const trigger of isPostgres ? ['moving'] : VERBS.map((verb) => `moving_${name}_${verb}`))
      await sql`drop trigger if exists ${sql.id(trigger)} ${isPostgres ? sql`on ${sql.table(name)}` : sql``}`.execute(
        tx,
      )
}

/** Undoes `stopWriting`. */
export async function goOnWriting(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (dialectOf(tx) === 'postgres') await sql`drop function if exists ${sql.id(FUNCTION)}() cascade`.execute(tx)
    else await allowWriting(tx, await wholeTables(tx, []))
    await tx.deleteFrom('meta').where('key', '=', MOVED_KEY).execute()
  })
}
