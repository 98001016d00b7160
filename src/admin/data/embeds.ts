import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MOST_EMBEDS } from '../../rules/limits.ts'
import type { Api } from './api.ts'

/**
 * Known data of the embeds of a text, by their plain addresses. They are fetched some moments after the text was saved.
 */
export function embedsQuery(api: Api, addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['embeds', 'lookup', addresses],
    queryFn: async ({ signal }) => {
      const { items } = await api.embeds.lookup({ addresses: addresses.slice(0, MOST_EMBEDS) }, { signal })
      return new Map(items.map((item) => [item.address, item]))
    },
    enabled: addresses.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
