import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startForgingProvider, type ForgingProvider } from '../../../../../tests/support/forging-provider.ts'
import { freePort } from '../../../../../tests/support/free-port.ts'
import { newChallenge } from '../../../../../tests/support/oidc-visit.ts'
import { startTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { extrasOf } from './providers.ts'

let liar: ForgingProvider
let app: TestApp
beforeAll(async () => {
  liar = await startForgingProvider()
  const nobody = `http://127.0.0.1:${await freePort()}`
  app = await startTestApp({
    env: {
      ...liar.env,
      REGISTRATION: 'offen',
      OIDC_STUMM_ISSUER: nobody,
      OIDC_STUMM_CLIENT_ID: 'blog',
      OIDC_STUMM_CLIENT_SECRET: 'geheim',
    },
  })
})
afterAll(async () => {
  await app.stop()
  await liar.stop()
})

type Forge = (honest: JWTPayload) => ReturnType<ForgingProvider['forge']>

/** A whole visit to the forging provider; `alter` changes its redirect to the browser. */
async function visit(forge: Forge, alter: (query: URLSearchParams) => void = () => {}) {
  const { parameters } = newChallenge()
  const asked = await app.call(
    'GET',
    `/auth/v1/authorize?${new URLSearchParams({ provider: 'faelscher', ...parameters })}`,
  )
  const sent = new URL(asked.headers.get('location') ?? '').searchParams
  liar.nonce = sent.get('nonce') ?? ''
  liar.forge = forge
  const query = new URLSearchParams({ code: 'c', state: sent.get('state') ?? '', iss: liar.issuer })
  alter(query)
  const back = await app.call('GET', `/auth/v1/callback?${query}`)
  return new URL(back.headers.get('location') ?? '').searchParams
}
const honest: Forge = (claims) => ({ claims })

describe('a provider’s response', () => {
  test('is accepted when everything fits', async () => {
    expect((await visit(honest)).has('code')).toBe(true)
  })

  test.each<[string, Forge]>([
    ['another nonce', (claims) => ({ claims: { ...claims, nonce: 'fremd' } })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => ({ claims })],
    ['another issuer', (claims) => ({ claims: { ...claims, iss: 'https://evil.example' } })],
    ['another audience', (claims) => ({ claims: { ...claims, aud: 'andere' } })],
    ['an expired token', (claims) => ({ claims: { ...claims, exp: Number(claims.iat) - 600 } })],
    ['a key it does not publish', (claims) => ({ claims, key: 'foreign' })],
    ['no signature at all', (claims) => ({ claims, key: 'none' })],
    ['no subject', ({ sub: _sub, ...claims }) => ({ claims })],
  ])('is refused with %s', async (_name, forge) => {
    const users = await app.db.selectFrom('users').select('id').execute()
    const end = await visit(forge)
    expect(end.get('error_code')).toBe('bad_oauth_callback')
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual(users)
  })

  test('is refused from another issuer (RFC 9207) before its code is redeemed', async () => {
    const before = liar.redeemed
    for (const iss of ['https://evil.example', null]) {
      const end = await visit(honest, (query) => (iss ? query.set('iss', iss) : query.delete('iss')))
      expect(end.get('error_code')).toBe('bad_oauth_callback')
    }
    expect(liar.redeemed).toBe(before)
  })

  test('without a code is refused', async () => {
    const end = await visit(honest, (query) => query.delete('code'))
    expect(end.get('error_code')).toBe('bad_oauth_callback')
  })
})

test('a provider that does not respond leads back to the page with a message', async () => {
  const target = encodeURIComponent(`${app.url}/auth`)
  const { status, headers } = await app.call(
    'GET',
    `/auth/v1/authorize?provider=stumm&redirect_to=${target}&ui_locales=de`,
  )
  expect(status).toBe(302)
  const end = new URL(headers.get('location') ?? '')
  expect(end.pathname).toBe('/auth')
  expect(end.searchParams.get('error')).toBe('server_error')
  expect(end.searchParams.get('error_description')).toContain('gerade nicht erreichbar')
})

test('reserved parameters cannot be overridden', () => {
  const sent = { prompt: 'login', login_hint: 'a@b.example', state: 'x', Nonce: 'x', request: 'x', client_secret: 'x' }
  expect(extrasOf(sent)).toEqual({ prompt: 'login', login_hint: 'a@b.example' })
})

test('GET /settings names the providers and nothing secret', async () => {
  expect((await app.call('GET', '/auth/v1/settings')).body).toMatchObject({
    external: { faelscher: true, stumm: true },
    mail: false,
    phone_factor: false,
    passkey_origin: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    disable_signup: false,
    mailer_autoconfirm: true,
  })
})
