import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PreviewLink } from '../../../contract/articles/preview-links.ts'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'
import { articleKeys } from '../articles.ts'

const keyOf = (articleId: string) => [...articleKeys.all, 'preview-links', articleId]

/** Preview links of an article that still open, newest first (R37). */
export function previewLinksQuery(api: Api, articleId: string) {
  return queryOptions({
    queryKey: keyOf(articleId),
    queryFn: ({ signal }) => api.articles.previewLinks.list({ id: articleId }, { signal }),
    // Nothing tells of a reader who opens a link.
    staleTime: 0,
  })
}

/** Makes a link; the answer is the only time its address is shown. */
export function useCreatePreviewLink(articleId: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (days: number) => api.articles.previewLinks.create({ id: articleId, days }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(articleId) }),
  })
}

export function useRevokePreviewLink(articleId: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<PreviewLink, 'id'>) => api.articles.previewLinks.revoke({ id: articleId, link_id: id }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(articleId) }),
  })
}
