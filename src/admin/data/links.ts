import type { LinkCategory } from '../../contract/links.ts'
import type { Api } from './api.ts'
import { pagesQuery } from './pages.ts'
import { recordKeys } from './records.ts'

export type LinkFilter = { category?: LinkCategory | undefined; q?: string | undefined }

const PAGE_SIZE = 100

/** Pages of the link database, newest first (DATA-10). */
export function linkListQuery(api: Api, { category, q }: LinkFilter) {
  return pagesQuery([...recordKeys('links').lists, { category: category ?? null, q: q ?? '' }], (cursor, call) =>
    api.links.list({ category, q, limit: PAGE_SIZE, cursor }, call),
  )
}
