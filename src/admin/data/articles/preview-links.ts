import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PreviewLink } from '../../../contract/articles/preview-links.ts'
import type { Api } from '../api.ts'

/** The article or page that the links open, and its endpoints. */
export type LinkedText = { noun: 'articles' | 'pages'; id: string; previewLinks: Api['articles']['previewLinks'] }

const keyOf = ({ noun, id }: LinkedText) => [noun, 'preview-links', id]

/** Preview links of a text that are still valid, newest first (RUL-37). */
export function previewLinksQuery(text: LinkedText) {
  return queryOptions({
    queryKey: keyOf(text),
    queryFn: ({ signal }) => text.previewLinks.list({ id: text.id }, { signal }),
    // Opening a link announces no change, so the list is always refetched.
    staleTime: 0,
  })
}

/** Creates a link. Only this response contains its address. */
export function useCreatePreviewLink(text: LinkedText) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (link: { days: number; remarks: boolean }) => text.previewLinks.create({ id: text.id, ...link }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(text) }),
  })
}

export function useRevokePreviewLink(text: LinkedText) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<PreviewLink, 'id'>) => text.previewLinks.revoke({ id: text.id, link_id: id }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(text) }),
  })
}
