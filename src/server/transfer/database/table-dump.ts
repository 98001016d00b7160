import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { dialectOf } from '../../platform/db/dialect.ts'

/** A value in the form common to both databases: instants are ISO 8601 UTC text, booleans are 1/0. */
export type PortableValue = string | number | null

/** A table to transfer, with the columns common to both databases, sorted by name. */
export type WholeTable = { name: string; columns: string[] }

/** Internal tables of a database: those of migrations, and on SQLite the key of a full-text table. */
const MIGRATIONS = ['kysely_migration', 'kysely_migration_lock']
const OWN_KEY = 'search_id'

/**
 * Every table of the database in an order in which rows can be inserted: referenced tables first. `except` names
 * omitted tables. Index data (full-text tables, tsvector columns) are not included. Throws on circular references.
 */
export async function wholeTables(db: Db, except: readonly string[]): Promise<WholeTable[]> {
  const left = new Set([...MIGRATIONS, ...except])
  const { columns, references } = await (dialectOf(db) === 'postgres' ? readPostgres(db) : readSqlite(db))
  const tables = new Map<string, string[]>()
  for (const { table, column } of columns) {
    if (left.has(table) || column === OWN_KEY) continue
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return inOrder([...tables.keys()].sort(), references).map((name) => ({
    name,
    columns: (tables.get(name) ?? []).sort(),
  }))
}

/** The foreign keys of a table, with the columns they reference. */
export async function referencesOf(db: Db, table: string): Promise<{ column: string; to: string; key: string }[]> {
  const { rows } = await (
    dialectOf(db) === 'postgres'
      ? sql<{ column: string; to: string; key: string }>`
          select own_column.attname as "column", other.relname as "to", other_column.attname as key
          from pg_constraint
          join pg_class own on own.oid = conrelid join pg_class other on other.oid = confrelid
          join pg_attribute own_column on own_column.attrelid = own.oid and own_column.attnum = conkey[1]
          join pg_attribute other_column on other_column.attrelid = other.oid and other_column.attnum = confkey[1]
          where contype = 'f' and own.relname = ${table}
            and own.relnamespace = (select oid from pg_namespace where nspname = current_schema())`
      : sql<{ column: string; to: string; key: string }>`
          select "from" as "column", "table" as "to", coalesce("to", 'id') as key from pragma_foreign_key_list(${table})`
  ).execute(db)
  return rows
}

type Schema = { columns: { table: string; column: string }[]; references: { table: string; to: string }[] }

async function readSqlite(db: Db): Promise<Schema> {
  const columns = await sql<{ table: string; column: string }>`
    select tables.name as "table", columns.name as "column"
    from pragma_table_list as tables join pragma_table_xinfo(tables.name) as columns
    where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'
      and columns.hidden = 0`.execute(db)
  const references = await sql<{ table: string; to: string }>`
    select tables.name as "table", keys."table" as "to"
    from pragma_table_list as tables join pragma_foreign_key_list(tables.name) as keys
    where tables.schema = 'main' and tables.type = 'table'`.execute(db)
  return { columns: columns.rows, references: references.rows }
}

async function readPostgres(db: Db): Promise<Schema> {
  const columns = await sql<{ table: string; column: string }>`
    select columns.table_name as "table", columns.column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and data_type <> 'tsvector' and is_generated = 'NEVER'`.execute(db)
  const references = await sql<{ table: string; to: string }>`
    select own.relname as "table", other.relname as "to"
    from pg_constraint join pg_class own on own.oid = conrelid join pg_class other on other.oid = confrelid
    where contype = 'f' and own.relnamespace = (select oid from pg_namespace where nspname = current_schema())`.execute(
    db,
  )
  return { columns: columns.rows, references: references.rows }
}

function inOrder(names: readonly string[], references: Schema['references']): string[] {
  const ordered: string[] = []
  const open = new Set<string>()
  const visit = (name: string) => {
    if (ordered.includes(name) || !names.includes(name)) return
    if (open.has(name)) throw new Error(`tables refer to each other in a circle: ${[...open].join(', ')}`)
    open.add(name)
    for (const { table, to } of references) if (table === name && to !== name) visit(to)
    open.delete(name)
    ordered.push(name)
  }
  for (const name of names) visit(name)
  return ordered
}
