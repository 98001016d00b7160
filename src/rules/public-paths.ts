/**
 * What the first segment of a path means to the product, now or in a part that is planned: no page may take its place (RUL-44).
 * A test holds the list against the router of the admin app, the server's routes and the table of public addresses.
 */
export const RESERVED_SEGMENTS: readonly string[] = [
  'admin',
  'api',
  'apple-touch-icon',
  'archiv',
  'article',
  'artikel',
  'assets',
  'atom',
  'auth',
  'autor',
  'calendar',
  'card',
  'chrome-extension',
  'favicon',
  'feed',
  'feeds',
  'functions',
  'healthz',
  'icon',
  'index',
  'kategorie',
  'kommentar',
  'kommentare',
  'llms',
  'media',
  'metrics',
  'newsletter',
  'podcast',
  'preview',
  'readyz',
  'robots',
  'schlagwort',
  'serie',
  'site',
  'sitemap',
  'storage',
  'suche',
  'themen',
  'well-known',
]

const RESERVED: ReadonlySet<string> = new Set(RESERVED_SEGMENTS)

/** Whether a page may not have this slug: the product answers there itself, with or without an ending (`feed.xml`). */
export function isReserved(segment: string): boolean {
  return RESERVED.has(segment.toLowerCase().replace(/^\./, '').split('.', 1)[0] ?? '')
}

/** Where an article's comments are posted, and where further pages of them stand. */
export function commentsPath(slug: string): string {
  return `/article/${slug}/kommentare`
}

/** The feed of an article's comments. */
export function commentFeedPath(slug: string): string {
  return `${commentsPath(slug)}/atom.xml`
}

/** The address of a page of an article's comments: the first one is the article's own. */
export function commentsAddress(slug: string, page: number): string {
  return page === 1 ? `/article/${slug}` : `${commentsPath(slug)}?seite=${page}`
}
