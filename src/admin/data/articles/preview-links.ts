import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PreviewLink } from '../../../contract/articles/preview-links.ts'
import type { Api } from '../api.ts'

/** Whose links they are: an article's or a page's, and the way to them. */
export type LinkedText = { noun: 'articles' | 'pages'; id: string; previewLinks: Api['articles']['previewLinks'] }

const keyOf = ({ noun, id }: LinkedText) => [noun, 'preview-links', id]

/** Preview links of a text that still open, newest first (RUL-37). */
export function previewLinksQuery(text: LinkedText) {
  return queryOptions({
    queryKey: keyOf(text),
    queryFn: ({ signal }) => text.previewLinks.list({ id: text.id }, { signal }),
    // Nothing tells of a reader who opens a link.
    staleTime: 0,
  })
}

/** Makes a link; the answer is the only time its address is shown. */
export function useCreatePreviewLink(text: LinkedText) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (days: number) => text.previewLinks.create({ id: text.id, days }),
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
