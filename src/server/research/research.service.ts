import { ApiError, invalidField } from '../../contract/errors.ts'
import type {
  AddResearchLink,
  CreateResearch,
  ResearchItem,
  ResearchLink,
  ResearchSummary,
  UpdateResearch,
} from '../../contract/research.ts'
import { searchableText } from '../../rules/search-text.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { holdRecord } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import { tableBin } from '../platform/trash-bin.ts'
import * as queries from './research.queries.ts'

export const bin = tableBin('research_items')

/** One living item with its links and files (RUL-8), or null. */
export async function getItem(db: Db, id: string): Promise<ResearchItem | null> {
  const summary = await queries.getSummary(db, id)
  if (!summary) return null
  return { ...summary, links: await queries.listLinks(db, id), files: await queries.listFiles(db, id) }
}

/** Adds an item of the caller's; 400 for an article that does not exist. */
export async function addItem(db: Db, input: CreateResearch, { caller, now }: Act): Promise<ResearchItem> {
  return inTransaction(db, async (tx) => {
    await checkArticle(tx, input.article_id)
    const id = newId()
    const at = now.toISOString()
    await queries.insertItem(tx, {
      id,
      ...input,
      search_text: searchText(input),
      author_id: caller.userId,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    await announce(tx, { noun: 'research', id, verb: 'created' })
    return mustGet(tx, id)
  })
}

/** Changes the fields given, the note among them (RES-4); 404 when there is no such item, 400 for an unknown article. */
export async function changeItem(db: Db, { id, ...fields }: UpdateResearch, { now }: Act): Promise<ResearchItem> {
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'research_items', id)
    const text = { ...(await mustGetSummary(tx, id)), ...fields }
    await checkArticle(tx, fields.article_id)
    await queries.updateItem(tx, id, { ...fields, search_text: searchText(text), updated_at: now.toISOString() })
    await announce(tx, { noun: 'research', id, verb: 'updated' })
    return mustGet(tx, id)
  })
}

/** Moves an item to the trash, links and files with it (RUL-20); 404 when there is no such item. */
export async function trashItem(db: Db, id: string, { now }: Act): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.updateItem(tx, id, { deleted_at: now.toISOString() }))) throw new ApiError('not_found')
    await announce(tx, { noun: 'research', id, verb: 'removed' })
  })
}

/** Adds a link to an item (RES-3, RUL-8); 404 when there is no such item. */
export async function addLink(db: Db, { id, url, title }: AddResearchLink, { now }: Act): Promise<ResearchLink> {
  return inTransaction(db, async (tx) => {
    await mustGetSummary(tx, id)
    const link = { id: newId(), url, title, created_at: now.toISOString() }
    await queries.insertLink(tx, { ...link, research_item_id: id })
    await announce(tx, { noun: 'research', id, verb: 'updated' })
    return link
  })
}

/** Takes a link off an item; 404 when item or link do not exist. */
export async function removeLink(db: Db, { id, link_id }: { id: string; link_id: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    await mustGetSummary(tx, id)
    if (!(await queries.deleteLink(tx, id, link_id))) throw new ApiError('not_found')
    await announce(tx, { noun: 'research', id, verb: 'updated' })
  })
}

export type StoredFile = { objectName: string; filename: string; mimeType: string; sizeBytes: number }

/** Lists a stored object among the files of its item, in the transaction that stores it (RES-5); 404 without such an item. */
export async function addFile(tx: Tx, itemId: string, file: StoredFile, { caller, now }: Act): Promise<void> {
  await mustGetSummary(tx, itemId)
  await queries.insertFile(tx, {
    id: newId(),
    research_item_id: itemId,
    object_name: file.objectName,
    filename: file.filename,
    mime_type: file.mimeType,
    size_bytes: file.sizeBytes,
    author_id: caller.userId,
    created_at: now.toISOString(),
  })
  await announce(tx, { noun: 'research', id: itemId, verb: 'updated' })
}

/** Moves the file of a stored object to the trash (RUL-20); the object stays until it is removed from there. */
export async function removeFile(tx: Tx, itemId: string, objectName: string, { now }: Act): Promise<void> {
  await queries.trashFile(tx, objectName, now.toISOString())
  await announce(tx, { noun: 'research', id: itemId, verb: 'updated' })
}

/** A file by its id, in the trash too, or null. */
export async function findFile(db: Db, id: string): ReturnType<typeof queries.findFile> {
  return queries.findFile(db, { id })
}

/** Whether the file of a stored object lies in the trash. */
export async function isFileTrashed(db: Db, objectName: string): Promise<boolean> {
  return (await queries.findFile(db, { objectName }))?.deleted_at != null
}

/** Whether an item exists, in the trash too. */
export async function itemExists(db: Db, id: string): Promise<boolean> {
  return queries.rowExists(db, id)
}

async function checkArticle(tx: Tx, articleId: string | null | undefined): Promise<void> {
  if (articleId && !(await queries.articleExists(tx, articleId)))
    throw invalidField('article_id', 'Diesen Artikel gibt es nicht')
}

async function mustGet(db: Db, id: string): Promise<ResearchItem> {
  const item = await getItem(db, id)
  if (!item) throw new ApiError('not_found')
  return item
}

async function mustGetSummary(db: Db, id: string): Promise<ResearchSummary> {
  const item = await queries.getSummary(db, id)
  if (!item) throw new ApiError('not_found')
  return item
}

function searchText({ title, url, note }: Pick<ResearchSummary, 'title' | 'url' | 'note'>): string {
  return searchableText([title, url, note].filter(Boolean).join('\n'))
}
