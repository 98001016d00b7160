import { createHash } from 'node:crypto'

/**
 * What public answers are made from, in the words the page cache drops them by (RUL-40, RUL-52): an answer names
 * everything it shows, a change everything it touches. A change of the settings drops all of them.
 */
export const tags = {
  /** Everything there is. */
  everything: 'site',
  /** Whatever shows this article: its page, lists it stands on, its neighbours, feeds. */
  article: (id: string) => `article:${id}`,
  /** Whatever depends on which articles are published, and in which order. */
  list: 'list',
  /** Which articles stand first on the landing page. */
  pins: 'pins',
  /** The same of one category, tag, author line (by its slug) and month (`2026-03`, in the site's zone). */
  category: (id: string) => `category:${id}`,
  tag: (id: string) => `tag:${id}`,
  author: (slug: string) => `author:${slug}`,
  month: (month: string) => `month:${month}`,
  /** The titles of a year (`2026`), each with its day, category and address. */
  year: (year: string) => `year:${year}`,
  /** Counts of years and months. */
  archive: 'archive',
  /** Which months and years have articles at all: each leads to those beside it. */
  months: 'months',
  /** What a category or tag is called and where its list stands. */
  name: (id: string) => `name:${id}`,
  /** Which articles stand beside this one, on its own page. */
  beside: (id: string) => `beside:${id}`,
  /** Names the parts of a series. */
  series: (name: string) => `series:${createHash('sha256').update(name).digest('hex').slice(0, 16)}`,
  /** Says of every article, page and list where it stands and when it changed. */
  sitemap: 'sitemap',
  /** A page apart from articles. */
  page: (id: string) => `page:${id}`,
  /** Whatever depends on which pages are published, or on when they changed. */
  pages: 'pages',
  /** Shows this picture of the site's own. */
  picture: (id: string) => `picture:${id}`,
  /** Holds this embed, by its plain address. */
  embed: (address: string) => `embed:${address}`,
  /** Shows pictures of the site's own, whichever, whose description, size or address may change. */
  pictures: 'pictures',
  /** Shows a picture whose size was not known. */
  unsizedPictures: 'pictures:unsized',
} as const

const SINCE = 'since:'

/**
 * What a change of a list's order adds to the tags it drops: lists say the same as before in front of this instant, where newer
 * articles stand. Nothing carries it, and who does not know it drops the whole list.
 */
export function sinceTag(instant: string): string {
  return SINCE + instant
}

/** The tags that answers carry, and the instant from which on lists have changed; null where they have as a whole. */
export function readTags(dropped: readonly string[]): { tags: string[]; since: string | null } {
  const instants = dropped.filter((tag) => tag.startsWith(SINCE)).map((tag) => tag.slice(SINCE.length))
  // One change has one; of several nobody could say which list each is about.
  const since = instants.length === 1 ? (instants[0] ?? null) : null
  return { tags: dropped.filter((tag) => !tag.startsWith(SINCE)), since }
}

/** Whether a tag stands for a list in the order of its articles. */
export function isOrdered(tag: string): boolean {
  return tag === tags.list || /^(?:category|tag|author|month):/.test(tag)
}

/** The month a tag speaks of, or null. */
export function monthOfTag(tag: string): string | null {
  return tag.startsWith('month:') ? tag.slice('month:'.length) : null
}
