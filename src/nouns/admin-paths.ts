import { NOUNS } from './nouns.ts'
import { SCREEN_NOUNS } from './registries.ts'

/** Every address of the admin app (specification §2); `{id}` stands for one segment. The router has exactly these. */
export const ADMIN_PATHS: readonly string[] = [
  '/admin',
  ...SCREEN_NOUNS.map((noun) => NOUNS[noun].screen.path),
  '/admin/articles/new',
  '/admin/articles/{id}',
  '/admin/pages/new',
  '/admin/pages/{id}',
  '/admin/comments',
  '/admin/newsletter',
  '/admin/integrations',
  '/admin/settings',
  '/admin/system-check',
  '/admin/account',
  '/admin/activity',
  '/admin/activity/day',
  '/admin/account/notices',
  '/admin/notices',
  '/admin/waiting',
]

/** True for an address the admin app has a screen for; anything else below /admin is answered with 404 (RUL-41). */
export function isAdminPath(path: string): boolean {
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path
  return ADMIN_PATHS.some((known) => new RegExp(`^${known.replace('{id}', '[^/]+')}$`).test(clean))
}
