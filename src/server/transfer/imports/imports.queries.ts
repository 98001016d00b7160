import { sql, type Selectable } from 'kysely'
import type { ImportItem, ItemFilter, ItemKind, ItemOutcome } from '../../../contract/imports.ts'
import { fold } from '../../../rules/fold.ts'
import { personName } from '../../../rules/person-name.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { locking } from '../../platform/db/locks.ts'
import type { ImportItemsTable, ImportsTable } from '../../tables.ts'
import type { StagedItem } from './staged-items.ts'

export type ImportRow = Selectable<ImportsTable>
export type ItemRow = Selectable<ImportItemsTable>
/** The columns by which a running import is recognised. */
export type Working = Pick<ImportRow, 'id' | 'state' | 'dry_run' | 'read_at'>

/** A started dry run with its items unchanged: nothing of it has been written. */
export function isMadeReal({ dry_run, finished_at, state }: ImportRow): boolean {
  return dry_run === 1 && finished_at !== null && (state === 'running' || state === 'paused')
}

export async function insertImport(db: Db, row: ImportRow): Promise<void> {
  await db.insertInto('imports').values(row).execute()
}

export async function getImport(db: Db, id: string): Promise<ImportRow | null> {
  return (await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The row of an import, locked until the transaction ends. */
export async function lockImport(tx: Tx, id: string): Promise<ImportRow | null> {
  const select = tx.selectFrom('imports').selectAll().where('id', '=', id)
  return (await locking(tx, `import:${id}`, select).executeTakeFirst()) ?? null
}

export async function updateImport(db: Db, id: string, values: Partial<ImportRow>): Promise<void> {
  await db.updateTable('imports').set(values).where('id', '=', id).execute()
}

/** Counts a reading of the source, or of the picture that comes next, before it begins; undone when it ends without a crash. */
export async function countReading(db: Db, id: string, by: 1 | -1): Promise<void> {
  await db
    .updateTable('imports')
    .set(({ eb }) => ({ reading_attempts: eb('reading_attempts', '+', by) }))
    .where('id', '=', id)
    .execute()
}

/** The readings counted for the next picture are over: it has an outcome. */
export async function forgetReadings(db: Db, id: string): Promise<void> {
  await db.updateTable('imports').set({ reading_attempts: 0 }).where('id', '=', id).execute()
}

/** Imports with pending work, oldest first. */
export async function listWork(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['running', 'undoing'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Claims an import for a worker; false while another worker was active since `before`. */
export async function claimImport(
  db: Db,
  id: string,
  { runner, now, before }: { runner: string; now: string; before: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ runner, runner_seen_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['running', 'undoing'])
    .where((where) =>
      where.or([
        where('runner', 'is', null),
        where('runner', '=', runner),
        where('runner_seen_at', '<', before),
        where('runner_seen_at', '>', now),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function releaseImport(db: Db, id: string, runner: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ runner: null, runner_seen_at: null })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .execute()
}

export async function insertItems(db: Db, importId: string, items: readonly StagedItem[]): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('import_items')
    .values(
      items.map(({ place, sourceId, kind, title, address, url = null, staged, skip, reasons }) => ({
        import_id: importId,
        place,
        source_id: sourceId,
        kind,
        title,
        address,
        staged: JSON.stringify(staged),
        skip: Number(skip),
        reasons: reasons.join('\n'),
        outcome: null,
        noun: null,
        record_id: null,
        url,
        before: null,
      })),
    )
    .execute()
}

/** A range of an import's items by position: after `after`, up to and including `upTo`. */
export type Slice = { importId: string; after: number; upTo: number }

/** The last position of the next `limit` items; null where there is none. */
export async function sliceEnd(db: Db, importId: string, after: number, limit: number): Promise<number | null> {
  const rows = await db
    .selectFrom('import_items')
    .select('place')
    .where('import_id', '=', importId)
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  return last ? Number(last.place) : null
}

export async function deleteItems(db: Db, { importId, after, upTo }: Slice): Promise<void> {
  await db
    .deleteFrom('import_items')
    .where('import_id', '=', importId)
    .where('place', '>', after)
    .where('place', '<=', upTo)
    .execute()
}

/** Unprocessed items, in order. */
export async function nextItems(db: Db, importId: string, limit: number): Promise<ItemRow[]> {
  return db
    .selectFrom('import_items')
    .selectAll()
    .where('import_id', '=', importId)
    .where('outcome', 'is', null)
    .orderBy('place')
    .limit(limit)
    .execute()
}

/** Items that made or changed something not yet undone, the last one first. */
export async function nextUndone(db: Db, importId: string, limit: number): Promise<ItemRow[]> {
  return (
    db
      .selectFrom('import_items')
      .selectAll()
      .where('import_id', '=', importId)
      // Exactly the condition of the partial index: SQLite compares no parameter with it.
      .where(sql<boolean>`outcome in ('created', 'updated')`)
      .where(sql<boolean>`undone = 0`)
      .orderBy('place', 'desc')
      .limit(limit)
      .execute()
  )
}

type Settled = Partial<Omit<ItemRow, 'import_id' | 'place'>>

/** Writes the result of an unprocessed item; false if it had one. */
export async function settleItem(db: Db, { import_id, place }: ItemRow, values: Settled): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_items')
    .set(values)
    .where('import_id', '=', import_id)
    .where('place', '=', place)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateItem(db: Db, { import_id, place }: ItemRow, values: Settled): Promise<void> {
  await db
    .updateTable('import_items')
    .set(values)
    .where('import_id', '=', import_id)
    .where('place', '=', place)
    .execute()
}

/** Resets the items of a dry run. */
export async function resetItems(db: Db, { importId, after, upTo }: Slice): Promise<void> {
  await db
    .updateTable('import_items')
    .set((item) => ({
      ...{ outcome: null, reason: '', noun: null, record_id: null, redirects: '[]' },
      // The final address of a text is known from its source.
      url: sql`case when ${item.ref('kind')} in ('article', 'page') then url end`,
    }))
    .where('import_id', '=', importId)
    .where('place', '>', after)
    .where('place', '<=', upTo)
    .execute()
}

/** Deletes staged texts that are no longer needed. */
export async function dropStaged(db: Db, { importId, after, upTo }: Slice): Promise<void> {
  await db
    .updateTable('import_items')
    .set({ staged: null })
    .where('import_id', '=', importId)
    .where('place', '>', after)
    .where('place', '<=', upTo)
    .where('staged', 'is not', null)
    .execute()
}

/** Texts of this import by their old addresses: their present or future place, and their result. */
export async function textsAt(db: Db, importId: string, addresses: readonly string[]): Promise<Map<string, TextAt>> {
  if (addresses.length === 0) return new Map()
  const rows = await itemsAt(db, importId, addresses).execute()
  const texts = rows.filter(({ kind }) => kind === 'article' || kind === 'page')
  return new Map(texts.map((row) => [row.address ?? '', row]))
}

/**
 * Items with these addresses. Their type is not part of the query: SQLite would scan every text of the import instead
 * of the addresses, once for each text.
 */
export function itemsAt(db: Db, importId: string, addresses: readonly string[]) {
  return (
    db
      .selectFrom('import_items')
      .select(['address', 'url', 'outcome', 'kind', 'source_id', 'skip', 'record_id'])
      .where('import_id', '=', importId)
      .where('address', 'in', [...new Set(addresses)])
      // Of two with the same address the same one in every run, and not a skipped one.
      .orderBy('skip', 'desc')
      .orderBy('place', 'desc')
  )
}

export type TextAt = Pick<ItemRow, 'address' | 'url' | 'outcome' | 'kind' | 'source_id' | 'skip' | 'record_id'>

/** The present slug of a record. */
export async function slugOf(db: Db, noun: 'articles' | 'pages', id: string): Promise<string | null> {
  const row = await db.selectFrom(noun).select('slug').where('id', '=', id).executeTakeFirst()
  return row?.slug ?? null
}

/** Whether there is an article or published page that no import made. */
export async function hasOwnTexts(db: Db): Promise<boolean> {
  const isImported = (noun: 'articles' | 'pages') =>
    db
      .selectFrom('imported_records')
      .select('record_id')
      .where('noun', '=', noun)
      .whereRef('record_id', '=', sql.ref(`${noun}.id`))
  const article = await db
    .selectFrom('articles')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ not, exists }) => not(exists(isImported('articles'))))
    .limit(1)
    .executeTakeFirst()
  if (article) return true
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'published')
    .where(({ not, exists }) => not(exists(isImported('pages'))))
    .limit(1)
    .executeTakeFirst()
  return page !== undefined
}

/** Whether an article or page has this slug. */
export async function isTaken(db: Db, noun: 'articles' | 'pages', slug: string): Promise<boolean> {
  return (await db.selectFrom(noun).select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined
}

/** Results of the pictures with these addresses in this import: present address, or missing. */
export async function picturesAt(
  db: Db,
  importId: string,
  addresses: readonly string[],
): Promise<Map<string, { url: string | null; isMissing: boolean }>> {
  const found = new Map<string, { url: string | null; isMissing: boolean }>()
  if (addresses.length === 0) return found
  const rows = await db
    .selectFrom('import_items')
    .select(['address', 'url', 'outcome'])
    .where('import_id', '=', importId)
    .where('address', 'in', [...new Set(addresses)])
    .execute()
  // An address may occur twice: an imported picture takes precedence.
  for (const { address, url, outcome } of rows)
    if (!found.get(address ?? '')?.url)
      found.set(address ?? '', { url, isMissing: outcome === 'failed' || outcome === 'skipped' })
  return found
}

type RecordKey = { source: string; kind: string; source_id: string }
export type ImportedRecord = RecordKey & { noun: string; record_id: string; version: number }

/** The record made from an item by an earlier import. */
export async function findRecord(db: Db, { source, kind, source_id }: RecordKey): Promise<ImportedRecord | null> {
  const row = await db
    .selectFrom('imported_records')
    .selectAll()
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('source_id', '=', source_id)
    .executeTakeFirst()
  return row ?? null
}

export async function keepRecord(db: Db, record: ImportedRecord): Promise<void> {
  const { noun, record_id, version } = record
  await db
    .insertInto('imported_records')
    .values(record)
    .onConflict((conflict) =>
      conflict.columns(['source', 'kind', 'source_id']).doUpdateSet({ noun, record_id, version }),
    )
    .execute()
}

export async function forgetRecord(db: Db, noun: string, recordId: string): Promise<void> {
  await db.deleteFrom('imported_records').where('noun', '=', noun).where('record_id', '=', recordId).execute()
}

export async function recordOf(db: Db, noun: string, recordId: string): Promise<ImportedRecord | null> {
  const row = await db
    .selectFrom('imported_records')
    .selectAll()
    .where('noun', '=', noun)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * The record made from an item's source earlier. Where several sources have changed one record, each has its own entry.
 */
export async function recordOfItem(db: Db, item: ItemRow): Promise<ImportedRecord | null> {
  const source = (await getImport(db, item.import_id))?.source ?? ''
  return findRecord(db, { source, kind: item.kind, source_id: item.source_id })
}

/** Whether an import has an article with this id in its source that is written, or would be. */
export async function bringsArticle(db: Db, importId: string, sourceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('import_items')
    .select('place')
    .where('import_id', '=', importId)
    .where('kind', '=', 'article')
    .where('source_id', '=', sourceId)
    .where('outcome', 'in', ['created', 'updated', 'unchanged'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Number of items by type and result, and of those with a remark. */
export async function countItems(db: Db, importId: string) {
  const { rows } = await sql<{
    kind: ItemKind
    outcome: ItemOutcome | null
    remark: number
    count: number
    leading: number
  }>`
    select kind, outcome, case when reason <> '' then 1 else 0 end as remark, count(*) as count,
      sum(case when redirects <> '[]' then ${redirectCount} else 0 end) as leading
    from import_items where import_id = ${importId} group by kind, outcome, case when reason <> '' then 1 else 0 end`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, count: Number(row.count), leading: Number(row.leading ?? 0) }))
}

/** The redirects of an item are a list of ids: one more than its commas. */
const redirectCount = sql`(length(redirects) - length(replace(redirects, ',', '')) + 1)`

export type ListedImport = ImportRow & { state_by_name: string | null }

/** An import with the name of the account that stopped it. */
export async function getListed(db: Db, id: string): Promise<ListedImport | null> {
  const row = await selectListed(db).where('imports.id', '=', id).executeTakeFirst()
  return row ? named(row) : null
}

/** Imports, newest first. */
export async function listImports(
  db: Db,
  { limit, before }: { limit: number; before: string | null },
): Promise<ListedImport[]> {
  let select = selectListed(db).orderBy('imports.id', 'desc').limit(limit)
  if (before !== null) select = select.where('imports.id', '<', before)
  return (await select.execute()).map(named)
}

function selectListed(db: Db) {
  return db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.state_by')
    .selectAll('imports')
    .select(['users.display_name', 'users.email'])
}

function named({
  display_name,
  email,
  ...row
}: ImportRow & { display_name: string | null; email: string | null }): ListedImport {
  return { ...row, state_by_name: row.state_by === null ? null : personName({ display_name, email }) }
}

const FILTERS = {
  new: sql<boolean>`outcome in ('created', 'updated')`,
  doubled: sql<boolean>`outcome = 'unchanged'`,
  remarks: sql<boolean>`reason <> ''`,
}

export type ItemQuery = { limit: number; after: number | null; q?: string | undefined; filter?: ItemFilter | undefined }

/** Processed items, in order, with their positions. */
export async function listItems(
  db: Db,
  importId: string,
  { limit, after, q, filter }: ItemQuery,
): Promise<(ImportItem & { place: number })[]> {
  let select = db
    .selectFrom('import_items')
    .select(['place', 'source_id', 'kind', 'title', 'outcome', 'reason', 'noun', 'record_id'])
    .where('import_id', '=', importId)
    .where('outcome', 'is not', null)
    .orderBy('place')
    .limit(limit)
  if (after !== null) select = select.where('place', '>', after)
  if (filter) select = select.where(FILTERS[filter])
  for (const word of fold(q ?? '').split(/\s+/)) {
    if (word === '') continue
    const pattern = `%${word.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`)}%`
    select = select.where(sql<boolean>`lower(title || ' ' || source_id || ' ' || reason) like ${pattern} escape '\\'`)
  }
  return (await select.execute()).map(({ kind, outcome, reason, noun, record_id, place, ...item }) => ({
    ...item,
    place: Number(place),
    kind: kind as ItemKind,
    outcome: outcome as ItemOutcome,
    reason: reason === '' ? null : reason.replaceAll('\n', ' '),
    record: noun !== null && record_id !== null ? { noun, id: record_id } : null,
  }))
}

/** The current item of an import: the first unprocessed one. */
export async function currentTitle(db: Db, importId: string): Promise<string | null> {
  const row = await db
    .selectFrom('import_items')
    .select('title')
    .where('import_id', '=', importId)
    .where('outcome', 'is', null)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  return row?.title ?? null
}

/** Imports with staged texts that can no longer be started: finished, or checked before an instant. */
export async function listOutdated(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where((where) =>
      where.or([
        where('state', 'in', ['failed', 'cancelled', 'undone']),
        where('state', '=', 'finished').and('dry_run', '=', 0),
        where('state', '=', 'finished').and('state_at', '<', before),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_items')
          .select('place')
          .whereRef('import_items.import_id', '=', 'imports.id')
          .where('staged', 'is not', null),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
