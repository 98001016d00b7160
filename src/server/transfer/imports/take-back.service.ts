import { isApiError } from '../../../contract/errors.ts'
import { dropArticle, holdAdoptedArticle, readoptArticle } from '../../writing/articles/import.service.ts'
import { lockReferences } from '../../writing/articles/references.service.ts'
import * as media from '../../writing/media/media.service.ts'
import { dressPage, dropPage, holdAdoptedPage, readoptPage } from '../../writing/pages/import.service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { removeRedirects } from '../../readers/redirects/redirects.service.ts'
import * as taxonomy from '../../writing/taxonomy/taxonomy.service.ts'
import { findFile, listFiles, trashFile } from '../../desk/research/files.service.ts'
import { purge, purgeIn } from '../../desk/trash/trash.service.ts'
import * as queries from './imports.queries.ts'
import type { ImportRow, ItemRow } from './imports.queries.ts'
import type { ImportRuntime } from './attempt.ts'
import { takeChoicesBack, takeSettingsBack } from './own-export/own-choices.service.ts'
import { takePictureAway } from './own-export/own-files.service.ts'
import { listOf, type OwnList } from './own-export/own-lists.ts'
import { markOf } from './own-export/own-records.queries.ts'
import { takeOwnRecordBack } from './own-export/own-records.service.ts'
import { UNMARKED } from './write-pictures.service.ts'

/** Removes what is stored outside the database, once the transaction is committed. */
type ClearUp = () => Promise<void>

const KEPT = 'Wurde seither bearbeitet und bleibt.'

/**
 * Takes back what one item has made or changed, for good (RUL-53). What people have worked on or use since stays, and the report
 * says so.
 */
export async function takeBack(runtime: ImportRuntime, item: ItemRow): Promise<void> {
  if (item.noun === 'research-files') return takeFileBack(runtime, item)
  if (item.noun === 'appearance') return takeLookBack(runtime, item)
  let clearUp: ClearUp | undefined
  await inTransaction(
    runtime.db,
    async (tx) => {
      clearUp = undefined
      const row = await queries.lockImport(tx, item.import_id)
      const list = item.noun === null ? undefined : listOf(item.noun)
      const kept = list
        ? await takeListedBack(tx, list, item)
        : item.noun === 'media'
          ? await takePictureBack(tx, row, item)
          : await takeRecordBack(tx, runtime, item)
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

  /** A picture goes with its bytes, unless something shows it or somebody has changed it. */
  async function takePictureBack(
    tx: Tx,
    row: ImportRow | null,
    { kind, source_id, record_id }: ItemRow,
  ): Promise<string | null> {
    const id = record_id ?? ''
    // Nobody writes an article until the end, so that none begins to show it.
    await lockReferences(tx)
    const held = await media.holdMedia(tx, id)
    if (held) {
      const record = await queries.findRecord(tx, { source: row?.source ?? '', kind, source_id })
      if (record && record.version !== UNMARKED && record.version !== markOf(held)) return KEPT
      const [used] = await media.usageOfMany(tx, [id])
      if (used) return `Wird noch gezeigt in „${used.articles[0]?.title ?? ''}“ und bleibt.`
      await media.trashMedia(tx, id, { now: runtime.clock() })
    }
    await ignoringGone(async () => void (clearUp = await purgeIn(runtime, tx, 'media', id)))
    await queries.forgetRecord(tx, 'media', id)
    return null
  }
}

/** A file of research goes with its bytes. */
async function takeFileBack(runtime: ImportRuntime, item: ItemRow): Promise<void> {
  const { db, clock } = runtime
  const id = item.record_id ?? ''
  const file = await findFile(db, { id })
  if (file && file.deleted_at === null) await trashFile(db, file.object_name, clock().toISOString())
  await ignoringGone(() => purge(runtime, 'research-files', id))
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
  if (noun === 'categories' || noun === 'tags') return takeTermBack(tx, noun, id, item)
  if (noun === 'redirects') await removeRedirects(tx, [id])
  if (noun === 'settings') return (await takeSettingsBack(tx, item, runtime.clock())) ? null : KEPT
  if (noun !== 'articles' && noun !== 'pages') return null
  const stored = await (noun === 'articles' ? holdAdoptedArticle(tx, id) : holdAdoptedPage(tx, id))
  const record = await queries.recordOf(tx, noun, id)
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

/** A category or tag goes unless an article carries it or somebody has given it another name. */
async function takeTermBack(
  tx: Tx,
  noun: 'categories' | 'tags',
  id: string,
  { before }: ItemRow,
): Promise<string | null> {
  const { name } = JSON.parse(before ?? '{}') as { name?: string }
  return (await taxonomy.removeUnused(tx, noun, { id, name })) ? null : 'Wird noch gebraucht und bleibt.'
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

async function ignoringGone(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isApiError(error, 'not_found')) throw error
  }
}
