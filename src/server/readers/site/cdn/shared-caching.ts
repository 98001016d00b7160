/** Maximum bytes of the list of tags in a header: it is sent twice, and clients read 16 KB of headers in total. */
const MOST_BYTES = 4000

/**
 * A tag in the CDN's form: of an id the last, random part is enough. Only ASCII alphanumerics and `:-_`, which both
 * headers and every CDN accept.
 */
export function toCdnTag(tag: string): string {
  return tag.replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-([\da-f]{12})/, '$1').replace(/[^\w:-]/g, '_')
}

/**
 * Headers that let a CDN cache a response for some seconds and purge it by any of its tags (RUL-52); browsers always
 * revalidate. Null for a response with too many tags: it is cached only here.
 */
export function sharedCaching(tags: readonly string[], seconds: number): string[] | null {
  const known = [...new Set(['site', ...tags.map(toCdnTag)])]
  if (known.join(' ').length > MOST_BYTES) return null
  const caching = `public, max-age=0, must-revalidate, s-maxage=${seconds}`
  return ['Cache-Control', caching, 'Surrogate-Key', known.join(' '), 'Cache-Tag', known.join(',')]
}
