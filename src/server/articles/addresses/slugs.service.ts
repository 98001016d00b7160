import { ApiError, invalidField } from '../../../contract/errors.ts'
import { fallbackSlug, freeSlug, slugify } from '../../../rules/slug.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { ArticleRow } from '../articles.queries.ts'
import { forgetSlug, publicSlugsOf, rememberSlug, takenSlugs } from './slugs.queries.ts'

/** A slug derived from the title; a suffix makes it free (RUL-5). */
export async function deriveSlug(tx: Tx, title: string, articleId: string): Promise<string> {
  await lockFor(tx, 'article-slugs')
  const base = slugify(title) || fallbackSlug(articleId)
  return freeSlug(base, await takenSlugs(tx, base, articleId))
}

/** A slug someone typed, brought to its form; 409 `slug_taken` with a free proposal when another article has it (RUL-5). */
export async function chooseSlug(tx: Tx, typed: string, articleId: string): Promise<string> {
  await lockFor(tx, 'article-slugs')
  const slug = slugify(typed)
  if (!slug) throw invalidField('slug', 'Die Adresse braucht Buchstaben oder Ziffern')
  const taken = await takenSlugs(tx, slug, articleId)
  if (!taken.has(slug)) return slug
  const proposal = freeSlug(slug, taken)
  throw new ApiError('slug_taken', {
    fields: [{ field: 'slug', reason: `Die Adresse „${slug}“ ist schon vergeben. Frei ist „${proposal}“.` }],
    proposal,
  })
}

/**
 * The slug an article gets with a change: the one typed, or the title's until the first publish or a hand edit. An address
 * readers have known goes on leading here, and one of its own it takes again is no former one any more (RUL-5).
 */
export async function changeSlug(
  tx: Tx,
  stored: ArticleRow,
  { slug, title, at }: { slug: string | undefined; title: string; at: string },
): Promise<Pick<ArticleRow, 'slug' | 'slug_is_custom'>> {
  const follows = !stored.slug_is_custom && !stored.first_published_at
  let next = stored.slug ?? ''
  let custom = stored.slug_is_custom
  if (slug !== undefined && slug !== stored.slug) {
    next = await chooseSlug(tx, slug, stored.id)
    custom = 1
  } else if (slug === undefined && follows && title !== stored.title) {
    next = await deriveSlug(tx, title, stored.id)
  }
  if (next !== stored.slug) {
    await leaveAddress(tx, { id: stored.id, slug: stored.slug, at })
    await forgetSlug(tx, next, stored.id)
  }
  return { slug: next, slug_is_custom: custom }
}

/**
 * Lets an address lead to an article from now on where readers have seen it there (RUL-5); what never was public tells nobody.
 */
export async function leaveAddress(
  tx: Tx,
  { id, slug, at }: { id: string; slug: string | null; at: string },
): Promise<void> {
  if (slug !== null && (await publicSlugsOf(tx, id)).includes(slug)) await rememberSlug(tx, slug, id, at)
}

/**
 * The slug of an article that readers are about to see no longer: the one its working version asks for, or its own where
 * another article has that by now, since going must not fail for it.
 */
export async function slugOutOfSight(tx: Tx, stored: ArticleRow, pending: string): Promise<string | undefined> {
  await lockFor(tx, 'article-slugs')
  const taken = await takenSlugs(tx, pending, stored.id)
  return taken.has(pending) ? (stored.slug ?? undefined) : pending
}

/** Lets a former address lead nowhere from now on; 404 when it did not lead to this article. */
export async function removeFormerAddress(db: Db, { id, slug }: { id: string; slug: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await forgetSlug(tx, slug, id))) throw new ApiError('not_found')
  })
}
