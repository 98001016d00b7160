import { useNavigate } from '@tanstack/react-router'
import type { ArticleSummary } from '../../../contract/articles.ts'

/** Shows an article: as readers see it, or its preview where they do not. */
export function useArticleView(): (article: Pick<ArticleSummary, 'id' | 'slug' | 'status'>) => void {
  const navigate = useNavigate()
  return ({ id, slug, status }) => {
    if (status === 'published') window.open(`/article/${slug}`, '_blank', 'noopener')
    else void navigate({ to: '/admin/articles/$id', params: { id }, search: { ansicht: 'vorschau' } })
  }
}
