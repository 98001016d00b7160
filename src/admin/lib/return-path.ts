/**
 * Where sign-in leads back to: a path of this very server, or `/admin` for everything else. Browsers read `//evil.example`,
 * `/\evil.example` and paths with tabs inside as other hosts, so the path is parsed as they parse it and compared.
 */
export function safeReturnPath(wish: unknown, origin: string): string {
  if (typeof wish !== 'string' || !wish.startsWith('/')) return '/admin'
  let url: URL
  try {
    url = new URL(wish, origin)
  } catch {
    return '/admin'
  }
  const path = url.pathname + url.search + url.hash
  // A path that itself starts with two slashes would be another host when used as an address again.
  if (url.origin !== origin || path.startsWith('//') || url.pathname === '/auth') return '/admin'
  return path
}
