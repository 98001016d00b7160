import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Approval, Role } from '../../contract/account.ts'
import type { NewInvite } from '../../contract/users/invites.ts'
import type { Api } from './api.ts'
import { pagesQuery } from './pages.ts'
import { useApi } from './api-context.tsx'
import type { AuditEvent } from '../../contract/audit.ts'

const usersKey = ['users'] as const
const invitesKey = ['users', 'invites'] as const

/** Every account, newest first; for owners (RUL-4). */
export function usersQuery(api: Api) {
  return pagesQuery([...usersKey, 'list'], (cursor, call) => api.users.list({ cursor }, call))
}

/** Names of all accounts that may sign articles. */
export function peopleQuery(api: Api) {
  return queryOptions({
    queryKey: [...usersKey, 'people'],
    queryFn: ({ signal }) => api.users.people(undefined, { signal }),
    staleTime: 60_000,
  })
}

const namesOf = ({ items }: { items: { id: string; name: string }[] }): ReadonlyMap<string, string> =>
  new Map(items.map(({ id, name }) => [id, name]))
const NOBODY: ReadonlyMap<string, string> = new Map()

/** The names of people by their ids; empty until they are loaded. */
export function useNames(): ReadonlyMap<string, string> {
  return useQuery({ ...peopleQuery(useApi()), select: namesOf }).data ?? NOBODY
}

/** The choices an owner has before an account is deleted. */
export function userRemovalQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['user-removal', id],
    queryFn: ({ signal }) => api.users.removal({ id }, { signal }),
    staleTime: 0,
  })
}

/** Approves, blocks, changes the role, deletes (RUL-4). */
export function useUserChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: usersKey })
  return {
    update: useMutation({
      mutationFn: (input: { id: string; approval?: Approval; role?: Role }) => api.users.update(input),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (input: { id: string; articles_to: string | null }) => api.users.remove(input),
      onSettled,
    }),
  }
}

/** Invitations that are still valid, newest first. */
export function invitesQuery(api: Api) {
  return queryOptions({ queryKey: invitesKey, queryFn: ({ signal }) => api.users.invites.list(undefined, { signal }) })
}

/** Creates an invitation, whose link only this response contains, or withdraws one. */
export function useInviteChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: invitesKey })
  return {
    create: useMutation({ mutationFn: (input: NewInvite) => api.users.invites.create(input), onSettled }),
    revoke: useMutation({ mutationFn: (input: { id: string }) => api.users.invites.revoke(input), onSettled }),
  }
}

/** The audit log, newest first. `q` matches the address of the account concerned or of the actor. */
export function auditQuery(api: Api, { event, q }: { event: AuditEvent | undefined; q: string }) {
  return {
    ...pagesQuery(['audit', event, q], (cursor, call) => api.audit.list({ cursor, event, q: q || undefined }, call)),
    staleTime: 0,
  }
}
