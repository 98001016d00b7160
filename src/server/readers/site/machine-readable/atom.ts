import { DEFAULT_LANGUAGE } from '../../../../rules/languages.ts'
import { entryId, FEED_TYPES, GENERATOR, newestChange, type Feed, type FeedEntry } from './feed.ts'
import { toMedia } from './rss.ts'
import { element, empty, escapeXml, XML_HEAD } from './xml.ts'

/** Date of a feed without entries. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** The feed as Atom (RFC 4287). */
export function toAtom(feed: Feed): string {
  return [
    XML_HEAD,
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="de">\n',
    element('id', feed.addresses.atom),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('updated', newestChange(feed) ?? NEVER),
    empty('link', { rel: 'self', type: FEED_TYPES.atom, href: feed.addresses.atom }),
    empty('link', { rel: 'alternate', type: 'text/html', href: feed.home }),
    feed.hub && empty('link', { rel: 'hub', href: feed.hub }),
    element('icon', feed.icon),
    ...(feed.authors.length > 0 ? feed.authors : [feed.title]).map(toPerson),
    element('generator', GENERATOR),
    ...feed.entries.map(toEntry),
    '</feed>\n',
  ].join('')
}

function toEntry(entry: FeedEntry): string {
  return [
    entry.lang === DEFAULT_LANGUAGE ? '<entry>\n' : `<entry xml:lang="${escapeXml(entry.lang)}">\n`,
    element('id', entryId(entry.id)),
    // An article always has a title, but it may contain nothing readable.
    element('title', entry.title) || '<title/>\n',
    empty('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    entry.sound &&
      empty('link', {
        rel: 'enclosure',
        type: entry.sound.type,
        length: String(entry.sound.bytes),
        href: entry.sound.url,
      }),
    element('published', entry.publishedAt),
    element('updated', entry.updatedAt),
    ...entry.authors.map(toPerson),
    ...[entry.category, ...entry.tags].map((term) => (term ? empty('category', { term }) : '')),
    element('summary', entry.excerpt),
    element('content', entry.html, { type: 'html' }),
    entry.cover && toMedia(entry.cover),
    '</entry>\n',
  ].join('')
}

function toPerson(name: string): string {
  return `<author>\n${element('name', name)}</author>\n`
}
