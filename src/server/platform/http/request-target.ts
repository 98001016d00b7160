const SCHEME_AND_HOST = /^https?:\/\/[^/?#]*/i
const UNRESERVED = /[\w.~-]/

/**
 * A request target as a path with its query (RFC 9112 §3.2.1). Clients may send a whole address, as proxies are sent one; whose
 * it is plays no part, since the product never goes by the name it is called (RUL-32).
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const rest = target.replace(SCHEME_AND_HOST, '')
  return rest !== target && !rest.startsWith('/') ? `/${rest}` : rest
}

/**
 * The one spelling of a path (RFC 3986 §6.2.2): no percent sign where none is needed, no `.` and `..`, no slash after a slash.
 * What needs its percent sign keeps it as it is: an encoded slash divides nothing. Null when a percent sign stands for nothing.
 */
export function canonicalPath(path: string): string | null {
  if (/%(?![\da-f]{2})/i.test(path)) return null
  const spelled = path
    .replace(/%[\da-f]{2}/gi, (code) => {
      const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return UNRESERVED.test(sign) ? sign : code
    })
    // Bytes that may not stand in an address at all; a backslash, which browsers take for a slash, among them.
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
