import { ApiError, invalidField } from '../../../contract/errors.ts'
import { MOST_WORDS, type OwnWord, type PutWord } from '../../../contract/words.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { countWords, deleteWord, putWord } from './dictionary.queries.ts'

/** Adds a word to the blog's dictionary; an existing one is updated. Error: 400 where the list is full. */
export async function keepWord(db: Db, input: PutWord, { caller, now }: Actor): Promise<OwnWord> {
  return inTransaction(db, async (tx) => {
    // Concurrent requests are counted one after the other.
    await lockFor(tx, 'record:own_words')
    const row = { id: newId(), ...input, author_id: caller.userId, created_at: now.toISOString() }
    const word = await putWord(tx, row)
    if ((await countWords(tx)) > MOST_WORDS)
      throw invalidField('word', `Mehr als ${MOST_WORDS} Wörter fasst die Liste nicht`)
    await announce(tx, { noun: 'words', id: word.id, verb: 'updated', hidden: true })
    return word
  })
}

/** Removes a word from the dictionary. Error: 404. */
export async function removeWord(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteWord(tx, id))) throw new ApiError('not_found')
    await announce(tx, { noun: 'words', id, verb: 'removed', hidden: true })
  })
}
