import type { CreatePrompt, Prompt, UpdatePrompt } from '../../../contract/prompts.ts'
import { searchableText } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { records } from '../../platform/db/records.ts'
import type { Actor } from '../../platform/caller.ts'
import { getPrompt } from './prompts.queries.ts'

const prompts = records('prompt_library', 'prompts', getPrompt)

/** Adds a prompt of the caller. */
export async function addPrompt(db: Db, input: CreatePrompt, actor: Actor): Promise<Prompt> {
  return prompts.create(db, { ...input, ...columnsOf(input, actor) }, actor)
}

/** Changes the fields given; 404 when there is no such prompt. */
export async function changePrompt(db: Db, { id, ...fields }: UpdatePrompt, actor: Actor): Promise<Prompt> {
  return prompts.revise(db, id, (prompt) => ({ ...fields, ...columnsOf({ ...prompt, ...fields }, actor) }))
}

/** Moves a prompt to the trash (RUL-20); 404 when there is no such prompt. */
export async function trashPrompt(db: Db, id: string, actor: Actor): Promise<void> {
  return prompts.trash(db, id, actor)
}

function columnsOf({ title, content, description }: Pick<Prompt, 'title' | 'content' | 'description'>, { now }: Actor) {
  return { search_text: searchableText(`${title}\n${content}\n${description}`), updated_at: now.toISOString() }
}
