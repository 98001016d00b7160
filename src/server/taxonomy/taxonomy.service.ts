import { ApiError } from '../../contract/errors.ts'
import type { Category } from '../../contract/taxonomy.ts'
import { fold } from '../../rules/fold.ts'
import { freeSlug, slugify } from '../../rules/slug.ts'
import { lockFor, type Db } from '../platform/db/db.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import { findNamed, insertNamed, takenSlugs, type TaxonomyTable } from './taxonomy.queries.ts'

/** Adds a category or tag; 409 `name_taken` (with the record as `current`) when the folded name exists (R6). */
export async function addNamed(db: Db, table: TaxonomyTable, name: string, now: Date): Promise<Category> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    const existing = await findNamed(tx, table, name)
    if (existing) {
      throw new ApiError('name_taken', {
        fields: [{ field: 'name', reason: `„${existing.name}“ gibt es schon` }],
        current: existing,
      })
    }
    const id = newId()
    const base = slugify(name) || id.slice(-8)
    const record = { id, name, slug: freeSlug(base, await takenSlugs(tx, table, base)) }
    await insertNamed(tx, table, { ...record, folded_name: fold(name), created_at: now.toISOString() })
    await announce(tx, { noun: table, id, verb: 'created' })
    return record
  })
}
