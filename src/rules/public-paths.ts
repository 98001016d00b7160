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
