import { listPublishedIds, readPublicText } from '../articles/articles.public.ts'
import { listPublishedPageIds, readPageText } from '../pages/pages.public.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ReadInput } from './reader-text.job.ts'

/** Nouns of the readers' search, and how their records are read. */
export interface PublicTextSource {
  /** The noun in announced changes. */
  noun: string
  /** The public content of a record and its date (ISO 8601, UTC); null where it is not public. */
  read: (db: Db, id: string) => Promise<(ReadInput & { at: string }) | null>
  /** The next `count` ids of public records after one, by id: to find missed ones. */
  ids: (db: Db, after: string, count: number) => Promise<string[]>
}

export const SOURCES: readonly PublicTextSource[] = [
  { noun: 'articles', read: readPublicText, ids: listPublishedIds },
  { noun: 'pages', read: readPageText, ids: listPublishedPageIds },
]
