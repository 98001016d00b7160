import { ApiError, invalidField } from '../../../contract/errors.ts'
import type { ConversionTarget, CreateInboxItem, InboxItem, UpdateInboxItem } from '../../../contract/inbox.ts'
import { LINK_INCOMPLETE } from '../../../rules/libraries.ts'
import { searchableText } from '../../../rules/search-text.ts'
import { inboxEntryOf } from '../../../rules/collecting.ts'
import { urlKey } from '../../../rules/url.ts'
import { articles } from '../../writing/articles/articles.service.ts'
import { links } from '../links/links.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { records } from '../../platform/db/records.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { BLANK_TEXT } from '../../../rules/article-text.ts'
import { quoted } from '../../../rules/quoted.ts'
import * as research from '../research/research.service.ts'
import { newTask } from '../../../contract/tasks.ts'
import * as tasks from '../tasks/tasks.service.ts'
import { findAuthor, findByUrlKey, getItem } from './inbox.queries.ts'

export const items = records('inbox_items', 'inbox', getItem)

/**
 * Adds an open entry of the caller; type and address are derived from the text by default (RUL-15). One without a title
 * waits for that of its page. 409 `already_in_inbox` with the existing entry of the address, unless the input allows a
 * duplicate. A repeated request with the same `id` returns the existing entry (404 if it is in the trash by now); for
 * an id of another account 409 `version_conflict`.
 */
export async function addItem(db: Db, input: CreateInboxItem, actor: Actor): Promise<InboxItem> {
  return inTransaction(db, async (tx) => {
    const { title, note, source } = input
    const { type, url } = inboxEntryOf(input)
    const key = url && urlKey(url)
    if (input.id) {
      await lockFor(tx, `inbox-id:${input.id}`)
      const author = await findAuthor(tx, input.id)
      if (author && author.author_id !== actor.caller.userId)
        throw new ApiError('version_conflict', { message: ID_TAKEN })
      if (author) return items.get(tx, input.id)
    }
    if (key) await refuseTwin(tx, key, input.allow_duplicate)
    const row = {
      title,
      type: input.type ?? type,
      status: 'open',
      url,
      url_key: key,
      note,
      source,
      search_text: searchText({ title, url, note }),
      feed_id: null,
      feed_entry_key: null,
      title_pending: url !== null && title === url.trim() ? 1 : 0,
    }
    return items.create(tx, row, actor, input.id)
  })
}

const ID_TAKEN = 'Diese Kennung hat schon ein anderer Eintrag.'

/** Excludes concurrent additions of this page, also by a feed, until the transaction ends. */
async function refuseTwin(tx: Tx, key: string, allowed: boolean): Promise<void> {
  await lockFor(tx, 'inbox-address', { shared: true })
  await lockFor(tx, `inbox-address:${key}`)
  const current = allowed ? null : await findByUrlKey(tx, key)
  if (!current) return
  const message = `Diese Adresse steht schon in der Inbox${current.status === 'processed' ? ' und ist erledigt' : ''}: ${quoted(shortTitle(current.title))}`
  throw new ApiError('already_in_inbox', { message, current })
}

/**
 * Changes the given fields, including `status` (INBOX-3); 404 when there is no such entry, 409 `already_in_inbox` as in
 * `addItem` where another entry has the new address (WEEK-15).
 */
export async function changeItem(
  db: Db,
  { id, allow_duplicate: allowed = false, ...fields }: UpdateInboxItem,
): Promise<InboxItem> {
  return inTransaction(db, async (tx) => {
    const key = fields.url && urlKey(fields.url)
    if (key) {
      const { url } = await items.get(tx, id)
      if (!url || urlKey(url) !== key) await refuseTwin(tx, key, allowed)
    }
    return items.revise(tx, id, (item) => {
      const text = { ...item, ...fields }
      return {
        ...fields,
        ...(fields.title !== undefined && { title_pending: 0 }),
        url_key: text.url && urlKey(text.url),
        search_text: searchText(text),
      }
    })
  })
}

/** Moves an entry to the trash (RUL-20); 404 when there is no such entry. */
export async function trashItem(db: Db, id: string, actor: Actor): Promise<void> {
  return items.trash(db, id, actor)
}

/**
 * Makes an article, task, research item or link from an open entry and marks the entry processed, in one transaction;
 * of two concurrent calls (a double click) one succeeds. 404 when there is no such entry, 409 `version_conflict` with
 * the entry as `current` when it is processed already, 400 for a link without an address.
 */
export async function convertItem(
  db: Db,
  { id, to }: { id: string; to: ConversionTarget },
  actor: Actor,
): Promise<{ to: ConversionTarget; id: string; item: InboxItem }> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, `inbox-conversion:${id}`)
    const current = await items.get(tx, id)
    if (current.status === 'processed') throw new ApiError('version_conflict', { message: SETTLED, current })
    const created = await CONVERSIONS[to](tx, current, actor)
    return { to, id: created.id, item: await changeItem(tx, { id, status: 'processed' }) }
  })
}

const SETTLED = 'Dieser Eintrag ist schon erledigt. Öffnen Sie ihn wieder, um noch etwas daraus zu machen.'

const CONVERSIONS: Record<ConversionTarget, (tx: Tx, item: InboxItem, actor: Actor) => Promise<{ id: string }>> = {
  article: (tx, item, actor) =>
    articles.create(
      tx,
      {
        ...BLANK_TEXT,
        title: shortTitle(item.title),
        content_markdown: [item.note, item.url && `Quelle: <${item.url}>`].filter(Boolean).join('\n\n'),
        status: 'draft',
        tag_ids: [],
      },
      actor,
    ),
  task: (tx, item, actor) => tasks.addTask(tx, newTask.parse({ title: shortTitle(item.title) }), actor),
  research: (tx, item, actor) =>
    research.addItem(
      tx,
      {
        title: shortTitle(item.title),
        url: item.url,
        note: item.note,
        source_type: item.url ? 'link' : 'note',
        article_id: null,
      },
      actor,
    ),
  link: async (tx, item, actor) => {
    if (item.url === null) throw invalidField('url', LINK_INCOMPLETE)
    return links.create(
      tx,
      {
        title: shortTitle(item.title),
        url: item.url,
        category: 'KI Tools',
        description: item.note?.slice(0, 2000) ?? '',
      },
      actor,
    )
  },
}

/** Titles of other nouns are limited to 300 characters; an entry may be a longer address. */
function shortTitle(title: string): string {
  return title.length <= 300 ? title : `${title.slice(0, 299)}…`
}

/** The searchable text of an entry. */
export function searchText({ title, url, note }: Pick<InboxItem, 'title' | 'url' | 'note'>): string {
  return searchableText([title, url, note].filter(Boolean).join('\n'))
}
