/** Name of the generator, as feed readers show it. */
export const GENERATOR = 'Blog CMS'

/** The picture of an entry, beside its text. */
export interface FeedPicture {
  url: string
  width: number | null
  height: number | null
  alt: string
}

export interface FeedEntry {
  /** The article's id, so that an entry keeps its identity when the address changes (RUL-45). */
  id: string
  title: string
  /** Absolute, as all addresses are. */
  url: string
  /** Plain text, empty for none. */
  excerpt: string
  /** The text as readers get it; empty if it is too long for a feed. */
  html: string
  /** Names. */
  authors: string[]
  /** BCP 47. */
  lang: string
  category: string | null
  tags: string[]
  /** ISO 8601, UTC. */
  publishedAt: string
  updatedAt: string
  cover: FeedPicture | null
  /** The article's first sound (R110). */
  sound: FeedSound | null
  /** Addresses of its chapters and its transcript, in a podcast. */
  episode?: { chapters: string | null; transcript: { url: string; type: string } | null }
}

/** Sound of an entry, which podcast programs load. */
export interface FeedSound {
  url: string
  type: string
  bytes: number
  seconds: number | null
}

/** Content of a feed, common to the three formats. */
export interface Feed {
  title: string
  description: string
  /** The page of these articles. */
  home: string
  /** Addresses of the three formats. */
  addresses: Record<FeedFormat, string>
  /** Authors of the blog; none where nobody is named. */
  authors: string[]
  icon: string
  /** The WebSub hub; null without one. */
  hub: string | null
  /** What podcast directories ask for; absent in other feeds. */
  podcast?: Podcast
  /** Newest first. */
  entries: FeedEntry[]
}

/** The blog as a podcast (RUL-110). */
export interface Podcast {
  /** The same for ever, wherever the blog moves (podcast namespace). */
  guid: string
  /** Address of a square picture. */
  image: string
  /** A value of `PODCAST_CATEGORIES`. */
  category: string
}

export const FEED_FORMATS = ['rss', 'atom', 'json'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

/** File names of a list's feeds below its address (RUL-45). */
export const FEED_FILES: Record<FeedFormat, string> = { rss: 'feed.xml', atom: 'atom.xml', json: 'feed.json' }
/** File name of the blog's podcast. */
export const PODCAST_FILE = 'podcast.xml'
export const FEED_TYPES: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}

/** The permanent id of an article in all feeds. */
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
