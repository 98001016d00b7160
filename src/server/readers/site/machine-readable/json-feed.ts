import { DEFAULT_LANGUAGE } from '../../../../rules/languages.ts'
import { readableText } from '../../../../rules/readable-text.ts'
import { entryId, type Feed, type FeedEntry } from './feed.ts'

/** The feed as JSON Feed 1.1. */
export function toJsonFeed(feed: Feed): string {
  const written = {
    version: 'https://jsonfeed.org/version/1.1',
    title: readableText(feed.title),
    home_page_url: feed.home,
    feed_url: feed.addresses.json,
    description: readableText(feed.description) || undefined,
    icon: feed.icon,
    authors: authors(feed.authors),
    language: 'de',
    hubs: feed.hub === null ? undefined : [{ type: 'WebSub', url: feed.hub }],
    items: feed.entries.map(toItem),
  }
  return `${JSON.stringify(written)}\n`
}

function toItem(entry: FeedEntry): Record<string, unknown> {
  const words = [entry.category, ...entry.tags].flatMap((word) => (word ? [readableText(word)] : []))
  const text = entry.html
    ? { content_html: readableText(entry.html) }
    : { content_text: readableText(entry.excerpt || entry.title) }
  return {
    id: entryId(entry.id),
    url: entry.url,
    title: readableText(entry.title) || undefined,
    ...text,
    summary: readableText(entry.excerpt) || undefined,
    image: entry.cover?.url,
    date_published: entry.publishedAt,
    date_modified: entry.updatedAt,
    authors: authors(entry.authors),
    language: entry.lang === DEFAULT_LANGUAGE ? undefined : entry.lang,
    tags: words.length > 0 ? words : undefined,
    attachments: entry.sound
      ? [
          {
            url: entry.sound.url,
            mime_type: entry.sound.type,
            size_in_bytes: entry.sound.bytes,
            duration_in_seconds: entry.sound.seconds === null ? undefined : Math.round(entry.sound.seconds),
          },
        ]
      : undefined,
  }
}

function authors(names: readonly string[]): { name: string }[] | undefined {
  return names.length === 0 ? undefined : names.map((name) => ({ name: readableText(name) }))
}
