import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { createLimits } from '../../platform/fleet/limits.ts'
import { AUTH_LIMITS } from './account/limits.ts'
import { passwordFits } from './account/passwords.ts'

/** The defaults, which the test app switches off. */
const DEFAULTS = Object.fromEntries(
  ['PASSWORD', 'TOKEN', 'SIGNUP', 'USER', 'ANONYMOUS'].map((name) => [`AUTH_RATE_LIMIT_${name}`, '']),
)

const SMALLER = { TOKEN: '25/300', PASSWORD_ACCOUNT: '15/3600', USER: '5/300', SIGNUP: 'off' }
const ENV = {
  ...DEFAULTS,
  ...Object.fromEntries(Object.entries(SMALLER).map(([name, limit]) => [`AUTH_RATE_LIMIT_${name}`, limit])),
  TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8',
}

const NOW = new Date()

let app: TestApp
let account: TestAccount
beforeAll(async () => {
  app = await startTestApp({ env: ENV })
  // Fixed clock: no budget refills during a test.
  app.setClock(NOW)
  account = await app.register()
})
afterAll(() => app.stop())

const signIn = (email: string, password: string, from = '203.0.113.1', at = app) =>
  at.call('POST', '/auth/v1/token?grant_type=password', { email, password }, { 'x-forwarded-for': from })

test('an account without a password opens with none, also not the dummy’s', async () => {
  expect(await passwordFits(null, 'no account has this password')).toBe(false)
})

describe('guessing', () => {
  test('ends in 429 with Retry-After, for this account from this address only', async () => {
    const other = await app.register()
    for (let guess = 0; guess < 10; guess++) expect((await signIn(account.email, `falsch-${guess}`)).status).toBe(400)
    const refused = await signIn(account.email, account.password)
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(account.email.toUpperCase(), 'x')).status).toBe(429)
    expect((await signIn(other.email, other.password)).status).toBe(200)
    expect((await signIn(account.email, account.password, '203.0.113.2')).status).toBe(200)
  })

  test('in parallel has no more tries, also not on two instances', async () => {
    const victim = await app.register()
    const beside = DIALECT === 'postgres' ? await startTestApp({ beside: app, env: ENV }) : app
    beside.setClock(NOW)
    try {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, guess) =>
          signIn(victim.email, `falsch-${guess}`, '203.0.113.3', guess % 2 ? beside : app),
        ),
      )
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    } finally {
      if (beside !== app) await beside.stop()
    }
  })

  test('from many addresses is limited as well, more slowly', async () => {
    const victim = await app.register()
    const guess = (index: number) => signIn(victim.email, 'falsch-geheim', `198.51.${index % 100}.${index}`)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('from ten addresses does not lock out the user’s known clients', async () => {
    const [holder, strange] = ['192.0.2.1', '192.0.2.99']
    const user = await app.register()
    const device = 'd'.repeat(43)
    const as = (from: string, headers = {}) =>
      app.call(
        'POST',
        '/auth/v1/token?grant_type=password',
        { email: user.email, password: user.password },
        { 'x-forwarded-for': from, ...headers },
      )
    expect((await as(holder)).status).toBe(200)
    expect((await as('192.0.2.2', { 'x-device-key': device })).status).toBe(200)
    const attack = Array.from({ length: 100 }, (_, guess) =>
      signIn(user.email, `falsch-${guess}`, `198.18.0.${guess % 10}`),
    )
    const answers = await Promise.all(attack)
    // Many addresses together have no more tries than one.
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(15)
    expect((await as(strange)).status, 'somebody new waits').toBe(429)
    expect((await as(holder)).status, 'her network').toBe(200)
    expect((await as(strange, { 'x-device-key': device })).status, 'her browser, elsewhere').toBe(200)
    expect((await as('192.0.2.98', { 'x-device-key': 'e'.repeat(43) })).status, 'another browser').toBe(429)
    // A known client is recognised by the hash of a secret; a secret never used for a sign-in is unknown.
    const rows = await app.db.selectFrom('auth_known_clients').select('client').where('user_id', '=', user.id).execute()
    expect(JSON.stringify(rows)).not.toContain(device)
    expect(rows.map(({ client }) => client).some((client) => client.includes('198.18'))).toBe(false)
    // Guesses from known clients are limited as well.
    for (let guess = 0; guess < 10; guess++) await signIn(user.email, `falsch-${guess}`, holder)
    expect((await as(holder)).status).toBe(429)
  })

  test('by `current_password`, and by testing for the present password, counts as at the sign-in', async () => {
    for (const body of [
      { password: 'ganz-neu-geheim', current_password: 'falsch' },
      { email: 'neu@redaktion.example', current_password: 'falsch' },
    ]) {
      const user = await app.register()
      const from = { authorization: `Bearer ${user.accessToken}` }
      const statuses = []
      for (let guess = 0; guess < 20; guess++) {
        const headers = { ...from, 'x-forwarded-for': `198.19.${guess}.1` }
        statuses.push((await app.call('PUT', '/auth/v1/user', body, headers)).status)
      }
      expect(statuses).toEqual([...Array<number>(15).fill(400), ...Array<number>(5).fill(429)])
      expect((await signIn(user.email, user.password, '198.19.99.1')).status).toBe(429)
    }
  })

  test('right passwords are never counted against the account', async () => {
    const user = await app.register()
    for (let time = 0; time < 15; time++)
      expect((await signIn(user.email, user.password, '203.0.113.4')).status).toBe(200)
  })

  test('many accounts from one address are limited by the address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        signIn(`konto-${index}@redaktion.example`, 'falsch-geheim', '203.0.113.5'),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('refreshing is never limited', async () => {
    const user = await app.register()
    let token = user.refreshToken
    for (let time = 0; time < 30; time++) {
      const answer = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token })
      expect(answer.status).toBe(200)
      token = answer.body.refresh_token
    }
    for (let time = 0; time < 30; time++) {
      const answer = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'falsch' })
      expect(answer.status).toBe(400)
    }
  })

  test('PUT /user is limited as well', async () => {
    const user = await app.register()
    const put = () => user.call('PUT', '/auth/v1/user', { data: {} }, { 'x-forwarded-for': '203.0.113.6' })
    for (let time = 0; time < 5; time++) expect((await put()).status).toBe(200)
    expect((await put()).status).toBe(429)
  })
})

describe('[RUL-32] client and own address', () => {
  test('X-Forwarded-For counts behind trusted proxies, from the right, and nowhere else', async () => {
    const limited = { ...DEFAULTS, AUTH_RATE_LIMIT_SIGNUP: '2/300' }
    const direct = await startTestApp({ env: limited })
    const proxied = await startTestApp({ env: { ...limited, TRUST_PROXY: '127.0.0.1,10.0.0.0/8,2001:db8::/32' } })
    try {
      const signUp = async (server: TestApp, forwarded: string) =>
        (await server.call('POST', '/auth/v1/signup', { email: 'x' }, { 'x-forwarded-for': forwarded })).status
      const ask = async (server: TestApp, lines: string[]) => {
        const statuses = []
        for (const line of lines) statuses.push(await signUp(server, line))
        return statuses
      }
      expect(await ask(direct, ['1.1.1.1', '2.2.2.2', '3.3.3.3'])).toEqual([400, 400, 429])
      expect(await ask(proxied, ['1.1.1.1', '1.1.1.1', '1.1.1.1', '2.2.2.2'])).toEqual([400, 400, 429, 400])
      // The client's own claim stands left of the entry of the outermost trusted proxy.
      expect(await ask(proxied, ['5.5.5.1, 4.4.4.4, 10.1.2.3', '5.5.5.2, 4.4.4.4', '5.5.5.3,4.4.4.4:4711'])).toEqual([
        400, 400, 429,
      ])
      expect(await ask(proxied, ['2a00:1:2:3::1', '2a00:1:2:3:ffff::2, 2001:db8::9', '[2a00:1:2:3::3]:443'])).toEqual([
        400, 400, 429,
      ])
      expect(await ask(proxied, ['unsinn', '', 'unsinn, 10.0.0.1'])).toEqual([400, 400, 400])
      const { ip } = await proxied.db
        .selectFrom('auth_sessions')
        .select('ip')
        .executeTakeFirst()
        .then((row) => ({ ip: row?.ip }))
      expect(ip).toBeUndefined()
    } finally {
      await direct.stop()
      await proxied.stop()
    }
  })

  test('an invalid range stops the start', async () => {
    for (const range of ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/x']) {
      await expect(startTestApp({ env: { TRUST_PROXY: range }, beside: app })).rejects.toThrow(/TRUST_PROXY/)
    }
  })

  test('the issuer is PUBLIC_URL or localhost, never the Host header', async () => {
    const published = await startTestApp({ env: { PUBLIC_URL: 'https://blog.example/', SETUP_CODE: 'ein-code' } })
    try {
      expect(await issuerFor(published)).toBe('https://blog.example/auth/v1')
      expect(await issuerFor(app)).toBe(`http://localhost:${new URL(app.url).port}/auth/v1`)
    } finally {
      await published.stop()
    }
  })
})

/** Issuer of an access token requested with a made-up Host header. */
async function issuerFor(server: TestApp): Promise<string> {
  const data = { setup_code: 'ein-code' }
  const body = JSON.stringify({ email: `${crypto.randomUUID()}@redaktion.example`, password: 'geheim', data })
  const headers = { host: 'boese.example', 'x-forwarded-host': 'boese.example', 'content-type': 'application/json' }
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request(`${server.url}/auth/v1/signup`, { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve(text))
    })
    sent.on('error', reject)
    sent.end(body)
  })
  const token = (JSON.parse(answer) as { access_token: string }).access_token
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iss
}

test.each([
  ['token', 150, 300],
  ['password', 10, 300],
  ['signup', 30, 300],
  ['user', 30, 300],
  ['anonymous', 30, 3600],
] as const)(
  'by default allows %s %i times in %i seconds (docs/reference/auth-protocol.md §7)',
  async (name, count, seconds) => {
    const limits = createLimits(AUTH_LIMITS, { db: app.db, config: { rateLimits: {} }, clock: () => new Date(0) })
    for (let time = 0; time < count; time++) expect(await limits.take(name, 'a')).toBe(0)
    expect(await limits.take(name, 'a')).toBe(seconds / count)
  },
)
