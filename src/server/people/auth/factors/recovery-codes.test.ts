import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedInAgain, withTotp } from '../../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { REGISTRATION: 'offen' } })
})
afterAll(() => app.stop())

const PATH = '/api/account/recovery-codes'
const use = (account: TestAccount, code: string) => account.call('POST', `${PATH}/use`, { code })
const refused = (status: number, code: string) => ({ status, body: { code } })
const eventsOf = async (userId: string) =>
  (await app.db.selectFrom('audit_log').select('event').where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ event }) => event,
  )

async function withCodes() {
  const account = await app.register()
  const { totp, raised } = await withTotp(app, account)
  const { status, body } = await raised.call('POST', PATH)
  expect(status).toBe(201)
  return { account, totp, raised, codes: body.codes as string[] }
}

describe('recovery codes', () => {
  test('[RUL-11] [RUL-34] are ten, kept as keyed hashes, each valid for one session', async () => {
    const { account, raised, codes } = await withCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    const stored = JSON.stringify(await app.db.selectFrom('recovery_codes').selectAll().execute())
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
    expect((await raised.call('GET', PATH)).body).toMatchObject({ remaining: 10, created_at: expect.any(String) })

    const session = await signedInAgain(app, account)
    const opened = await use(session, ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')} `)
    expect(opened.status).toBe(200)
    const claims = decodeJwt<{ aal: string; amr: { method: string }[]; sub: string }>(opened.body.access_token)
    expect([claims.aal, claims.sub]).toEqual(['aal2', account.id])
    expect(claims.amr.map(({ method }) => method)).toEqual(['mfa/recovery_code', 'password'])
    expect(opened.body).toMatchObject({
      token_type: 'bearer',
      user: { id: account.id, factors: [{ status: 'verified' }] },
    })
    const headers = { authorization: `Bearer ${opened.body.access_token}` }
    expect((await app.call('GET', PATH, undefined, headers)).body).toMatchObject({ remaining: 9 })
    const refreshed = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: opened.body.refresh_token,
    })
    expect(decodeJwt<{ aal: string }>(refreshed.body.access_token).aal).toBe('aal2')

    expect(await use(await signedInAgain(app, account), codes[0] ?? '')).toMatchObject(
      refused(422, 'recovery_code_invalid'),
    )
    expect(await eventsOf(account.id)).toEqual(
      expect.arrayContaining(['recovery_codes_made', 'recovery_code_used', 'recovery_code_failed']),
    )
  })

  test('of two concurrent sessions with one code one succeeds', async () => {
    const { account, codes } = await withCodes()
    const sessions = [await signedInAgain(app, account), await signedInAgain(app, account)]
    const answers = await Promise.all(sessions.map((session) => use(session, codes[1] ?? '')))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
  })

  test('belong to one account, need aal2 to be seen or made, and a second factor to mean anything', async () => {
    const { account, codes } = await withCodes()
    const other = await withCodes()
    expect(await use(await signedInAgain(app, other.account), codes[2] ?? '')).toMatchObject(
      refused(422, 'recovery_code_invalid'),
    )
    const session = await signedInAgain(app, account)
    expect(await session.call('GET', PATH)).toMatchObject(refused(403, 'insufficient_aal'))
    expect(await session.call('POST', PATH)).toMatchObject(refused(403, 'insufficient_aal'))
    expect(await use(session, 'aaaa')).toMatchObject(refused(422, 'recovery_code_invalid'))
    expect(await app.call('POST', `${PATH}/use`, { code: codes[2] })).toMatchObject(refused(401, 'unauthorized'))
    expect((await use(session, codes[2] ?? '')).status).toBe(200)
    const bare = await app.register()
    expect(await bare.call('POST', PATH)).toMatchObject(refused(409, 'no_second_factor'))
    expect(await use(bare, codes[3] ?? '')).toMatchObject(refused(422, 'recovery_code_invalid'))
  })

  test('new ones replace the old ones; they go with the last factor', async () => {
    const { account, totp, raised, codes } = await withCodes()
    const renewed = await raised.call('POST', PATH)
    const session = await signedInAgain(app, account)
    expect((await use(session, codes[0] ?? '')).status).toBe(422)
    expect((await use(session, renewed.body.codes[0])).status).toBe(200)
    expect((await raised.call('DELETE', `/auth/v1/factors/${totp.id}`)).status).toBe(200)
    expect((await raised.call('GET', PATH)).body).toEqual({ remaining: 0, created_at: null })
    await withTotp(app, await signedInAgain(app, account))
    expect((await use(await signedInAgain(app, account), renewed.body.codes[1])).status).toBe(422)
  })

  test('guesses are limited per account, right codes are not counted', async () => {
    const limited = await startTestApp({ env: { AUTH_RATE_LIMIT_RECOVERY_CODE: '2/300' } })
    try {
      const account = await limited.register()
      const { raised } = await withTotp(limited, account)
      const { codes } = (await raised.call('POST', PATH)).body
      const session = await signedInAgain(limited, account)
      for (const code of codes.slice(0, 3)) expect((await use(session, code)).status).toBe(200)
      const statuses = []
      for (let n = 0; n < 3; n += 1) statuses.push((await use(session, 'falsch')).status)
      expect(statuses).toEqual([422, 422, 429])
      expect((await use(session, codes[5])).status).toBe(429)
    } finally {
      await limited.stop()
    }
  })
})
