import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { ArticleSort } from '../../../contract/articles.ts'
import type { ArticleFilter, ArticleSearch } from '../../data/articles.ts'
import { hiddenColumns, type ListColumn } from './list-columns.ts'

type Narrowing = Pick<
  ArticleFilter,
  'status' | 'category_id' | 'tag_id' | 'author_id' | 'assignee_id' | 'review' | 'sort'
>

type Place = { search: ArticleSearch; state: { listKey?: string } }

let lastPlace: Place = { search: {}, state: {} }

/** The list as it was last shown: its filters, and the key of its scroll position. */
export const listPlace = (): Place => lastPlace

/** Scheduled articles are ordered by date, the next one first; others by creation (ART-4). */
export function usualSort(status: ArticleFilter['status']): ArticleSort | undefined {
  return status === 'scheduled' ? 'planned' : undefined
}

/** The state of the list is in its URL only, so that links, back and reload restore it. */
export function useListAddress() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/admin/articles' })
  const { status, q, category, tag, author, person, abnahme, sort, ohne } = search
  const hidden = hiddenColumns(ohne)
  const location = useLocation()
  useEffect(() => {
    const { pathname, state } = location
    // During navigation this screen is still mounted with the URL of the next one.
    if (pathname === '/admin/articles') lastPlace = { search, state: { listKey: state.listKey ?? state.__TSR_key } }
  }, [search, location])
  const filter = useMemo<ArticleFilter>(
    () => ({
      status,
      q,
      category_id: category,
      tag_id: tag,
      author_id: author,
      assignee_id: person,
      review: abnahme,
      sort: sort ?? usualSort(status),
    }),
    [status, q, category, tag, author, person, abnahme, sort],
  )
  return {
    filter,
    /** Changes the given parameters; `undefined` removes a filter. */
    narrow: (change: Narrowing) => {
      const next = { ...filter, sort, ...change }
      void navigate({
        to: '/admin/articles',
        search: {
          status: next.status,
          q,
          category: next.category_id,
          tag: next.tag_id,
          author: next.author_id,
          person: next.assignee_id,
          abnahme: next.review === 'none' ? undefined : next.review,
          sort: next.sort,
          ohne,
        },
      })
    },
    find: (words: string) =>
      void navigate({
        to: '/admin/articles',
        search: { status, q: words || undefined, category, tag, author, person, abnahme, sort, ohne },
        replace: true,
      }),
    hidden,
    toggleColumn: (column: ListColumn) => {
      const next = hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column]
      void navigate({
        to: '/admin/articles',
        search: { ...search, ohne: next.length === 0 ? undefined : next.join(',') },
        replace: true,
      })
    },
    showAll: () => void navigate({ to: '/admin/articles', search: {} }),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
