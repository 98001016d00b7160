import { storedName } from '../../server/files/bucket/addresses.ts'
import type { Tx } from '../../server/platform/db/db.ts'
import type { FileStore } from '../../server/platform/file-store.ts'
import { etagOf } from '../../server/platform/http/headers.ts'
import type { ArticleRow } from '../builders/articles.ts'
import {
  feedRow,
  inboxRow,
  researchFileRow,
  researchLinkRow,
  researchRow,
  storageObjectRow,
} from '../builders/collecting.ts'
import { insertRows } from '../builders/insert.ts'
import type { Kit } from '../builders/kit.ts'
import { linkRow, promptRow } from '../builders/libraries.ts'
import { eventRow, taskRow } from '../builders/planning.ts'
import type { Person } from './accounts.ts'
import { EVENTS, FEEDS, INBOX, LINKS, PROMPTS, RESEARCH, TASKS } from './desk-texts.ts'

type Desk = { people: Person[]; articles: ArticleRow[] }
/** Bytes that belong to rows, to be stored once the rows are in. */
export type Attachment = { objectName: string; text: string }

/** Board, calendar, inbox, research, feeds and both libraries. Returns the files the research rows name. */
export async function fillDesk(tx: Tx, kit: Kit, { people, articles }: Desk): Promise<Attachment[]> {
  const authors = people.filter(({ standing }) => standing !== 'pending').map(({ id }) => id)
  const author_id = () => kit.random.pick(authors)
  const about = (beginning: string | undefined) =>
    articles.find(({ title }) => beginning !== undefined && title.startsWith(beginning))?.id ?? null

  const tasks = Object.entries(TASKS).flatMap(([status, cards]) =>
    cards.map(([title, priority, due, article], index) =>
      taskRow(kit, {
        title,
        status,
        priority,
        due_at: due === undefined ? null : kit.at(due, '16:00'),
        article_id: about(article),
        author_id: author_id(),
        // Ideas are nobody's yet, nor is a card here and there.
        assignee_id: (status !== 'idea' && authors[index % (authors.length + 1)]) || null,
      }),
    ),
  )
  await insertRows(tx, 'editorial_tasks', tasks)
  await insertRows(
    tx,
    'calendar_events',
    EVENTS.map(([day, hour, type, title]) =>
      eventRow(kit, { title, type, starts_at: kit.at(day, hour), author_id: author_id() }),
    ),
  )

  const feeds = FEEDS.map(({ url, title, ...state }) =>
    feedRow(kit, {
      url,
      title,
      author_id: author_id(),
      last_fetched: 'fetchedDays' in state ? kit.at(state.fetchedDays - 1, '20:00') : null,
      last_error: 'error' in state ? state.error : null,
      failing_since: 'error' in state ? kit.at(-3, '08:00') : null,
      // Their hosts do not exist.
      fetch_every: 'off',
    }),
  )
  await insertRows(tx, 'rss_feeds', feeds)
  const inbox = INBOX.map(({ days, title, url, note, type, feed, done }, index) => {
    // The first of a day came last.
    const created_at = new Date(kit.now.getTime() + days * 86_400_000 - (index + 1) * 17 * 60_000).toISOString()
    const source = feed === undefined ? {} : { feed_id: feeds[feed]!.id, feed_entry_key: url ?? null }
    return inboxRow(kit, {
      title,
      url: url ?? null,
      note: note ?? null,
      status: done ? 'processed' : 'open',
      created_at,
      author_id: author_id(),
      ...(type ? { type } : {}),
      ...source,
    })
  })
  await insertRows(tx, 'inbox_items', inbox)

  for (const [category, links] of Object.entries(LINKS)) {
    await insertRows(
      tx,
      'link_library',
      links.map(([title, url, description]) =>
        linkRow(kit, { category, title, url, description, author_id: author_id() }),
      ),
    )
  }
  for (const [category, prompts] of Object.entries(PROMPTS)) {
    await insertRows(
      tx,
      'prompt_library',
      prompts.map(([title, content, description]) =>
        promptRow(kit, { category, title, content, description, author_id: author_id() }),
      ),
    )
  }

  const attachments: Attachment[] = []
  for (const { title, url, note, article, links = [], file } of RESEARCH) {
    const item = researchRow(kit, {
      title,
      url: url ?? null,
      note: note ?? null,
      article_id: about(article),
      author_id: author_id(),
      ...(file && !url ? { source_type: 'file' } : {}),
    })
    await insertRows(tx, 'research_items', [item])
    await insertRows(
      tx,
      'research_links',
      links.map(([name, address]) => researchLinkRow(kit, item, { title: name, url: address })),
    )
    if (!file) continue
    const row = researchFileRow(kit, item, {
      filename: file.filename,
      mime_type: file.mime_type,
      size_bytes: Buffer.byteLength(file.text),
    })
    await insertRows(tx, 'research_files', [row])
    await insertRows(tx, 'storage_objects', [storageObjectRow(kit, row, etagOf(file.text))])
    attachments.push({ objectName: row.object_name, text: file.text })
  }
  return attachments
}

/** Stores the files of research items. */
export async function storeAttachments(files: FileStore, attachments: Attachment[]): Promise<void> {
  for (const { objectName, text } of attachments) await files.put(storedName(objectName), Buffer.from(text))
}
