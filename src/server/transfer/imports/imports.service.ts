import { rm } from 'node:fs/promises'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import { UNDO_DAYS, type ImportItem, type ImportRun } from '../../../contract/imports.ts'
import { isHttpUrl } from '../../../rules/url.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Spooled } from '../../files/spool.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { AnyActor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as queries from './imports.queries.ts'
import { forSlices } from './attempt.ts'
import type { ImportRow, ItemQuery, ListedImport } from './imports.queries.ts'
import { localCopy, storedSource } from './sources.ts'

type ImportRuntime = Pick<Runtime, 'db' | 'files' | 'config'>

const DAY_MS = 86_400_000

/**
 * Begins the import of a file that has arrived, or of what stands at an address (RUL-53): it is read and written behind the answer,
 * or, as a dry run, looked at. `siteUrl` is where the blog was: pictures a file lacks are fetched there. Errors: 400 on `file` for an
 * empty one, on `url` and `site_url` for what is no http(s) address.
 */
export async function beginImport(
  { db, files }: ImportRuntime,
  source: { file: Spooled; name: string } | { url: string },
  { dryRun, siteUrl = null }: { dryRun: boolean; siteUrl?: string | null },
  { caller, now }: AnyActor,
): Promise<ImportRun> {
  if (siteUrl !== null && !isHttpUrl(siteUrl))
    throw invalidField('site_url', 'Bitte geben Sie eine Adresse mit http:// oder https:// ein.')
  const id = newId()
  const at = now.toISOString()
  if ('file' in source) {
    if (source.file.size === 0) throw invalidField('file', `${quoted(source.name)} ist leer (0 Byte).`)
    await files.put(storedSource(id), { path: source.file.path })
  } else if (!isHttpUrl(source.url))
    throw invalidField('url', 'Bitte geben Sie eine Adresse mit http:// oder https:// ein.')
  const row: ImportRow = {
    id,
    state: 'running',
    dry_run: Number(dryRun),
    name: ('file' in source ? source.name : source.url.trim()).slice(0, 500),
    url: 'url' in source ? source.url.trim() : null,
    site_url: siteUrl,
    bytes: 'file' in source ? source.file.size : null,
    format: null,
    source: null,
    reason: null,
    author_id: caller.userId,
    created_at: at,
    read_at: null,
    state_at: at,
    state_by: caller.userId,
    finished_at: null,
    runner: null,
    runner_seen_at: null,
    reading_attempts: 0,
  }
  try {
    await inTransaction(db, async (tx) => {
      await queries.insertImport(tx, row)
      await announce(tx, { noun: 'imports', id, verb: 'created', hidden: true, done: 'started' })
    })
  } catch (error) {
    await files.remove(storedSource(id))
    throw error
  }
  return getImport(db, id, now)
}

/** An import as it stands; 404. */
export async function getImport(db: Db, id: string, now: Date): Promise<ImportRun> {
  const row = await queries.getListed(db, id)
  if (!row) throw new ApiError('not_found')
  return toRun(db, row, now)
}

/** An import with a page of its items; 404. */
export async function getImportWithItems(
  db: Db,
  id: string,
  { cursor, ...query }: Omit<ItemQuery, 'after'> & { cursor?: string | undefined },
  now: Date,
): Promise<ImportRun & { items: ImportItem[]; next_cursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw invalidField('cursor', 'Kein Cursor dieses Servers')
  const run = await getImport(db, id, now)
  const after = cursor === undefined ? null : Number(cursor)
  const found = await queries.listItems(db, id, { ...query, limit: query.limit + 1, after })
  const items = found.slice(0, query.limit)
  const next_cursor = found.length > query.limit ? String(items.at(-1)?.place) : null
  return { ...run, items: items.map(({ place: _place, ...item }) => item), next_cursor }
}

/** Imports, newest first. */
export async function listImports(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  now: Date,
): Promise<{ items: ImportRun[]; next_cursor: string | null }> {
  if (cursor !== undefined && !/^[\da-f-]{36}$/.test(cursor)) throw invalidField('cursor', 'Kein Cursor dieses Servers')
  const rows = await queries.listImports(db, { limit: limit + 1, before: cursor ?? null })
  const items: ImportRun[] = []
  for (const row of rows.slice(0, limit)) items.push(await toRun(db, row, now))
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

async function toRun(db: Db, row: ListedImport, now: Date): Promise<ImportRun> {
  const isMadeReal = queries.isMadeReal(row)
  const counted = row.read_at === null ? [] : await queries.countItems(db, row.id)
  // What the dry run has said of its items counts no longer.
  const groups = isMadeReal ? counted.map((group) => ({ ...group, outcome: null, remark: 0, leading: 0 })) : counted
  const sum = (fits: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(fits).reduce((total, { count }) => total + count, 0)
  const ofKind = (kind: string) =>
    sum((group) => group.kind === kind && group.outcome !== 'skipped' && group.outcome !== 'failed')
  const outcome = (wanted: string) => sum((group) => group.outcome === wanted)
  const { id, state, dry_run, reason, name, format, bytes, created_at, state_at, state_by_name } = row
  const until = undoUntil(row)
  const isAt = (state === 'running' || state === 'paused') && row.read_at !== null
  return {
    id,
    state: state as ImportRun['state'],
    dry_run: dry_run === 1 && !isMadeReal,
    counts: {
      // While it is read, the total is unknown.
      total: sum(() => true),
      done: sum((group) => group.outcome !== null),
      created: outcome('created'),
      updated: outcome('updated'),
      unchanged: outcome('unchanged'),
      skipped: outcome('skipped'),
      failed: outcome('failed'),
    },
    reason,
    name,
    format,
    bytes: bytes === null ? null : Number(bytes),
    created_at,
    state_at,
    state_by: state_by_name,
    undo_until: until !== null && until > now.toISOString() ? until : null,
    current: isAt ? await queries.currentTitle(db, id) : null,
    sums: {
      articles: ofKind('article'),
      pages: ofKind('page'),
      media: ofKind('media'),
      tags: ofKind('tag'),
      redirects: groups.reduce((total, { leading }) => total + leading, ofKind('redirect')),
      new: outcome('created') + outcome('updated'),
      doubled: outcome('unchanged'),
      remarks: sum(({ remark, outcome: known }) => known !== null && remark === 1),
    },
  }
}

/** Until when what an import has made can be taken back; null where it has made nothing for good. */
function undoUntil({ state, dry_run, state_at, read_at }: ImportRow): string | null {
  if (dry_run === 1 || read_at === null || !['finished', 'cancelled', 'failed', 'paused'].includes(state)) return null
  return new Date(Date.parse(state_at) + UNDO_DAYS * DAY_MS).toISOString()
}

/** Makes a finished dry run real, or goes on with what was paused; 404, 409 `import_state`. */
export async function startImport(db: Db, id: string, actor: AnyActor): Promise<ImportRun> {
  return changeState(db, id, actor, async (_tx, row) => {
    if (row.state !== 'paused' && (row.state !== 'finished' || row.dry_run === 0)) throw wrongState(row)
    return { state: 'running' }
  })
}

/** Lets an import wait where it is; 404, 409 `import_state`. */
export async function pauseImport(db: Db, id: string, actor: AnyActor): Promise<ImportRun> {
  return changeState(db, id, actor, async (_tx, row) => {
    if (row.state !== 'running') throw wrongState(row)
    return { state: 'paused' }
  })
}

/** Ends an import where it is; what it has made stays. 404, 409 `import_state`. */
export async function cancelImport(db: Db, id: string, actor: AnyActor): Promise<ImportRun> {
  return changeState(db, id, actor, async (_tx, row) => {
    const isOpen = row.state === 'running' || row.state === 'paused' || (row.state === 'finished' && row.dry_run === 1)
    if (!isOpen) throw wrongState(row)
    return { state: 'cancelled' }
  })
}

/** Has everything an import has made taken back, for 30 days after its end; 404, 409 `import_state`. */
export async function undoImport(db: Db, id: string, actor: AnyActor): Promise<ImportRun> {
  return changeState(db, id, actor, async (_tx, row) => {
    const until = undoUntil(row)
    if (until === null) throw wrongState(row)
    if (until <= actor.now.toISOString())
      throw new ApiError('import_state', { message: `Ein Import lässt sich ${UNDO_DAYS} Tage lang rückgängig machen.` })
    return { state: 'undoing' }
  })
}

const STATES: Record<string, string> = {
  running: 'läuft',
  paused: 'ist angehalten',
  finished: 'ist abgeschlossen',
  failed: 'ist fehlgeschlagen',
  cancelled: 'ist abgebrochen',
  undoing: 'wird gerade rückgängig gemacht',
  undone: 'ist rückgängig gemacht',
}

function wrongState({ state }: ImportRow): ApiError {
  return new ApiError('import_state', { message: `Das geht nicht: Der Import ${STATES[state] ?? 'ist schon weiter'}.` })
}

async function changeState(
  db: Db,
  id: string,
  { caller, now }: AnyActor,
  next: (tx: Tx, row: ImportRow) => Promise<Partial<ImportRow>>,
): Promise<ImportRun> {
  return inTransaction(db, async (tx) => {
    const row = await queries.lockImport(tx, id)
    if (!row) throw new ApiError('not_found')
    const values = await next(tx, row)
    await queries.updateImport(tx, id, { ...values, state_at: now.toISOString(), state_by: caller.userId })
    const done = ({ running: 'started', undoing: 'undone' } as const)[values.state as string]
    await announce(tx, { noun: 'imports', id, verb: 'updated', hidden: true, ...(done && { done }) })
    return getImport(tx, id, now)
  })
}

/** Lets go of sources and texts of imports nobody can start any more. */
export async function forgetOutdated({ db, files, config }: ImportRuntime, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNDO_DAYS * DAY_MS).toISOString()
  for (const id of await queries.listOutdated(db, before)) {
    await files.remove(storedSource(id))
    await rm(localCopy(config.dataDir, id), { force: true })
    await forSlices(db, id, queries.dropStaged)
  }
}
