/** Every address of the admin app (specification §2); `{id}` stands for one segment. The router has exactly these. */
export const ADMIN_PATHS = [
  '/admin',
  '/admin/articles',
  '/admin/articles/new',
  '/admin/articles/{id}',
  '/admin/pages/new',
  '/admin/pages/{id}',
  '/admin/calendar',
  '/admin/editorial-plan',
  '/admin/research',
  '/admin/inbox',
  '/admin/media',
  '/admin/link-library',
  '/admin/prompt-library',
  '/admin/integrations',
  '/admin/settings',
  '/admin/system-check',
  '/admin/account',
  '/admin/waiting',
] as const

/** True for an address the admin app has a screen for; anything else below /admin is answered with 404 (RUL-41). */
export function isAdminPath(path: string): boolean {
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path
  return ADMIN_PATHS.some((known) => new RegExp(`^${known.replace('{id}', '[^/]+')}$`).test(clean))
}
