import { ApiError } from '../../contract/errors.ts'
import type { CreatePrompt, Prompt, UpdatePrompt } from '../../contract/prompts.ts'
import { searchableText } from '../../rules/search-text.ts'
import type { Db } from '../platform/db/db.ts'
import { holdRecord } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import { tableBin } from '../platform/trash-bin.ts'
import { getPrompt, insertPrompt, updatePrompt } from './prompts.queries.ts'

export const bin = tableBin('prompt_library')

/** Adds a prompt of the caller's. */
export async function addPrompt(db: Db, input: CreatePrompt, { caller, now }: Act): Promise<Prompt> {
  return inTransaction(db, async (tx) => {
    const id = newId()
    const at = now.toISOString()
    await insertPrompt(tx, {
      id,
      ...input,
      search_text: searchText(input),
      author_id: caller.userId,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    await announce(tx, { noun: 'prompts', id, verb: 'created' })
    return mustGet(tx, id)
  })
}

/** Changes the fields given; 404 when there is no such prompt. */
export async function changePrompt(db: Db, { id, ...fields }: UpdatePrompt, { now }: Act): Promise<Prompt> {
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'prompt_library', id)
    const text = { ...(await mustGet(tx, id)), ...fields }
    await updatePrompt(tx, id, { ...fields, search_text: searchText(text), updated_at: now.toISOString() })
    await announce(tx, { noun: 'prompts', id, verb: 'updated' })
    return mustGet(tx, id)
  })
}

/** Moves a prompt to the trash (RUL-20); 404 when there is no such prompt. */
export async function trashPrompt(db: Db, id: string, { now }: Act): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await updatePrompt(tx, id, { deleted_at: now.toISOString() }))) throw new ApiError('not_found')
    await announce(tx, { noun: 'prompts', id, verb: 'removed' })
  })
}

async function mustGet(db: Db, id: string): Promise<Prompt> {
  const prompt = await getPrompt(db, id)
  if (!prompt) throw new ApiError('not_found')
  return prompt
}

function searchText({ title, content, description }: Pick<Prompt, 'title' | 'content' | 'description'>): string {
  return searchableText(`${title}\n${content}\n${description}`)
}
