import type { PromptCategory } from '../../contract/prompts.ts'
import type { Api } from './api.ts'
import { pagesQuery } from './pages.ts'
import { recordKeys } from './records.ts'

export type PromptFilter = { category?: PromptCategory | undefined; q?: string | undefined }

const PAGE_SIZE = 50

/** Pages of the prompt database, newest first (DATA-10). */
export function promptListQuery(api: Api, { category, q }: PromptFilter) {
  return pagesQuery([...recordKeys('prompts').lists, { category: category ?? null, q: q ?? '' }], (cursor, call) =>
    api.prompts.list({ category, q, limit: PAGE_SIZE, cursor }, call),
  )
}
