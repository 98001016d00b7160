import { ApiError, invalidField } from '../../contract/errors.ts'
import { fallbackSlug, freeSlug, slugify } from '../../rules/slug.ts'
import { lockFor, type Tx } from '../platform/db/db.ts'
import { takenSlugs } from './articles.queries.ts'

/** A slug derived from the title; a suffix makes it free (R5). Slugs are chosen one at a time across instances. */
export async function deriveSlug(tx: Tx, title: string, articleId: string): Promise<string> {
  await lockFor(tx, 'article-slugs')
  const base = slugify(title) || fallbackSlug(articleId)
  return freeSlug(base, await takenSlugs(tx, base, articleId))
}

/** A slug someone typed, brought to its form; 409 `slug_taken` with a free proposal when another article has it (R5). */
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
