/** The longest list of tags in a header (bytes): it stands there twice, and clients read 16 KB of headers in all. */
const MOST_BYTES = 4000

/**
 * A tag as a CDN knows it: of an id its last, random part is enough. Letters, digits and `:-_` alone, as both headers and
 * every CDN take them.
 */
export function toCdnTag(tag: string): string {
  return tag.replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-([\da-f]{12})/, '$1').replace(/[^\w:-]/g, '_')
}

/**
 * Headers that let a CDN keep an answer for some seconds and forget it by any of its tags (RUL-52); browsers ask again every
 * time. Null for an answer made from too much to say: it is kept here alone.
 */
export function sharedCaching(tags: readonly string[], seconds: number): string[] | null {
  const known = [...new Set(['site', ...tags.map(toCdnTag)])]
  if (known.join(' ').length > MOST_BYTES) return null
  const caching = `public, max-age=0, must-revalidate, s-maxage=${seconds}`
  return ['Cache-Control', caching, 'Surrogate-Key', known.join(' '), 'Cache-Tag', known.join(',')]
}
