import { createHmac } from 'node:crypto'
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  importPKCS8,
  SignJWT,
} from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { giveFactor } from '../../../../../tests/support/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { encodeRefreshToken } from './refresh-token.ts'
import { openSecretBox } from '../../../platform/secret-box.ts'

const SECRET_KEY = 'a secret of forty characters, for tests.'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
afterEach(() => app.setClock())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const refresh = (token: string) => app.call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token })

/** Responses of both parts of the server to an access token. */
async function answersTo(token: string, server = app) {
  const [auth, data] = await Promise.all([
    server.call('GET', '/auth/v1/user', undefined, bearer(token)),
    server.call('GET', '/api/account', undefined, bearer(token)),
  ])
  return [auth.status, auth.body.error_code, data.status]
}

/** Signs claims with the installation's own key, which no client can: a refusal is then due to the claims. */
async function signerOf(server: TestApp) {
  const box = await openSecretBox({ SECRET_KEY, dataDir: server.dataDir })
  const { kid, private_key } = await server.db
    .selectFrom('auth_keys')
    .select(['kid', 'private_key'])
    .executeTakeFirstOrThrow()
  const key = await importPKCS8(box.unseal('signing-key', private_key), 'ES256')
  return (claims: Record<string, unknown>) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(key)
}

describe('claims under the right signature', () => {
  test('every claim that binds a token is required', async () => {
    const account = await app.register()
    const stranger = await app.register()
    const claims = decodeJwt<Record<string, unknown>>(account.accessToken)
    const theirs = decodeJwt<Record<string, unknown>>(stranger.accessToken)
    const sign = await signerOf(app)
    // Control: the same claims, signed here, are accepted.
    expect(await answersTo(await sign(claims))).toEqual([200, undefined, 200])
    const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
    const refused = {
      'another audience': { ...claims, aud: 'anon' },
      'an audience that only begins alike': { ...claims, aud: 'authenticated2' },
      'no audience': without('aud'),
      'another issuer': { ...claims, iss: 'https://boese.example/auth/v1' },
      'an issuer that only begins alike': { ...claims, iss: `${String(claims.iss)}.boese.example` },
      'no issuer': without('iss'),
      'no end': without('exp'),
      'no beginning': without('iat'),
      'not valid yet': { ...claims, nbf: Math.floor(Date.now() / 1000) + 3600 },
      'no subject': without('sub'),
      'no session': without('session_id'),
      'no assurance level': without('aal'),
      'no number': without('jti'),
    }
    for (const [what, changed] of Object.entries(refused))
      expect(await answersTo(await sign(changed)), what).toEqual([403, 'bad_jwt', 401])
    const mixed = {
      'somebody else’s session': { ...claims, session_id: theirs.session_id },
      'somebody else’s account': { ...claims, sub: theirs.sub },
      'a session that never was': { ...claims, session_id: crypto.randomUUID() },
    }
    for (const [what, changed] of Object.entries(mixed))
      expect(await answersTo(await sign(changed)), what).toEqual([403, 'session_not_found', 401])
  })

  test('a configured own address is the only issuer', async () => {
    const PUBLIC_URL = 'https://blog.example'
    const server = await startTestApp({ env: { PUBLIC_URL, SETUP_CODE: 'ein-code' } })
    try {
      const body = { email: 'a@redaktion.example', password: 'geheim-genug', data: { setup_code: 'ein-code' } }
      const { access_token: token } = (await server.call('POST', '/auth/v1/signup', body)).body
      expect(await answersTo(token, server)).toEqual([200, undefined, 200])
      const sign = await signerOf(server)
      const elsewhere = { ...decodeJwt<Record<string, unknown>>(token), iss: 'http://localhost:3000/auth/v1' }
      expect(await answersTo(await sign(elsewhere), server)).toEqual([403, 'bad_jwt', 401])
    } finally {
      await server.stop()
    }
  })

  test('a claimed aal2 counts only as far as the session’s', async () => {
    const account = await app.register()
    await app.db.updateTable('users').set({ approval: 'approved' }).where('id', '=', account.id).execute()
    await giveFactor(app, account)
    const raised = await (await signerOf(app))({ ...decodeJwt(account.accessToken), aal: 'aal2' })
    const answer = await app.call('GET', '/api/articles', undefined, bearer(raised))
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } })
  })

  test('an accepted token still expires on time', async () => {
    const start = new Date('2026-03-01T12:00:00.000Z')
    app.setClock(start)
    const { accessToken } = await app.register()
    app.setClock(new Date(start.getTime() + 3_599_000))
    expect(await answersTo(accessToken)).toEqual([200, undefined, 200])
    app.setClock(new Date(start.getTime() + 3_600_000))
    expect(await answersTo(accessToken)).toEqual([403, 'bad_jwt', 401])
  })
})

test('our public key is not accepted as a shared secret, nor a key that a token brings along', async () => {
  const { accessToken } = await app.register()
  const claims = decodeJwt(accessToken)
  const { kid } = decodeProtectedHeader(accessToken)
  const [jwk] = (await app.call('GET', '/auth/v1/.well-known/jwks.json')).body.keys
  const publicKey = await importJWK(jwk, 'ES256')
  const pem = await exportSPKI(publicKey as CryptoKey)
  const foreign = await generateKeyPair('ES256', { extractable: true })
  const own = await exportJWK(foreign.publicKey)
  const by = (header: { alg: string } & Record<string, unknown>, key: CryptoKey | Uint8Array) =>
    new SignJWT(claims).setProtectedHeader({ kid, ...header }).sign(key)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const tokens = {
    'HS256, PEM': await by({ alg: 'HS256' }, bytes(pem)),
    'HS256, PEM in one line': await by({ alg: 'HS256' }, bytes(pem.trim())),
    'HS256, JWK': await by({ alg: 'HS256' }, bytes(JSON.stringify(jwk))),
    'HS256, coordinate': await by({ alg: 'HS256' }, new Uint8Array(Buffer.from(jwk.x, 'base64url'))),
    'HS512, PEM': await by({ alg: 'HS512' }, bytes(pem)),
    'key in the header': await by({ alg: 'ES256', jwk: own }, foreign.privateKey),
    'kid of a path': await by({ alg: 'ES256', kid: '../../etc/passwd' }, foreign.privateKey),
  }
  for (const [what, token] of Object.entries(tokens))
    expect(await answersTo(token), what).toEqual([403, 'bad_jwt', 401])
  expect(await answersTo(accessToken)).toEqual([200, undefined, 200])
})

describe('refresh tokens', () => {
  const START = Date.parse('2026-03-01T12:00:00.000Z')
  const at = (seconds: number) => app.setClock(new Date(START + seconds * 1000))

  test('five behind: the current one within the interval, the end of the session after it', async () => {
    at(0)
    const { refreshToken } = await app.register()
    let current = refreshToken
    for (let step = 1; step <= 5; step++) current = (await refresh(current)).body.refresh_token
    at(59)
    expect((await refresh(refreshToken)).body.refresh_token).toBe(current)
    at(60)
    expect(await refresh(refreshToken)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    })
    expect(await refresh(current)).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
  })

  test('made with another key, for another session or with a raised level, they are refused', async () => {
    const account = await app.register()
    const stranger = await app.register()
    const sessionId = decodeJwt<{ session_id: string }>(account.accessToken).session_id
    const facts = { sessionId, counter: 0, aal: 'aal1' as const }
    const box = await openSecretBox({ SECRET_KEY, dataDir: app.dataDir })
    const key = box.keyFor('refresh-token')
    // Control: with the installation's key the same function makes the valid token.
    expect(encodeRefreshToken(key, facts)).toBe(account.refreshToken)
    const changed = (change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(account.refreshToken, 'base64url')
      change(bytes)
      return bytes.toString('base64url')
    }
    const tokens = {
      'another key': encodeRefreshToken(createHmac('sha256', 'x').update('y').digest(), facts),
      'another purpose': encodeRefreshToken(box.keyFor('setup-code'), facts),
      'a raised level': changed((bytes) => bytes.writeUInt8(2, 21)),
      'another number': changed((bytes) => bytes.writeUInt32BE(7, 17)),
      'another session': changed((bytes) => Buffer.from(stranger.refreshToken, 'base64url').copy(bytes, 1, 1, 17)),
      'another version': changed((bytes) => bytes.writeUInt8(2, 0)),
      'an access token': account.accessToken,
    }
    for (const [what, token] of Object.entries(tokens))
      expect(await refresh(token), what).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
    expect((await refresh(account.refreshToken)).status).toBe(200)
    expect((await refresh(stranger.refreshToken)).status).toBe(200)
  })

  test('a blocked account’s opens nothing', async () => {
    const owner = await app.register()
    await app.db.updateTable('users').set({ role: 'owner', approval: 'approved' }).where('id', '=', owner.id).execute()
    const account = await app.register()
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'blocked' })
    expect((await refresh(account.refreshToken)).status).toBe(400)
    expect(await answersTo(account.accessToken)).toEqual([403, 'session_not_found', 401])
  })
})
