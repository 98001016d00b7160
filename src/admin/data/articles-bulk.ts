import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { ArticleSummary } from '../../contract/articles.ts'
import type { BulkAction, BulkResult } from '../../contract/articles-bulk.ts'
import type { Category, Tag } from '../../contract/taxonomy.ts'
import { useApi } from './api-context.tsx'
import { articleKeys, refreshArticles, type ArticleFilter } from './articles.ts'
import { changeLists } from './pages.ts'

/** As many as the server takes at once. */
const AT_ONCE = 200

/** Names for what the ids of an action stand for, so that rows can show it before the server has answered. */
export type Names = { categories: Category[]; tags: Tag[] }
type Change = { articles: Pick<ArticleSummary, 'id'>[]; action: BulkAction; names?: Names }

/** Does one thing to many articles; their rows follow at once, and go back when the server cannot be asked. */
export function useChangeMany() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ articles, action }: Change): Promise<BulkResult['items']> => {
      const items: BulkResult['items'] = []
      for (let from = 0; from < articles.length; from += AT_ONCE) {
        const ids = articles.slice(from, from + AT_ONCE).map(({ id }) => id)
        const own =
          action.do === 'undo' ? { ...action, states: action.states.filter(({ id }) => ids.includes(id)) } : action
        items.push(...(await api.articles.bulk({ ids, action: own })).items)
      }
      return items
    },
    onMutate: ({ articles, action, names }) => {
      const ids = new Set(articles.map(({ id }) => id))
      return changeLists<ArticleSummary>(client, articleKeys.lists, (pages, key) => ({
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          items: page.items.flatMap((item) => (ids.has(item.id) ? foresee(item, action, key, names) : item)),
        })),
      }))
    },
    onError: (_error, _change, putBack) => putBack?.(),
    onSettled: () => refreshArticles(client),
  })
}

/** The row as it will be; none where it leaves the list. What cannot be known stays until the server has answered. */
function foresee(item: ArticleSummary, action: BulkAction, key: QueryKey, names?: Names): ArticleSummary[] {
  const filter = key.at(-1) as ArticleFilter
  switch (action.do) {
    case 'remove':
      return []
    case 'status':
      if (item.status === action.status || item.has_unpublished_changes) return [item]
      if (filter.status) return []
      return [
        {
          ...item,
          status: action.status,
          published_at: action.status === 'published' ? new Date().toISOString() : null,
        },
      ]
    case 'category': {
      if (filter.category_id && filter.category_id !== action.category_id) return []
      const category = names?.categories.find(({ id }) => id === action.category_id) ?? null
      return [{ ...item, category_id: action.category_id, category }]
    }
    case 'tags': {
      const tags = [
        ...item.tags.filter(({ id }) => !action.remove.includes(id)),
        ...(names?.tags ?? []).filter(({ id }) => action.add.includes(id) && !item.tags.some((tag) => tag.id === id)),
      ]
      return filter.tag_id && !tags.some(({ id }) => id === filter.tag_id) ? [] : [{ ...item, tags }]
    }
    case 'undo':
    case 'restore':
      return [item]
  }
}
