import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signedInAgain, withTotp } from '../../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { isReader } from './reader.service.ts'

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())
afterEach(() => app.setClock())

async function approved(): Promise<TestAccount> {
  const account = await app.register()
  await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
  return account
}

/** Requests the cookie and returns the Cookie header of later requests. */
async function cookieOf(account: TestAccount, before?: string): Promise<string> {
  const answer = await account.call('PUT', '/api/reader-session', undefined, before ? { cookie: before } : {})
  expect(answer.status).toBe(204)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

const opens = (cookie: string | undefined, now = new Date()) => isReader(app.db, cookie, now)

describe('[RUL-2] the reader’s cookie', () => {
  test('is opaque, stored hashed, and carries the right attributes', async () => {
    const account = await approved()
    const { headers } = await account.call('PUT', '/api/reader-session')
    const line = headers.get('set-cookie') ?? ''
    expect(line).toMatch(/^blog-cms-reader=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const token = line.slice('blog-cms-reader='.length, line.indexOf(';'))
    const rows = await app.db.selectFrom('reader_sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await opens(`x=1; blog-cms-reader=${token}; y=2`)).toBe(true)
    expect(await opens(`nicht-blog-cms-reader=${token}`)).toBe(false)
    expect(await opens(`blog-cms-reader=${token.replace(/.$/, (sign) => (sign === 'A' ? 'Q' : 'A'))}`)).toBe(false)
    expect(await opens(undefined)).toBe(false)
  })

  test('carries Secure under https', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://blog.example', SETUP_CODE: 'ein-code' } })
    try {
      const body = { email: 'a@redaktion.example', password: 'geheim', data: { setup_code: 'EIN CODE' } }
      const { access_token: token } = (await secure.call('POST', '/auth/v1/signup', body)).body
      const headers = { authorization: `Bearer ${token}` }
      expect((await secure.call('PUT', '/api/reader-session', undefined, headers)).headers.get('set-cookie')).toMatch(
        /; Secure$/,
      )
      expect((await secure.call('POST', '/auth/v1/logout', undefined, headers)).headers.get('set-cookie')).toMatch(
        /Max-Age=0.*; Secure$/,
      )
    } finally {
      await secure.stop()
    }
  })

  test('strangers, waiting and blocked accounts get none or lose it', async () => {
    expect((await app.call('PUT', '/api/reader-session')).status).toBe(401)
    const account = await app.register()
    const refused = await account.call('PUT', '/api/reader-session')
    expect(refused).toMatchObject({ status: 403, body: { code: 'approval_pending' } })
    expect(refused.headers.has('set-cookie')).toBe(false)
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
    const cookie = await cookieOf(account)
    expect(await opens(cookie)).toBe(true)
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'pending' })
    expect(await opens(cookie)).toBe(false)
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
    expect(await opens(cookie)).toBe(true)
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'blocked' })
    expect(await opens(cookie)).toBe(false)
  })

  test('ends at sign-out, with the password, and after its time', async () => {
    const account = await approved()
    const cookie = await cookieOf(account)
    const { body: other } = await app.call('POST', '/auth/v1/token?grant_type=password', account)
    const headers = { authorization: `Bearer ${other.access_token}` }
    const answer = await app.call('PUT', '/api/reader-session', undefined, headers)
    const otherCookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]
    await account.call('PUT', '/auth/v1/user', { password: 'ganz-neu-geheim' })
    expect(await opens(otherCookie)).toBe(false)
    expect(await opens(cookie)).toBe(true)
    expect(await opens(cookie, new Date(Date.now() + 31 * 86_400_000))).toBe(false)
    const out = await account.call('POST', '/auth/v1/logout')
    expect(out.headers.get('set-cookie')).toMatch(/^blog-cms-reader=; Max-Age=0/)
    expect(await opens(cookie)).toBe(false)
  })

  test('is bound to the aal of its session', async () => {
    const account = await approved()
    const cookie = await cookieOf(account)
    expect(await opens(cookie)).toBe(true)
    const { totp, raised } = await withTotp(app, account)
    expect(await opens(cookie)).toBe(false)
    const proven = await cookieOf(raised, cookie)
    expect(proven).not.toBe(cookie)
    expect(await opens(proven)).toBe(true)
    const unproven = await signedInAgain(app, account)
    expect((await unproven.call('PUT', '/api/reader-session')).body.code).toBe('insufficient_aal')
    // Without the factor the session falls back to aal1, and its cookie ends.
    await raised.call('DELETE', `/auth/v1/factors/${totp.id}`)
    expect(await opens(proven)).toBe(false)
    expect(await opens(await cookieOf(raised))).toBe(true)
  })

  test('a repeated request renews it; concurrent windows keep theirs, up to a limit', async () => {
    const account = await approved()
    const cookie = await cookieOf(account)
    app.setClock(new Date(Date.now() + 20 * 86_400_000))
    const fresh = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: account.refreshToken,
    })
    const headers = { authorization: `Bearer ${fresh.body.access_token}`, cookie }
    const renewed = await app.call('PUT', '/api/reader-session', undefined, headers)
    expect(renewed.headers.get('set-cookie')?.startsWith(`${cookie};`)).toBe(true)
    expect(await opens(cookie, new Date(Date.now() + 45 * 86_400_000))).toBe(true)
    const windows = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.call('PUT', '/api/reader-session', undefined, { authorization: headers.authorization }),
      ),
    )
    expect(windows.map(({ status }) => status)).toEqual(Array(8).fill(204))
    const rows = await app.db
      .selectFrom('reader_sessions')
      .innerJoin('auth_sessions', 'auth_sessions.id', 'reader_sessions.session_id')
      .select('token_hash')
      .where('user_id', '=', account.id)
      .execute()
    expect(rows).toHaveLength(5)
  })

  test('concurrent windows of one session never have more than five, and a sign-out between them is no error', async () => {
    const account = await approved()
    const rows = () =>
      app.db
        .selectFrom('reader_sessions')
        .innerJoin('auth_sessions', 'auth_sessions.id', 'reader_sessions.session_id')
        .select('token_hash')
        .where('user_id', '=', account.id)
        .execute()
    for (let round = 0; round < 6; round++) {
      await Promise.all(Array.from({ length: 24 }, () => account.call('PUT', '/api/reader-session')))
      expect((await rows()).length).toBe(5)
    }
    const [out, ...asked] = await Promise.all([
      account.call('POST', '/auth/v1/logout'),
      ...Array.from({ length: 12 }, () => account.call('PUT', '/api/reader-session')),
    ])
    expect(out.status).toBe(204)
    for (const { status } of asked) expect([204, 401]).toContain(status)
    expect(await rows()).toEqual([])
  })

  test('another account’s cookie is not accepted', async () => {
    const [first, second] = [await approved(), await approved()]
    const cookie = await cookieOf(first)
    expect(await cookieOf(second, cookie)).not.toBe(cookie)
  })

  test('opens pages under `privat`, never an API', async () => {
    const account = await approved()
    const cookie = await cookieOf(account)
    const image = '/storage/v1/object/public/blog-media/gibt-es-nicht.png'
    await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
    try {
      expect((await app.call('GET', image)).status).toBe(401)
      expect((await app.call('GET', image, undefined, { cookie })).status).toBe(404)
      expect((await app.call('GET', '/api/articles', undefined, { cookie })).status).toBe(401)
      expect((await app.call('GET', '/auth/v1/user', undefined, { cookie })).status).toBe(401)
    } finally {
      await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
    }
  })
})
