import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
afterEach(() => app.setClock())

const START = Date.parse('2026-03-01T12:00:00.000Z')
/** Sets the server's clock to this number of seconds after START. */
const at = (seconds: number) => app.setClock(new Date(START + seconds * 1000))

type Tokens = { access_token: string; refresh_token: string }
type Refreshed = { status: number; body: Tokens & { error_code?: string } }

const refresh = (token: string): Promise<Refreshed> =>
  app.call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token })
const reach = (token: string) => app.call('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${token}` })

async function next(token: string): Promise<Tokens> {
  const { status, body } = await refresh(token)
  expect(status).toBe(200)
  return body
}

/** An account at START, with its first tokens. */
async function signedIn(): Promise<TestAccount> {
  at(0)
  return app.register()
}

async function auditOf(userId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('audit_log')
    .select('event')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

describe('refresh tokens rotate (docs/reference/auth-protocol.md §6, Ours)', () => {
  test('the current one is exchanged for the next, at any age', async () => {
    const { refreshToken } = await signedIn()
    at(40 * 86_400)
    const second = await next(refreshToken)
    expect(second.refresh_token).not.toBe(refreshToken)
    at(41 * 86_400)
    expect((await next(second.refresh_token)).refresh_token).not.toBe(second.refresh_token)
  })

  test('within the interval the previous one and older ones get the current one', async () => {
    const { refreshToken } = await signedIn()
    at(100)
    const second = await next(refreshToken)
    at(130)
    const third = await next(second.refresh_token)
    await reach(third.access_token)
    at(189)
    expect((await next(second.refresh_token)).refresh_token).toBe(third.refresh_token)
    expect((await next(refreshToken)).refresh_token).toBe(third.refresh_token)
    expect((await next(third.refresh_token)).refresh_token).not.toBe(third.refresh_token)
  })

  test('later, the previous one gets the current one again if its response was lost', async () => {
    const { refreshToken } = await signedIn()
    at(100)
    const lost = await next(refreshToken)
    at(100 + 86_400)
    const again = await next(refreshToken)
    expect(again.refresh_token).toBe(lost.refresh_token)
    expect((await reach(again.access_token)).status).toBe(200)
  })

  test('later, the previous one is refused once the response has arrived; the session stays, and it is audited', async () => {
    const account = await signedIn()
    at(100)
    const current = await next(account.refreshToken)
    await reach(current.access_token)
    at(160)
    expect(await refresh(account.refreshToken)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    expect((await reach(current.access_token)).status).toBe(200)
    expect((await next(current.refresh_token)).refresh_token).not.toBe(current.refresh_token)
    expect(await auditOf(account.id)).toContain('refresh_token_reused')
  })

  test('a request with the former access token is no proof that the response arrived', async () => {
    const account = await signedIn()
    at(100)
    const current = await next(account.refreshToken)
    await reach(account.accessToken)
    at(200)
    expect((await next(account.refreshToken)).refresh_token).toBe(current.refresh_token)
  })

  test('later, a token two behind ends the session', async () => {
    const account = await signedIn()
    at(100)
    const second = await next(account.refreshToken)
    at(200)
    const third = await next(second.refresh_token)
    at(259.999)
    expect((await next(account.refreshToken)).refresh_token).toBe(third.refresh_token)
    at(260)
    expect(await refresh(account.refreshToken)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    expect(await refresh(third.refresh_token)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    })
    expect(await reach(third.access_token)).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
    expect(await auditOf(account.id)).toContain('session_revoked')
  })

  test('a token of a lower aal than the session is refused, the session stays', async () => {
    const account = await signedIn()
    const { session_id: id } = decodeJwt<{ session_id: string }>(account.accessToken)
    await app.db.updateTable('auth_sessions').set({ aal: 'aal2', refresh_counter: 2 }).where('id', '=', id).execute()
    at(10)
    expect(await refresh(account.refreshToken)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    at(1000)
    expect(await refresh(account.refreshToken)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    expect((await reach(account.accessToken)).status).toBe(200)
  })

  test('anything else is not found', async () => {
    const { refreshToken } = await signedIn()
    const bytes = Buffer.from(refreshToken, 'base64url')
    bytes[20] = (bytes[20] ?? 0) + 1
    for (const token of ['x', 'x'.repeat(51), bytes.toString('base64url'), `${refreshToken}A`, refreshToken.slice(1)]) {
      expect(await refresh(token)).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
    }
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  test('a token ahead of a restored database counts as the current one', async () => {
    const account = await signedIn()
    const second = await next(account.refreshToken)
    const third = await next(second.refresh_token)
    await app.db.updateTable('auth_sessions').set({ refresh_counter: 0 }).where('user_id', '=', account.id).execute()
    const fourth = await next(third.refresh_token)
    expect([account.refreshToken, second.refresh_token, third.refresh_token]).not.toContain(fourth.refresh_token)
    expect((await reach(fourth.access_token)).status).toBe(200)
  })
})

describe('concurrent refreshes', () => {
  test('20 parallel refreshes of one session leave one valid successor and nobody signed out', async () => {
    const account = await app.register()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(account.refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    const reached = await Promise.all(answers.map(({ body }) => reach(body.access_token)))
    expect(reached.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const successor = answers[0]?.body.refresh_token ?? ''
    expect(successor).not.toBe(account.refreshToken)
    expect((await next(successor)).refresh_token).not.toBe(successor)
  })

  test('20 tabs of the official client refresh at once and keep their session', async () => {
    const first = authClient(app.url)
    const { data } = await first.signUp({ email: `${crypto.randomUUID()}@redaktion.example`, password: 'geheim' })
    const { access_token = '', refresh_token = '' } = data.session ?? {}
    const tabs = Array.from({ length: 20 }, () => authClient(app.url))
    await Promise.all(tabs.map((tab) => tab.setSession({ access_token, refresh_token })))
    const results = await Promise.all(tabs.map((tab) => tab.refreshSession()))
    expect(results.map(({ error }) => error)).toEqual(Array(20).fill(null))
    expect(new Set(results.map(({ data: { session } }) => session?.refresh_token)).size).toBe(1)
    for (const tab of tabs) expect((await tab.getUser()).error).toBeNull()
  })
})

describe('signing out', () => {
  const signOut = (token: string, scope: string) =>
    app.call('POST', `/auth/v1/logout${scope}`, undefined, { authorization: `Bearer ${token}` })

  test.each([
    ['', [403, 403]],
    ['?scope=global', [403, 403]],
    ['?scope=local', [403, 200]],
    ['?scope=others', [200, 403]],
  ])('logout%s ends the right sessions at once (own, other: %j)', async (scope, expected) => {
    const account = await app.register()
    const stranger = await app.register()
    const other = await app.call<Tokens>('POST', '/auth/v1/token?grant_type=password', account)
    const answer = await signOut(account.accessToken, scope)
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect([(await reach(account.accessToken)).status, (await reach(other.body.access_token)).status]).toEqual(expected)
    const refreshed = [await refresh(account.refreshToken), await refresh(other.body.refresh_token)].map(
      ({ status }) => status,
    )
    expect(refreshed).toEqual(expected.map((status) => (status === 200 ? 200 : 400)))
    expect((await stranger.call('GET', '/api/account')).status).toBe(200)
  })

  test('signing out twice is 403, which the client accepts as done', async () => {
    const { accessToken } = await app.register()
    await signOut(accessToken, '')
    expect(await signOut(accessToken, '')).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
  })
})

test('a restart keeps sessions: access and refresh tokens and the password stay valid', async () => {
  const { dataDir, databaseUrl } = app
  const before = await startTestApp({ beside: { dataDir, databaseUrl } })
  const account = await before.register()
  await before.stop()
  const after = await startTestApp({ beside: { dataDir, databaseUrl } })
  try {
    const headers = { authorization: `Bearer ${account.accessToken}` }
    expect((await after.call('GET', '/auth/v1/user', undefined, headers)).status).toBe(200)
    const body = { refresh_token: account.refreshToken }
    expect((await after.call('POST', '/auth/v1/token?grant_type=refresh_token', body)).status).toBe(200)
    expect((await after.call('POST', '/auth/v1/token?grant_type=password', account)).status).toBe(200)
  } finally {
    await after.stop()
  }
})
