import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Article } from '../../../contract/articles.ts'
import { UnreachableError } from '../../lib/faults.ts'
import type { Api } from '../api.ts'
import { keepRead } from '../persisted-reads.ts'

type Get = Pick<Api['articles'], 'get'>

const keyOf = (noun: string, id: string) => [noun, 'item', id]

/** Adds a record to the persisted lists, for a start without a network (RUL-65). */
export function keepRecord(client: QueryClient, noun: string, article: Article): void {
  client.setQueryData(keyOf(noun, article.id), article)
}

/** Shortest time between two reads. A read folds pending steps into the text, which is reported as a change and would cause the next read. */
const BETWEEN_READS_MS = 2500

/** A record that is read again with each change while it is shown. While the server is unreachable it stays as it was read last. */
export function recordQuery(api: Get, noun: string, id: string) {
  return queryOptions({
    queryKey: keyOf(noun, id),
    queryFn: async ({ client, queryKey, signal }) => {
      const readAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      const wait = Math.max(0, Math.min(BETWEEN_READS_MS, readAt + BETWEEN_READS_MS - Date.now()))
      await new Promise((resolve) => setTimeout(resolve, wait))
      return api.get({ id }, { signal })
    },
  })
}

/**
 * Reads as `api` does. While the server is unreachable it returns the last record read or saved on this machine.
 * `keepRecord` resolves once the record is persisted.
 */
export function keptRecords(
  api: Get,
  client: QueryClient,
  noun: string,
): { api: Get; keepRecord: () => Promise<void> } {
  const get: Get['get'] = async (input, options) => {
    try {
      const article = await api.get(input, options)
      keepRecord(client, noun, article)
      return article
    } catch (error) {
      const kept = error instanceof UnreachableError && client.getQueryData<Article>(keyOf(noun, input.id))
      if (!kept) throw error
      return kept
    }
  }
  return { api: { get }, keepRecord: () => keepRead(client) }
}
