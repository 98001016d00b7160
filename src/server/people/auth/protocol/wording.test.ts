import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type Answer, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
let strict: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { AUTH_ANONYMOUS: 'true', SMS_WEBHOOK_URL: 'http://127.0.0.1:9/sms' } })
  strict = await startTestApp({ env: { AUTH_MANUAL_LINKING: 'false' } })
  await app.register('leitung@redaktion.example')
})
afterAll(async () => {
  await app.stop()
  await strict.stop()
})

type Headers = Record<string, string>
type Provoke = (headers: Headers) => Promise<Answer>
const post =
  (path: string, body: unknown): Provoke =>
  (headers) =>
    app.call('POST', `/auth/v1${path}`, body, headers)

/**
 * How to provoke each sentence that existing clients match (docs/reference/auth-protocol.md §10) on the real endpoints.
 */
const WORDING: Record<string, Provoke> = {
  'Invalid login credentials': post('/token?grant_type=password', {
    email: 'niemand@redaktion.example',
    password: 'falsch-genug',
  }),
  'Password should be at least 6 characters': post('/signup', { email: 'neu@redaktion.example', password: 'kurz' }),
  'Unable to validate email address: invalid format': post('/signup', { email: 'kein@', password: 'lang-genug' }),
  'User already registered': post('/signup', { email: 'leitung@redaktion.example', password: 'lang-genug' }),
  'Token has expired or is invalid': post('/verify', {
    type: 'email',
    email: 'leitung@redaktion.example',
    token: '000000',
  }),
  'Invalid phone number format (E.164 required)': async (headers) => {
    const account = await app.register()
    const phone = { factor_type: 'phone', friendly_name: '', phone: '0171 nicht so' }
    return account.call('POST', '/auth/v1/factors', phone, headers)
  },
  'Bearer token': (headers) => app.call('GET', '/auth/v1/user', undefined, headers),
  'invalid JWT': (headers) =>
    app.call('GET', '/auth/v1/user', undefined, { ...headers, authorization: 'Bearer a.b.c' }),
  'Invalid TOTP code': async (headers) => {
    const account = await app.register()
    const { body: factor } = await account.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'x' })
    const { body: challenge } = await account.call('POST', `/auth/v1/factors/${factor.id}/challenge`, {})
    const answer = { challenge_id: challenge.id, code: 'abcdef' }
    return account.call('POST', `/auth/v1/factors/${factor.id}/verify`, answer, headers)
  },
  'Invalid Refresh Token': post('/token?grant_type=refresh_token', { refresh_token: 'niemals-ausgestellt' }),
  'Reauthentication requires the user to have an email or a phone number': async (headers) => {
    const { body } = await app.call('POST', '/auth/v1/signup', {})
    return app.call('GET', '/auth/v1/reauthenticate', undefined, {
      ...headers,
      authorization: `Bearer ${body.access_token}`,
    })
  },
  'Manual linking is disabled': async (headers) => {
    const account = await strict.register()
    return account.call('GET', '/auth/v1/user/identities/authorize?provider=firma', undefined, headers)
  },
  'SAML 2.0 is disabled': post('/sso', { domain: 'firma.example' }),
  'Web3 provider is disabled': post('/token?grant_type=web3', { chain: 'solana' }),
}

const sentence = ({ body }: Answer): string => body.msg ?? body.message
const code = ({ status, body }: Answer) => [status, body.error_code ?? body.code]

test.each(Object.entries(WORDING))(
  '[RUL-26] „%s“ is returned in English by default and in German on request',
  async (words, provoke) => {
    const plain = await provoke({})
    expect(sentence(plain)).toContain(words)
    for (const language of ['en', 'fr-CH, en;q=0.9, de;q=0.8', '*', 'de;q=0'])
      expect(sentence(await provoke({ 'accept-language': language })), language).toBe(sentence(plain))
    for (const language of ['de', 'de-AT,en;q=0.5']) {
      const german = await provoke({ 'accept-language': language })
      expect(code(german), language).toEqual(code(plain))
      expect(sentence(german), language).not.toContain(words)
      // A German sentence begins with a capital, ends with a full stop, and contains a German word.
      expect(sentence(german), language).toMatch(/^[A-ZÄÖÜ„].*\.$/s)
      expect(sentence(german), language).toMatch(/\b(ist|nicht|kein|keine|Sie|mindestens|gibt|fehlt|schon|braucht)\b/)
    }
  },
)
