import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { spoolFolder } from '../../files/spool.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { fetchRemote, RemoteFault } from '../../platform/fetch-remote.ts'
import { PRIVATE_FILE } from '../../platform/private-files.ts'
import { giveWay } from '../../platform/slots.ts'
import { WorkerFault, type WorkerFaultCode } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { effectiveTimezone } from '../../../rules/site-time.ts'
import { quoted } from '../../../rules/quoted.ts'
import * as queries from './imports.queries.ts'
import { forSlices, MOST_ATTEMPTS, type ImportRuntime } from './attempt.ts'
import type { ImportRow } from './imports.queries.ts'
import type { run as measure } from './measure-source.job.ts'
import type { run } from './read-source.job.ts'
import { SourceFault } from '../../../formats/source/source-items.ts'
import { localCopy, sourceOnDisk, storedSource } from './sources.ts'
import type { StagedItem } from './staged-items.ts'

const MEASURE = workerJob<typeof measure>(new URL('./measure-source.job.ts', import.meta.url))
const READ = workerJob<typeof run>(new URL('./read-source.job.ts', import.meta.url))
/** CPU time of a worker for one source. */
const MOST_MS = 20 * 60_000
/**
 * What it may hold beside the source, and for each megabyte of the unpacked source: JSON stands in memory as bytes, as text and as
 * records at once (56 MB of Ghost: 265 MB). No more than a share of the machine, which would end the process otherwise.
 */
const MEMORY_MB = 160
const LARGEST_MB = 400
const HELD = 4
const SHARE_OF_MACHINE = 0.75
const ENDED_THE_SERVER =
  'Der Server ist zweimal ausgefallen, während er diese Quelle gelesen hat. Bitte importieren Sie in Teilen.'
/** Bytes of items that are stored in one transaction, and items at most. */
const TOGETHER_BYTES = 256 * 1024
const TOGETHER = 200

/**
 * Reads the whole source of an import and stores its items; the blog does not change. Items of an earlier attempt are replaced.
 * Throws SourceFault for a source that is unreadable or has ended the process twice. False if it was stopped, which ends its thread.
 */
export async function readSource(runtime: ImportRuntime, row: ImportRow, stopped: AbortSignal): Promise<boolean> {
  const { db, config, clock } = runtime
  const { id } = row
  if (row.url !== null) await fetchSource(runtime, row)
  const path = await sourceOnDisk(runtime, id)
  if (row.reading_attempts >= MOST_ATTEMPTS) throw new SourceFault(ENDED_THE_SERVER)
  const output = join(spoolFolder(config.dataDir), `items-${id}`)
  await queries.countReading(db, id, 1)
  try {
    const { timezone } = await readSettings(db)
    const source = { path, name: nameOf(row) }
    const limits = { timeMs: MOST_MS, memoryMb: MEMORY_MB, signal: stopped }
    const measured = await runInWorker('imports', MEASURE, source, limits)
    if ('fault' in measured) throw new SourceFault(measured.fault)
    const result = await runInWorker(
      'imports',
      READ,
      { ...source, output, timeZone: effectiveTimezone(timezone), siteUrl: row.site_url },
      { ...limits, memoryMb: memoryFor(measured.unpacked) },
    )
    if ('fault' in result) throw new SourceFault(result.fault)
    if (result.total === 0) throw new SourceFault(`In ${quoted(row.name)} steht nichts, was sich importieren ließe.`)
    await forSlices(db, id, queries.deleteItems, stopped)
    if (!(await storeItems(db, { importId: id, path: output, stopped }))) return false
    const { format, source: blog } = result
    await inTransaction(db, (tx) =>
      queries.updateImport(tx, id, { format, source: blog, read_at: clock().toISOString() }),
    )
    return true
  } catch (error) {
    if (stopped.aborted) return false
    if (error instanceof WorkerFault) throw inWords(error)
    throw error
  } finally {
    await rm(output, { force: true })
    await queries.countReading(db, id, -1)
  }
}

/** Megabytes that a reader may hold for a source of this size in bytes. */
function memoryFor(unpacked: number): number {
  const wanted = MEMORY_MB + HELD * Math.min(LARGEST_MB, Math.ceil(unpacked / 1024 ** 2))
  const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2
  return Math.max(MEMORY_MB, Math.min(wanted, Math.floor(SHARE_OF_MACHINE * machine)))
}

/** A file's name, or the last part of an address, which tells as much. */
function nameOf({ name, url }: ImportRow): string {
  if (url === null) return name
  const parsed = URL.parse(url)
  return parsed?.pathname.split('/').filter(Boolean).at(-1) ?? parsed?.host ?? name
}

const FAULTS: Partial<Record<WorkerFaultCode, string>> = {
  time: 'Das Lesen der Quelle braucht zu viel Rechenzeit. Bitte importieren Sie in Teilen.',
  memory: 'Das Lesen der Quelle braucht zu viel Speicher. Bitte importieren Sie in Teilen.',
  failed: 'Die Quelle ist beschädigt und lässt sich nicht lesen.',
}

/** What is the source's fault, in words; too much to do is not. */
function inWords(fault: WorkerFault): Error {
  const sentence = FAULTS[fault.code]
  return sentence === undefined ? fault : new SourceFault(sentence)
}

/** Fetches what stands at the address of an import, through RUL-36, and keeps it like an uploaded file. */
async function fetchSource({ db, config, files, fetchRemote: door }: ImportRuntime, row: ImportRow): Promise<void> {
  const { id, url } = row
  if (url === null || (await files.get(storedSource(id)))) return
  try {
    const { status, body, complete } = await (door ?? fetchRemote)(url, { allowPrivate: config.ALLOW_PRIVATE_FETCH })
    if (status < 200 || status > 299) throw new SourceFault(`Unter dieser Adresse antwortet der Server mit ${status}.`)
    if (!complete) throw new SourceFault('Die Verbindung ist abgebrochen, bevor alles da war.')
    const path = localCopy(config.dataDir, id)
    await writeFile(path, body, { mode: PRIVATE_FILE })
    await files.put(storedSource(id), { path })
    await queries.updateImport(db, id, { bytes: body.byteLength })
  } catch (error) {
    if (error instanceof RemoteFault) throw new SourceFault(error.message)
    throw error
  }
}

/** Stores what a worker has written down, a few items in a transaction; false where it is stopped. */
async function storeItems(
  db: Db,
  { importId, path, stopped }: { importId: string; path: string; stopped: AbortSignal },
): Promise<boolean> {
  let waiting: StagedItem[] = []
  let bytes = 0
  const flush = async () => {
    const items = waiting
    waiting = []
    bytes = 0
    const began = performance.now()
    await inTransaction(db, (tx) => queries.insertItems(tx, importId, items))
    await giveWay(performance.now() - began)
  }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (stopped.aborted) return false
    waiting.push(JSON.parse(line) as StagedItem)
    bytes += line.length
    if (bytes > TOGETHER_BYTES || waiting.length >= TOGETHER) await flush()
  }
  await flush()
  return true
}
