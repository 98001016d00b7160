import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { PASSWORD_SLOTS } from './passwords.ts'

/** Fills every slot of the queue until the returned function is called. */
async function fillQueue(): Promise<() => void> {
  const done = Promise.withResolvers<void>()
  // Work starts in rounds of the event loop; started work frees a slot of the queue.
  for (let round = 0; round < 4; round++) {
    for (let count = 0; count < 110; count++) PASSWORD_SLOTS.take(() => done.promise).catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
  }
  return done.resolve
}

let app: TestApp
let account: TestAccount
beforeAll(async () => {
  app = await startTestApp({ env: { AUTH_RATE_LIMIT_PASSWORD: '3/30000', AUTH_RATE_LIMIT_PASSWORD_ACCOUNT: '2/300' } })
  account = await app.register()
})
afterAll(() => app.stop())

const signIn = (password: string, email = account.email) =>
  app.call('POST', '/auth/v1/token?grant_type=password', { email, password })

test('with a full queue a password gets 429 with Retry-After, and counts as no guess', async () => {
  const empty = await fillQueue()
  try {
    for (const password of Array.from({ length: 8 }, (_, index) => (index % 2 ? account.password : 'falsch-falsch'))) {
      const { status, headers, body } = await signIn(password)
      expect([status, headers.get('retry-after'), body.error_code]).toEqual([429, '5', 'over_request_rate_limit'])
    }
    // A request that needs a hash is refused as well, and nothing of it is done.
    const { status } = await app.call('POST', '/auth/v1/signup', { email: 'neu@x.example', password: 'geheim-genug' })
    expect(status).toBe(429)
  } finally {
    empty()
  }
  expect((await signIn(account.password)).status).toBe(200)
  expect((await app.register('neu@x.example')).email).toBe('neu@x.example')
})

test('a guess refused by one budget is not counted by the other', async () => {
  const stranger = 'niemand@x.example'
  const answers = []
  for (let count = 0; count < 6; count++) answers.push((await signIn('falsch-falsch', stranger)).status)
  // Two guesses from all clients are allowed; the third belongs to the address's own budget.
  expect(answers).toEqual([400, 400, 429, 429, 429, 429])
  app.setClock(new Date(Date.now() + 151_000))
  expect((await signIn('falsch-falsch', stranger)).status).toBe(400)
  app.setClock()
})
