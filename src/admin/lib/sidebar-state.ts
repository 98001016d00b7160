const COOKIE = 'sidebar:state'
const SEVEN_DAYS = 7 * 24 * 60 * 60

/** Whether the sidebar is open, from a page's cookies (SHELL-3); open without a word. */
export function readSidebarOpen(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`)
}

/** The cookie that keeps the sidebar's state for seven days. */
export function sidebarCookie(open: boolean): string {
  return `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS}; samesite=lax`
}
