import { queryOptions } from '@tanstack/react-query'
import type { FoundPlaces, Replacement } from '../../contract/replacements.ts'
import type { WantedWords } from '../../rules/replace-words.ts'
import type { Api } from './api.ts'

/** Limit of listed hits. Beyond it, users have to narrow the search. */
export const MOST_SHOWN = 1000

export type Found = { items: FoundPlaces[]; searched: number; places: number; more: boolean }

/** Searches all articles and reports progress. Stops at `MOST_SHOWN` hits. */
export async function searchAll(
  api: Api,
  wanted: WantedWords,
  { tell, signal }: { tell: (found: Found) => void; signal: AbortSignal },
): Promise<Found> {
  let found: Found = { items: [], searched: 0, places: 0, more: false }
  let cursor: string | null | undefined
  do {
    const page = await api.replacements.search({ ...wanted, cursor: cursor ?? undefined }, { signal })
    const items = [...found.items, ...page.items]
    const places = items.reduce((sum, item) => sum + item.places.length, 0)
    cursor = page.next_cursor
    const more = cursor !== null && places >= MOST_SHOWN
    found = { items, searched: found.searched + page.searched, places, more }
    tell(found)
    if (more) break
  } while (cursor !== null)
  return found
}

/** Runs an order until it is complete, and reports progress. */
export async function workOn(api: Api, order: Replacement, tell: (now: Replacement) => void): Promise<Replacement> {
  let now = order
  tell(now)
  while (now.state === 'running' || now.state === 'undoing') {
    now = await api.replacements.work({ id: order.id })
    tell(now)
  }
  return now
}

/** The last orders, newest first. */
export function replacementsQuery(api: Api) {
  return queryOptions({
    queryKey: ['replacements'],
    queryFn: async ({ signal }) => (await api.replacements.list(undefined, { signal })).items,
  })
}
