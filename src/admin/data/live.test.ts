import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readEvents, refreshOn } from './live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function bodyOf(...chunks: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
}

test('events are parsed across chunks and comments are skipped', async () => {
  const seen = []
  const body = bodyOf(
    'event: open\ndata: {}\n\n: be',
    'at\n\nevent: change\ndata: {"noun":"lin',
    'ks"}\n\n',
    'event: cut',
  )
  for await (const event of readEvents(body)) seen.push(event)
  expect(seen).toEqual([
    { event: 'open', data: '{}' },
    { event: 'change', data: '{"noun":"links"}' },
  ])
})

test('changes during a refetch of their noun are coalesced into one later refetch', async () => {
  const queries = new QueryClient()
  let reads = 0
  const list = new QueryObserver(queries, {
    queryKey: ['articles', 'list'],
    queryFn: async () => {
      reads += 1
      // The duration of a refetch of a list of many pages.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return reads
    },
  })
  const stop = list.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1000)
  const tell = refreshOn(queries)
  for (let change = 0; change < 5; change += 1) {
    tell({ noun: 'articles', id: '1', verb: 'updated' })
    await vi.advanceTimersByTimeAsync(200)
  }
  await vi.runAllTimersAsync()
  // The first change fetches; the later ones share one more fetch.
  expect(reads).toBe(3)
  expect(list.getCurrentResult()).toMatchObject({ data: 3, isStale: true, fetchStatus: 'idle' })
  stop()
})

test('a change marks only the queries of its noun and those that show it as stale', async () => {
  const queries = new QueryClient()
  for (const key of [['articles', 'list'], ['events', 'calendar'], ['links', 'list'], ['settings']])
    queries.setQueryData(key, 1)
  const stale = () =>
    queries
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => String(query.queryKey[0]))
      .toSorted((a, b) => a.localeCompare(b))
  const tell = refreshOn(queries)
  tell({ noun: 'articles', id: '1', verb: 'updated' })
  tell({ noun: 'articles', id: '2', verb: 'updated' })
  expect(stale()).toEqual([])
  await vi.runAllTimersAsync()
  expect(stale()).toEqual(['articles', 'events'])
  tell(null)
  await vi.runAllTimersAsync()
  expect(stale()).toEqual(['articles', 'events', 'links', 'settings'])
})
