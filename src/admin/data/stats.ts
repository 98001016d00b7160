import { queryOptions } from '@tanstack/react-query'
import type { ViewedDay } from '../../contract/stats.ts'
import { addDays, type Day } from '../../rules/days.ts'
import type { Api } from './api.ts'

/** Length of the period in days. */
export const LOOKED_BACK = 30
const FRESH_MS = 60_000

/** The last thirty days including today. */
export function lastDays(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, 1 - LOOKED_BACK), to: today }
}

/** Views of the period: all articles together, and the five most read (RUL-50). */
export function viewsQuery(api: Api, today: Day) {
  return queryOptions({
    queryKey: ['stats', 'overview', today],
    queryFn: ({ signal }) => api.stats.overview(lastDays(today), { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
}

/** Views of one article in the period; null if it has none. */
export function articleViewsQuery(api: Api, articleId: string, today: Day) {
  return queryOptions({
    queryKey: ['stats', 'article', articleId, today],
    queryFn: async ({ signal }) => {
      const { items } = await api.stats.articles({ ...lastDays(today), article_id: articleId }, { signal })
      return items[0] ?? null
    },
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
}

/** Every article with views in the period, per day, for the CSV export. */
export function readAllViews(api: Api, today: Day) {
  return api.stats.overview({ ...lastDays(today), most: 1000 })
}

/** A number for each of these days, zero for days without views. */
export function everyDay(days: readonly ViewedDay[], { from, to }: { from: Day; to: Day }): number[] {
  const views = new Map(days.map((one) => [one.day, one.views]))
  const all: number[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) all.push(views.get(day) ?? 0)
  return all
}
