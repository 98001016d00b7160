import type { FormerAddress } from '../../../contract/articles/addresses.ts'
import type { Db } from '../../platform/db/db.ts'

/** Slugs in use by other articles: `base` itself, and if it is taken its numbered ones. Former addresses do not block. */
export async function takenSlugs(db: Db, base: string, exceptId: string): Promise<Set<string>> {
  const first = await db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', base)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  if (!first) return new Set()
  const rows = await db
    .selectFrom('articles')
    .select('slug')
    .where('slug', 'like', `${base}-%`)
    .where('id', '!=', exceptId)
    .execute()
  return new Set([base, ...rows.flatMap((row) => row.slug ?? [])])
}

/** Every address under which readers ever saw an article; the database itself notes them (migration 0031). */
export async function publicSlugsOf(db: Db, articleId: string): Promise<string[]> {
  const rows = await db.selectFrom('article_public_slugs').select('slug').where('article_id', '=', articleId).execute()
  return rows.map((row) => row.slug)
}

/** Forgets that an article was public under any other address than these. */
export async function keepPublicSlugs(db: Db, articleId: string, slugs: readonly string[]): Promise<void> {
  const all = db.deleteFrom('article_public_slugs').where('article_id', '=', articleId)
  await (slugs.length === 0 ? all : all.where('slug', 'not in', slugs)).execute()
}

/** Remembers a former public address (RUL-5): the article that had it last is the one it leads to. */
export async function rememberSlug(db: Db, slug: string, articleId: string, now: string): Promise<void> {
  await db
    .insertInto('slug_history')
    .values({ slug, article_id: articleId, created_at: now })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ article_id: articleId, created_at: now }))
    .execute()
}

/** Forgets a former address of an article; false when it is none. */
export async function forgetSlug(db: Db, slug: string, articleId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('slug_history')
    .where('slug', '=', slug)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Former addresses that lead to an article, newest first; its present one and those of published articles go before. */
export async function listFormerAddresses(db: Db, articleId: string): Promise<FormerAddress[]> {
  return db
    .selectFrom('slug_history')
    .select(['slug', 'created_at'])
    .where('article_id', '=', articleId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('articles')
            .select('articles.id')
            .whereRef('articles.slug', '=', 'slug_history.slug')
            .where((where) =>
              where.or([where('articles.status', '=', 'published'), where('articles.id', '=', articleId)]),
            ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('slug')
    .execute()
}
