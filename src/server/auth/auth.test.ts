import { AuthApiError, GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** The official client as the admin app makes it, with a storage of its own. */
function client(url = app.url): GoTrueClient {
  const kept = new Map<string, string>()
  return new GoTrueClient({
    url: `${url}/auth/v1`,
    storageKey: `test-${crypto.randomUUID()}`,
    autoRefreshToken: false,
    flowType: 'pkce',
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
}

const address = () => `${crypto.randomUUID()}@redaktion.example`

describe('the official client', () => {
  test('[SESS-1] [SESS-7] signs up, in, refreshes, reads claims and signs out', async () => {
    const auth = client()
    const email = address()
    const signUp = await auth.signUp({
      email,
      password: 'geheim',
      options: { data: { name: 'Jürgen' }, emailRedirectTo: `${app.url}/` },
    })
    expect(signUp.error).toBeNull()
    const { session } = signUp.data
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { email, user_metadata: { name: 'Jürgen' } },
    })
    expect(session?.access_token).toBeTruthy()
    expect(session?.refresh_token).toBeTruthy()
    expect(session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500)
    const claims = await auth.getClaims()
    expect(claims.error).toBeNull()
    expect(claims.data?.claims).toMatchObject({
      email,
      aal: 'aal1',
      aud: 'authenticated',
      iss: `http://localhost:${new URL(app.url).port}/auth/v1`,
    })
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const refreshed = await auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(session?.refresh_token)
    expect((await auth.getUser()).data.user?.email).toBe(email)
    const token = refreshed.data.session?.access_token ?? ''
    expect((await auth.signOut()).error).toBeNull()
    const gone = await app.call('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${token}` })
    expect(gone).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
    const signIn = await auth.signInWithPassword({ email: email.toUpperCase(), password: 'geheim' })
    expect(signIn.error).toBeNull()
    expect(decodeJwt(signIn.data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    })
    const wrong = await client().signInWithPassword({ email, password: 'falsch!' })
    expect(wrong.error).toBeInstanceOf(AuthApiError)
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })
})
