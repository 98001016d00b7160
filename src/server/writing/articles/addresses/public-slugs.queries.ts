import type { Db } from '../../../platform/db/db.ts'

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
