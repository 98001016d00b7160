import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InboxToken } from '../../contract/integrations.ts'
import type { CreateInboxItem } from '../../contract/inbox.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

const tokensKey = ['integrations', 'tokens'] as const

/** The server's own address, as bookmarklet and extension need it (RUL-32). */
export function integrationsQuery(api: Api) {
  return queryOptions({
    queryKey: ['integrations'],
    queryFn: ({ signal }) => api.integrations.get(undefined, { signal }),
    staleTime: 300_000,
  })
}

/** The account's inbox-only tokens, newest first. */
export function tokensQuery(api: Api) {
  return queryOptions({
    queryKey: tokensKey,
    queryFn: ({ signal }) => api.integrations.listTokens(undefined, { signal }),
  })
}

/** Creates a token. Only this response contains it. */
export function useCreateToken() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => api.integrations.createToken({ name }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}

export function useRevokeToken() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<InboxToken, 'id'>) => api.integrations.revokeToken({ id }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}

/** Saves an entry captured by a bookmarklet. */
export function useCapture() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (item: Pick<CreateInboxItem, 'title' | 'url' | 'note' | 'type' | 'allow_duplicate'>) =>
      api.inbox.create({ ...item, source: 'bookmarklet' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  })
}

/** One file of the Chrome extension as the server serves it (INT-4). Rejects if the request fails. */
export async function fetchExtensionFile(file: string): Promise<Uint8Array> {
  const response = await fetch(`/chrome-extension/${file}`)
  if (!response.ok) throw new Error(`/chrome-extension/${file}: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
