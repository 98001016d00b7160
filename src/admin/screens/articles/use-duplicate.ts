import { useNavigate } from '@tanstack/react-router'
import { useArticleDeeds } from '../../data/articles/deeds.ts'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

/** Duplicates an article and opens the copy, whose title names the original. */
export function useDuplicate(): (id: string) => Promise<void> {
  const navigate = useNavigate()
  const { duplicate } = useArticleDeeds()
  return async (id) => {
    if (duplicate.isPending) return
    try {
      const copy = await duplicate.mutateAsync(id)
      toastDone('Artikel dupliziert', { description: 'Die Kopie ist ein Entwurf.' })
      await navigate({ to: '/admin/articles/$id', params: { id: copy.id } })
    } catch (error) {
      toastRefusal(error, 'Der Artikel konnte nicht dupliziert werden')
    }
  }
}
