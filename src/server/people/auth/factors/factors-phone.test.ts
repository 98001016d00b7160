import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { signedInAgain, withSession } from '../../../../../tests/support/second-factor.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

type Message = { to: string; text: string }

let app: TestApp
let failing = false
const messages: Message[] = []
const gateway = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    if (failing) return void response.writeHead(500).end()
    expect(request.headers['content-type']).toBe('application/json')
    expect(request.headers.authorization).toBe(`Basic ${Buffer.from('blog:geheim').toString('base64')}`)
    messages.push(JSON.parse(body) as Message)
    response.writeHead(202).end()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  app = await startTestApp({
    env: {
      REGISTRATION: 'offen',
      SMS_WEBHOOK_URL: `http://blog:geheim@127.0.0.1:${port}/sms`,
      AUTH_RATE_LIMIT_SMS: 'off',
    },
  })
})
afterAll(async () => {
  await app.stop()
  await new Promise((resolve) => gateway.close(resolve))
})
afterEach(() => {
  app.setClock()
  failing = false
})

const START = Date.parse('2026-03-01T12:00:00.000Z')
const at = (seconds: number) => app.setClock(new Date(START + seconds * 1000))
const sentCode = () => /^(\d{6}) ist Ihr Code/.exec(messages.at(-1)?.text ?? '')?.[1] ?? ''
const refused = (status: number, code: string) => ({ status, body: { error_code: code } })
const enrol = (account: TestAccount, phone: string) =>
  account.call('POST', '/auth/v1/factors', { factor_type: 'phone', friendly_name: '', phone })
const ask = (account: TestAccount, id: string) => account.call('POST', `/auth/v1/factors/${id}/challenge`, {})
const verify = (account: TestAccount, id: string, challengeId: string, code: string) =>
  account.call('POST', `/auth/v1/factors/${id}/verify`, { challenge_id: challengeId, code })

describe('codes by SMS', () => {
  test('[FACT-1] [FACT-2] [FACT-3] from enrolment to an aal2 session through the official client', async () => {
    const client = authClient(app.url)
    await client.signUp({ email: `sms-${crypto.randomUUID()}@redaktion.example`, password: 'geheim-genug' })
    const { data: factor } = await client.mfa.enroll({
      factorType: 'phone',
      friendlyName: 'Handy',
      phone: '+49 (171) 123-4567',
    })
    expect(factor).toMatchObject({ type: 'phone', friendly_name: 'Handy', phone: '+491711234567' })
    const { data: asked } = await client.mfa.challenge({ factorId: factor?.id ?? '', channel: 'sms' })
    expect(asked).toMatchObject({ id: expect.any(String), type: 'phone', expires_at: expect.any(Number) })
    expect(messages.at(-1)).toEqual({
      to: '+491711234567',
      text: expect.stringMatching(/^\d{6} ist Ihr Code für Blog CMS\. Er gilt fünf Minuten\.$/),
    })
    const stored = await app.db.selectFrom('auth_challenges').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(sentCode())
    const { error } = await client.mfa.verify({
      factorId: factor?.id ?? '',
      challengeId: asked?.id ?? '',
      code: sentCode(),
    })
    expect(error).toBeNull()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/phone' }, { method: 'password' }],
    })
  })

  test('one message a minute; a code belongs to its challenge, works once and expires after five minutes', async () => {
    at(0)
    const account = await app.register()
    const { body: factor } = await enrol(account, '+491711111111')
    const first = await ask(account, factor.id)
    const early = await ask(account, factor.id)
    expect(early).toMatchObject(refused(429, 'over_sms_send_rate_limit'))
    expect(early.headers.get('retry-after')).toBe('60')
    const firstCode = sentCode()
    at(60)
    const second = await ask(account, factor.id)
    const secondCode = sentCode()
    if (firstCode !== secondCode)
      expect(await verify(account, factor.id, first.body.id, secondCode)).toMatchObject(
        refused(422, 'mfa_verification_failed'),
      )
    at(300)
    expect(await verify(account, factor.id, first.body.id, firstCode)).toMatchObject(
      refused(422, 'mfa_challenge_expired'),
    )
    const verified = await verify(account, factor.id, second.body.id, secondCode)
    expect(verified.status).toBe(200)
    expect(await verify(withSession(app, account, verified.body), factor.id, second.body.id, secondCode)).toMatchObject(
      refused(422, 'mfa_challenge_expired'),
    )
    expect(await enrol(withSession(app, account, verified.body), '+491711111111')).toMatchObject(
      refused(422, 'mfa_verified_factor_exists'),
    )
  })

  test('the sixth code meets a used-up challenge', async () => {
    const account = await app.register()
    const { body: factor } = await enrol(account, '+491712222222')
    const { body: asked } = await ask(account, factor.id)
    const wrong = sentCode() === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await verify(account, factor.id, asked.id, wrong)).toMatchObject(refused(422, 'mfa_verification_failed'))
    expect(await verify(account, factor.id, asked.id, sentCode())).toMatchObject(refused(422, 'mfa_challenge_expired'))
  })

  test('a failing gateway is reported, and the next attempt need not wait', async () => {
    const account = await app.register()
    const { body: factor } = await enrol(account, '+491713333333')
    failing = true
    expect(await ask(account, factor.id)).toMatchObject(refused(422, 'sms_send_failed'))
    failing = false
    expect((await ask(account, factor.id)).status).toBe(200)
    for (const phone of ['12', 'keine Nummer', '', '+0171123456'])
      expect(await enrol(account, phone), phone).toMatchObject(refused(400, 'validation_failed'))
  })

  test('new numbers share one limit, which bounds the operator’s cost', async () => {
    const { port } = gateway.address() as AddressInfo
    const limited = await startTestApp({
      env: { SMS_WEBHOOK_URL: `http://blog:geheim@127.0.0.1:${port}/`, AUTH_RATE_LIMIT_SMS: '2/3600' },
    })
    try {
      const statuses = []
      for (let n = 0; n < 3; n += 1) {
        const account = await limited.register()
        const { body } = await enrol(account, `+49171444444${n}`)
        statuses.push((await ask(account, body.id)).status)
      }
      expect(statuses).toEqual([200, 200, 429])
    } finally {
      await limited.stop()
    }
  })

  test.runIf(DIALECT === 'postgres')('a challenge that is begun anew counts one message', async () => {
    const { port } = gateway.address() as AddressInfo
    const limited = await startTestApp({
      env: { SMS_WEBHOOK_URL: `http://blog:geheim@127.0.0.1:${port}/`, AUTH_RATE_LIMIT_SMS: '2/3600' },
    })
    try {
      // The database aborts the transaction three times as a collision; a sequence survives the rollbacks.
      await sql`create sequence collisions`.execute(limited.db)
      await sql`create function collide() returns trigger language plpgsql as $$ begin
        if nextval('collisions') <= 3 then raise exception 'collided' using errcode = '40001'; end if;
        return new; end $$`.execute(limited.db)
      await sql`create trigger collide before insert on auth_challenges for each row execute function collide()`.execute(
        limited.db,
      )
      const before = messages.length
      const statuses = []
      for (let n = 0; n < 3; n += 1) {
        const account = await limited.register()
        const { body } = await enrol(account, `+49171666666${n}`)
        statuses.push((await ask(account, body.id)).status)
      }
      expect([statuses, messages.length - before]).toEqual([[200, 200, 429], 2])
      // An unsent message does not count as a request.
      expect(await limited.db.selectFrom('auth_challenges').select('id').execute()).toHaveLength(2)
    } finally {
      await limited.stop()
    }
  })

  test('a verified number is challenged at the next sign-in', async () => {
    at(0)
    const account = await app.register()
    const { body: factor } = await enrol(account, '+491715555555')
    const { body: asked } = await ask(account, factor.id)
    expect((await verify(account, factor.id, asked.id, sentCode())).status).toBe(200)
    at(100)
    const session = await signedInAgain(app, account)
    const { body: next } = await ask(session, factor.id)
    expect((await verify(session, factor.id, next.id, sentCode())).status).toBe(200)
  })
})
