import { ApiError } from '../../../contract/errors.ts'
import type {
  AddResearchLink,
  CreateResearch,
  ResearchItem,
  ResearchLink,
  UpdateResearch,
} from '../../../contract/research.ts'
import { searchableText } from '../../../rules/search-text.ts'
import { checkArticle } from '../../writing/articles/finding/linked-article.service.ts'
import { forgetFolder } from '../../files/bucket/objects.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { records } from '../../platform/db/records.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import * as queries from './research.queries.ts'

const items = records('research_items', 'research', getItem)

const rows = tableBin('research_items')

/** Trash operations of items; deleting one for good deletes its files (RUL-20). */
export const bin: TrashBin = {
  ...rows,
  async purge(runtime, tx, id, before) {
    if (!(await rows.purge(runtime, tx, id, before))) return false
    return forgetFolder(runtime, tx, id)
  },
}

/** An item outside the trash with its links and files (RUL-8), or null. */
export async function getItem(db: Db, id: string): Promise<ResearchItem | null> {
  const summary = await queries.getSummary(db, id)
  if (!summary) return null
  const used_in = await queries.listUses(db, summary)
  return { ...summary, links: await queries.listLinks(db, id), files: await queries.listFiles(db, id), used_in }
}

/** Records that an article uses an item. Errors: 404, 400 for an unknown article. */
export async function useItem(
  db: Db,
  { id, article_id }: { id: string; article_id: string },
  { now }: Actor,
): Promise<ResearchItem> {
  return inTransaction(db, async (tx) => {
    const item = await items.get(tx, id)
    await checkArticle(tx, article_id)
    await queries.insertUse(tx, { research_item_id: id, article_id, used_at: now.toISOString() })
    await announce(tx, { noun: 'research', id, verb: 'updated' })
    return { ...item, used_in: await queries.listUses(tx, item) }
  })
}

/** Adds an item of the caller; 400 for an article that does not exist. */
export async function addItem(db: Db, input: CreateResearch, actor: Actor): Promise<ResearchItem> {
  return inTransaction(db, async (tx) => {
    await checkArticle(tx, input.article_id)
    return items.create(tx, { ...input, ...columnsOf(input, actor) }, actor)
  })
}

/** Changes the given fields, including the note (RES-4); 404 when there is no such item, 400 for an unknown article. */
export async function changeItem(db: Db, { id, ...fields }: UpdateResearch, actor: Actor): Promise<ResearchItem> {
  return items.revise(db, id, async (item, tx) => {
    await checkArticle(tx, fields.article_id)
    return { ...fields, ...columnsOf({ ...item, ...fields }, actor) }
  })
}

/** Moves an item to the trash, links and files with it (RUL-20); 404 when there is no such item. */
export async function trashItem(db: Db, id: string, actor: Actor): Promise<void> {
  return items.trash(db, id, actor)
}

/** Adds a link to an item (RES-3, RUL-8); 404 when there is no such item. */
export async function addLink(db: Db, { id, url, title }: AddResearchLink, { now }: Actor): Promise<ResearchLink> {
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'research_items', id)
    await items.get(tx, id)
    const link = { id: newId(), url, title, created_at: now.toISOString() }
    await queries.insertLink(tx, { ...link, research_item_id: id })
    await announce(tx, { noun: 'research', id, verb: 'updated' })
    return link
  })
}

/** Deletes a link of an item; 404 when item or link do not exist. */
export async function removeLink(db: Db, { id, link_id }: { id: string; link_id: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdRecord(tx, 'research_items', id)
    await items.get(tx, id)
    if (!(await queries.deleteLink(tx, id, link_id))) throw new ApiError('not_found')
    await announce(tx, { noun: 'research', id, verb: 'updated' })
  })
}

function columnsOf({ title, url, note }: Pick<ResearchItem, 'title' | 'url' | 'note'>, { now }: Actor) {
  const text = [title, url, note].filter(Boolean).join('\n')
  return { search_text: searchableText(text), updated_at: now.toISOString() }
}
