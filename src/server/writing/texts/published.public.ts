import type { Db } from '../../platform/db/db.ts'
import { lookedAt } from '../../platform/db/expressions.ts'
import { asArticles, type WrittenTables } from './written-tables.ts'

/** What readers search of a published text, and its date. */
export type SearchedText = { title: string; excerpt: string; names: string[]; markdown: string; at: string }

/** The present slug of a published text that formerly had this one (RUL-5), or null. */
export async function presentSlug(db: Db, tables: WrittenTables, slug: string): Promise<string | null> {
  const { texts, formerSlugs, owner } = asArticles(tables)
  const row = await db
    .selectFrom(`${formerSlugs} as former`)
    .innerJoin(`${texts} as text`, 'text.id', `former.${owner}`)
    .select('text.slug')
    .where('former.slug', '=', slug)
    .where('text.status', '=', 'published')
    .where('text.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.slug ?? null
}

/** The next published texts after one, by id. */
export async function listPublishedIds(db: Db, tables: WrittenTables, after: string, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom(asArticles(tables).texts)
    .select('id')
    .where(lookedAt(db, 'status'), '=', 'published')
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map((row) => row.id)
}
