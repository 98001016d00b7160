import type { OwnWord } from '../../../contract/words.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { OwnWordsTable } from '../../tables.ts'

const COLUMNS = ['id', 'word', 'kind', 'suggestion'] as const

/** The blog's dictionary. */
export async function listWords(db: Db): Promise<OwnWord[]> {
  return db.selectFrom('own_words').select(COLUMNS).orderBy('word').$castTo<OwnWord>().execute()
}

/** Stores a word; an existing one is updated. */
export async function putWord(tx: Tx, row: OwnWordsTable): Promise<OwnWord> {
  const { kind, suggestion } = row
  return tx
    .insertInto('own_words')
    .values(row)
    .onConflict((conflict) => conflict.column('word').doUpdateSet({ kind, suggestion }))
    .returning(COLUMNS)
    .$castTo<OwnWord>()
    .executeTakeFirstOrThrow()
}

export async function countWords(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('own_words')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes a word; whether it existed. */
export async function deleteWord(tx: Tx, id: string): Promise<boolean> {
  return (await tx.deleteFrom('own_words').where('id', '=', id).executeTakeFirstOrThrow()).numDeletedRows > 0n
}
