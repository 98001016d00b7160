import { listPublishedIds, readPublicText } from '../articles/articles.public.ts'
import { listPublishedPageIds, readPageText } from '../pages/pages.public.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ReadInput } from './reader-text.job.ts'

/** Nouns that readers search, and how a record of theirs is read. */
export interface PublicTextSource {
  /** As changes are announced under it. */
  noun: string
  /** What readers have of a record and since when (ISO 8601, UTC); null where they have none. */
  read: (db: Db, id: string) => Promise<(ReadInput & { at: string }) | null>
  /** The next so many ids behind one of what readers have, by id: to find what has been missed. */
  ids: (db: Db, after: string, count: number) => Promise<string[]>
}

export const SOURCES: readonly PublicTextSource[] = [
  { noun: 'articles', read: readPublicText, ids: listPublishedIds },
  { noun: 'pages', read: readPageText, ids: listPublishedPageIds },
]
