import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ArticleFilter } from '../../data/articles.ts'

type Narrowing = Pick<ArticleFilter, 'status' | 'category_id' | 'tag_id' | 'author_id' | 'sort'>

/** What the list shows stands in its address alone, so that links, Back and a reload give the same one. */
export function useListAddress() {
  const navigate = useNavigate()
  const { status, q, category, tag, author, sort } = useSearch({ from: '/admin/articles' })
  const filter = useMemo<ArticleFilter>(
    () => ({ status, q, category_id: category, tag_id: tag, author_id: author, sort }),
    [status, q, category, tag, author, sort],
  )
  return {
    filter,
    /** Changes what is given; `undefined` takes a filter away. */
    narrow: (change: Narrowing) => {
      const next = { ...filter, ...change }
      void navigate({
        to: '/admin/articles',
        search: {
          status: next.status,
          q,
          category: next.category_id,
          tag: next.tag_id,
          author: next.author_id,
          sort: next.sort,
        },
      })
    },
    find: (words: string) =>
      void navigate({
        to: '/admin/articles',
        search: { status, q: words || undefined, category, tag, author, sort },
        replace: true,
      }),
    showAll: () => void navigate({ to: '/admin/articles', search: {} }),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
