import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { dialectOf } from '../../platform/db/dialect.ts'
import { MOVED_KEY, MOVING_MESSAGE, UNDER_WAY } from '../../platform/fleet/read-only.ts'
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
    const tables = await wholeTables(tx, except)
    await (dialectOf(tx) === 'postgres' ? stopPostgres(tx, tables) : stopSqlite(tx, tables))
  })
}

/** Marks the move as complete. */
export async function endDeparture(db: Db, to: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const tables = (await wholeTables(tx, [])).filter(({ name }) => name === 'meta')
    const isPostgres = dialectOf(tx) === 'postgres'
    if (isPostgres) await sql`drop trigger moving on meta`.execute(tx)
    else await sql`drop trigger moving_meta_update`.execute(tx)
    await tx.updateTable('meta').set({ value: to }).where('key', '=', MOVED_KEY).execute()
    await (isPostgres ? stopPostgres(tx, tables) : stopSqlite(tx, tables))
  })
}

async function stopSqlite(tx: Tx, tables: readonly WholeTable[]): Promise<void> {
  for (const { name } of tables)
    for (const verb of VERBS)
      await sql`create trigger if not exists ${sql.id(`moving_${name}_${verb}`)} before ${sql.raw(verb)} on ${sql.table(name)}
        begin select raise(abort, ${sql.lit(MOVING_MESSAGE)}); end`.execute(tx)
}

async function stopPostgres(tx: Tx, tables: readonly WholeTable[]): Promise<void> {
  await sql`create or replace function ${sql.id(FUNCTION)}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${MOVING_MESSAGE}'; end`)}`.execute(tx)
  for (const { name } of tables)
    await sql`create or replace trigger moving before insert or update or delete on ${sql.table(name)}
      for each statement execute function ${sql.id(FUNCTION)}()`.execute(tx)
}

/** Undoes `stopWriting`. */
export async function goOnWriting(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (dialectOf(tx) === 'postgres') await sql`drop function if exists ${sql.id(FUNCTION)}() cascade`.execute(tx)
    else {
      const { rows } = await sql<{ name: string }>`
        select name from sqlite_schema where type = 'trigger' and name like 'moving\\_%' escape '\\'`.execute(tx)
      for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(tx)
    }
    await tx.deleteFrom('meta').where('key', '=', MOVED_KEY).execute()
  })
}
