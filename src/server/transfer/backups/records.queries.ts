import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { insertRows } from '../database/bulk-load.ts'
import { referencesOf, wholeTables, type PortableValue } from '../database/table-dump.ts'

/** A row of any table, by its columns. */
export type AnyRow = Record<string, PortableValue>

/** Rows of a table by one of their columns. */
export async function readRows(db: Db, table: string, key: string, values: readonly string[]): Promise<AnyRow[]> {
  if (values.length === 0) return []
  const { rows } = await sql<AnyRow>`
    select * from ${sql.table(table)} where ${sql.ref(key)} in (${sql.join(values)})`.execute(db)
  return rows
}

export async function updateRow(tx: Tx, table: string, id: string, values: AnyRow): Promise<void> {
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(tx)
}

/**
 * Inserts rows of a backup. What they name and is no more is left out of them; a row that is nothing without it (a tag of an
 * article) stays away, and so does one that is there already.
 */
export async function insertFormerRows(tx: Tx, table: string, rows: readonly AnyRow[]): Promise<void> {
  const known = (await wholeTables(tx, [])).find(({ name }) => name === table)
  if (!known || rows.length === 0) return
  const references = await referencesOf(tx, table)
  for (const row of rows) {
    const columns = known.columns.filter((column) => column in row)
    const values: AnyRow = { ...row }
    let stays = false
    for (const { column, to, key } of references) {
      const named = values[column]
      if (typeof named !== 'string' || (await readRows(tx, to, key, [named])).length > 0) continue
      values[column] = null
      stays ||= column === 'tag_id'
    }
    if (!stays)
      await insertRows(tx, { name: table, columns }, [columns.map((column) => values[column] ?? null)], 'skip')
  }
}
