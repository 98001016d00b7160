import { isApiError } from '../../../contract/errors.ts'
import { articles } from '../../writing/articles/articles.service.ts'
import { lockReferences } from '../../writing/articles/references.service.ts'
import * as media from '../../writing/media/media.service.ts'
import { pages } from '../../writing/pages/pages.service.ts'
import { takeBack } from '../../platform/bulk.ts'
import type { AnyActor } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/db.ts'
import { closeToReferences, holdRecord } from '../../platform/db/locks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { hasComments, takeImportedBack } from '../../readers/comments/comments.service.ts'
import { removeRedirects } from '../../readers/redirects/redirects.service.ts'
import * as authors from '../../writing/authors/authors.service.ts'
import * as taxonomy from '../../writing/taxonomy/taxonomy.service.ts'
import { findFile, listFiles, trashFile } from '../../desk/research/files.service.ts'
import { purge, purgeIn } from '../../desk/trash/trash.service.ts'
import * as queries from './imports.queries.ts'
import type { ItemRow } from './imports.queries.ts'
import type { ImportRuntime } from './attempt.ts'
import { undoChoices, undoSettings } from './own-export/own-choices.service.ts'
import { takePictureAway } from './own-export/own-files.service.ts'
import { listOf, type OwnList } from './own-export/own-lists.ts'
import { markOf } from './own-export/own-records.queries.ts'
import { undoOwnRecord } from './own-export/own-records.service.ts'
import { UNMARKED } from './write-pictures.service.ts'
import { quoted } from '../../../rules/quoted.ts'

type ClearUp = (() => Promise<void>) | undefined

/** One item while it is taken back, in a transaction. */
type Taking = {
  tx: Tx
  runtime: ImportRuntime
  item: ItemRow
  /** The record that the item made or changed. */
  id: string
  /** What is stored outside the database is removed after the commit. */
  afterCommit: (work: ClearUp) => void
}
/** Takes back what an item did to a record of one noun. Returns why the record stays; null where nothing of the item is left. */
type Undo = (taking: Taking) => Promise<string | null>

const KEPT = 'Wurde seither bearbeitet und bleibt.'
const DISCUSSED = 'Wurde seither besprochen oder kommentiert und bleibt.'

const UNDOS: Record<string, Undo> = {
  articles: (taking) => undoText(taking, 'articles'),
  pages: (taking) => undoText(taking, 'pages'),
  categories: (taking) => undoTerm(taking, 'categories'),
  tags: (taking) => undoTerm(taking, 'tags'),
  async authors({ tx, item, id }) {
    const { updated_at = '' } = JSON.parse(item.before ?? '{}') as { updated_at?: string }
    return (await authors.removeUnused(tx, id, updated_at)) ? null : 'Wird noch gebraucht und bleibt.'
  },
  media: undoPicture,
  async redirects({ tx, id }) {
    await removeRedirects(tx, [id])
    return null
  },
  async comments({ tx, id }) {
    if (!(await takeImportedBack(tx, id))) return KEPT
    await queries.forgetRecord(tx, 'comments', id)
    return null
  },
  async settings({ tx, item, runtime }) {
    return (await undoSettings(tx, item, runtime.clock())) === 'changed' ? KEPT : null
  },
}

/**
 * Takes back what one item has made or changed, for good (RUL-53). What people have worked on or use since stays, and the report
 * says so.
 */
export async function takeItemBack(runtime: ImportRuntime, item: ItemRow): Promise<void> {
  const { noun, record_id: id } = item
  if (noun === 'research-files') return undoFile(runtime, item)
  if (noun === 'appearance') return undoAppearance(runtime, item)
  const list = noun === null ? undefined : listOf(noun)
  const undo = list ? (taking: Taking) => undoListed(taking, list) : UNDOS[noun ?? '']
  let clearUp: ClearUp
  await inTransaction(
    runtime.db,
    async (tx) => {
      clearUp = undefined
      await queries.lockImport(tx, item.import_id)
      const afterCommit = (work: ClearUp) => void (clearUp = work)
      const kept = undo && id !== null ? await undo({ tx, runtime, item, id, afterCommit }) : null
      await queries.updateItem(tx, item, { undone: 1, ...(kept !== null && { reason: withReason(item, kept) }) })
    },
    { quiet: true },
  )
  await clearUp?.()
}

/** A task, event, link … goes for good, or is as it was. */
async function undoListed({ tx, runtime, item, id, afterCommit }: Taking, list: OwnList): Promise<string | null> {
  // Behind the lock that an upload takes, too.
  await holdRecord(tx, list.table, id)
  if (list.noun === 'research' && (await listFiles(tx, id)).length > 0) return KEPT
  const outcome = await undoOwnRecord(tx, list, item, runtime.clock())
  if (outcome === 'changed') return KEPT
  if (outcome === 'gone' || item.outcome === 'updated') return null
  afterCommit(await purgeIn(runtime, tx, list.noun, id))
  await queries.forgetRecord(tx, list.noun, id)
  return null
}

/** A picture goes with its bytes, unless something shows it or somebody has changed it. */
async function undoPicture({ tx, runtime, item, id, afterCommit }: Taking): Promise<string | null> {
  // No article or page is written until the transaction ends, so none begins to show the picture.
  await lockReferences(tx)
  const held = await media.holdMedia(tx, id)
  const record = await queries.recordOfItem(tx, item)
  const [used] = held ? await media.usageOfMany(tx, [id]) : []
  const isEdited = held !== null && record !== null && ![UNMARKED, markOf(held)].includes(record.version)
  const outcome = await takeBack(held, {
    isUnchanged: () => !isEdited && !used,
    restore: () => media.trashMedia(tx, id, { now: runtime.clock() }),
  })
  if (outcome === 'changed')
    return isEdited ? KEPT : `Wird noch gezeigt in ${quoted(used?.articles[0]?.title ?? '')} und bleibt.`
  await ignoringGone(async () => afterCommit(await purgeIn(runtime, tx, 'media', id)))
  await queries.forgetRecord(tx, 'media', id)
  return null
}

/** A file of research goes with its bytes. */
async function undoFile(runtime: ImportRuntime, item: ItemRow): Promise<void> {
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

/** The look of the blog is as it was before, unless somebody has chosen something else since. */
async function undoAppearance(runtime: ImportRuntime, item: ItemRow): Promise<void> {
  if (item.outcome === 'updated') return undoChoices(runtime.db, item, KEPT)
  const isAway = await takePictureAway(runtime, item)
  await queries.updateItem(runtime.db, item, { undone: 1, ...(!isAway && { reason: withReason(item, KEPT) }) })
}

function withReason({ reason }: ItemRow, added: string): string {
  return reason === '' ? added : `${reason}\n${added}`
}

/** A text that the item made goes for good, from the trash too; one that it changed is as it was. Its old addresses lead nowhere. */
async function undoText({ tx, runtime, item, id }: Taking, noun: 'articles' | 'pages'): Promise<string | null> {
  const held = await (noun === 'articles' ? articles.hold(tx, id) : pages.hold(tx, id))
  const record = await queries.recordOf(tx, noun, id)
  const isUpdate = item.outcome === 'updated'
  // A comment of a reader is stored without the lock of its article.
  await closeToReferences(tx, noun, id)
  // Words of others go with their text; imported comments have been taken back before it.
  if (!isUpdate && held && (await isDiscussed(tx, noun, id))) return DISCUSSED
  const outcome = await takeBack(held, {
    isUnchanged: ({ version }) => version === record?.version,
    restore: async ({ version }) => {
      if (!isUpdate || !record) return
      const by = { caller: { userId: null }, now: runtime.clock() }
      const { dates, ...before } = JSON.parse(item.before ?? '{}') as Record<string, never>
      const there = { id, version }
      const now = await (noun === 'articles'
        ? articles.update(tx, { ...there, ...before }, by)
        : restorePage(tx, there, { before, dates }, by))
      await queries.keepRecord(tx, { ...record, version: now.version })
    },
  })
  if (outcome === 'changed') return KEPT
  if (isUpdate && outcome === 'gone') return null
  if (!isUpdate) {
    await (noun === 'articles' ? articles.drop(tx, id, runtime) : pages.drop(tx, id, runtime))
    await queries.forgetRecord(tx, noun, id)
  }
  await removeRedirects(tx, JSON.parse(item.redirects) as string[])
  return null
}

/** Whether a text has remarks, open suggestions, a review or comments. */
async function isDiscussed(tx: Tx, noun: 'articles' | 'pages', id: string): Promise<boolean> {
  if (noun === 'pages') return pages.isDiscussed(tx, id)
  return (await articles.isDiscussed(tx, id)) || hasComments(tx, id)
}

/** A category or tag goes unless an article carries it or somebody has changed it. */
async function undoTerm({ tx, item, id }: Taking, noun: 'categories' | 'tags'): Promise<string | null> {
  const imported = JSON.parse(item.before ?? '{}') as taxonomy.ImportedAbout
  return (await taxonomy.removeUnused(tx, noun, { id, imported })) ? null : 'Wird noch gebraucht und bleibt.'
}

/** A page as it was, the template of a legal one with the dates it had. */
async function restorePage(
  tx: Tx,
  there: { id: string; version: number },
  { before, dates }: { before: Record<string, never>; dates?: { created_at: string; updated_at: string } },
  by: AnyActor,
) {
  const page = await pages.update(tx, { ...there, ...before }, by)
  return dates ? pages.setOrigin(tx, page.id, dates, by) : page
}

async function ignoringGone(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isApiError(error, 'not_found')) throw error
  }
}
