import { ApiError, invalidField } from '../../../contract/errors.ts'
import { isLegal } from '../../../rules/pages.ts'
import { isReserved } from '../../../rules/public-paths.ts'
import { fallbackSlug, freeSlug, slugify } from '../../../rules/slug.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { PageRow } from './pages.queries.ts'
import { forgetSlug, rememberSlug, takenSlugs } from './slugs.queries.ts'

/** A slug derived from the title; a suffix makes it free, also where the product answers there itself (RUL-5, RUL-44). */
export async function deriveSlug(tx: Tx, title: string, pageId: string): Promise<string> {
  await lockFor(tx, 'page-slugs')
  const base = slugify(title) || fallbackSlug(pageId).replace('artikel', 'seite')
  const taken = await takenSlugs(tx, base, pageId)
  return freeSlug(base, isReserved(base) ? new Set([base, ...taken]) : taken)
}

/**
 * A slug someone typed, brought to its form. Errors: 400 on `slug` for one the product needs itself (RUL-44), 409 `slug_taken`
 * with a free proposal when another page has it (RUL-5).
 */
export async function chooseSlug(tx: Tx, typed: string, pageId: string): Promise<string> {
  await lockFor(tx, 'page-slugs')
  const slug = slugify(typed)
  if (!slug) throw invalidField('slug', 'Die Adresse braucht Buchstaben oder Ziffern')
  if (isReserved(slug) || isReserved(typed.trim()))
    throw invalidField('slug', `Die Adresse „${slug}“ gehört dem Blog selbst. Bitte wählen Sie eine andere.`)
  const taken = await takenSlugs(tx, slug, pageId)
  if (!taken.has(slug)) return slug
  const proposal = freeSlug(slug, taken)
  throw new ApiError('slug_taken', {
    fields: [{ field: 'slug', reason: `Die Adresse „${slug}“ ist schon vergeben. Frei ist „${proposal}“.` }],
    proposal,
  })
}

/**
 * The slug a page gets with a change: the one typed, or the title's until the first publish or a hand edit. An address
 * readers have known goes on leading here (RUL-5). Legal pages keep theirs: 400 on `slug`.
 */
export async function changeSlug(
  tx: Tx,
  stored: PageRow,
  { slug, title, at }: { slug: string | undefined; title: string; at: string },
): Promise<Pick<PageRow, 'slug' | 'slug_is_custom'>> {
  const former = stored.slug ?? ''
  const follows = !stored.slug_is_custom && !stored.first_published_at && !isLegal(former)
  let next = former
  let custom = stored.slug_is_custom
  if (slug !== undefined && slug !== former) {
    next = await chooseSlug(tx, slug, stored.id)
    refuseMovedLegal(former, next)
    custom = 1
  } else if (slug === undefined && follows && title !== stored.title) {
    next = await deriveSlug(tx, title, stored.id)
  }
  if (next !== former) {
    if (stored.first_published_at && former) await rememberSlug(tx, former, stored.id, at)
    await forgetSlug(tx, next, stored.id)
  }
  return { slug: next, slug_is_custom: custom }
}

/** Links and laws know legal pages by their address. */
export function refuseMovedLegal(former: string, next: string): void {
  if (isLegal(former) && next !== former) throw invalidField('slug', `Die Adresse „/${former}“ ist fest.`)
}

/**
 * The slug of a page that readers are about to see no longer: the one its working text asks for, or its own where another
 * page has that by now, since going must not fail for it.
 */
export async function slugOutOfSight(tx: Tx, stored: PageRow, pending: string): Promise<string | undefined> {
  await lockFor(tx, 'page-slugs')
  const taken = await takenSlugs(tx, pending, stored.id)
  return taken.has(pending) ? (stored.slug ?? undefined) : pending
}

/** Lets a former address lead nowhere from now on; 404 when it did not lead to this page. */
export async function removeFormerAddress(db: Db, { id, slug }: { id: string; slug: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await forgetSlug(tx, slug, id))) throw new ApiError('not_found')
  })
}
