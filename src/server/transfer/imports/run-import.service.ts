import { orderRemoval } from '../../files/store/guarded-files.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce, changesOf, inTransaction } from '../../platform/db/transaction.ts'
import { StoreUnreachable } from '../../platform/file-store.ts'
import { notify } from '../../platform/notify.ts'
import { giveWay } from '../../platform/slots.ts'
import { cannotWrite } from '../../platform/transient.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { attemptDecoding, forSlices, type ImportRuntime } from './attempt.ts'
import * as queries from './imports.queries.ts'
import { isMadeReal, type ImportRow, type ItemRow } from './imports.queries.ts'
import { writeOwnFile } from './own-export/own-files.service.ts'
import { readSource } from './read-source.service.ts'
import { SourceFault } from '../../../formats/source/source-items.ts'
import { dropLocal, storedSource } from './sources.ts'
import { takeItemBack } from './take-back.service.ts'
import { type SilentHosts, writePictures } from './write-pictures.service.ts'
import { writeBatch } from './write-record.service.ts'

/** Heartbeat interval of a running import; a worker silent for longer than the second is considered dead. */
const SEEN_EVERY_MS = 1500
const GONE_MS = 6000
/** Items read at a time. */
const AT_ONCE = 20

const busy = new WeakSet<Db>()

/** Works on every import that waits for it, one after the other, until it is done, stopped, or the process ends. */
export async function workOnImports(runtime: ImportRuntime): Promise<void> {
  if (busy.has(runtime.db)) return
  busy.add(runtime.db)
  try {
    for (const id of await queries.listWork(runtime.db)) {
      if (runtime.ending?.aborted) return
      await workOn(runtime, id)
    }
  } finally {
    busy.delete(runtime.db)
  }
}

/** Works on one import, unless another instance does. */
async function workOn(runtime: ImportRuntime, id: string): Promise<void> {
  const { db, clock } = runtime
  const runner = changesOf(db).instanceId
  const claim = () => {
    const now = clock()
    const before = new Date(now.getTime() - GONE_MS).toISOString()
    return queries.claimImport(db, id, { runner, now: now.toISOString(), before })
  }
  const stop = new AbortController()
  const end = () => stop.abort()
  runtime.ending?.addEventListener('abort', end)
  let looking: Promise<unknown> = Promise.resolve()
  const look = () => {
    looking = claim().then(
      (isOurs) => isOurs || end(),
      () => {},
    )
  }
  if (!(await claim())) return runtime.ending?.removeEventListener('abort', end)
  const beat = setInterval(look, SEEN_EVERY_MS).unref()
  // A person may pause or cancel the import meanwhile.
  const unsubscribe = changesOf(db).onCommitted((change) => {
    if (change.noun === 'imports' && change.id === id) look()
  })
  try {
    const row = await queries.getImport(db, id)
    if (row?.state === 'undoing') await takeBackAll(runtime, row)
    else if (row) await advance(runtime, row, stop.signal)
  } finally {
    clearInterval(beat)
    unsubscribe()
    runtime.ending?.removeEventListener('abort', end)
    // A claim in flight must not arrive after the release.
    await looking
    await queries.releaseImport(db, id, runner).catch(() => {})
  }
}

async function advance(runtime: ImportRuntime, row: ImportRow, stopped: AbortSignal): Promise<void> {
  const { db, config, files, clock } = runtime
  const { id } = row
  try {
    if (row.read_at === null && !(await readSource(runtime, row, stopped))) return
  } catch (error) {
    const { message: reason } = error instanceof SourceFault ? error : lastingFault(runtime, id, error)
    await forSlices(db, id, queries.deleteItems)
    await dropLocal(config.dataDir, id)
    // The removal of the file is ordered with the state: after a kill, an import without its file would fail for another reason.
    await endAs(db, id, { state: 'failed', reason }, clock())
    return files.remove(storedSource(id))
  }
  await makeReal(runtime, id, stopped)
  const silent: SilentHosts = new Map()
  for (;;) {
    const current = await queries.getImport(db, id)
    if (!current || current.state !== 'running' || runtime.ending?.aborted) return
    const items = await queries.nextItems(db, id, AT_ONCE)
    if (items.length === 0) {
      // Before the state is set, so that a kill leaves nothing behind. A dry run keeps its source, since it can become an import.
      if (current.dry_run === 0) {
        await files.remove(storedSource(id))
        await dropLocal(config.dataDir, id)
        await forSlices(db, id, queries.dropStaged)
      }
      return endAs(db, id, { state: 'finished', finished_at: clock().toISOString() }, clock())
    }
    await writeItems(runtime, current, items, silent)
  }
}

/** The fault that ends an import because each attempt would repeat it. Throws a fault that may be temporary. */
function lastingFault({ log, ending }: ImportRuntime, id: string, error: unknown): SourceFault {
  const mayPass = cannotWrite(error) || error instanceof WorkerFault || error instanceof StoreUnreachable
  if (mayPass || ending?.aborted) throw error
  log.error('the source of an import could not be stored', { import: id, error: String(error) })
  return new SourceFault('Beim Lesen der Quelle ist auf dem Server ein Fehler aufgetreten. Das Protokoll nennt ihn.')
}

/** Turns a dry run into an import, if somebody has started it: all of its items are processed again. */
async function makeReal({ db }: ImportRuntime, id: string, stopped: AbortSignal): Promise<void> {
  const row = await queries.getImport(db, id)
  if (!row || !isMadeReal(row)) return
  await forSlices(db, id, queries.resetItems, stopped)
  await inTransaction(db, async (tx) => {
    const current = await queries.lockImport(tx, id)
    if (!stopped.aborted && current && isMadeReal(current))
      await queries.updateImport(tx, id, { dry_run: 0, finished_at: null })
  })
}

/**
 * Writes the leading items of one kind: pictures several at once, since they wait for foreign servers, files one by one, and
 * records in batches.
 */
async function writeItems(
  runtime: ImportRuntime,
  row: ImportRow,
  items: readonly ItemRow[],
  silent: SilentHosts,
): Promise<void> {
  const how = wayOf(items[0])
  const behind = items.findIndex((item) => wayOf(item) !== how)
  let left = behind < 0 ? items : items.slice(0, behind)
  if (how === 'picture') return writePictures(runtime, row, left, silent)
  if (how === 'file') {
    for (const item of left)
      if (runtime.ending?.aborted || !(await attemptDecoding(runtime, item, () => writeOwnFile(runtime, row, item))))
        return
    return
  }
  while (left.length > 0) {
    if (runtime.ending?.aborted) return
    const began = performance.now()
    const written = await writeBatch(runtime, row, left)
    if (written === 0) return
    left = left.slice(written)
    await giveWay(performance.now() - began)
  }
}

function wayOf(item: ItemRow | undefined): 'picture' | 'file' | 'row' {
  if (item?.kind === 'media') return 'picture'
  return item?.kind === 'other' && item.address !== null ? 'file' : 'row'
}

async function takeBackAll(runtime: ImportRuntime, { id }: ImportRow): Promise<void> {
  const { db, clock } = runtime
  for (;;) {
    if (runtime.ending?.aborted) return
    const items = await queries.nextUndone(db, id, AT_ONCE)
    if (items.length === 0) return endAs(db, id, { state: 'undone' }, clock())
    for (const item of items) {
      if (runtime.ending?.aborted) return
      const began = performance.now()
      await takeItemBack(runtime, item)
      await giveWay(performance.now() - began)
    }
  }
}

async function endAs(db: Db, id: string, values: Partial<ImportRow>, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await queries.lockImport(tx, id)
    // Cancelled at the same moment: that state stays.
    if (!row || !['running', 'undoing'].includes(row.state)) return
    await queries.updateImport(tx, id, { ...values, state_at: now.toISOString() })
    if (values.state === 'failed') await orderRemoval(tx, [storedSource(id)])
    await announce(tx, { noun: 'imports', id, verb: 'updated', hidden: true })
    // No notice for a dry run: the person who started it is watching.
    if (row.dry_run === 1 || !['finished', 'failed'].includes(values.state ?? '')) return
    const things = [{ noun: 'imports', id, title: row.name, reason: values.reason ?? null }]
    await notify(tx, { kind: 'import_finished', things, by: null, at: now, group: id })
  })
}
