import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openLive } from '../../../../tests/support/live-stream.ts'
import { withTotp, signedInAgain } from '../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const approved = async () => {
  const account = await app.register()
  await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
  return account
}

/** Ways to lose access to the stream, each on the real endpoints (RUL-35). */
const ENDINGS: Record<string, (account: TestAccount) => Promise<unknown>> = {
  'sign-out': (account) => account.call('POST', '/auth/v1/logout?scope=local'),
  'sign-out from another device': async (account) =>
    (await signedInAgain(app, account)).call('DELETE', '/api/account/sessions'),
  'block by an owner': (account) => owner.call('PATCH', `/api/users/${account.id}`, { approval: 'blocked' }),
  'deletion of the account': ({ call, password }) => call('DELETE', '/api/account', { articles_to: null, password }),
  'a factor added elsewhere': async (account) => withTotp(app, await signedInAgain(app, account)),
  'the end of the token': async () => app.setClock(new Date(Date.now() + 3_600_000)),
}

/** Advances the server's time in small steps, so that the work of one step is done before the next. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 700) {
    await vi.advanceTimersByTimeAsync(700)
    await app.call('GET', '/api/settings')
  }
}

describe('[RUL-35] the stream closes within 5 s of', () => {
  // The server runs in this process on fake seconds, at most five of them. Timeouts stay real: a connection to the
  // database being opened would be given up after a few fast seconds.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() }))
  afterEach(() => {
    vi.useRealTimers()
    app.setClock()
  })

  test.each(Object.keys(ENDINGS))('%s', async (what) => {
    const account = await approved()
    const live = await openLive(app.url, account.accessToken)
    const other = await openLive(app.url, owner.accessToken)
    await pass(20_000)
    // Still open after a while: only the change closes it.
    const { id } = (await owner.call('POST', '/api/links', { title: what, url: 'https://a.example' })).body
    expect(await live.next()).toEqual({ event: 'change', data: { noun: 'links', id, verb: 'created' } })
    await ENDINGS[what]?.(account)
    await pass(4_900)
    await live.closed()
    if (what === 'the end of the token') return other.closed()
    expect(await other.next()).toMatchObject({ event: 'change' })
    await other.close()
  })
})
