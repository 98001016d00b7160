import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { EMBED_LOOKUP_LIMIT } from '../../contract/embeds.ts'
import type { Api } from './api.ts'

/** What is known of the embeds of a text by their plain addresses; it comes some moments after the text was saved. */
export function embedsQuery(api: Api, addresses: readonly string[]) {
  return queryOptions({
    queryKey: ['embeds', 'lookup', addresses],
    queryFn: async ({ signal }) => {
      const { items } = await api.embeds.lookup({ addresses: addresses.slice(0, EMBED_LOOKUP_LIMIT) }, { signal })
      return new Map(items.map((item) => [item.address, item]))
    },
    enabled: addresses.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
