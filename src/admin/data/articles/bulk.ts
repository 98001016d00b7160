import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ArticleSummary } from '../../../contract/articles.ts'
import type { BulkAction, BulkInput, BulkResult } from '../../../contract/articles/bulk.ts'
import type { Category, Tag } from '../../../contract/taxonomy.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useApi } from '../api-context.tsx'
import { articleKeys, refreshArticles, type ArticleFilter } from '../articles.ts'
import { changeCached, type Pages } from '../pages.ts'

/** The server's limit of items per request. */
const AT_ONCE = 200

/** Reason shown for articles whose request did not reach the server. */
const UNREACHED = 'Der Server war nicht zu erreichen.'

/** Names for the ids of an action, so that rows can show the change before the server has responded. */
export type Names = { categories: Category[]; tags: Tag[] }
type Meant = { id: string; title: string | null }
type Change = { articles: Meant[]; action: BulkAction; names?: Names }
type Results = BulkResult['items']

/** Runs one action on many articles. Rows change optimistically and are restored if the request fails. */
export function useChangeMany() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ articles, action }: Change) => inParts(articles, action, (input) => api.articles.bulk(input)),
    onMutate: ({ articles, action, names }) => showChanged(client, articles, action, names),
    onSuccess: async (items, { action, names }, putBack) => {
      const done = items.filter(({ outcome }) => outcome !== 'failed')
      if (done.length === items.length) return
      putBack()
      await showChanged(client, done, action, names)
    },
    onError: (_error, _change, putBack) => putBack?.(),
    onSettled: () => refreshArticles(client),
  })
}

/**
 * Splits a bulk action into requests of the size the server accepts. If a later request fails, the results of the
 * earlier ones are kept and the rest is reported as failed. Throws if nothing was changed at all.
 */
export async function inParts(
  articles: Meant[],
  action: BulkAction,
  send: (input: BulkInput) => Promise<BulkResult>,
): Promise<Results> {
  const items: Results = []
  for (let from = 0; from < articles.length; from += AT_ONCE) {
    const ids = articles.slice(from, from + AT_ONCE).map(({ id }) => id)
    const own =
      action.do === 'undo' ? { ...action, states: action.states.filter(({ id }) => ids.includes(id)) } : action
    try {
      items.push(...(await send({ ids, action: own })).items)
    } catch (error) {
      if (from === 0) throw error
      const reason = faultSentence(error, UNREACHED)
      const rest = articles.slice(from)
      return [
        ...items,
        ...rest.map(({ id, title }) => ({ id, title, outcome: 'failed' as const, reason, before: null })),
      ]
    }
  }
  return items
}

/** Shows the changed articles in every list and returns a rollback. */
function showChanged(client: QueryClient, articles: { id: string }[], action: BulkAction, names?: Names) {
  const ids = new Set(articles.map(({ id }) => id))
  return changeCached<Pages<ArticleSummary>>(client, articleKeys.lists, (pages, key) => ({
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.flatMap((item) => (ids.has(item.id) ? optimisticRows(item, action, key, names) : item)),
    })),
  }))
}

/**
 * The row after the change, or none if it leaves the list. Fields that only the server can compute keep their value
 * until the response.
 */
function optimisticRows(item: ArticleSummary, action: BulkAction, key: QueryKey, names?: Names): ArticleSummary[] {
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
    case 'date':
      return [item]
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
