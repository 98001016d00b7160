const SCHEME_AND_HOST = /^https?:\/\/[^/?#]*/i
const UNRESERVED = /[\w.~-]/

/**
 * A request target as a path with its query (RFC 9112 §3.2.1). Clients may send an absolute address, as to a proxy; its
 * host is ignored, since the product never relies on the name it is called by (RUL-32).
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const rest = target.replace(SCHEME_AND_HOST, '')
  return rest !== target && !rest.startsWith('/') ? `/${rest}` : rest
}

/**
 * The canonical spelling of a path (RFC 3986 §6.2.2): no unnecessary percent-encoding, no `.` and `..`, no double
 * slashes. Required percent-encoding stays: an encoded slash is no separator. Null for invalid percent-encoding.
 */
export function canonicalPath(path: string): string | null {
  if (/%(?![\da-f]{2})/i.test(path)) return null
  const spelled = path
    .replace(/%[\da-f]{2}/gi, (code) => {
      const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return UNRESERVED.test(sign) ? sign : code
    })
    // Bytes not allowed in an address, including the backslash, which browsers treat as a slash.
    .replace(/[^!-~]|["<>\\^`{|}]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  const kept: string[] = []
  const segments = spelled.split('/')
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  const last = segments.at(-1) ?? ''
  const isFolder = kept.length > 0 && ['', '.', '..'].includes(last)
  return `/${kept.join('/')}${isFolder ? '/' : ''}`
}
