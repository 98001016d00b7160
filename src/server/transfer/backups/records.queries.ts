import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { insertRows } from '../database/bulk-load.ts'
import { referencesOf, wholeTables, type PortableValue } from '../database/table-dump.ts'

/** A row of any table, by its columns. */
export type AnyRow = Record<string, PortableValue>

/** Rows of a table by the values of one column. */
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
 * Inserts rows of a backup. References to missing records are cleared; a row that requires one (a tag of an article) is
 * skipped, as is an existing row.
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
