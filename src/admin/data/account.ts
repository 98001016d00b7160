import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnAccount, UpdateOwnAccount } from '../../contract/account.ts'
import type { AccountSession } from '../../contract/account/sessions.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import type { AuthClient } from './late-auth-client.ts'
import type { SessionStore } from './session.ts'

export const accountKeys = {
  own: ['account'] as const,
  /** The same account as the auth protocol returns it: identities, factors, a pending new address. */
  auth: ['account', 'auth'] as const,
  sessions: ['account', 'sessions'] as const,
  removal: ['account', 'removal'] as const,
  passkeys: ['account', 'passkeys'] as const,
}

/** The signed-in person's own account; also readable while waiting for approval (RUL-4). */
export function accountQuery(api: Api) {
  return queryOptions({
    queryKey: accountKeys.own,
    queryFn: ({ signal }) => api.account.get(undefined, { signal }),
    staleTime: 60_000,
  })
}

/** The account with identities and factors. A refusal by the auth server is thrown, so that the query fails. */
export function authUserQuery(client: AuthClient) {
  return queryOptions({
    queryKey: accountKeys.auth,
    queryFn: async () => {
      const { data, error } = await client.getUser()
      if (error) throw error
      return data.user
    },
  })
}

/** Sessions of the account, the current one first (RUL-11). */
export function sessionsQuery(api: Api) {
  return queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => api.account.sessions.list(undefined, { signal }),
  })
}

/** Passkeys that sign in by themselves. A refusal by the auth server is thrown, so that the query fails. */
export function passkeysQuery({ client, recover }: Pick<SessionStore, 'client' | 'recover'>) {
  return queryOptions({
    queryKey: accountKeys.passkeys,
    queryFn: async () => {
      let { data, error } = await client.passkey.list()
      // Once a second factor exists, the former token is refused. The live stream may report the factor before the new token is here.
      if (error?.status === 401 && (await recover())) ({ data, error } = await client.passkey.list())
      if (error) throw error
      return data
    },
  })
}

/** Facts and choices that the dialog shows before the account is deleted. */
export function removalQuery(api: Api) {
  return queryOptions({
    queryKey: accountKeys.removal,
    queryFn: ({ signal }) => api.account.removal.facts(undefined, { signal }),
    // Possible successors and the age of the sign-in may have changed since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
  })
}

type Sessions = { items: AccountSession[] }

/** Ends one session, or all others. The list is updated optimistically. */
export function useSessionEnding() {
  const api = useApi()
  const client = useQueryClient()
  const keep = (stays: (session: AccountSession) => boolean) => {
    const before = client.getQueryData<Sessions>(accountKeys.sessions)
    if (before) client.setQueryData(accountKeys.sessions, { items: before.items.filter(stays) })
    return { before }
  }
  const shared = {
    onError: (_error: unknown, _input: unknown, kept: { before: Sessions | undefined } | undefined) =>
      client.setQueryData(accountKeys.sessions, kept?.before),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.sessions }),
  }
  const endOne = useMutation({
    mutationFn: (id: string) => api.account.sessions.end({ id }),
    onMutate: (id: string) => keep((session) => session.id !== id),
    ...shared,
  })
  const endOthers = useMutation({
    mutationFn: () => api.account.sessions.endOthers(),
    onMutate: () => keep((session) => session.current),
    ...shared,
  })
  return { endOne, endOthers }
}

/**
 * Changes the own name (RUL-69) or the settings of the dashboard. The response is shown at once; queries that contain
 * the name are refetched.
 */
export function useOwnAccountChange() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: UpdateOwnAccount) => api.account.update(input),
    onSuccess: (account) => client.setQueryData<OwnAccount>(accountKeys.own, account),
    onSettled: () => Promise.all([['users'], ['dashboard']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Deletes the own account for good. */
export function useAccountRemoval() {
  const api = useApi()
  return useMutation({
    mutationFn: (input: { articles_to: string | null; password?: string }) => api.account.removal.remove(input),
  })
}
