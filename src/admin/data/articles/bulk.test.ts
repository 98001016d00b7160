import { expect, test } from 'vitest'
import type { BulkInput, BulkResult } from '../../../contract/articles/bulk.ts'
import { inParts } from './bulk.ts'

const articles = Array.from({ length: 450 }, (_, index) => ({ id: `id-${index}`, title: `Artikel ${index}` }))

function changed({ ids }: BulkInput): BulkResult {
  return { items: ids.map((id) => ({ id, title: id, outcome: 'changed', reason: null, before: null })) }
}

test('a bulk action larger than the server limit is sent as several requests, each with its own versions', async () => {
  const sent: BulkInput[] = []
  const states = articles.map(({ id }) => ({ id, version: 1 }))
  const items = await inParts(articles, { do: 'undo', states }, async (input) => {
    sent.push(input)
    return changed(input)
  })
  expect(sent.map(({ ids }) => ids.length)).toEqual([200, 200, 50])
  expect(sent.map(({ action }) => action.do === 'undo' && action.states.length)).toEqual([200, 200, 50])
  expect(items.map(({ id }) => id)).toEqual(articles.map(({ id }) => id))
})

test('[RUL-20] when a later request fails, earlier changes can still be undone and the rest is reported with the reason', async () => {
  let calls = 0
  const items = await inParts(articles, { do: 'remove' }, async (input) => {
    if (++calls === 2) throw new TypeError('fetch failed')
    return changed(input)
  })
  expect(items.filter(({ outcome }) => outcome === 'changed')).toHaveLength(200)
  expect(items.filter(({ outcome }) => outcome === 'failed')).toHaveLength(250)
  expect(items.at(-1)).toMatchObject({
    id: 'id-449',
    title: 'Artikel 449',
    reason: 'Der Server war nicht zu erreichen.',
  })
})

test('when nothing was changed, the error itself is thrown', async () => {
  const refused = inParts(articles, { do: 'remove' }, () => Promise.reject(new TypeError('fetch failed')))
  await expect(refused).rejects.toThrow('fetch failed')
})
