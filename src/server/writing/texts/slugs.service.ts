import { ApiError, invalidField } from '../../../contract/errors.ts'
import { freeSlug, slugify } from '../../../rules/slug.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { forgetSlug, isSlugTaken, numberedSlugs, rememberSlug } from './slugs.queries.ts'
import type { TextNoun, TextTypes } from './text-noun.ts'
import type { WrittenTables } from './written-tables.ts'

/**
 * The typed slug, brought to its form, or else the title's, which a suffix makes free (RUL-5, RUL-44). Errors: 400 on `slug`
 * when nothing is left of the typed one or the blog needs it itself; 409 `slug_taken` with a free proposal when another text
 * has it.
 */
export async function findSlug<T extends TextTypes>(
  tx: Tx,
  { tables, lock, slugs }: TextNoun<T>,
  { typed, title, id }: { typed?: string | undefined; title: string; id: string },
): Promise<string> {
  const slug = typed === undefined ? slugify(title) || slugs.fallback(id) : slugify(typed)
  if (!slug) throw invalidField('slug', 'Die Adresse braucht Buchstaben oder Ziffern')
  if (typed !== undefined && (slugs.isReserved(slug) || slugs.isReserved(typed.trim())))
    throw invalidField('slug', `Die Adresse ${quoted(slug)} gehört dem Blog selbst. Bitte wählen Sie eine andere.`)
  await lockFor(tx, `${lock}-slugs`)
  if (!slugs.isReserved(slug) && !(await isSlugTaken(tx, tables, slug, id))) return slug
  const free = freeSlug(slug, new Set([slug, ...(await numberedSlugs(tx, tables, slug, id))]))
  if (typed === undefined) return free
  throw new ApiError('slug_taken', {
    fields: [{ field: 'slug', reason: `Die Adresse ${quoted(slug)} ist schon vergeben. Frei ist ${quoted(free)}.` }],
    proposal: free,
  })
}

/**
 * The slug a text gets with a change: the typed one, or the title's until the first publication or a typed slug. An address that
 * readers knew redirects to the text from then on. An address of its own that it takes again is no former one any more (RUL-5).
 */
export async function changeSlug<T extends TextTypes>(
  tx: Tx,
  noun: TextNoun<T>,
  row: T['row'],
  { slug, title, at }: { slug: string | undefined; title: string; at: string },
): Promise<{ slug: string; slug_is_custom: number }> {
  const { id, slug_is_custom } = row
  const from = row.slug ?? ''
  const typed = slug === from ? undefined : slug
  const isFree = !slug_is_custom && !row.first_published_at && !noun.slugs.isFixed(from)
  const follows = slug === undefined && isFree && title !== row.title
  if (typed === undefined && !follows) return { slug: from, slug_is_custom }
  const to = await findSlug(tx, noun, { typed, title, id })
  refuseMove(noun, from, to)
  if (to !== from) await moveAddress(tx, noun, row, { from, to, at })
  return { slug: to, slug_is_custom: typed === undefined ? slug_is_custom : 1 }
}

/** Some addresses are fixed: 400 on `slug`. */
export function refuseMove<T extends TextTypes>({ slugs }: TextNoun<T>, from: string, to: string): void {
  if (slugs.isFixed(from) && to !== from) throw invalidField('slug', `Die Adresse ${quoted(`/${from}`)} ist fest.`)
}

/** Notes that a text goes from one address to another (RUL-5): one that readers knew redirects, whichever text had it before. */
export async function moveAddress<T extends TextTypes>(
  tx: Tx,
  { tables, slugs }: TextNoun<T>,
  row: T['row'],
  { from, to, at }: { from: string | null; to: string; at: string },
): Promise<void> {
  if (from && from !== to && (await slugs.wasPublic(tx, row, from)))
    await rememberSlug(tx, tables, { slug: from, id: row.id, at })
  await forgetSlug(tx, tables, to, row.id)
}

/**
 * The slug of a text that readers are about to see no longer: the one its working text asks for, or its own where another text
 * has that by now, since taking a text down must not fail for it.
 */
export async function slugOutOfSight<T extends TextTypes>(
  tx: Tx,
  { tables, lock }: TextNoun<T>,
  row: T['row'],
  pending: string,
): Promise<string | undefined> {
  await lockFor(tx, `${lock}-slugs`)
  return (await isSlugTaken(tx, tables, pending, row.id)) ? (row.slug ?? undefined) : pending
}

/** A former address redirects no longer; 404 when it did not redirect to this text. */
export async function removeFormerAddress(
  db: Db,
  tables: WrittenTables,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await forgetSlug(tx, tables, slug, id))) throw new ApiError('not_found')
  })
}

export { isSlugTaken, listFormerAddresses } from './slugs.queries.ts'
