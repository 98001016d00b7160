import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { dialectOf } from '../../platform/db/dialect.ts'
import { wholeTables, type PortableValue, type WholeTable } from './table-dump.ts'

/** Maximum values of a statement: SQLite allows 32,766. */
const VALUES_AT_ONCE = 10_000

/**
 * Lets `work` fill every table of the database with triggers disabled, since the rows include what triggers would
 * write. Rows inserted by migrations are removed first. Indexes are maintained as usual. Runs inside the transaction.
 */
export async function fillingTables(tx: Tx, work: (tables: WholeTable[]) => Promise<void>): Promise<void> {
  const tables = await wholeTables(tx, [])
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
  const wakeTriggers = await (dialectOf(tx) === 'postgres' ? stillPostgres(tx, tables) : stillSqlite(tx))
  await work(tables)
  await wakeTriggers()
  if (dialectOf(tx) === 'postgres') await wakeSequences(tx)
}

/** Inserts rows, with values in the order of the table's columns; an existing one throws, or is kept. */
export async function insertRows(
  tx: Tx,
  { name, columns }: WholeTable,
  rows: readonly (readonly PortableValue[])[],
  ifThere: 'throw' | 'skip' = 'throw',
): Promise<void> {
  const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / columns.length))
  const skip = ifThere === 'skip' ? sql`on conflict do nothing` : sql``
  const named = sql.join(columns.map((column) => sql.id(column)))
  for (let start = 0; start < rows.length; start += atOnce) {
    const lists = rows.slice(start, start + atOnce).map((row) => sql`(${sql.join(row)})`)
    await sql`insert into ${sql.table(name)} (${named}) values ${sql.join(lists)} ${skip}`.execute(tx)
  }
}

async function stillPostgres(tx: Tx, tables: readonly WholeTable[]): Promise<() => Promise<void>> {
  const turn = async (how: 'disable' | 'enable') => {
    for (const { name } of tables) await sql`alter table ${sql.table(name)} ${sql.raw(how)} trigger user`.execute(tx)
  }
  await turn('disable')
  return () => turn('enable')
}

/** Triggers of full-text tables stay: nothing else fills those. */
async function stillSqlite(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'trigger' and not exists (
      select 1 from pragma_table_list as tables
      where tables.type = 'virtual' and sqlite_schema.name in
        (tables.name || '_insert', tables.name || '_update', tables.name || '_delete'))`.execute(tx)
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(tx)
  return async () => {
    for (const trigger of rows) await sql.raw(trigger.sql).execute(tx)
  }
}

/** Advances PostgreSQL's sequences past the highest inserted number. */
async function wakeSequences(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select table_name as "table", column_name as "column",
      pg_get_serial_sequence(quote_ident(table_schema) || '.' || quote_ident(table_name), column_name) as sequence
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and pg_get_serial_sequence(quote_ident(table_schema) || '.' || quote_ident(table_name), column_name) is not null`.execute(
    tx,
  )
  for (const { table, column, sequence } of rows)
    await sql`select setval(${sequence}, coalesce((select max(${sql.id(column)}) from ${sql.table(table)}), 0) + 1, false)`.execute(
      tx,
    )
}
