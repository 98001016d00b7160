import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { ALL, behind, listPlaces, type PublishedPlace } from './lists.public.ts'

/** Data of a published article in a sitemap. */
export interface SitemapArticle {
  id: string
  slug: string
  published_at: string | null
  updated_at: string
  cover_image_url: string | null
  canonical_url: string | null
}

/** Rows per query: on SQLite each query blocks the event loop. */
const STEP = 500

/**
 * Published articles for search engines, newest first, in steps, starting `offset` after a position. Excluded ones
 * (`noindex`) count for the offset, but are omitted.
 */
export async function* listForSitemap(
  db: Db,
  {
    after,
    offset,
    limit,
  }: { after: { id: string; published_at: string | null } | null; offset: number; limit: number },
): AsyncGenerator<SitemapArticle[]> {
  let place = after
  let skip = offset
  for (let left = limit; left > 0; left -= STEP) {
    const select = db
      .selectFrom('articles')
      .select(['id', 'slug', 'published_at', 'updated_at', 'cover_image_url', 'canonical_url', 'noindex'])
      // Exactly the condition of the partial index: SQLite compares no parameter with it.
      .where(sql<boolean>`status = 'published'`)
      .where('deleted_at', 'is', null)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(Math.min(STEP, left))
      .offset(skip)
    const rows = await (place ? select.where(sql<boolean>`(published_at, id) < ${behind(place)}`) : select).execute()
    yield rows.flatMap(({ noindex, slug, ...row }) => (noindex === 1 || slug === null ? [] : [{ ...row, slug }]))
    place = rows.at(-1) ?? null
    if (rows.length < STEP) return
    skip = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/**
 * Ids of the newest published articles for crawlers, at most `most`, and of the excluded ones between them (`noindex`).
 */
export async function listNewestIndexed(db: Db, most: number): Promise<{ ids: string[]; leftOut: string[] }> {
  const found = { ids: [] as string[], leftOut: [] as string[] }
  for (let after: PublishedPlace | null = null; ;) {
    const places: PublishedPlace[] = await listPlaces(db, ALL, { after, limit: most, offset: 0 })
    const marked = await listLeftOut(
      db,
      places.map(({ id }) => id),
    )
    for (const { id } of places) {
      if (found.ids.length < most) (marked.has(id) ? found.leftOut : found.ids).push(id)
    }
    after = places.at(-1) ?? null
    if (places.length < most || found.ids.length === most) return found
  }
}

async function listLeftOut(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('articles').select('id').where('id', 'in', ids).where('noindex', '=', 1).execute()
  return new Set(rows.map(({ id }) => id))
}
