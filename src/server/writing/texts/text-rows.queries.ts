import type { Kysely } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { locking } from '../../platform/db/locks.ts'
import { rowLock, type TextNoun, type TextTypes } from './text-noun.ts'
import type { WrittenTables } from './written-tables.ts'

type AnyRow = Record<string, unknown>

/** For statements that are the same for the tables of all nouns. */
const rowsOf = (db: Db) => db as unknown as Kysely<Record<string, AnyRow>>

/** The stored row, trashed ones too, locked until the transaction ends. */
export async function lockRow<T extends TextTypes>(tx: Tx, noun: TextNoun<T>, id: string): Promise<T['row'] | null> {
  const select = rowsOf(tx).selectFrom(noun.tables.texts).selectAll().where('id', '=', id)
  return ((await locking(tx, rowLock(noun, id), select).executeTakeFirst()) as T['row'] | undefined) ?? null
}

/** The stored row of a text that this transaction has just made, or that it has locked. */
export async function getRow<T extends TextTypes>(tx: Tx, { tables }: TextNoun<T>, id: string): Promise<T['row']> {
  const row = await rowsOf(tx).selectFrom(tables.texts).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return row as T['row']
}

export async function insertRow(tx: Tx, { texts }: WrittenTables, row: AnyRow): Promise<void> {
  await rowsOf(tx).insertInto(texts).values(row).execute()
}

/** Writes columns of a row and nothing else. */
export async function updateRow(
  tx: Tx,
  { texts }: Pick<WrittenTables, 'texts'>,
  id: string,
  columns: AnyRow,
): Promise<void> {
  await rowsOf(tx).updateTable(texts).set(columns).where('id', '=', id).execute()
}

export async function putWorkingCopy(tx: Tx, tables: WrittenTables, id: string, columns: AnyRow): Promise<void> {
  await rowsOf(tx)
    .insertInto(tables.workingCopies)
    .values({ [tables.owner]: id, ...columns })
    .onConflict((conflict) => conflict.column(tables.owner).doUpdateSet(columns))
    .execute()
}

export async function deleteWorkingCopy(tx: Tx, { workingCopies, owner }: WrittenTables, id: string): Promise<void> {
  await rowsOf(tx).deleteFrom(workingCopies).where(owner, '=', id).execute()
}

/** How many texts an account is the author of, trashed ones too. */
export async function countBy(db: Db, { texts }: WrittenTables, authorId: string): Promise<number> {
  const row = await rowsOf(db)
    .selectFrom(texts)
    .select((select) => select.fn.countAll<number>().as('texts'))
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow()
  return Number(row.texts)
}

/** Makes another account, or none, the author of all texts and working texts of one. Returns how many texts there were. */
export async function changeAuthor(
  tx: Tx,
  { texts, workingCopies }: WrittenTables,
  from: string,
  to: string | null,
): Promise<number> {
  const [changed] = await rowsOf(tx).updateTable(texts).set({ author_id: to }).where('author_id', '=', from).execute()
  await rowsOf(tx).updateTable(workingCopies).set({ author_id: to }).where('author_id', '=', from).execute()
  return Number(changed?.numUpdatedRows ?? 0)
}
