import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ArticleGuests } from '../../../contract/articles/guests.ts'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'

const keyOf = (id: string) => ['articles', 'guests', id]

/** Who is invited to an article, and who else may be (RUL-61). */
export function guestsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.articles.guests.list({ id }, { signal }),
    // Further accounts may have become guests.
    staleTime: 0,
  })
}

/** Invites a guest to an article, and takes the invitation back. */
export function useGuestChanges(id: string) {
  const api = useApi()
  const client = useQueryClient()
  const onSuccess = (guests: ArticleGuests) => client.setQueryData(keyOf(id), guests)
  return {
    invite: useMutation({ mutationFn: (user_id: string) => api.articles.guests.invite({ id, user_id }), onSuccess }),
    remove: useMutation({ mutationFn: (user_id: string) => api.articles.guests.remove({ id, user_id }), onSuccess }),
  }
}
