import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import type { Category, CountedName, Topic } from '../../../contract/taxonomy.ts'
import { fold } from '../../../rules/fold.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockReferences, replaceReference } from '../articles/references.service.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { chooseSlug, deriveSlug } from './record-slugs.ts'
import {
  deleteNamed,
  findNamed,
  forgetSlug,
  getNamed,
  insertNamed,
  isUsed,
  listNamed,
  redirectSlugs,
  rememberSlug,
  renameNamed,
  type TaxonomyTable,
} from './taxonomy.queries.ts'

/**
 * Adds a category or tag, with a slug from its name, or the given one of an import; 409 `name_taken` (with the record
 * as `current`) when the folded name exists (RUL-6).
 */
export async function addNamed(
  db: Db,
  table: TaxonomyTable,
  name: string,
  now: Date,
  {
    slug,
    description = '',
    picture = null,
  }: Partial<Pick<Topic, 'description' | 'picture'>> & { slug?: string | null } = {},
): Promise<Topic> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    await refuseTaken(tx, table, name)
    const id = newId()
    const record = { id, name, slug: await deriveSlug(tx, table, { id, name: slug || name }), description, picture }
    await insertNamed(tx, table, { ...record, folded_name: fold(name), created_at: now.toISOString() })
    await announce(tx, { noun: table, id, verb: 'created' })
    return record
  })
}

/** The records of these names, compared folded, by the requested name. */
export async function findByNames(
  db: Db,
  table: TaxonomyTable,
  names: readonly string[],
): Promise<Map<string, Category>> {
  const found = new Map<string, Category>()
  for (const name of names) {
    const record = await findNamed(db, table, name)
    if (record) found.set(name, record)
  }
  return found
}

/** What an import said of a category or tag; a field that is absent is not compared. */
export type ImportedAbout = { name?: string; description?: string; picture?: string | null }

/**
 * Deletes a record that no article uses in its live or working text, and that is as it was imported. False otherwise, or
 * where it is gone.
 */
export async function removeUnused(
  db: Db,
  table: TaxonomyTable,
  { id, imported }: { id: string; imported: ImportedAbout },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    // Counted once no article is being written.
    await lockReferences(tx)
    const record = await getNamed(tx, table, id)
    if (!record || isChanged(record, imported) || (await isUsed(tx, table, id))) return false
    await remove(tx, table, id)
    return true
  })
}

function isChanged(record: Topic, { name, description, picture }: ImportedAbout): boolean {
  const isOther = <T>(now: T, then: T | undefined) => then !== undefined && now !== then
  return isOther(record.name, name) || isOther(record.description, description) || isOther(record.picture, picture)
}

/**
 * Changes the given fields. Another name derives the slug again or takes the given one; the former slug redirects (RUL-44). 404;
 * 409 `name_taken` (RUL-6); 409 `slug_taken` with a free `proposal`; 400 for an empty slug.
 */
export async function rename(
  db: Db,
  table: TaxonomyTable,
  { id, slug: typed, ...fields }: Changes,
  now: Date,
): Promise<Topic> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    const record = found(await getNamed(tx, table, id))
    const name = fields.name ?? record.name
    await refuseTaken(tx, table, name, id)
    const slug =
      typed !== undefined
        ? await chooseSlug(tx, table, id, typed)
        : fields.name === undefined
          ? record.slug
          : await deriveSlug(tx, table, { id, name })
    const { description = record.description, picture = record.picture } = fields
    const changed = { id, name, slug, description, picture }
    // PostgreSQL locks the row against new references while its name changes.
    await lockReferences(tx)
    await renameNamed(tx, table, changed)
    if (slug !== record.slug) await moveAddress(tx, table, { id, from: record.slug, to: slug }, now)
    await announce(tx, { noun: table, id, verb: 'updated' })
    return changed
  })
}

type Changes = { id: string; name?: string | undefined; slug?: string | undefined } & {
  [Field in 'description' | 'picture']?: Topic[Field] | undefined
}

/**
 * Moves all articles of one record to another and deletes it; its slugs redirect there (RUL-6, RUL-44). 404; 400 for
 * itself or an unknown target.
 */
export async function merge(
  db: Db,
  table: TaxonomyTable,
  { id, into_id: intoId }: { id: string; into_id: string },
  now: Date,
): Promise<CountedName> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    const record = found(await getNamed(tx, table, id))
    if (id === intoId) throw invalidField('into_id', 'Bitte ein anderes Ziel wählen')
    const into = await getNamed(tx, table, intoId)
    if (!into) throw invalidField('into_id', 'Das Ziel gibt es nicht')
    await replaceReference(tx, table, id, intoId)
    await redirectSlugs(tx, table, id, intoId)
    await deleteNamed(tx, table, id)
    await moveAddress(tx, table, { id: intoId, from: record.slug, to: into.slug }, now)
    await announce(tx, { noun: table, id, verb: 'removed', title: record.name })
    await announce(tx, { noun: table, id: intoId, verb: 'updated' })
    const merged = (await listNamed(tx, table)).find((other) => other.id === intoId)
    if (!merged) throw new ApiError('not_found')
    return merged
  })
}

/** Removes a record from all articles and deletes it for good; the articles stay (RUL-6). 404. */
export async function remove(db: Db, table: TaxonomyTable, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFor(tx, table)
    const { name: title } = found(await getNamed(tx, table, id))
    await replaceReference(tx, table, id, null)
    await deleteNamed(tx, table, id)
    await announce(tx, { noun: table, id, verb: 'removed', title })
  })
}

type Move = { id: string; from: string; to: string }

async function moveAddress(tx: Tx, table: TaxonomyTable, { id, from, to }: Move, now: Date): Promise<void> {
  await rememberSlug(tx, table, { slug: from, record_id: id, created_at: now.toISOString() })
  await forgetSlug(tx, table, { slug: to, record_id: id })
}

async function refuseTaken(tx: Tx, table: TaxonomyTable, name: string, exceptId?: string): Promise<void> {
  const existing = await findNamed(tx, table, name)
  if (!existing || existing.id === exceptId) return
  throw new ApiError('name_taken', {
    fields: [{ field: 'name', reason: `${quoted(existing.name)} gibt es schon` }],
    current: existing,
  })
}
