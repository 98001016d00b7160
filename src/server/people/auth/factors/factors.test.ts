import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { answerChallenge, signedInAgain, withSession, withTotp } from '../../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { codeAt } from '../../../../../tests/support/totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { REGISTRATION: 'offen' } })
})
afterAll(() => app.stop())
afterEach(() => app.setClock())

const START = Date.parse('2026-03-01T12:00:00.000Z')
/** Sets the server's clock to this number of seconds after START and returns that instant. */
function at(seconds: number): Date {
  const now = new Date(START + seconds * 1000)
  app.setClock(now)
  return now
}

const refused = (status: number, code: string) => ({ status, body: { error_code: code } })
const challenge = async (account: TestAccount, id: string) =>
  (await account.call('POST', `/auth/v1/factors/${id}/challenge`, {})).body.id as string
const verify = (account: TestAccount, id: string, challengeId: string, code: string) =>
  account.call('POST', `/auth/v1/factors/${id}/verify`, { challenge_id: challengeId, code })
const eventsOf = async (userId: string) =>
  (await app.db.selectFrom('audit_log').select('event').where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ event }) => event,
  )

describe('totp through the official client', () => {
  test('[FACT-1] [FACT-2] [FACT-3] [SESS-7] from enrolment to an aal2 session and back to aal1', async () => {
    const client = authClient(app.url)
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    const email = `totp-${crypto.randomUUID()}@redaktion.example`
    const signedUp = await client.signUp({ email, password: 'geheim-genug' })
    expect(signedUp.error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const { data: factor, error } = await client.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Handy',
      issuer: 'Das Blog',
    })
    expect(error).toBeNull()
    if (!factor) throw new Error('no factor')
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Handy' })
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(factor.totp.uri).toContain('otpauth://totp/Das%20Blog:')
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
    expect(factor.totp.qr_code).not.toContain('#')

    const asked = await client.mfa.challenge({ factorId: factor.id })
    expect(asked.data).toMatchObject({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
    const result = await client.mfa.verify({
      factorId: factor.id,
      challengeId: asked.data?.id ?? '',
      code: codeAt(factor.totp.secret),
    })
    expect(result.error).toBeNull()
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    const claims = decodeJwt<{ aal: string; amr: { method: string }[] }>(result.data?.access_token ?? '')
    expect(claims.aal).toBe('aal2')
    expect(claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    expect((await client.getSession()).data.session?.user.factors).toMatchObject([
      { id: factor.id, status: 'verified', factor_type: 'totp', friendly_name: 'Handy' },
    ])
    const listed = await client.mfa.listFactors()
    expect(listed.data?.totp).toHaveLength(1)
    expect((await client.refreshSession()).data.session?.user.factors).toHaveLength(1)

    // A further sign-in includes the factor too, so that the client knows the next step without a request.
    const second = authClient(app.url)
    await second.signInWithPassword({ email, password: 'geheim-genug' })
    expect((await second.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await second.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })

    expect((await client.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id })
    const lowered = await client.refreshSession()
    expect(lowered.error).toBeNull()
    const after = decodeJwt<{ aal: string; amr: { method: string }[] }>(lowered.data.session?.access_token ?? '')
    expect([after.aal, after.amr.map(({ method }) => method)]).toEqual(['aal1', ['password']])
    expect(lowered.data.session?.user.factors).toBeUndefined()
  })
})

describe('enrolment', () => {
  test('[RUL-34] the secret is sealed in the database', async () => {
    const account = await app.register()
    const { body } = await account.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: '' })
    const row = await app.db.selectFrom('auth_factors').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
    expect(row.secret).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain(body.totp.secret)
    expect(body.totp.uri).toContain(encodeURIComponent(account.email))
  })

  test('names are unique, the maximum is ten, unknown types and missing gateways are reported', async () => {
    const account = await app.register()
    const enrol = (input: Record<string, unknown>) => account.call('POST', '/auth/v1/factors', input)
    expect((await enrol({ factor_type: 'totp', friendly_name: 'Handy' })).status).toBe(200)
    expect(await enrol({ factor_type: 'webauthn', friendly_name: 'Handy' })).toMatchObject(
      refused(422, 'mfa_factor_name_conflict'),
    )
    expect(await enrol({ factor_type: 'fax', friendly_name: 'Fax' })).toMatchObject(refused(400, 'validation_failed'))
    expect(await enrol({ factor_type: 'phone', friendly_name: 'SMS', phone: '+4930123456' })).toMatchObject(
      refused(422, 'mfa_phone_enroll_not_enabled'),
    )
    for (let n = 1; n < 10; n += 1) expect((await enrol({ factor_type: 'totp', friendly_name: null })).status).toBe(200)
    expect(await enrol({ factor_type: 'totp', friendly_name: 'Elfter' })).toMatchObject(
      refused(422, 'too_many_enrolled_mfa_factors'),
    )
  })

  test('the longest issuer fits into the QR code, a longer one is refused', async () => {
    const account = await app.register()
    const enrol = (issuer: string) => account.call('POST', '/auth/v1/factors', { factor_type: 'totp', issuer })
    expect((await enrol('€'.repeat(60))).body.totp.qr_code).toContain('<svg')
    for (const length of [61, 2000, 60_000])
      expect(await enrol('x'.repeat(length)), String(length)).toMatchObject(refused(400, 'validation_failed'))
  })

  test('factors abandoned an hour ago make room', async () => {
    at(0)
    const account = await app.register()
    const first = await account.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Handy' })
    at(3601)
    const again = await signedInAgain(app, account)
    expect((await again.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Handy' })).status).toBe(
      200,
    )
    expect(await again.call('POST', `/auth/v1/factors/${first.body.id}/challenge`, {})).toMatchObject(
      refused(404, 'mfa_factor_not_found'),
    )
  })

  test('an aal1 session of an account with a factor cannot add, remove or verify another one', async () => {
    at(0)
    const account = await app.register()
    // Enrolled before the first factor was verified: it must not bypass that one.
    const { body: waiting } = await account.call('POST', '/auth/v1/factors', {
      factor_type: 'webauthn',
      friendly_name: 'Vorher begonnen',
    })
    const { body: early } = await account.call('POST', '/auth/v1/factors', {
      factor_type: 'totp',
      friendly_name: 'Auch vorher',
    })
    const { totp } = await withTotp(app, account, at(0))
    // The first verification deleted it, as of the same type; inserted again as if enrolled concurrently.
    await app.db
      .insertInto('auth_factors')
      .columns(['id', 'user_id', 'friendly_name', 'factor_type', 'status', 'secret', 'created_at', 'updated_at'])
      .expression((from) =>
        from
          .selectFrom('auth_factors')
          .select((row) => [
            row.val(early.id).as('id'),
            'user_id',
            row.val('Auch vorher').as('friendly_name'),
            'factor_type',
            row.val('unverified').as('status'),
            'secret',
            'created_at',
            'updated_at',
          ])
          .where('id', '=', totp.id),
      )
      .execute()
    const thief = await signedInAgain(app, account)
    expect(
      await thief.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Noch eins' }),
    ).toMatchObject(refused(403, 'insufficient_aal'))
    expect(await thief.call('DELETE', `/auth/v1/factors/${totp.id}`)).toMatchObject(refused(422, 'insufficient_aal'))
    const now = at(60)
    expect(await answerChallenge(thief.call, early.id, { code: codeAt(totp.secret, now) })).toMatchObject(
      refused(403, 'insufficient_aal'),
    )
    expect((await thief.call('DELETE', `/auth/v1/factors/${waiting.id}`)).status).toBe(200)
  })
})

describe('challenges', () => {
  test('codes of one step before and after are accepted, others are not', async () => {
    const now = at(0)
    const account = await app.register()
    const { totp } = await withTotp(app, account, now)
    for (const [seconds, offset, status] of [
      [300, -30, 200],
      [600, 30, 200],
      [900, -60, 422],
      [1200, 60, 422],
    ] as const) {
      const instant = at(seconds)
      const session = await signedInAgain(app, account)
      const code = codeAt(totp.secret, new Date(instant.getTime() + offset * 1000))
      expect((await answerChallenge(session.call, totp.id, { code })).status, `${offset} s`).toBe(status)
    }
  })

  test('a code works once, also across challenges and sessions', async () => {
    at(0)
    const account = await app.register()
    const { totp } = await withTotp(app, account, at(0))
    const now = at(90)
    const session = await signedInAgain(app, account)
    const other = await signedInAgain(app, account)
    const first = await challenge(session, totp.id)
    const code = codeAt(totp.secret, now)
    expect((await verify(session, totp.id, first, code)).status).toBe(200)
    expect(await verify(session, totp.id, first, code)).toMatchObject(refused(422, 'mfa_challenge_expired'))
    for (const replaying of [session, other]) {
      expect(await answerChallenge(replaying.call, totp.id, { code })).toMatchObject(
        refused(422, 'mfa_verification_failed'),
      )
    }
    // Nor the code of the step before, which is still in the window.
    const earlier = codeAt(totp.secret, new Date(now.getTime() - 30_000))
    expect(await answerChallenge(other.call, totp.id, { code: earlier })).toMatchObject(
      refused(422, 'mfa_verification_failed'),
    )
    expect(await eventsOf(account.id)).toContain('factor_failed')
  })

  test('of two concurrent requests with one code one succeeds', async () => {
    at(0)
    const account = await app.register()
    const { totp } = await withTotp(app, account, at(0))
    const now = at(90)
    const sessions = [await signedInAgain(app, account), await signedInAgain(app, account)]
    const answers = await Promise.all(
      sessions.map((session) => answerChallenge(session.call, totp.id, { code: codeAt(totp.secret, now) })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
  })

  test('five attempts; the sixth fails even if right; then the factor is blocked', async () => {
    at(0)
    const account = await app.register()
    const { totp } = await withTotp(app, account, at(0))
    const now = at(90)
    const session = await signedInAgain(app, account)
    const id = await challenge(session, totp.id)
    const right = codeAt(totp.secret, now)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await verify(session, totp.id, id, wrong)).toMatchObject({
        status: 422,
        body: { error_code: 'mfa_verification_failed', msg: expect.stringContaining('Invalid TOTP code') },
      })
    }
    expect(await verify(session, totp.id, id, right)).toMatchObject(refused(422, 'mfa_challenge_expired'))
    const resting = await answerChallenge(session.call, totp.id, { code: right })
    expect(resting).toMatchObject(refused(429, 'over_request_rate_limit'))
    expect(resting.headers.get('retry-after')).toBe('30')
    const later = at(121)
    expect((await answerChallenge(session.call, totp.id, { code: codeAt(totp.secret, later) })).status).toBe(200)
  })

  test('parallel guesses count too', async () => {
    at(0)
    const account = await app.register()
    const { totp } = await withTotp(app, account, at(0))
    const now = at(90)
    const session = await signedInAgain(app, account)
    const id = await challenge(session, totp.id)
    const wrong = codeAt(totp.secret, now) === '000000' ? '000001' : '000000'
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(session, totp.id, id, wrong)))
    const codes = answers.map(({ body }) => body.error_code)
    expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5)
  })

  test('are limited to five minutes, this session, this factor, this account', async () => {
    at(0)
    const account = await app.register()
    const { totp } = await withTotp(app, account, at(0))
    at(90)
    const session = await signedInAgain(app, account)
    const other = await signedInAgain(app, account)
    const stranger = await app.register()
    const id = await challenge(session, totp.id)
    expect(await verify(other, totp.id, id, codeAt(totp.secret, at(90)))).toMatchObject(
      refused(422, 'mfa_challenge_expired'),
    )
    expect(await verify(stranger, totp.id, id, codeAt(totp.secret, at(90)))).toMatchObject(
      refused(404, 'mfa_factor_not_found'),
    )
    expect(await stranger.call('POST', `/auth/v1/factors/${totp.id}/challenge`, {})).toMatchObject(
      refused(404, 'mfa_factor_not_found'),
    )
    expect(await stranger.call('DELETE', `/auth/v1/factors/${totp.id}`)).toMatchObject(
      refused(404, 'mfa_factor_not_found'),
    )
    const now = at(390)
    expect(await verify(session, totp.id, id, codeAt(totp.secret, now))).toMatchObject(
      refused(422, 'mfa_challenge_expired'),
    )
    const [again, another] = [await challenge(session, totp.id), await challenge(session, totp.id)]
    expect(again).not.toBe(another)
    at(689)
    expect((await verify(session, totp.id, again, codeAt(totp.secret, at(689)))).status).toBe(200)
  })

  test('too many requests from one address are refused for a moment', async () => {
    const limited = await startTestApp({ env: { AUTH_RATE_LIMIT_FACTORS: '3/60' } })
    try {
      const account = await limited.register()
      const statuses = []
      for (let n = 0; n < 4; n += 1)
        statuses.push((await account.call('POST', '/auth/v1/factors', { factor_type: 'totp' })).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    } finally {
      await limited.stop()
    }
  })
})

describe('the first verified factor', () => {
  test('ends other aal1 sessions, deletes other unverified factors of its type, and keeps other types', async () => {
    const account = await app.register()
    const elsewhere = await signedInAgain(app, account)
    const enrol = async (type: string, name: string) =>
      (await account.call('POST', '/auth/v1/factors', { factor_type: type, friendly_name: name })).body.id
    const half = await enrol('totp', 'Halb')
    const key = await enrol('webauthn', 'Schlüssel')
    const { totp, raised } = await withTotp(app, account)
    expect((await elsewhere.call('GET', '/auth/v1/user')).status).toBe(403)
    const { body } = await raised.call('GET', '/auth/v1/user')
    const ids = body.factors.map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(2)
    expect(ids).toEqual(expect.arrayContaining([key, totp.id]))
    expect(ids).not.toContain(half)
    expect(await eventsOf(account.id)).toContain('factor_added')
  })

  test('the old aal1 refresh token is refused, the session kept, and it is audited', async () => {
    at(0)
    const account = await app.register()
    const { raised } = await withTotp(app, account, at(0))
    const refresh = (token: string) =>
      app.call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token })
    for (const seconds of [1, 3000]) {
      at(seconds)
      expect(await refresh(account.refreshToken)).toMatchObject(refused(400, 'refresh_token_already_used'))
    }
    expect(await eventsOf(account.id)).toContain('refresh_token_reused')
    const next = await refresh(raised.refreshToken)
    expect(next.status).toBe(200)
    expect(decodeJwt<{ aal: string }>(next.body.access_token).aal).toBe('aal2')
    // The old access token still identifies the account, and opens nothing (see access.test.ts).
    expect((await account.call('GET', '/auth/v1/user')).status).toBe(200)
    expect(await account.call('GET', '/api/account')).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } })
  })

  test('a session raised by a removed factor falls back to aal1, even if another factor remains', async () => {
    at(0)
    const account = await app.register()
    const { totp, raised } = await withTotp(app, account, at(0))
    const { body: second } = await raised.call('POST', '/auth/v1/factors', {
      factor_type: 'totp',
      friendly_name: 'Tablet',
    })
    const now = at(90)
    const both = withSession(
      app,
      account,
      (await answerChallenge(raised.call, second.id, { code: codeAt(second.totp.secret, now) })).body,
    )
    const elsewhere = await signedInAgain(app, account)
    const answered = await answerChallenge(elsewhere.call, totp.id, { code: codeAt(totp.secret, now) })
    const byFirst = withSession(app, account, answered.body)
    expect((await byFirst.call('GET', '/api/account')).status).toBe(200)
    expect((await both.call('DELETE', `/auth/v1/factors/${totp.id}`)).status).toBe(200)
    expect(await byFirst.call('GET', '/api/account')).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } })
    expect((await both.call('GET', '/api/account')).status).toBe(200)
    expect(await eventsOf(account.id)).toContain('factor_removed')
  })
})
