import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { isApiError } from '../../../../contract/errors.ts'
import { instantInput } from '../../../../contract/fields.ts'
import { IDENTITY_PICTURES, type IdentityPictureName } from '../../../../contract/appearance.ts'
import {
  APPEARANCE_ID,
  readAppearance,
  removePicture,
  setPicture,
} from '../../../readers/appearance/appearance.service.ts'
import { MAX_FILE_BYTES, MAX_IMAGE_BYTES } from '../../../../rules/uploads.ts'
import { quoted } from '../../../../rules/quoted.ts'
import { cleanFilename } from '../../../files/filenames.ts'
import { spooled, spoolFolder, type Spooled } from '../../../files/spool.ts'
import { fileBytes } from '../../../platform/file-store.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { runInWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { files, findFile } from '../../../desk/research/files.service.ts'
import { said, type ImportRuntime } from '../attempt.ts'
import * as queries from '../imports.queries.ts'
import type { ImportRow, ItemRow } from '../imports.queries.ts'
import type { run } from '../read-file.job.ts'
import { sourceOnDisk } from '../sources.ts'
import type { StagedOther } from '../staged-items.ts'
import { writeChoices } from './own-choices.service.ts'
import type { OwnFields } from './own-lists.ts'

const READ = workerJob<typeof run>(new URL('../read-file.job.ts', import.meta.url))
/** What a file of research is called within its item's folder (`files/bucket/object-names.ts`). */
const STORED_AS = /\/(\d{10,17}(?:\.[A-Za-z0-9]{1,16})?)$/

/** Writes what an export of ours keeps as a file of its own: files of research, and what the blog looks like. */
export async function writeOwnFile(runtime: ImportRuntime, row: ImportRow, item: ItemRow): Promise<boolean> {
  const { db } = runtime
  const { record, file = '' } = JSON.parse(item.staged ?? '{}') as StagedOther
  if ((await queries.getImport(db, row.id))?.state !== 'running') return false
  const { list = '', facts = {} } = record ?? {}
  if (list === 'data/appearance.json') return writeChoices(runtime, row, item, facts)
  const writing = { runtime, row, item, file, facts }
  if (list === 'appearance') return writePicture(writing)
  if (list === 'research') return writeFile(writing)
  return queries.settleItem(db, item, { outcome: 'skipped', reason: said(item, 'Das gibt es hier nicht.') })
}

type WritingFile = { runtime: ImportRuntime; row: ImportRow; item: ItemRow; file: string; facts: OwnFields }

async function writePicture(writing: WritingFile): Promise<boolean> {
  const { runtime, row, item, facts } = writing
  const { db } = runtime
  const name = IDENTITY_PICTURES.find((one) => one === facts.name)
  const settle = (values: Partial<ItemRow>, ...reasons: string[]) =>
    queries.settleItem(db, item, { ...values, reason: said(item, ...reasons) })
  if (!name) return settle({ outcome: 'skipped' }, 'Das gibt es hier nicht.')
  const skip = () => settle({ outcome: 'skipped' }, 'Hier ist schon ein eigenes Bild gewählt und bleibt.')
  const there = (await readAppearance(db)).pictures[name]
  if (there)
    return (await queries.findRecord(db, keyOf(row, item)))
      ? settle({ outcome: 'unchanged', noun: 'appearance', record_id: APPEARANCE_ID })
      : skip()
  if (row.dry_run === 1) return settle({ outcome: 'created' })
  const filename = cleanFilename(String(facts.filename ?? name))
  const also = async (tx: Tx, url: string) => {
    const values = { outcome: 'created', reason: said(item), noun: 'appearance', record_id: APPEARANCE_ID }
    if (!(await queries.settleItem(tx, item, { ...values, url, before: JSON.stringify({ name }) })))
      throw new Error('an item was settled twice')
    await queries.keepRecord(tx, {
      ...keyOf(row, item),
      noun: 'appearance',
      record_id: `${APPEARANCE_ID}-${name}`,
      version: 0,
    })
  }
  let isTaken = false
  const done = await withBytes(writing, { filename, maxBytes: MAX_IMAGE_BYTES }, async (file) => {
    await setPicture(runtime, { name, file, filename, isOurs: true, former: null, also }).catch((error: unknown) => {
      if (!isApiError(error, 'version_conflict')) throw error
      isTaken = true
    })
  })
  if (isTaken) return skip()
  return done || settle({ outcome: 'failed' }, `${quoted(writing.file)} steht nicht im Archiv.`)
}

async function writeFile(writing: WritingFile): Promise<boolean> {
  const { runtime, row, item, facts } = writing
  const { db, clock } = runtime
  const settle = (values: Partial<ItemRow>, ...reasons: string[]) =>
    queries.settleItem(db, item, { ...values, reason: said(item, ...reasons) })
  const record = await queries.findRecord(db, keyOf(row, item))
  if (record) {
    const stored = await findFile(db, { id: record.record_id })
    if (!stored || stored.deleted_at !== null) return settle({ outcome: 'skipped' }, 'Wurde hier seither gelöscht.')
    return settle({ outcome: 'unchanged', noun: 'research-files', record_id: stored.id })
  }
  if (row.dry_run === 1) return settle({ outcome: 'created' })
  const parent = await queries.findRecord(db, { ...keyOf(row, item), source_id: String(facts.item) })
  const [, storedAs] = STORED_AS.exec(writing.file) ?? []
  if (!parent || storedAs === undefined)
    return settle({ outcome: 'skipped' }, 'Die Recherche, zu der die Datei gehörte, ist nicht mitgekommen.')
  const name = `${parent.record_id}/${storedAs}`
  const filename = cleanFilename(String(facts.filename ?? storedAs))
  const actor = {
    caller: { userId: row.author_id as string },
    now: new Date(instantInput.safeParse(facts.created_at).data ?? clock()),
  }
  // There already where an attempt before this one was ended right behind it.
  const done =
    (await findFile(db, { objectName: name })) !== null ||
    (await withBytes(writing, { filename, maxBytes: MAX_FILE_BYTES }, async (file) => {
      await files.store(runtime, { name, file, filename, upsert: false }, actor)
    }))
  if (!done) return settle({ outcome: 'failed' }, `${quoted(writing.file)} steht nicht im Archiv.`)
  return inTransaction(db, async (tx) => {
    const stored = await findFile(tx, { objectName: name })
    if (!stored) throw new Error('a file that was just stored is not there')
    const values = { outcome: 'created', reason: said(item), noun: 'research-files', record_id: stored.id }
    const settled = await queries.settleItem(tx, item, values)
    await queries.keepRecord(tx, { ...keyOf(row, item), noun: 'research-files', record_id: stored.id, version: 0 })
    return settled
  })
}

/** Gives `work` the bytes of a file of the archive; false where the archive has none of that name. */
async function withBytes(
  { runtime, row, file: path }: WritingFile,
  { filename, maxBytes }: { filename: string; maxBytes: number },
  work: (file: Spooled) => Promise<void>,
): Promise<boolean> {
  const { config } = runtime
  const output = join(spoolFolder(config.dataDir), randomUUID())
  try {
    const source = await sourceOnDisk(runtime, row.id)
    if (!(await runInWorker('imports', READ, { source, name: row.name, path, output, mostBytes: maxBytes })))
      return false
    await spooled(fileBytes(output), { config, filename, maxBytes }, work)
    return true
  } finally {
    await rm(output, { force: true })
  }
}

/** Takes a picture of the site's own away again; false where it is another one by now. */
export async function takePictureAway(runtime: ImportRuntime, item: ItemRow): Promise<boolean> {
  const { name } = JSON.parse(item.before ?? '{}') as { name?: IdentityPictureName }
  if (!name) return true
  const there = (await readAppearance(runtime.db)).pictures[name]
  if (!there) return true
  try {
    await removePicture(runtime, name, { former: item.url ?? '' })
    return true
  } catch (error) {
    if (isApiError(error, 'version_conflict')) return false
    throw error
  }
}

function keyOf(row: ImportRow, item: ItemRow) {
  return { source: row.source ?? '', kind: item.kind, source_id: item.source_id }
}
