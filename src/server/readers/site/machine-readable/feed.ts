/** Software that made a feed, as its readers show it. */
export const GENERATOR = 'Blog CMS'

/** A picture of an entry, beside its text. */
export interface FeedPicture {
  url: string
  width: number | null
  height: number | null
  alt: string
}

export interface FeedEntry {
  /** The article's id: what an entry is known by does not change with its address (RUL-45). */
  id: string
  title: string
  /** Absolute, as all addresses are. */
  url: string
  /** Plain text, empty for none. */
  excerpt: string
  /** The text as readers get it; empty where it is too long for a feed. */
  html: string
  author: string
  category: string | null
  tags: string[]
  /** ISO 8601, UTC. */
  publishedAt: string
  updatedAt: string
  cover: FeedPicture | null
}

/** What the three formats say, each in its own words. */
export interface Feed {
  title: string
  description: string
  /** The page whose articles these are. */
  home: string
  /** Where the three forms of this feed stand. */
  addresses: Record<FeedFormat, string>
  /** Who writes the blog; empty for nobody. */
  author: string
  icon: string
  /** Where readers may ask to be told of news (WebSub); null where nobody tells. */
  hub: string | null
  /** Newest first. */
  entries: FeedEntry[]
}

export const FEED_FORMATS = ['rss', 'atom', 'json'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

/** The names under which a list's feeds stand below its address (RUL-45). */
export const FEED_FILES: Record<FeedFormat, string> = { rss: 'feed.xml', atom: 'atom.xml', json: 'feed.json' }
export const FEED_TYPES: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}

/** What an article is known by in all feeds, for ever. */
export function entryId(articleId: string): string {
  return `urn:uuid:${articleId}`
}

/** The newest change of a feed; null for one without entries. */
export function newestChange({ entries }: Feed): string | null {
  return entries.reduce<string | null>(
    (newest, { updatedAt }) => (newest && newest > updatedAt ? newest : updatedAt),
    null,
  )
}
