import { useQuery } from '@tanstack/react-query'
import { may, mayChange, mayDelete, type OwnedRow, type Permission, type Role } from '../../rules/roles.ts'
import { accountQuery } from './account.ts'
import { useApi } from './api-context.tsx'

/** The role of the signed-in person (RUL-61). The shell is drawn once it is known. */
export function useRole(): Role {
  return useQuery(accountQuery(useApi())).data?.role ?? 'editor'
}

/** Whether the signed-in person has a permission. What they lack is not offered; the server refuses it in any case. */
export function useMay(permission: Permission): boolean {
  return may(useRole(), permission)
}

/** Which records of the desk the signed-in person may change and delete, by the rule of the server (RUL-61). */
export function useRights() {
  const account = useQuery(accountQuery(useApi())).data
  const role = account?.role ?? 'editor'
  const userId = account?.id ?? null
  return {
    mayChange: (record: OwnedRow) => mayChange(role, userId, record),
    mayDelete: (record: OwnedRow) => mayDelete(role, userId, record),
  }
}

/** Screens of those who edit the blog, and those that guests have. */
const OF_EDITORS = [
  '/admin/activity/day',
  '/admin/comments',
  '/admin/newsletter',
  '/admin/settings',
  '/admin/system-check',
  '/admin/pages',
]
const OF_GUESTS = ['/admin/articles', '/admin/account', '/admin/activity', '/admin/notices']

/** Whether a role has the screen at a path. */
export function hasScreen(role: Role, path: string): boolean {
  if (may(role, 'texts.publish')) return true
  const isIn = (paths: readonly string[]) => paths.some((one) => path === one || path.startsWith(`${one}/`))
  if (may(role, 'desk.work')) return !isIn(OF_EDITORS)
  return isIn(OF_GUESTS) && !isIn(OF_EDITORS) && path !== '/admin/articles/new'
}
