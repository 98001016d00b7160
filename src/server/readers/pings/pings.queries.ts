import type { Db, Tx } from '../../platform/db/db.ts'
import { pagesOfPeople } from '../../writing/authors/authors.public.ts'

export type Ping = { article_id: string; nonce: string; due_at: string; tries: number }

/** Orders a notification of a change; a pending one is not postponed by the next change. */
export async function putPing(tx: Tx, ping: Omit<Ping, 'tries'>): Promise<void> {
  await tx
    .insertInto('pings')
    .values(ping)
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet({ nonce: ping.nonce, tries: 0 }))
    .execute()
}

/** Due notifications, the oldest first. */
export async function duePings(db: Db, now: string, limit: number): Promise<Ping[]> {
  return db.selectFrom('pings').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(limit).execute()
}

/** Removes sent or abandoned notifications, unless the article has changed since. */
export async function removePings(db: Db, pings: readonly Ping[]): Promise<void> {
  for (const { article_id, nonce } of pings)
    await db.deleteFrom('pings').where('article_id', '=', article_id).where('nonce', '=', nonce).execute()
}

/** Postpones a failed notification. */
export async function putOff(db: Db, { article_id, nonce, tries }: Ping, due_at: string): Promise<void> {
  await db
    .updateTable('pings')
    .set({ due_at, tries: tries + 1 })
    .where('article_id', '=', article_id)
    .where('nonce', '=', nonce)
    .execute()
}

/** The public addresses of an article, present and former, and the lists with its feeds. */
export type PingedArticle = {
  noindex: boolean
  /** Every slug under which it was ever public; empty for an article that never was. */
  slugs: string[]
  /** Slugs of the lists it is on; null while it is not public, since its present lists were never public. */
  lists: { category: string | null; tags: string[]; authors: string[] } | null
}

/** An article with its lists; `defaultLine` names the authors of one without a byline. */
export async function readPinged(db: Db, id: string, defaultLine: string): Promise<PingedArticle | null> {
  const row = await db
    .selectFrom('articles')
    .leftJoin('categories', 'categories.id', 'articles.category_id')
    .select([
      'articles.noindex',
      'articles.status',
      'articles.deleted_at',
      'articles.byline',
      'categories.slug as category',
    ])
    .where('articles.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const slugs = await db.selectFrom('article_public_slugs').select('slug').where('article_id', '=', id).execute()
  const tags = await db
    .selectFrom('article_tags')
    .innerJoin('tags', 'tags.id', 'article_tags.tag_id')
    .select('tags.slug')
    .where('article_id', '=', id)
    .execute()
  return {
    noindex: row.noindex === 1,
    slugs: slugs.map(({ slug }) => slug),
    lists:
      row.status === 'published' && row.deleted_at === null
        ? {
            category: row.category,
            tags: tags.map(({ slug }) => slug),
            authors: await pagesOfPeople(db, (row.byline ?? '').trim() || defaultLine),
          }
        : null,
  }
}
