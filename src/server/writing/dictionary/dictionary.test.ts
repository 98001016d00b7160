import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

test('[DESK-11] the dictionary: each word once, accepted or flagged with its replacement', async () => {
  const put = (word: string, kind: string, suggestion?: string) =>
    owner.call('POST', '/api/words', { word, kind, suggestion })
  const answers = await Promise.all([1, 2, 3].map(() => put('eMail', 'flagged', 'E-Mail')))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect((await put('Öztürk', 'accepted')).body).toMatchObject({ kind: 'accepted', suggestion: '' })
  expect((await put('EMail', 'flagged')).status).toBe(201)
  const { body } = await owner.call('GET', '/api/words')
  expect(body.items.map(({ word }: { word: string }) => word)).toEqual(['EMail', 'eMail', 'Öztürk'])
  expect(await put(' ', 'accepted')).toMatchObject({ status: 400, body: { fields: [{ field: 'word' }] } })
  expect(await put('x', 'böse')).toMatchObject({ status: 400, body: { fields: [{ field: 'kind' }] } })
  expect((await owner.call('DELETE', `/api/words/${body.items[0].id}`)).status).toBe(204)
  expect((await owner.call('DELETE', `/api/words/${body.items[0].id}`)).status).toBe(404)
})
