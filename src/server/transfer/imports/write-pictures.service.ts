import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { writtenFields } from '../../../contract/articles/text.ts'
import { instantInput, line } from '../../../contract/fields.ts'
import { isApiError } from '../../../contract/errors.ts'
import { MAX_SOUND_BYTES } from '../../../rules/uploads.ts'
import { quoted } from '../../../rules/quoted.ts'
import { cleanFilename } from '../../files/filenames.ts'
import { spooled, spoolFolder, type Spooled } from '../../files/spool.ts'
import * as media from '../../writing/media/media.service.ts'
import { insertPicture, storePicture } from '../../writing/media/stored-pictures.service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { fileBytes } from '../../platform/file-store.ts'
import { fetchRemote, RemoteFault, SilentHost } from '../../platform/fetch-remote.ts'
import { isTransient } from '../../platform/transient.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import type { run } from './read-file.job.ts'
import * as queries from './imports.queries.ts'
import type { ImportRow, ItemRow } from './imports.queries.ts'
import { markOf } from './own-export/own-records.queries.ts'
import { attempt, attemptDecoding, said, type ImportRuntime } from './attempt.ts'
import { SourceFault } from '../../../formats/source/source-items.ts'
import { sourceOnDisk } from './sources.ts'
import type { StagedMedia } from './staged-items.ts'

const READ = workerJob<typeof run>(new URL('./read-file.job.ts', import.meta.url))
/** A file of the source stands in memory as a whole. */
const READING = { memoryMb: 512, timeMs: 30_000 }
/** Asked for together; more would be unkind to the server they lie on. */
const AT_ONCE = 4
/** Bytes of a picture that a dry run asks for, to see that it is there. */
const BEGINNING = 1024

/** A host that gave no answer so often in a row is not asked again in this run: each time may take ten seconds. */
const SILENT = 8

/** The version of a picture that was in the library before the import. */
export const UNMARKED = 0

/** How often in a row hosts gave no answer, as long as somebody works on an import. */
export type SilentHosts = Map<string, number>

/** Brings the pictures of these items into the library, each once, and says of each where it is now (RUL-53). */
export async function writePictures(
  runtime: ImportRuntime,
  row: ImportRow,
  items: readonly ItemRow[],
  silent: SilentHosts,
): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    if (runtime.ending?.aborted || (await queries.getImport(runtime.db, row.id))?.state !== 'running') return
    const few = items.slice(from, from + AT_ONCE)
    const found = await Promise.all(few.map((item) => find(runtime, row, item, silent)))
    // Stored in their order: of two that are the same the first is the one that comes.
    for (const [index, item] of few.entries()) {
      const picture = found[index] ?? { kind: 'unknown' }
      const isDecoded = row.dry_run === 0 && (picture.kind === 'bytes' || picture.kind === 'file')
      await (isDecoded ? attemptDecoding : attempt)(runtime, item, () => settle(runtime, row, item, picture))
    }
  }
}

/** What is known of a picture before it is stored. */
type Found =
  | { kind: 'skipped' }
  | { kind: 'known'; id: string; url: string; noun: string }
  | { kind: 'gone' }
  | { kind: 'missing'; reason: string }
  | { kind: 'there' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'file'; path: string }
  | { kind: 'unknown' }

async function find(runtime: ImportRuntime, row: ImportRow, item: ItemRow, silent: SilentHosts): Promise<Found> {
  const staged = JSON.parse(item.staged ?? '{}') as StagedMedia
  if (item.skip === 1) return { kind: 'skipped' }
  const record = await queries.findRecord(runtime.db, {
    source: row.source ?? '',
    kind: item.kind,
    source_id: item.source_id,
  })
  if (record) {
    const url = await media.urlOf(runtime.db, record.record_id)
    return url === null ? { kind: 'gone' } : { kind: 'known', id: record.record_id, url, noun: record.noun }
  }
  if (staged.data !== undefined) return { kind: 'bytes', bytes: Buffer.from(staged.data, 'base64') }
  return /^https?:/i.test(staged.address)
    ? fetchPicture(runtime, staged, { onlyLook: row.dry_run === 1, silent })
    : readPicture(runtime, row, staged)
}

async function fetchPicture(
  { config, fetchRemote: door }: ImportRuntime,
  { address, written = address }: StagedMedia,
  { onlyLook, silent }: { onlyLook: boolean; silent: SilentHosts },
): Promise<Found> {
  const host = URL.parse(address)?.host ?? ''
  if ((silent.get(host) ?? 0) >= SILENT)
    return missing(written, `wurde nicht mehr geholt: ${quoted(host)} hat ${SILENT}-mal nicht geantwortet`)
  try {
    const { status, body, complete } = await (door ?? fetchRemote)(address, {
      allowPrivate: config.ALLOW_PRIVATE_FETCH,
      headers: { Accept: 'image/*,*/*;q=0.5' },
      ...(onlyLook && { firstBytes: BEGINNING }),
    })
    silent.delete(host)
    if (status < 200 || status > 299) return missing(written, `antwortet mit ${status}`)
    if (onlyLook) return { kind: 'there' }
    return complete ? { kind: 'bytes', bytes: body } : missing(written, 'bricht mitten im Bild ab')
  } catch (error) {
    if (!(error instanceof RemoteFault)) throw error
    // Where it was led on, the one that said so does answer.
    if (error instanceof SilentHost) silent.set(error.host, (silent.get(error.host) ?? 0) + 1)
    else silent.delete(host)
    return { kind: 'missing', reason: `${error.message} Die Adresse ${written} bleibt stehen.` }
  }
}

function missing(address: string, what: string): Found {
  return { kind: 'missing', reason: `${address} ${what}; die Adresse bleibt stehen.` }
}

async function readPicture(
  runtime: ImportRuntime,
  row: ImportRow,
  { address: path, written = path }: StagedMedia,
): Promise<Found> {
  const output = join(spoolFolder(runtime.config.dataDir), randomUUID())
  try {
    const source = await sourceOnDisk(runtime, row.id)
    const isThere = await runInWorker(
      'imports',
      READ,
      {
        source,
        name: row.name,
        path,
        output,
        mostBytes: MAX_SOUND_BYTES,
      },
      READING,
    )
    if (isThere) return { kind: 'file', path: output }
    if (row.format === 'Ghost' && row.site_url === null)
      return missing(quoted(written), 'steht nicht in der Quelle und ließe sich mit der Adresse des alten Blogs holen')
    return missing(quoted(written), 'steht nicht in der Quelle')
  } catch (error) {
    await rm(output, { force: true })
    if (!(error instanceof SourceFault)) throw error
    return missing(quoted(written), 'lässt sich nicht lesen')
  }
}

async function settle(runtime: ImportRuntime, row: ImportRow, item: ItemRow, found: Found): Promise<boolean> {
  const { db } = runtime
  switch (found.kind) {
    case 'skipped':
      return queries.settleItem(db, item, { outcome: 'skipped', reason: said(item) })
    case 'known':
      return queries.settleItem(db, item, {
        outcome: 'unchanged',
        reason: said(item),
        noun: found.noun,
        record_id: found.id,
        url: found.url,
      })
    case 'gone':
      return queries.settleItem(db, item, { outcome: 'skipped', reason: said(item, 'Wurde hier seither gelöscht.') })
    case 'missing':
      return queries.settleItem(db, item, { outcome: 'failed', reason: said(item, found.reason) })
    case 'there':
      return queries.settleItem(db, item, { outcome: 'created', reason: said(item) })
    case 'unknown':
      return true
    case 'bytes':
    case 'file':
      break
  }
  try {
    if (row.dry_run === 1) return await queries.settleItem(db, item, { outcome: 'created', reason: said(item) })
    const bytes = found.kind === 'bytes' ? [found.bytes] : fileBytes(found.path)
    const { address, title, own } = JSON.parse(item.staged ?? '{}') as StagedMedia
    const filename = own && title ? cleanFilename(title) : filenameOf(address, title)
    const limits = { config: runtime.config, filename, maxBytes: MAX_SOUND_BYTES }
    return await spooled(bytes, limits, (file) => store(runtime, row, item, { file, filename }))
  } finally {
    if (found.kind === 'file') await rm(found.path, { force: true })
  }
}

/** Stores a picture and, in the same transaction, what has become of its item. */
async function store(
  runtime: ImportRuntime,
  row: ImportRow,
  item: ItemRow,
  { file, filename }: { file: Spooled; filename: string },
): Promise<boolean> {
  const { db, clock } = runtime
  const { alt, caption, title, own, written } = JSON.parse(item.staged ?? '{}') as StagedMedia
  const key = { source: row.source ?? '', kind: item.kind, source_id: item.source_id }
  const settleAs = async (tx: Tx, { id, url, isNew }: { id: string; url: string; isNew: boolean }) => {
    const outcome = isNew ? 'created' : 'unchanged'
    const reason = isNew ? said(item) : said(item, 'Das Bild ist schon in den Medien und kommt nicht noch einmal.')
    const values = { outcome, reason, noun: 'media', record_id: id, url }
    // Another one has come first: nothing of this is stored.
    if (!(await queries.settleItem(tx, item, values))) throw new Error('an item was settled twice')
    const told = ownWords(own)
    if (isNew && told !== null) await media.changeMedia(tx, { id, ...told })
    const version = isNew ? markOf((await media.holdMedia(tx, id)) ?? {}) : UNMARKED
    await queries.keepRecord(tx, { ...key, noun: 'media', record_id: id, version })
  }
  // Imported pictures are whose import it is; where nobody does, nobody's.
  const at = instantInput.safeParse(own?.created_at)
  const actor = { caller: { userId: row.author_id }, now: at.success ? new Date(at.data) : clock() }
  const words = { alt: (alt ?? '').slice(0, 1000), caption: (caption ?? '').slice(0, 2000) }
  const options = { dedupe: true, name: own ? undefined : (title ?? undefined), ...words }
  try {
    const known = await media.findDuplicate(db, file.sha256)
    if (known) await inTransaction(db, (tx) => settleAs(tx, { ...known, isNew: false }))
    else
      await storePicture(runtime, { file, filename }, (picture) =>
        inTransaction(db, async (tx) => {
          const inserted = await insertPicture(tx, picture, options, actor)
          await settleAs(tx, inserted)
          return inserted
        }),
      )
    return true
  } catch (error) {
    if (!isApiError(error) || isTransient(error)) throw error
    return queries.settleItem(db, item, {
      outcome: 'failed',
      reason: said(item, `${error.message} Die Adresse ${written ?? item.address ?? item.source_id} bleibt stehen.`),
    })
  }
}

const OWN_WORDS = z.object({
  credit: line(300).optional(),
  focus_x: z.number().int().min(0).max(100).optional(),
  focus_y: z.number().int().min(0).max(100).optional(),
  ai_share: writtenFields.ai_share.optional(),
})

/** What an export of ours says of a picture beyond that: whose it is, and what in it matters. */
function ownWords(own: StagedMedia['own']): z.infer<typeof OWN_WORDS> | null {
  return own ? (OWN_WORDS.safeParse(own).data ?? null) : null
}

/** A name for the library: the file's own, else words of its title. */
function filenameOf(address: string, title: string | null): string {
  const last = address.startsWith('data:') ? '' : (address.split(/[?#]/, 1)[0] ?? '').split('/').at(-1)
  let name = last || title || 'Bild'
  try {
    name = decodeURIComponent(name)
  } catch {
    // what stands there is name enough
  }
  return cleanFilename(name)
}
