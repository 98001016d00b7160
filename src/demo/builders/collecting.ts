import type { Insertable } from 'kysely'
import { searchableText } from '../../rules/search-text.ts'
import { urlKey } from '../../rules/url.ts'
import type { Tables } from '../../server/platform/db/db.ts'
import type { Kit } from './kit.ts'

type InboxRow = Insertable<Tables['inbox_items']>
type ResearchRow = Insertable<Tables['research_items']>
type FeedRow = Insertable<Tables['rss_feeds']>

/** An open entry of the inbox: a link when there is an address, otherwise an idea (specification §4); from a feed, if one is named. */
export function inboxRow(kit: Kit, given: Partial<InboxRow> = {}): InboxRow {
  const createdAt = given.created_at ?? kit.at(-kit.random.int(0, 20))
  const title = given.title ?? kit.random.pick(IDEAS)
  return {
    id: kit.id(createdAt),
    title,
    type: given.url ? 'link' : 'idea',
    status: 'open',
    url: null,
    url_key: given.url ? urlKey(given.url) : null,
    note: null,
    source: given.feed_id ? 'feed' : 'quick',
    search_text: searchableText([title, given.url, given.note].filter(Boolean).join('\n')),
    feed_id: null,
    feed_entry_key: null,
    author_id: null,
    created_at: createdAt,
    deleted_at: null,
    ...given,
  }
}

/** An item of the research: a link when there is an address, otherwise a note. */
export function researchRow(kit: Kit, given: Partial<ResearchRow> = {}): ResearchRow {
  const createdAt = given.created_at ?? kit.at(-kit.random.int(1, 90))
  const title = given.title ?? kit.random.pick(IDEAS)
  return {
    id: kit.id(createdAt),
    url: null,
    note: null,
    source_type: given.url ? 'link' : 'note',
    article_id: null,
    author_id: null,
    search_text: searchableText([title, given.note, given.url].filter(Boolean).join('\n')),
    created_at: createdAt,
    updated_at: createdAt,
    deleted_at: null,
    ...given,
    title,
  }
}

/** A further link of a research item (RUL-8). */
export function researchLinkRow(
  kit: Kit,
  item: Pick<ResearchRow, 'id' | 'created_at'>,
  given: { url: string; title: string },
): Insertable<Tables['research_links']> {
  return { id: kit.id(item.created_at), research_item_id: item.id, created_at: item.created_at, ...given }
}

/**
 * A file of a research item under the name storage gives it: `{item id}/{timestamp}.{ext}` (RUL-31). The bytes are the caller's.
 */
export function researchFileRow(
  kit: Kit,
  item: Pick<ResearchRow, 'id' | 'created_at' | 'author_id'>,
  given: { filename: string; mime_type: string; size_bytes: number },
): Insertable<Tables['research_files']> {
  const extension = given.filename.split('.').at(-1) ?? 'bin'
  return {
    id: kit.id(item.created_at),
    research_item_id: item.id,
    object_name: `${item.id}/${Date.parse(item.created_at)}.${extension}`,
    author_id: item.author_id ?? null,
    created_at: item.created_at,
    ...given,
  }
}

/** The object that holds a research file's bytes: never public (RUL-31). */
export function storageObjectRow(
  kit: Kit,
  file: ReturnType<typeof researchFileRow>,
  etag: string,
): Insertable<Tables['storage_objects']> {
  return {
    id: kit.id(file.created_at),
    name: file.object_name,
    is_public: 0,
    filename: file.filename,
    mime_type: file.mime_type,
    size_bytes: file.size_bytes,
    etag,
    owner_id: file.author_id ?? null,
    created_at: file.created_at,
    updated_at: file.created_at,
  }
}

/** A subscribed feed that was never fetched by default. */
export function feedRow(kit: Kit, given: Partial<FeedRow> = {}): FeedRow {
  const createdAt = given.created_at ?? kit.at(-kit.random.int(30, 200))
  return {
    id: kit.id(createdAt),
    url: `https://feed-${kit.random.int(1000, 9999)}.example/rss.xml`,
    title: null,
    author_id: null,
    last_fetched: null,
    etag: null,
    last_modified: null,
    last_error: null,
    hint: null,
    created_at: createdAt,
    deleted_at: null,
    ...given,
  }
}

const IDEAS = [
  'Warum wir im Dunkeln besser schreiben',
  'Serie „Werkzeuge“: jeden Monat ein Programm, das älter ist als die Autorin',
  'Was passiert mit Spielständen, wenn der Anbieter schließt?',
  'Ein Tag ohne Suchmaschine',
  'Wie klingt ein Rechenzentrum?',
  'Interview: Wer pflegt eigentlich die Bibliotheken?',
  'Glossar für Eltern',
  'Die schönsten Fehlermeldungen',
]
