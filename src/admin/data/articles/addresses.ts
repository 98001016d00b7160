import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'
/** Articles and pages both have former addresses. */
type Addressed = 'articles' | 'pages'

const keyOf = (noun: Addressed, id: string) => [noun, 'addresses', id]

/** Former addresses that redirect to an article or page, newest first (RUL-5). */
export function formerAddressesQuery(api: Api, noun: Addressed, id: string) {
  return queryOptions({
    queryKey: keyOf(noun, id),
    queryFn: ({ signal }) => api[noun].addresses.list({ id }, { signal }),
  })
}

/** Removes the redirect of a former address. */
export function useRemoveFormerAddress(noun: Addressed, id: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (slug: string) => api[noun].addresses.remove({ id, slug }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(noun, id) }),
  })
}
