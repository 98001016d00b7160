import type { Prompt, PromptCategory } from '../../../contract/prompts.ts'
import { searchTerms } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { containsTerms } from '../../platform/search/search.ts'

export type PromptListQuery = PageQuery & { q?: string | undefined; category?: PromptCategory | undefined }

function selectPrompts(db: Db) {
  return db
    .selectFrom('prompt_library')
    .select(['id', 'title', 'content', 'category', 'description', 'author_id', 'created_at'])
    .where('deleted_at', 'is', null)
    .$castTo<Prompt>()
}

/** A page of prompts, newest first. */
export async function listPrompts(db: Db, { q, category, ...page }: PromptListQuery): Promise<Page<Prompt>> {
  let select = selectPrompts(db).where(containsTerms(db, 'search_text', searchTerms(q ?? '')))
  if (category) select = select.where('category', '=', category)
  return newestFirst(select, 'prompt_library', page)
}

/** A prompt outside the trash, or null. */
export async function getPrompt(db: Db, id: string): Promise<Prompt | null> {
  return (await selectPrompts(db).where('id', '=', id).executeTakeFirst()) ?? null
}
