import { AuthApiError } from '@supabase/auth-js'
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../tests/support/auth-client.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const address = () => `${crypto.randomUUID()}@redaktion.example`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the official client', () => {
  test('[SESS-1] [SESS-7] [FACT-5] signs up and in, refreshes, verifies claims itself, signs out', async () => {
    const auth = authClient(app.url)
    const email = address()
    const options = { data: { name: 'Jürgen' }, emailRedirectTo: `${app.url}/` }
    const signUp = await auth.signUp({ email, password: 'geheim', options })
    expect(signUp.error).toBeNull()
    const { session } = signUp.data
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(session?.access_token).toBeTruthy()
    expect(session?.refresh_token).toBeTruthy()
    expect(session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500)
    expect(session?.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      user_metadata: { name: 'Jürgen' },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', id: session?.user.id, identity_data: { email, sub: session?.user.id } }],
      is_anonymous: false,
    })
    expect(session?.user.last_sign_in_at).toMatch(/Z$/)
    expect(session?.user).not.toHaveProperty('factors')

    const claims = await auth.getClaims()
    expect(claims.error).toBeNull()
    expect(claims.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(claims.data?.claims).toMatchObject({
      sub: session?.user.id,
      aud: 'authenticated',
      iss: `http://localhost:${new URL(app.url).port}/auth/v1`,
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      user_metadata: { name: 'Jürgen' },
      is_anonymous: false,
    })
    const level = await auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

    const refreshed = await auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(session?.refresh_token)
    expect(decodeJwt(refreshed.data.session?.access_token ?? '').session_id).toBe(claims.data?.claims.session_id)
    expect((await auth.getUser()).data.user?.email).toBe(email)

    const last = refreshed.data.session
    expect((await auth.signOut()).error).toBeNull()
    const user = await app.call('GET', '/auth/v1/user', undefined, bearer(last?.access_token ?? ''))
    expect(user).toMatchObject({ status: 403, body: { code: 403, error_code: 'session_not_found' } })
    const account = await app.call('GET', '/api/account', undefined, bearer(last?.access_token ?? ''))
    expect(account).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    const body = { refresh_token: last?.refresh_token }
    const dead = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', body)
    expect(dead).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })

    const signIn = await auth.signInWithPassword({ email: ` ${email.toUpperCase()}`, password: 'geheim' })
    expect(signIn.error).toBeNull()
    expect(signIn.data.user?.id).toBe(session?.user.id)
  })

  test('[SESS-1] a stored session without one of its three parts is invalid', async () => {
    const { data } = await authClient(app.url).signUp({ email: address(), password: 'geheim' })
    const session = { ...data.session }
    expect((await authClient(app.url, {}, session).getSession()).data.session?.user.email).toBe(data.user?.email)
    for (const part of ['access_token', 'refresh_token', 'expires_at']) {
      const broken = authClient(app.url, {}, { ...session, [part]: undefined })
      expect((await broken.getSession()).data.session, part).toBeNull()
    }
  })

  test('an access token can be verified with the public key set [FACT-5]', async () => {
    const { accessToken, id } = await app.register()
    const jwks = await app.call('GET', '/auth/v1/.well-known/jwks.json')
    expect(jwks.headers.get('cache-control')).toContain('max-age=600')
    expect(jwks.body.keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] }])
    expect(jwks.body.keys[0]).not.toHaveProperty('d')
    expect(decodeProtectedHeader(accessToken).kid).toBe(jwks.body.keys[0].kid)
    const keys = createRemoteJWKSet(new URL(`${app.url}/auth/v1/.well-known/jwks.json`))
    const { payload } = await jwtVerify(accessToken, keys, { algorithms: ['ES256'], audience: 'authenticated' })
    expect(payload.sub).toBe(id)
  })

  test('[SESS-8] refuses missing, forged and expired tokens; expired claims are accepted on request', async () => {
    const auth = authClient(app.url)
    const { data } = await auth.signUp({ email: address(), password: 'geheim' })
    const token = data.session?.access_token ?? ''
    const missing = await auth.setSession({ access_token: token, refresh_token: '' })
    expect(missing.error).not.toBeNull()
    const forged = await auth.getClaims(flip(token))
    expect(forged.error?.message).toMatch(/signature/i)
    try {
      app.setClock(new Date(Date.now() - 7_200_000))
      const { accessToken: old } = await app.register()
      app.setClock()
      const expired = await auth.getClaims(old)
      expect(expired.error?.message).toMatch(/expired/i)
      expect((await auth.getClaims(old, { allowExpired: true })).error).toBeNull()
      const user = await app.call('GET', '/auth/v1/user', undefined, bearer(old))
      expect(user).toMatchObject({ status: 403, body: { error_code: 'bad_jwt', msg: 'invalid JWT: token is expired' } })
      expect((await app.call('GET', '/api/account', undefined, bearer(old))).status).toBe(401)
    } finally {
      app.setClock()
    }
  })
})

/** The token with one bit of its signature changed. */
function flip(token: string): string {
  const [head, payload, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes[10] = (bytes[10] ?? 0) ^ 1
  return [head, payload, bytes.toString('base64url')].join('.')
}

describe('tokens not signed by this installation', () => {
  test('tampered, foreign, unsigned and confused ones are refused everywhere', async () => {
    const { accessToken } = await app.register()
    const { kid } = decodeProtectedHeader(accessToken)
    const claims = decodeJwt(accessToken)
    const [head = '', , signature = ''] = accessToken.split('.')
    const raised = Buffer.from(JSON.stringify({ ...claims, aal: 'aal2' })).toString('base64url')
    const foreign = await generateKeyPair('ES256')
    const publicKey = JSON.stringify((await app.call('GET', '/auth/v1/.well-known/jwks.json')).body.keys[0])
    const tokens = {
      'flipped signature': flip(accessToken),
      'changed claims': [head, raised, signature].join('.'),
      'alg none': new UnsecuredJWT(claims).encode(),
      'alg none with kid': [Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url'), raised, ''].join(
        '.',
      ),
      'foreign key': await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(foreign.privateKey),
      'unknown kid': await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'x' }).sign(foreign.privateKey),
      'no kid': await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(foreign.privateKey),
      'public key as HMAC secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(publicKey)),
      'no token at all': 'geheim',
    }
    for (const [what, token] of Object.entries(tokens)) {
      const user = await app.call('GET', '/auth/v1/user', undefined, bearer(token))
      expect(user, what).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
      expect(user.body.msg, what).toMatch(/^invalid JWT/)
      const account = await app.call('GET', '/api/account', undefined, bearer(token))
      expect(account, what).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    }
    expect((await app.call('GET', '/auth/v1/user', undefined, bearer(accessToken))).status).toBe(200)
  })

  test('a missing bearer token is 401 and says so', async () => {
    const answer = await app.call('GET', '/auth/v1/user')
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
    expect(answer.body.msg).toContain('Bearer token')
  })
})

describe('sign-up and sign-in', () => {
  const signUp = (body: unknown, headers?: Record<string, string>) => app.call('POST', '/auth/v1/signup', body, headers)
  const signIn = (body: unknown) => app.call('POST', '/auth/v1/token?grant_type=password', body)

  test.each([
    [
      { email: 'keine-adresse', password: 'geheim' },
      400,
      'validation_failed',
      /Unable to validate email address: invalid format/,
    ],
    [{ email: 'a@b@c.example', password: 'geheim' }, 400, 'validation_failed', /invalid format/],
    [{ email: 42, password: 'geheim' }, 400, 'validation_failed', /wrong type/],
    [{ email: 'neu@redaktion.example' }, 400, 'validation_failed', /valid password/],
    [
      { email: 'neu@redaktion.example', password: '12345' },
      422,
      'weak_password',
      /Password should be at least 6 characters/,
    ],
    [{ email: 'neu@redaktion.example', password: 'x'.repeat(1025) }, 422, 'validation_failed', /1024/],
    [
      { email: 'neu@redaktion.example', password: 'geheim', phone: '+49301234567' },
      400,
      'validation_failed',
      /Only an email/,
    ],
    [
      { phone: '0049', password: 'geheim' },
      400,
      'validation_failed',
      /Invalid phone number format \(E\.164 required\)/,
    ],
    [{ phone: '+49301234567', password: 'geheim' }, 400, 'phone_provider_disabled', /Phone/],
    [
      { email: 'neu@redaktion.example', password: 'geheim', data: { text: 'x'.repeat(5000) } },
      400,
      'validation_failed',
      /4096/,
    ],
    [{}, 422, 'anonymous_provider_disabled', /Anonymous sign-ins are disabled/],
    ['{kein json', 400, 'bad_json', /JSON/],
    ['[1]', 400, 'bad_json', /JSON/],
    ['"x"', 400, 'bad_json', /JSON/],
    [JSON.stringify({ data: { text: 'x'.repeat(70_000) } }), 413, 'validation_failed', /large/],
  ])('sign-up with %j answers %i %s and makes nothing', async (body, status, code, message) => {
    const before = await app.db.selectFrom('users').select('id').execute()
    const answer = await signUp(body)
    expect(answer).toMatchObject({ status, body: { code: status, error_code: code } })
    expect(answer.body.msg).toMatch(message)
    expect(await app.db.selectFrom('users').select('id').execute()).toHaveLength(before.length)
  })

  test('unknown fields, nulls and redirect_to are accepted', async () => {
    const body = { email: address(), password: 'geheim', phone: null, data: null, code_challenge: null, x: { y: 1 } }
    const answer = await app.call('POST', '/auth/v1/signup?redirect_to=https%3A%2F%2Fboese.example', body)
    expect(answer).toMatchObject({ status: 200, body: { user: { user_metadata: {} } } })
  })

  test('one address is one account in every spelling', async () => {
    const email = address()
    expect((await signUp({ email, password: 'geheim' })).status).toBe(200)
    const again = await signUp({ email: email.toUpperCase(), password: 'anders-geheim' })
    expect(again).toMatchObject({
      status: 422,
      body: { error_code: 'user_already_exists', msg: 'User already registered' },
    })
    const german = { email: 'Redaktion@München.example', password: 'geheim' }
    expect(await signUp(german)).toMatchObject({ body: { user: { email: 'redaktion@xn--mnchen-3ya.example' } } })
    expect((await signIn(german)).status).toBe(200)
  })

  test('concurrent sign-ups with one address make one account', async () => {
    const body = { email: address(), password: 'geheim' }
    const answers = await Promise.all([signUp(body), signUp(body), signUp(body)])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422])
  })

  test('a password is the same in either Unicode form, and no other opens the account', async () => {
    const email = address()
    await signUp({ email, password: 'Übergröße'.normalize('NFC') })
    expect((await signIn({ email, password: 'Übergröße'.normalize('NFD') })).status).toBe(200)
    for (const password of ['Ubergrosse', '', null, 'übergröße', 'x'.repeat(5000)]) {
      const answer = await signIn({ email, password })
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })
    }
    expect(await signIn({ password: 'geheim' })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
  })

  test('control characters in an address do no harm', async () => {
    const answer = await signIn({ email: 'a\u0000b@redaktion.example', password: 'geheim\u0000' })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })
  })

  test('[RUL-26] errors follow the language and the version a client asks for', async () => {
    const body = { email: address(), password: 'falsch-geheim' }
    const ask = (headers: Record<string, string>) =>
      app.call('POST', '/auth/v1/token?grant_type=password', body, headers)
    const english = await ask({ 'x-supabase-api-version': '2024-01-01' })
    expect(english.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(english.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    const german = await ask({ 'x-supabase-api-version': '2025-06-01', 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' })
    expect(german.body).toEqual({ code: 'invalid_credentials', message: 'E-Mail-Adresse oder Passwort ist falsch.' })
    const old = await ask({ 'accept-language': 'en-GB,de;q=0.5', 'x-supabase-api-version': 'irgendwas' })
    expect(old.body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
    expect(old.headers.has('x-supabase-api-version')).toBe(false)
    const weak = { email: address(), password: 'kurz' }
    const short = await app.call('POST', '/auth/v1/signup', weak, { 'x-supabase-api-version': '2024-01-01' })
    expect(short.body).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['length'] } })
    const error = (await authClient(app.url).signInWithPassword(body)).error
    expect(error).toBeInstanceOf(AuthApiError)
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
    const toast = await authClient(app.url, { 'accept-language': 'de' }).signInWithPassword(body)
    expect(toast.error?.message).toBe('E-Mail-Adresse oder Passwort ist falsch.')
  })
})

describe('the rest of the protocol', () => {
  test('every other address answers JSON errors', async () => {
    const { accessToken } = await app.register()
    for (const [method, path, status, code] of [
      ['POST', '/token', 400, 'validation_failed'],
      ['POST', '/token?grant_type=id_token', 400, 'validation_failed'],
      ['POST', '/token?grant_type=pkce', 400, 'validation_failed'],
      ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
      ['POST', '/token?grant_type=refresh_token', 400, 'validation_failed'],
      ['POST', '/recover', 400, 'validation_failed'],
      ['POST', '/resend', 400, 'validation_failed'],
      ['POST', '/otp', 400, 'validation_failed'],
      ['POST', '/verify', 403, 'otp_expired'],
      ['GET', '/authorize?provider=unbekannt', 400, 'validation_failed'],
      ['POST', '/sso', 404, 'saml_provider_disabled'],
      ['POST', '/factors', 400, 'validation_failed'],
      ['POST', '/factors/x/verify', 404, 'mfa_factor_not_found'],
      ['DELETE', '/factors/x', 404, 'mfa_factor_not_found'],
      ['GET', '/reauthenticate', 400, 'reauthentication_needed'],
      ['POST', '/logout?scope=alle', 400, 'validation_failed'],
      ['GET', '/admin/users', 404, 'not_found'],
      ['POST', '/passkeys', 405, 'method_not_allowed'],
      ['GET', '/oauth/authorize', 404, 'not_found'],
      ['PATCH', '/user', 405, 'method_not_allowed'],
      ['GET', '/', 404, 'not_found'],
    ] as const) {
      const answer = await app.call(method, `/auth/v1${path}`, undefined, bearer(accessToken))
      expect(answer, `${method} ${path}`).toMatchObject({ status, body: { code: status, error_code: code } })
    }
  })

  test('[RUL-30] every row with a session requires one', async () => {
    const rows = app.access.filter(({ path }) => path.startsWith('/auth/v1/'))
    expect(
      rows
        .filter(({ access }) => access === 'session')
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual([
      'DELETE /auth/v1/factors/:id',
      'DELETE /auth/v1/passkeys/:id',
      'DELETE /auth/v1/user/identities/:id',
      'GET /auth/v1/passkeys',
      'GET /auth/v1/reauthenticate',
      'GET /auth/v1/user',
      'GET /auth/v1/user/identities/authorize',
      'PATCH /auth/v1/passkeys/:id',
      'POST /auth/v1/factors',
      'POST /auth/v1/factors/:id/challenge',
      'POST /auth/v1/factors/:id/verify',
      'POST /auth/v1/logout',
      'POST /auth/v1/passkeys/registration/options',
      'POST /auth/v1/passkeys/registration/verify',
      'PUT /auth/v1/user',
    ])
    for (const { method, path, access } of rows) {
      const { status, body } = await app.call(method, path, method === 'GET' ? undefined : {})
      if (access === 'session') expect(body.error_code, path).toBe('no_authorization')
      else expect(status, path).not.toBe(401)
    }
  })

  test('other origins may call without credentials and can read the version (RUL-10)', async () => {
    const origin = 'chrome-extension://abc'
    const preflight = await app.call('OPTIONS', '/auth/v1/token?grant_type=password', undefined, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/apikey.*x-supabase-api-version/i)
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/PUT/)
    const answer = await app.call('GET', '/auth/v1/user', undefined, { origin, 'x-supabase-api-version': '2024-01-01' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/X-Supabase-Api-Version/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('the public key may be absent, must not be wrong, and is no bearer token (RUL-33)', async () => {
    const { value: anonKey } = await app.db
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'anon_key')
      .executeTakeFirstOrThrow()
    expect(anonKey).toMatch(/^anon_[\w-]{32}$/)
    const body = { email: address(), password: 'geheim' }
    const right = { apikey: anonKey, authorization: `Bearer ${anonKey}` }
    expect((await app.call('POST', '/auth/v1/signup', body, right)).status).toBe(200)
    expect((await app.call('GET', '/api/settings', undefined, right)).status).toBe(200)
    expect(await app.call('GET', '/auth/v1/user', undefined, right)).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    })
    expect((await app.call('GET', '/api/account', undefined, right)).status).toBe(401)
    for (const path of ['/auth/v1/.well-known/jwks.json', '/auth/v1/user', '/api/settings']) {
      const answer = await app.call('GET', path, undefined, { apikey: 'falsch' })
      expect(answer.status, path).toBe(401)
      expect(answer.body.error_code ?? answer.body.code, path).toBe('invalid_api_key')
    }
    const stale = { authorization: 'Bearer not.a.jwt' }
    expect((await app.call('POST', '/auth/v1/token?grant_type=password', body, stale)).status).toBe(200)
  })
})
