import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'
import { articleKeys } from '../articles.ts'

const keyOf = (articleId: string) => [...articleKeys.all, 'addresses', articleId]

/** Former addresses that lead to an article, newest first (R5). */
export function formerAddressesQuery(api: Api, articleId: string) {
  return queryOptions({
    queryKey: keyOf(articleId),
    queryFn: ({ signal }) => api.articles.addresses.list({ id: articleId }, { signal }),
  })
}

/** Lets a former address lead nowhere from now on. */
export function useRemoveFormerAddress(articleId: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (slug: string) => api.articles.addresses.remove({ id: articleId, slug }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(articleId) }),
  })
}
