import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { changesOf, inTransaction, type Change } from '../../platform/db/transaction.ts'
import { deletePresencesOutside, putPresence } from './presence.queries.ts'
import { ARTICLES } from '../articles/article-noun.ts'

let app: TestApp
/** A second instance on the same database. */
let beside: TestApp
let owner: TestAccount
let editor: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  beside = await startTestApp({ beside: app })
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
})
afterAll(async () => {
  await beside.stop()
  await app.stop()
})

const start = Date.now()
const after = (seconds: number) => new Date(start + seconds * 1000)

test('[RUL-14] editors of an article see each other, and departures within seconds', async () => {
  const { body: article } = await owner.call('POST', '/api/articles', { title: 'Zu zweit' })
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
  const at = (editorId: string) => `/api/articles/${article.id}/presence/${editorId}`
  const told: Change[] = []
  changesOf(app.db).onCommitted((change) => void (change.noun === 'presence' && told.push(change)))
  const as = { authorization: `Bearer ${editor.accessToken}` }

  app.setClock(after(0))
  expect((await owner.call('PUT', at(mine), {})).body).toEqual({ version: 1, others: [] })
  app.setClock(after(5))
  expect((await editor.call('PUT', at(theirs), {})).body.others).toEqual([
    { editor: mine, user_id: owner.id, name: owner.email.split('@')[0] },
  ])
  // The other instance sees it, too.
  beside.setClock(after(10))
  expect((await beside.call('PUT', at(theirs), {}, as)).body.others).toHaveLength(1)
  expect((await owner.call('PUT', at(mine), {})).body.others).toEqual([
    { editor: theirs, user_id: editor.id, name: editor.email.split('@')[0] },
  ])
  // Arrivals are announced, heartbeats are not.
  expect(told).toHaveLength(2)
  expect(told[0]).toMatchObject({ id: article.id, hidden: true })

  // One leaves explicitly; the other one's tab is killed and goes silent.
  expect((await editor.call('DELETE', at(theirs))).status).toBe(204)
  expect(told).toHaveLength(3)
  expect((await owner.call('PUT', at(mine), {})).body.others).toEqual([])
  app.setClock(after(18))
  expect((await editor.call('PUT', at(theirs), {})).body.others).toEqual([])

  // An editor cannot remove another one, nor take it over, and there is none at an unknown article.
  expect((await owner.call('DELETE', at(theirs))).status).toBe(204)
  expect((await owner.call('PUT', at(theirs), {})).status).toBe(200)
  expect((await owner.call('PUT', at(mine), {})).body.others).toMatchObject([{ editor: theirs, user_id: editor.id }])
  expect((await owner.call('PUT', `/api/articles/${mine}/presence/${mine}`, {})).status).toBe(404)
  app.setClock()
})

test('an editor seen while the clock was ahead does not stay for ever', async () => {
  const { body: article } = await owner.call('POST', '/api/articles', { title: 'Uhr ging vor' })
  const at = (editor: string) => `/api/articles/${article.id}/presence/${editor}`
  app.setClock(after(86_400))
  await owner.call('PUT', at(crypto.randomUUID()), {})
  app.setClock(after(0))
  expect((await owner.call('PUT', at(crypto.randomUUID()), {})).body.others).toEqual([])
  app.setClock()
})

test.runIf(DIALECT === 'postgres')(
  'two silent editors that speak again at once do not wait for each other',
  async () => {
    const { body: article } = await owner.call('POST', '/api/articles', { title: 'Beide zurück' })
    const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
    const row = (editor_id: string, seconds: number) => ({
      ...{ editor_id, text_id: article.id, user_id: owner.id },
      seen_at: after(seconds).toISOString(),
    })
    for (const editorId of [mine, theirs]) await putPresence(app.db, ARTICLES.tables, row(editorId, 0))
    const silent = { textId: article.id, before: after(30).toISOString(), after: after(3600).toISOString() }
    await inTransaction(app.db, async (here) => {
      await putPresence(here, ARTICLES.tables, row(mine, 60))
      await inTransaction(beside.db, async (there) => {
        await putPresence(there, ARTICLES.tables, row(theirs, 60))
        for (const tx of [here, there]) expect(await deletePresencesOutside(tx, ARTICLES.tables, silent)).toBe(0)
      })
    })
  },
)
