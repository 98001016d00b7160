import { useNavigate } from '@tanstack/react-router'
import type { ArticleSummary } from '../../../contract/articles.ts'

/** Opens an article: its public page, or its preview if it is not public. */
export function useArticleView(): (article: Pick<ArticleSummary, 'id' | 'slug' | 'status'>) => void {
  const navigate = useNavigate()
  return ({ id, slug, status }) => {
    if (status === 'published') window.open(`/article/${slug}`, '_blank', 'noopener')
    else void navigate({ to: '/admin/articles/$id', params: { id }, search: { ansicht: 'vorschau' } })
  }
}
