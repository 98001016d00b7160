import { isApiError } from '../../contract/errors.ts'
import { adoptedArticle, dropArticle, readoptArticle } from '../articles/adoption.service.ts'
import * as media from '../media/media.service.ts'
import { adoptedPage, dressPage, dropPage, readoptPage } from '../pages/adoption.service.ts'
import type { Tx } from '../platform/db/db.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { removeRedirects } from '../redirects/redirects.service.ts'
import * as taxonomy from '../taxonomy/taxonomy.service.ts'
import { findFile, listFiles, trashFile } from '../research/files.service.ts'
import { purge, purgeIn } from '../trash/trash.service.ts'
import * as queries from './imports.queries.ts'
import type { ItemRow } from './imports.queries.ts'
import type { ImportRuntime } from './attempt.ts'
import { takeChoicesBack, takeSettingsBack } from './own-export/own-choices.service.ts'
import { takePictureAway } from './own-export/own-files.service.ts'
import { listOf, type OwnList } from './own-export/own-lists.ts'
import { takeOwnRecordBack } from './own-export/own-records.service.ts'

const KEPT = 'Wurde seither bearbeitet und bleibt.'

/**
 * Takes back what one item has made or changed, for good (RUL-53). What people have worked on or use since stays, and the report
 * says so.
 */
export async function takeBack(runtime: ImportRuntime, item: ItemRow): Promise<void> {
  if (item.noun === 'media') return takePictureBack(runtime, item)
  if (item.noun === 'research-files') return takeFileBack(runtime, item)
  if (item.noun === 'appearance') return takeLookBack(runtime, item)
  let clearUp: (() => Promise<void>) | undefined
  await inTransaction(
    runtime.db,
    async (tx) => {
      await queries.lockImport(tx, item.import_id)
      const list = item.noun === null ? undefined : listOf(item.noun)
      const kept = list ? await takeListedBack(tx, list, item) : await takeRecordBack(tx, runtime, item)
      await queries.updateItem(tx, item, { undone: 1, ...(kept !== null && { reason: withReason(item, kept) }) })
    },
    { quiet: true },
  )
  await clearUp?.()

  async function takeListedBack(tx: Tx, list: OwnList, { record_id }: ItemRow): Promise<string | null> {
    const id = record_id ?? ''
    if (list.noun === 'research' && (await listFiles(tx, id)).length > 0) return KEPT
    const became = await takeOwnRecordBack(tx, list, item, runtime.clock())
    if (became === 'kept') return KEPT
    if (became === 'back') return null
    clearUp = await purgeIn(runtime, tx, list.noun, id)
    await queries.forgetRecord(tx, list.noun, id)
    return null
  }
}

/** A file of research goes with its bytes. */
async function takeFileBack(runtime: ImportRuntime, item: ItemRow): Promise<void> {
  const { db, clock } = runtime
  const id = item.record_id ?? ''
  const file = await findFile(db, { id })
  if (file && file.deleted_at === null) await trashFile(db, file.object_name, clock().toISOString())
  await ignoringGone(purge(runtime, 'research-files', id))
  await inTransaction(db, async (tx) => {
    await queries.forgetRecord(tx, 'research-files', id)
    await queries.updateItem(tx, item, { undone: 1 })
  })
}

/** What the blog looks like: as it was before, unless somebody has chosen something else by now. */
async function takeLookBack(runtime: ImportRuntime, item: ItemRow): Promise<void> {
  if (item.outcome === 'updated') return takeChoicesBack(runtime.db, item, KEPT)
  const isAway = await takePictureAway(runtime, item)
  await queries.updateItem(runtime.db, item, { undone: 1, ...(!isAway && { reason: withReason(item, KEPT) }) })
}

function withReason({ reason }: ItemRow, added: string): string {
  return reason === '' ? added : `${reason}\n${added}`
}

/** Why a record stays; null where nothing of it is left. */
async function takeRecordBack(tx: Tx, runtime: ImportRuntime, item: ItemRow): Promise<string | null> {
  const { noun, record_id: id } = item
  if (noun === null || id === null) return null
  if (noun === 'categories' || noun === 'tags')
    return (await taxonomy.removeUnused(tx, noun, id)) ? null : 'Wird noch gebraucht und bleibt.'
  if (noun === 'redirects') await removeRedirects(tx, [id])
  if (noun === 'settings') return (await takeSettingsBack(tx, item, runtime.clock())) ? null : KEPT
  if (noun !== 'articles' && noun !== 'pages') return null
  const record = await queries.recordOf(tx, noun, id)
  const stored = await (noun === 'articles' ? adoptedArticle(tx, id) : adoptedPage(tx, id))
  if (stored && stored.version !== record?.version) return KEPT
  if (item.outcome === 'updated') {
    if (!stored || !record) return null
    const by = { caller: { userId: null }, now: runtime.clock() }
    const { dates, ...before } = JSON.parse(item.before ?? '{}') as Record<string, never>
    const there = { id, version: stored.version }
    const now = await (noun === 'articles'
      ? readoptArticle(tx, there, before, by)
      : takePageBack(tx, there, { before, dates }, by))
    await queries.keepRecord(tx, { ...record, version: now.version })
    await removeRedirects(tx, JSON.parse(item.redirects) as string[])
    return null
  }
  // What lies in the trash people have put there; it goes with the rest.
  await (noun === 'articles' ? dropArticle(tx, id, runtime) : dropPage(tx, id, runtime))
  await queries.forgetRecord(tx, noun, id)
  await removeRedirects(tx, JSON.parse(item.redirects) as string[])
  return null
}

/** A page as it was, the template of a legal one with the dates it had. */
async function takePageBack(
  tx: Tx,
  there: { id: string; version: number },
  { before, dates }: { before: Record<string, never>; dates?: { created_at: string; updated_at: string } },
  by: Parameters<typeof readoptPage>[3],
) {
  const page = await readoptPage(tx, there, before, by)
  return dates ? dressPage(tx, page, { ...dates, working: null }, by) : page
}

/** A picture goes with its bytes, unless something shows it. */
async function takePictureBack(runtime: ImportRuntime, item: ItemRow): Promise<void> {
  const { db, clock } = runtime
  const id = item.record_id ?? ''
  const [used] = await media.usageOfMany(db, [id])
  if (used) {
    const reason = withReason(item, `Wird noch gezeigt in „${used.articles[0]?.title ?? ''}“ und bleibt.`)
    return queries.updateItem(db, item, { undone: 1, reason })
  }
  // In the trash already where an earlier attempt came no further, or where somebody put it.
  await ignoringGone(media.trashMedia(db, id, { now: clock() }))
  await ignoringGone(purge(runtime, 'media', id))
  await inTransaction(db, async (tx) => {
    await queries.forgetRecord(tx, 'media', id)
    await queries.updateItem(tx, item, { undone: 1 })
  })
}

async function ignoringGone(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!isApiError(error, 'not_found')) throw error
  }
}
