import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { entriesOf } from '../../platform/db/expressions.ts'
import type { Piece } from '../../../rules/passages.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

/** The text that the passages of a text count in; null where it has none. */
export async function findPassageText(db: Db, textId: string): Promise<string | null> {
  const row = await db.selectFrom('passage_texts').select('content').where('text_id', '=', textId).executeTakeFirst()
  return row?.content ?? null
}

/** Whether a text has passages or suggestions to map. */
export async function hasPassages(db: Db, textId: string): Promise<boolean> {
  const select = db.selectFrom('passage_texts').select('text_id').where('text_id', '=', textId)
  return (await select.executeTakeFirst()) !== undefined
}

/** Whether remarks, open suggestions or a review are attached to a text. */
export async function isDiscussed(tx: Tx, tables: WrittenTables, textId: string): Promise<boolean> {
  const { owner, reviews } = asArticles(tables)
  const { rows } = await sql`
    select 1 where exists (select 1 from remarks where ${sql.ref(owner)} = ${textId} and removed_at is null)
      or exists (select 1 from suggestions where ${sql.ref(owner)} = ${textId} and state = 'open')
      or exists (select 1 from ${sql.table(reviews)} where ${sql.ref(owner)} = ${textId})`.execute(tx)
  return rows.length > 0
}

export async function putPassageText(tx: Tx, tables: WrittenTables, textId: string, content: string): Promise<void> {
  const owner = { article_id: null, page_id: null, [tables.owner]: textId }
  await tx
    .insertInto('passage_texts')
    .values({ text_id: textId, ...owner, content })
    .onConflict((conflict) => conflict.column('text_id').doUpdateSet({ content }))
    .execute()
}

/** The pieces of all remarks of a text that still have some. */
export async function listPieces(
  tx: Tx,
  tables: WrittenTables,
  textId: string,
): Promise<{ id: string; length: number; pieces: Piece[] }[]> {
  const rows = await tx
    .selectFrom('remarks')
    .select(['id', 'length', 'pieces'])
    .where(asArticles(tables).owner, '=', textId)
    .where('pieces', '<>', '[]')
    .execute()
  return rows.map(({ id, length, pieces }) => ({ id, length, pieces: JSON.parse(pieces) as Piece[] }))
}

/** Sets a column of many remarks or suggestions, each to a value of its own, in one statement; by their ids. */
export async function setEach(
  tx: Tx,
  { table, column }: { table: 'remarks'; column: 'pieces' } | { table: 'suggestions'; column: 'parts' },
  values: ReadonlyMap<string, readonly unknown[]>,
): Promise<void> {
  if (values.size === 0) return
  const each = entriesOf(tx, Object.fromEntries([...values].map(([id, value]) => [id, JSON.stringify(value)])))
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = mapped.value from ${each} as mapped
    where ${sql.table(table)}.id = mapped.key`.execute(tx)
}
