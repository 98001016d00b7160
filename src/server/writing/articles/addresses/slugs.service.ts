import { ApiError, invalidField } from '../../../../contract/errors.ts'
import { fallbackSlug, slugify } from '../../../../rules/slug.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { lockFor } from '../../../platform/db/locks.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { ArticleRow } from '../articles.queries.ts'
import { forgetSlug, freeSlugFor, moveAddress } from './slugs.queries.ts'

/**
 * The slug somebody typed, brought to its form, or else the title's, which a suffix makes free (RUL-5). Errors: 409 `slug_taken`
 * with a free proposal when another article has the typed one, 400 when nothing is left of it.
 */
export async function findSlug(
  tx: Tx,
  { typed, title, id }: { typed?: string | undefined; title: string; id: string },
) {
  const slug = typed === undefined ? slugify(title) || fallbackSlug(id) : slugify(typed)
  if (!slug) throw invalidField('slug', 'Die Adresse braucht Buchstaben oder Ziffern')
  await lockFor(tx, 'article-slugs')
  const free = await freeSlugFor(tx, slug, id)
  if (free === slug || typed === undefined) return free
  throw new ApiError('slug_taken', {
    fields: [{ field: 'slug', reason: `Die Adresse „${slug}“ ist schon vergeben. Frei ist „${free}“.` }],
    proposal: free,
  })
}

/**
 * The slug an article gets with a change: the one typed, or the title's until the first publish or a hand edit. An address
 * readers have known goes on leading here, and one of its own it takes again is no former one any more (RUL-5).
 */
export async function changeSlug(
  tx: Tx,
  { id, slug: from, title: former, slug_is_custom, first_published_at }: ArticleRow,
  { slug, title, at }: { slug: string | undefined; title: string; at: string },
): Promise<{ slug: string; slug_is_custom: number }> {
  const typed = slug === from ? undefined : slug
  const follows = slug === undefined && !slug_is_custom && !first_published_at && title !== former
  if (typed === undefined && !follows) return { slug: from ?? '', slug_is_custom }
  const to = await findSlug(tx, { typed, title, id })
  if (to !== from) await moveAddress(tx, { id, from, to, at })
  return { slug: to, slug_is_custom: typed === undefined ? slug_is_custom : 1 }
}

/**
 * The slug of an article that readers are about to see no longer: the one its working text asks for, or its own where
 * another article has that by now, since going must not fail for it.
 */
export async function slugOutOfSight(tx: Tx, stored: ArticleRow, pending: string): Promise<string | undefined> {
  await lockFor(tx, 'article-slugs')
  const isFree = (await freeSlugFor(tx, pending, stored.id)) === pending
  return isFree ? pending : (stored.slug ?? undefined)
}

/** Lets a former address lead nowhere from now on; 404 when it did not lead to this article. */
export async function removeFormerAddress(db: Db, { id, slug }: { id: string; slug: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await forgetSlug(tx, slug, id))) throw new ApiError('not_found')
  })
}
