import { ApiError, invalidField } from '../../../contract/errors.ts'
import { freeSlug, slugify, slugStem } from '../../../rules/slug.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Records with a slug that is unique in their table. */
type SluggedTable = 'authors' | 'categories' | 'tags'

/** A free slug derived from the name. */
export async function deriveSlug(
  tx: Tx,
  table: SluggedTable,
  { id, name }: { id: string; name: string },
): Promise<string> {
  const base = slugify(name) || id.slice(-8)
  return freeSlug(base, await takenSlugs(tx, table, base, id))
}

/** The typed slug in its canonical form. Errors: 400 for an empty one, 409 `slug_taken` with a free `proposal`. */
export async function chooseSlug(tx: Tx, table: SluggedTable, id: string, typed: string): Promise<string> {
  const slug = slugify(typed)
  if (!slug) throw invalidField('slug', 'Die Adresse braucht Buchstaben oder Ziffern')
  const taken = await takenSlugs(tx, table, slug, id)
  if (!taken.has(slug)) return slug
  const proposal = freeSlug(slug, taken)
  const reason = `Die Adresse ${quoted(slug)} ist schon vergeben. Frei ist ${quoted(proposal)}.`
  throw new ApiError('slug_taken', { fields: [{ field: 'slug', reason }], proposal })
}

/** The slugs of others that are `base` or `base` with a suffix. */
async function takenSlugs(db: Db, table: SluggedTable, base: string, exceptId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table)
    .select('slug')
    .where((where) => where.or([where('slug', '=', base), where('slug', 'like', `${slugStem(base)}-%`)]))
    .where('id', '!=', exceptId)
    .execute()
  return new Set(rows.map((row) => row.slug))
}
