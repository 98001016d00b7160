import { sql } from 'kysely'
import { type Db, type Tx } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'
import { wholeTables, type WholeTable } from '../../transfer/database/whole-tables.ts'

// While a blog moves to another database (RUL-55) the one it leaves is read and not written: by triggers in the database itself,
// so that no process, however it came to a connection, writes what nobody would take along.

const MESSAGE = 'blog-cms is moving'
/** The row of `meta` that says that a blog is moving away from here, or has. */
const KEY = 'moved away'
const FUNCTION = 'blog_cms_moving'
const VERBS = ['insert', 'update', 'delete'] as const

/** True for what is thrown where something was to be written to a blog that is moving. */
export function isMoving(error: unknown): boolean {
  return error instanceof Error && error.message.includes(MESSAGE)
}

/** Where a blog goes that has left this database, or is leaving it: `to` as `stopWriting` was told. */
export type Departure = { to: string; isOver: boolean }

/** What a departure that is not over yet begins with. */
const UNDER_WAY = 'under way: '

/** Where a blog has moved to from this database, or is about to; null where it is at home. */
export async function movedTo(db: Db): Promise<Departure | null> {
  const tables = await wholeTables(db, [])
  if (!tables.some(({ name }) => name === 'meta')) return null
  const row = await db.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst()
  if (!row) return null
  const isOver = !row.value.startsWith(UNDER_WAY)
  return { to: isOver ? row.value : row.value.slice(UNDER_WAY.length), isOver }
}

/** From the commit on nothing is written; who writes at the moment is waited for. `except` names tables that go on as ever. */
export async function stopWriting(db: Db, to: string, except: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('meta')
      .values({ key: KEY, value: UNDER_WAY + to })
      .execute()
    const tables = await wholeTables(tx, except)
    await (dialectOf(tx) === 'postgres' ? stopPostgres(tx, tables) : stopSqlite(tx, tables))
  })
}

/** The blog has arrived where it was moving to. */
export async function endDeparture(db: Db, to: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const tables = (await wholeTables(tx, [])).filter(({ name }) => name === 'meta')
    const isPostgres = dialectOf(tx) === 'postgres'
    if (isPostgres) await sql`drop trigger moving on meta`.execute(tx)
    else await sql`drop trigger moving_meta_update`.execute(tx)
    await tx.updateTable('meta').set({ value: to }).where('key', '=', KEY).execute()
    await (isPostgres ? stopPostgres(tx, tables) : stopSqlite(tx, tables))
  })
}

async function stopSqlite(tx: Tx, tables: readonly WholeTable[]): Promise<void> {
  for (const { name } of tables)
    for (const verb of VERBS)
      await sql`create trigger if not exists ${sql.id(`moving_${name}_${verb}`)} before ${sql.raw(verb)} on ${sql.table(name)}
        begin select raise(abort, ${sql.lit(MESSAGE)}); end`.execute(tx)
}

async function stopPostgres(tx: Tx, tables: readonly WholeTable[]): Promise<void> {
  await sql`create or replace function ${sql.id(FUNCTION)}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${MESSAGE}'; end`)}`.execute(tx)
  for (const { name } of tables)
    await sql`create or replace trigger moving before insert or update or delete on ${sql.table(name)}
      for each statement execute function ${sql.id(FUNCTION)}()`.execute(tx)
}

/** Takes `stopWriting` back. */
export async function goOnWriting(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (dialectOf(tx) === 'postgres') await sql`drop function if exists ${sql.id(FUNCTION)}() cascade`.execute(tx)
    else {
      const { rows } = await sql<{ name: string }>`
        select name from sqlite_schema where type = 'trigger' and name like 'moving\\_%' escape '\\'`.execute(tx)
      for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(tx)
    }
    await tx.deleteFrom('meta').where('key', '=', KEY).execute()
  })
}

/** The row that a blog leaves behind. */
export const MOVED_KEY = KEY
