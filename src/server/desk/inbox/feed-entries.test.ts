import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { roundsWhile } from '../../../../tests/support/rounds-while.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { addFeedEntries } from './feed-entries.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

test('an import of thousands of entries lets other work run in between', async () => {
  const { body: feed } = await owner.call('POST', '/api/feeds', { url: 'https://viele.example/feed.xml' })
  const entries = Array.from({ length: 3000 }, (_, n) => ({
    key: `k${n}`,
    title: `Eintrag ${n}`,
    url: `https://viele.example/${n}`,
    note: null,
  }))
  const caller = { userId: owner.id } as Parameters<typeof addFeedEntries>[3]['caller']
  const { rounds, result: added } = await roundsWhile(() =>
    inTransaction(app.db, (tx) => addFeedEntries(tx, feed.id, entries, { caller, now: new Date() })),
  )
  expect(added).toEqual({ count: 3000 })
  // One per two hundred entries, in each of four steps; otherwise the whole import is one round on SQLite.
  expect(rounds).toBeGreaterThan(45)
  const { body: page } = await owner.call('GET', '/api/inbox?limit=2')
  expect(page.items.map((item: { title: string }) => item.title)).toEqual(['Eintrag 0', 'Eintrag 1'])
})
