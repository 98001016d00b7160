import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'
/** Articles and pages have former addresses alike. */
type Addressed = 'articles' | 'pages'

const keyOf = (noun: Addressed, id: string) => [noun, 'addresses', id]

/** Former addresses that lead to an article or page, newest first (RUL-5). */
export function formerAddressesQuery(api: Api, noun: Addressed, id: string) {
  return queryOptions({
    queryKey: keyOf(noun, id),
    queryFn: ({ signal }) => api[noun].addresses.list({ id }, { signal }),
  })
}

/** Lets a former address lead nowhere from now on. */
export function useRemoveFormerAddress(noun: Addressed, id: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (slug: string) => api[noun].addresses.remove({ id, slug }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(noun, id) }),
  })
}
