import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api-context.tsx'
import { refreshArticles } from '../articles.ts'

/** Actions on an article as a whole: duplicate it as a draft, pin it to the landing page, hand it to a person. */
export function useArticleDeeds() {
  const api = useApi()
  const client = useQueryClient()
  const refresh = () => refreshArticles(client)
  const duplicate = useMutation({
    mutationFn: (id: string) => api.articles.duplicate({ id }),
    onSuccess: refresh,
  })
  const pin = useMutation({
    mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) =>
      pinned ? api.articles.pin({ id }) : api.articles.unpin({ id }),
    onSuccess: refresh,
  })
  const assign = useMutation({
    mutationFn: (input: { id: string; assignee_id: string | null }) => api.articles.assign(input),
    onSuccess: refresh,
  })
  return { duplicate, pin, assign }
}
