import type { Insertable, Updateable } from 'kysely'
import type { Prompt, PromptCategory } from '../../contract/prompts.ts'
import { searchTerms } from '../../rules/search-text.ts'
import type { Db } from '../platform/db/db.ts'
import { olderThan, toPage } from '../platform/db/keyset.ts'
import { containsTerms } from '../platform/db/search.ts'
import type { PromptLibraryTable } from '../tables.ts'

const COLUMNS = ['id', 'title', 'content', 'category', 'description', 'author_id', 'created_at'] as const

export type PromptListQuery = {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  category?: PromptCategory | undefined
}

/** A page of prompts, newest first. */
export async function listPrompts(
  db: Db,
  query: PromptListQuery,
): Promise<{ items: Prompt[]; next_cursor: string | null }> {
  let select = db
    .selectFrom('prompt_library')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  if (query.category) select = select.where('category', '=', query.category)
  if (query.q?.trim()) select = select.where(containsTerms(db, 'search_text', searchTerms(query.q)))
  if (query.cursor) select = select.where(olderThan('created_at', 'id', query.cursor))
  const rows = (await select.execute()) as Prompt[]
  return toPage(rows, query.limit, (row) => ({ at: row.created_at, id: row.id }))
}

/** One living prompt, or null. */
export async function getPrompt(db: Db, id: string): Promise<Prompt | null> {
  const row = await db
    .selectFrom('prompt_library')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return (row as Prompt | undefined) ?? null
}

export async function insertPrompt(db: Db, row: Insertable<PromptLibraryTable>): Promise<void> {
  await db.insertInto('prompt_library').values(row).execute()
}

/** Changes a living prompt; false when there is none. */
export async function updatePrompt(db: Db, id: string, values: Updateable<PromptLibraryTable>): Promise<boolean> {
  const result = await db
    .updateTable('prompt_library')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}
