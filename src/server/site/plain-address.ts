import { findMovedSlug, isPublished } from '../articles/articles.public.ts'
import type { Db } from '../platform/db/db.ts'

/** Addresses beside the articles that people type: the sign-in, the admin app and what machines read. */
const FIXED = ['/auth', '/admin', '/robots.txt', '/favicon.svg']
const ARTICLE = /^\/article\/([\w-]+)$/

/**
 * The plain address of a canonical path with a slash at its end or capital letters, where there is something (ruling R44); an
 * article's former address leads on to its present one at once. Null for a path that is plain, or leads nowhere.
 */
export async function plainAddress(db: Db, path: string): Promise<string | null> {
  const plain = path.toLowerCase().replace(/\/$/, '')
  if (plain === path) return null
  if (FIXED.includes(plain)) return plain
  const slug = ARTICLE.exec(plain)?.[1]
  if (slug === undefined) return null
  return (await isPublished(db, slug)) ? `/article/${slug}` : presentArticle(db, slug)
}

/** Where the published article stands that once had this slug (R5), or null. */
export async function presentArticle(db: Db, slug: string): Promise<string | null> {
  const present = await findMovedSlug(db, slug)
  return present === null ? null : `/article/${present}`
}
