import { ApiError } from '../../contract/errors.ts'
import type {
  AddResearchLink,
  CreateResearch,
  ResearchItem,
  ResearchLink,
  UpdateResearch,
} from '../../contract/research.ts'
import { searchableText } from '../../rules/search-text.ts'
import { checkArticle } from '../articles/linked-article.service.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { records } from '../platform/db/records.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import { tableBin } from '../platform/trash-bin.ts'
import * as queries from './research.queries.ts'

export const bin = tableBin('research_items')
const items = records('research_items', 'research', getItem)

/** One living item with its links and files (RUL-8), or null. */
export async function getItem(db: Db, id: string): Promise<ResearchItem | null> {
  const summary = await queries.getSummary(db, id)
  if (!summary) return null
  return { ...summary, links: await queries.listLinks(db, id), files: await queries.listFiles(db, id) }
}

/** Adds an item of the caller's; 400 for an article that does not exist. */
export async function addItem(db: Db, input: CreateResearch, act: Act): Promise<ResearchItem> {
  return inTransaction(db, async (tx) => {
    await checkArticle(tx, input.article_id)
    return items.create(tx, { ...input, ...columnsOf(input, act) }, act)
  })
}

/** Changes the fields given, the note among them (RES-4); 404 when there is no such item, 400 for an unknown article. */
export async function changeItem(db: Db, { id, ...fields }: UpdateResearch, act: Act): Promise<ResearchItem> {
  return items.revise(db, id, async (item, tx) => {
    await checkArticle(tx, fields.article_id)
    return { ...fields, ...columnsOf({ ...item, ...fields }, act) }
  })
}

/** Moves an item to the trash, links and files with it (RUL-20); 404 when there is no such item. */
export async function trashItem(db: Db, id: string, act: Act): Promise<void> {
  return items.trash(db, id, act)
}

/** Adds a link to an item (RES-3, RUL-8); 404 when there is no such item. */
export async function addLink(db: Db, { id, url, title }: AddResearchLink, { now }: Act): Promise<ResearchLink> {
  return inTransaction(db, async (tx) => {
    await items.get(tx, id)
    const link = { id: newId(), url, title, created_at: now.toISOString() }
    await queries.insertLink(tx, { ...link, research_item_id: id })
    await announce(tx, { noun: 'research', id, verb: 'updated' })
    return link
  })
}

/** Takes a link off an item; 404 when item or link do not exist. */
export async function removeLink(db: Db, { id, link_id }: { id: string; link_id: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    await items.get(tx, id)
    if (!(await queries.deleteLink(tx, id, link_id))) throw new ApiError('not_found')
    await announce(tx, { noun: 'research', id, verb: 'updated' })
  })
}

export type StoredFile = { objectName: string; filename: string; mimeType: string; sizeBytes: number }

/** Lists a stored object among the files of its item, in the transaction that stores it (RES-5); 404 without such an item. */
export async function addFile(tx: Tx, itemId: string, file: StoredFile, { caller, now }: Act): Promise<void> {
  await items.get(tx, itemId)
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

function columnsOf({ title, url, note }: Pick<ResearchItem, 'title' | 'url' | 'note'>, { now }: Act) {
  const text = [title, url, note].filter(Boolean).join('\n')
  return { search_text: searchableText(text), updated_at: now.toISOString() }
}
