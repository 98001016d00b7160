import { DEFAULT_LANGUAGE } from '../../../../rules/languages.ts'
import {
  entryId,
  FEED_TYPES,
  GENERATOR,
  newestChange,
  type Feed,
  type FeedEntry,
  type FeedSound,
  type Podcast,
} from './feed.ts'
import { cdata, element, empty, escapeXml, XML_HEAD } from './xml.ts'

const NAMESPACES = [
  ['content', 'http://purl.org/rss/1.0/modules/content/'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['atom', 'http://www.w3.org/2005/Atom'],
  ['media', 'http://search.yahoo.com/mrss/'],
  ['itunes', 'http://www.itunes.com/dtds/podcast-1.0.dtd'],
  ['podcast', 'https://podcastindex.org/namespace/1.0'],
]
  .map(([prefix, address]) => ` xmlns:${prefix}="${address}"`)
  .join('')

/** The feed as RSS 2.0: the excerpt in `description`, the whole text in `content:encoded` (RUL-45). */
export function toRss(feed: Feed): string {
  const changed = newestChange(feed)
  return [
    XML_HEAD,
    `<rss version="2.0"${NAMESPACES}>\n<channel>\n`,
    element('title', feed.title),
    element('link', feed.home),
    `<description>${escapeXml(feed.description)}</description>\n`,
    element('language', 'de'),
    changed && element('lastBuildDate', rfc822(changed)),
    element('generator', GENERATOR),
    empty('atom:link', { rel: 'self', type: FEED_TYPES.rss, href: feed.addresses.rss }),
    feed.hub && empty('atom:link', { rel: 'hub', href: feed.hub }),
    feed.podcast && toPodcast(feed, feed.podcast),
    ...feed.entries.map(toItem),
    '</channel>\n</rss>\n',
  ].join('')
}

/** What podcast directories ask for. */
function toPodcast({ title, home, authors }: Feed, { guid, image, category }: Podcast): string {
  return [
    element('itunes:author', authors.length > 0 ? authors.join(', ') : title),
    empty('itunes:image', { href: image }),
    `<image>\n${element('url', image)}${element('title', title)}${element('link', home)}</image>\n`,
    toCategory(category.split('/')),
    element('itunes:explicit', 'false'),
    element('itunes:type', 'episodic'),
    element('podcast:guid', guid),
    element('podcast:medium', 'podcast'),
  ].join('')
}

/** A category, with the one below it inside. */
function toCategory([text = '', ...below]: readonly string[]): string {
  const category = empty('itunes:category', { text })
  return below.length === 0 ? category : `${category.trimEnd().slice(0, -2)}>${toCategory(below)}</itunes:category>\n`
}

function toEpisode({ chapters, transcript }: NonNullable<FeedEntry['episode']>): string {
  return [
    chapters === null ? '' : empty('podcast:chapters', { url: chapters, type: 'application/json+chapters' }),
    transcript === null ? '' : empty('podcast:transcript', transcript),
    element('itunes:explicit', 'false'),
  ].join('')
}

function toItem(entry: FeedEntry): string {
  return [
    '<item>\n',
    element('title', entry.title),
    element('link', entry.url),
    element('guid', entryId(entry.id), { isPermaLink: 'false' }),
    element('pubDate', rfc822(entry.publishedAt)),
    ...entry.authors.map((name) => element('dc:creator', name)),
    element('dc:language', entry.lang === DEFAULT_LANGUAGE ? null : entry.lang),
    element('category', entry.category),
    ...entry.tags.map((tag) => element('category', tag)),
    // Readers treat it as HTML, so it is escaped twice.
    element('description', escapeXml(entry.excerpt)),
    entry.html && `<content:encoded>${cdata(entry.html)}</content:encoded>\n`,
    entry.sound && toEnclosure(entry.sound),
    entry.episode && toEpisode(entry.episode),
    entry.cover && toMedia(entry.cover),
    '</item>\n',
  ].join('')
}

function toEnclosure({ url, type, bytes, seconds }: FeedSound): string {
  const duration = seconds === null ? '' : element('itunes:duration', String(Math.round(seconds)))
  return empty('enclosure', { url, length: String(bytes), type }) + duration
}

/** A picture beside the text, in RSS and in Atom. */
export function toMedia({ url, width, height, alt }: NonNullable<FeedEntry['cover']>): string {
  const size = { width: width?.toString(), height: height?.toString() }
  const described = alt && `\n${element('media:description', alt, { type: 'plain' })}`
  const content = empty('media:content', { url, medium: 'image', ...size })
  return described ? `${content.trimEnd().slice(0, -2)}>${described}</media:content>\n` : content
}

/** A date in RSS format (RFC 822 with a four-digit year), in UTC. */
function rfc822(instant: string): string {
  return new Date(instant).toUTCString().replace('GMT', '+0000')
}
