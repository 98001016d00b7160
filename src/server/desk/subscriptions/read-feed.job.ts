import { createHash } from 'node:crypto'
import { urlKey } from '../../../rules/url.ts'
import { decodeText } from '../../../formats/source/text-charset.ts'
import { parseFeed, type FeedEntry, type ParsedFeed } from '../../../formats/feed/feed-parser.ts'
import { FeedFault } from '../../../formats/source/source-items.ts'

/** An entry with its keys within its feed. */
export type KeyedEntry = FeedEntry & { keys: string[] }

/** Content of a fetched document, or the German reason why it cannot be read. */
export type FeedReading = (Omit<ParsedFeed, 'entries'> & { entries: KeyedEntry[] }) | { fault: string }

/** Parses a feed from the bytes of a response, its content type and its address. */
export function run(answer: { body: Uint8Array; contentType: string | undefined; url: string }): FeedReading {
  try {
    const { title, entries, hint } = parseFeed(decodeText(answer.body, answer.contentType), answer.url)
    return { title, entries: entries.map((entry) => ({ ...entry, keys: entryKeys(entry) })), hint }
  } catch (error) {
    if (error instanceof FeedFault) return { fault: error.message }
    throw error
  }
}

/**
 * The keys of an entry within its feed (RUL-17): guid, else normalised address, else title, date and text; the same
 * address with the same title is the same entry, also where a feed invents new guids.
 */
function entryKeys({ guid, url, title, summary, published }: FeedEntry): string[] {
  const page = url === null ? null : urlKey(url)
  const names = [
    guid !== null ? `guid ${guid}` : page !== null ? `page ${page}` : null,
    page !== null ? `titled ${page} ${title}` : null,
    guid === null && page === null ? `text ${title} ${published ?? ''} ${summary ?? ''}` : null,
  ]
  return names.flatMap((name) => (name === null ? [] : createHash('sha256').update(name).digest('hex')))
}
