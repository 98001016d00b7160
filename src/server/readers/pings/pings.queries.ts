import type { Db, Tx } from '../../platform/db/db.ts'

export type Ping = { article_id: string; nonce: string; due_at: string; tries: number }

/** Has a change told; one that waits already is not put off by the next. */
export async function putPing(tx: Tx, ping: Omit<Ping, 'tries'>): Promise<void> {
  await tx
    .insertInto('pings')
    .values(ping)
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet({ nonce: ping.nonce, tries: 0 }))
    .execute()
}

/** Those whose time has come, the oldest first. */
export async function duePings(db: Db, now: string, limit: number): Promise<Ping[]> {
  return db.selectFrom('pings').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(limit).execute()
}

/** Takes away what was told, or given up, unless it has changed since. */
export async function removePings(db: Db, pings: readonly Ping[]): Promise<void> {
  for (const { article_id, nonce } of pings)
    await db.deleteFrom('pings').where('article_id', '=', article_id).where('nonce', '=', nonce).execute()
}

/** Puts off what nobody took. */
export async function putOff(db: Db, { article_id, nonce, tries }: Ping, due_at: string): Promise<void> {
  await db
    .updateTable('pings')
    .set({ due_at, tries: tries + 1 })
    .where('article_id', '=', article_id)
    .where('nonce', '=', nonce)
    .execute()
}

/** Of an article what is public, or was, and where its feeds stand. */
export type PingedArticle = {
  noindex: boolean
  /** Every slug under which it was ever public; none for an article that never was. */
  slugs: string[]
  /** Slugs of the lists it stands in; null while readers do not see it, since what it is sorted under now nobody has seen. */
  lists: { category: string | null; tags: string[]; author: string | null } | null
}

export async function readPinged(db: Db, id: string): Promise<PingedArticle | null> {
  const row = await db
    .selectFrom('articles')
    .leftJoin('categories', 'categories.id', 'articles.category_id')
    .select([
      'articles.noindex',
      'articles.status',
      'articles.deleted_at',
      'articles.author_slug',
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
        ? { category: row.category, tags: tags.map(({ slug }) => slug), author: row.author_slug }
        : null,
  }
}
