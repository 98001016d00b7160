import { ApiError, invalidField } from '../../contract/errors.ts'
import type { Category, CountedName } from '../../contract/taxonomy.ts'
import { fold } from '../../rules/fold.ts'
import { freeSlug, slugify } from '../../rules/slug.ts'
import * as articles from '../articles/articles.service.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { holdOffWriters } from '../articles/saves.service.ts'
import { lockFor } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import {
  deleteNamed,
  findNamed,
  getNamed,
  insertNamed,
  listNamed,
  renameNamed,
  takenSlugs,
  type TaxonomyTable,
} from './taxonomy.queries.ts'

/** Adds a category or tag; 409 `name_taken` (with the record as `current`) when the folded name exists (R6). */
export async function addNamed(db: Db, table: TaxonomyTable, name: string, now: Date): Promise<Category> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    await refuseTaken(tx, table, name)
    const id = newId()
    const base = slugify(name) || id.slice(-8)
    const record = { id, name, slug: freeSlug(base, await takenSlugs(tx, table, base)) }
    await insertNamed(tx, table, { ...record, folded_name: fold(name), created_at: now.toISOString() })
    await announce(tx, { noun: table, id, verb: 'created' })
    return record
  })
}

/** Renames; the slug stays, so that addresses do. 404, 409 `name_taken` (R6). */
export async function rename(db: Db, table: TaxonomyTable, id: string, name: string): Promise<Category> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    const record = await mustGet(tx, table, id)
    await refuseTaken(tx, table, name, id)
    // PostgreSQL keeps the row from everybody who refers to it while its name changes.
    await holdOffWriters(tx)
    await renameNamed(tx, table, id, name)
    await announce(tx, { noun: table, id, verb: 'updated' })
    return { ...record, name }
  })
}

/** Gives all articles of one record to another and removes it (R6). 404; 400 for itself or an unknown target. */
export async function merge(db: Db, table: TaxonomyTable, id: string, intoId: string): Promise<CountedName> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    await mustGet(tx, table, id)
    if (id === intoId) throw invalidField('into_id', 'Bitte ein anderes Ziel wählen')
    if (!(await getNamed(tx, table, intoId))) throw invalidField('into_id', 'Das Ziel gibt es nicht')
    await articles.replaceReference(tx, table, id, intoId)
    await deleteNamed(tx, table, id)
    await announce(tx, { noun: table, id, verb: 'removed' })
    await announce(tx, { noun: table, id: intoId, verb: 'updated' })
    const merged = (await listNamed(tx, table)).find((record) => record.id === intoId)
    if (!merged) throw new ApiError('not_found')
    return merged
  })
}

/** Removes a record from all articles and for good; the articles stay (R6). 404. */
export async function remove(db: Db, table: TaxonomyTable, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    await mustGet(tx, table, id)
    await articles.replaceReference(tx, table, id, null)
    await deleteNamed(tx, table, id)
    await announce(tx, { noun: table, id, verb: 'removed' })
  })
}

async function refuseTaken(tx: Tx, table: TaxonomyTable, name: string, exceptId?: string): Promise<void> {
  const existing = await findNamed(tx, table, name)
  if (!existing || existing.id === exceptId) return
  throw new ApiError('name_taken', {
    fields: [{ field: 'name', reason: `„${existing.name}“ gibt es schon` }],
    current: existing,
  })
}

async function mustGet(tx: Tx, table: TaxonomyTable, id: string): Promise<Category> {
  const record = await getNamed(tx, table, id)
  if (!record) throw new ApiError('not_found')
  return record
}
