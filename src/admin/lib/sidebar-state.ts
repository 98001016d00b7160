const COOKIE = { roomy: 'sidebar:state', tight: 'sidebar:tight' }
const SEVEN_DAYS = 7 * 24 * 60 * 60

/** `roomy` from 1280 px on; below, the sidebar folds by itself (docs/look.md rule 24). */
export type SidebarRoom = keyof typeof COOKIE

/** Whether the sidebar is open, from a page's cookies (SHELL-3); without a word it is where there is room for it. */
export function readSidebarOpen(cookies: string, room: SidebarRoom): boolean {
  const said = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${COOKIE[room]}=`))
  return said === undefined ? room === 'roomy' : said === `${COOKIE[room]}=true`
}

/** The cookie that keeps the sidebar's state for seven days, for windows with this much room. */
export function sidebarCookie(open: boolean, room: SidebarRoom): string {
  return `${COOKIE[room]}=${open}; path=/; max-age=${SEVEN_DAYS}; samesite=lax`
}
