import type { FormerAddress } from '../../../../contract/articles/addresses.ts'
import { freeSlug, slugStem } from '../../../../rules/slug.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

/** Whether another article has a slug. Former addresses do not count. */
export async function isSlugTaken(db: Db, slug: string, articleId: string): Promise<boolean> {
  const others = db.selectFrom('articles').select('id').where('slug', '=', slug).where('id', '!=', articleId)
  return (await others.executeTakeFirst()) !== undefined
}

/** The slug, or the first one with a number behind it, that no other article has. */
export async function freeSlugFor(db: Db, slug: string, articleId: string): Promise<string> {
  if (!(await isSlugTaken(db, slug, articleId))) return slug
  const numbered = await db
    .selectFrom('articles')
    .select('slug')
    .where('slug', 'like', `${slugStem(slug)}-%`)
    .where('id', '!=', articleId)
    .execute()
  return freeSlug(slug, new Set([slug, ...numbered.flatMap((row) => row.slug ?? [])]))
}

/** Every address under which readers ever saw an article; a trigger notes them. */
export async function publicSlugsOf(db: Db, articleId: string): Promise<string[]> {
  const rows = await db.selectFrom('article_public_slugs').select('slug').where('article_id', '=', articleId).execute()
  return rows.map((row) => row.slug)
}

/** Forgets that an article was public under any other address than these. */
export async function keepPublicSlugs(db: Db, articleId: string, slugs: readonly string[]): Promise<void> {
  const all = db.deleteFrom('article_public_slugs').where('article_id', '=', articleId)
  await (slugs.length === 0 ? all : all.where('slug', 'not in', slugs)).execute()
}

type MovedAddress = { id: string; from: string | null; to: string; at: string }

/**
 * Remembers that an article goes from one address to another (RUL-5): where readers have known the one it leaves, that leads to
 * it, whoever had it before; the one it takes is no former one of its own any more.
 */
export async function moveAddress(tx: Tx, { id, from, to, at }: MovedAddress): Promise<void> {
  if (from !== null && from !== to && (await publicSlugsOf(tx, id)).includes(from))
    await tx
      .insertInto('slug_history')
      .values({ slug: from, article_id: id, created_at: at })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet({ article_id: id, created_at: at }))
      .execute()
  await forgetSlug(tx, to, id)
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
