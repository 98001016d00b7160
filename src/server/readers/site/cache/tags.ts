import { createHash } from 'node:crypto'

/**
 * Tags of public responses, by which the page cache drops them (RUL-40, RUL-52): a response names everything it shows,
 * a change everything it touches. A change of the settings drops all responses.
 */
export const tags = {
  /** Every response. */
  everything: 'site',
  /** Everything that shows this article: its page, lists it is on, its neighbours, feeds. */
  article: (id: string) => `article:${id}`,
  /** Everything that depends on which articles are published, and in which order. */
  list: 'list',
  /** The articles pinned to the landing page. */
  pins: 'pins',
  /** The same for one category, tag, author line (by its slug) and month (`2026-03`, in the site's zone). */
  category: (id: string) => `category:${id}`,
  tag: (id: string) => `tag:${id}`,
  author: (slug: string) => `author:${slug}`,
  month: (month: string) => `month:${month}`,
  /** The titles of a year (`2026`), each with day, category, language and address. */
  year: (year: string) => `year:${year}`,
  /** Which categories and tags have articles, how many, and the newest of each. */
  topics: 'topics',
  /** The articles that were sent as newsletter. */
  newsletter: 'newsletter',
  /** Which articles have sound of their own, and everything of these articles. */
  podcast: 'podcast',
  /** Counts of years and months. */
  archive: 'archive',
  /** The months and years with articles: each links to its neighbours. */
  months: 'months',
  /** Name and address of a category or tag. */
  name: (id: string) => `name:${id}`,
  /** The neighbours of this article, on its own page. */
  beside: (id: string) => `beside:${id}`,
  /** Parts of a series. */
  series: (name: string) => `series:${createHash('sha256').update(name).digest('hex').slice(0, 16)}`,
  /** The versions of a text in several languages, by the article they have in common. */
  versions: (rootId: string) => `versions:${rootId}`,
  /** Address and last change of every article, page and list. */
  sitemap: 'sitemap',
  /** The comments of this article, and whether there may be more. */
  comments: (articleId: string) => `comments:${articleId}`,
  /** A static page. */
  page: (id: string) => `page:${id}`,
  /** Everything that depends on the published pages or their last changes. */
  pages: 'pages',
  /** Shows this picture of the library. */
  picture: (id: string) => `picture:${id}`,
  /** Contains this embed, by its plain address. */
  embed: (address: string) => `embed:${address}`,
  /** Shows any pictures of the library, whose description, size or address may change. */
  pictures: 'pictures',
  /** Shows a picture whose size was unknown. */
  unsizedPictures: 'pictures:unsized',
} as const

const SINCE = 'since:'

/**
 * A tag that a change of a list's order adds: lists are unchanged before this instant, where newer articles are. No
 * response carries it, and a receiver that does not know it drops the whole list.
 */
export function sinceTag(instant: string): string {
  return SINCE + instant
}

/** The tags of responses, and the instant from which lists have changed; null where they have as a whole. */
export function readTags(dropped: readonly string[]): { tags: string[]; since: string | null } {
  const instants = dropped.filter((tag) => tag.startsWith(SINCE)).map((tag) => tag.slice(SINCE.length))
  // One change has one instant; with several it is unknown to which list each belongs.
  const since = instants.length === 1 ? (instants[0] ?? null) : null
  return { tags: dropped.filter((tag) => !tag.startsWith(SINCE)), since }
}

/** Whether a tag means a list in the order of its articles. */
export function isOrdered(tag: string): boolean {
  return tag === tags.list || /^(?:category|tag|author|month):/.test(tag)
}

/** The month of a tag, or null. */
export function monthOfTag(tag: string): string | null {
  return tag.startsWith('month:') ? tag.slice('month:'.length) : null
}
