import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../tests/support/auth-client.ts'
import { giveFactor } from '../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const signIn = (account: { email: string; password: string }) =>
  app.call('POST', '/auth/v1/token?grant_type=password', account)
const change = (account: TestAccount, body: unknown) => account.call('PUT', '/auth/v1/user', body)

describe('PUT /user', () => {
  test('a new password ends every other session and replaces the old one', async () => {
    const account = await app.register()
    const other = (await signIn(account)).body
    expect((await change(account, { password: 'ganz-neu-geheim' })).status).toBe(200)
    expect((await account.call('GET', '/auth/v1/user')).status).toBe(200)
    expect(
      await app.call('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${other.access_token}` }),
    ).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    })
    const dead = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: other.refresh_token,
    })
    expect(dead.status).toBe(400)
    expect(await signIn(account)).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })
    expect((await signIn({ ...account, password: 'ganz-neu-geheim' })).status).toBe(200)
  })

  test('no session starts with a password that is being replaced', async () => {
    const account = await app.register()
    let replaced = false
    const tokens: string[] = []
    const keepSigningIn = async () => {
      while (!replaced) {
        const { status, body } = await signIn(account)
        if (status === 200) tokens.push(body.access_token)
      }
    }
    const replace = async () => {
      expect((await change(account, { password: 'ganz-neu-geheim' })).status).toBe(200)
      replaced = true
    }
    await Promise.all([replace(), ...Array.from({ length: 6 }, keepSigningIn)])
    for (const token of tokens) {
      const reached = await app.call('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${token}` })
      expect(reached.status).toBe(403)
    }
    expect((await account.call('GET', '/auth/v1/user')).status).toBe(200)
  })

  test.each([
    [{ password: 'kurz' }, 422, 'weak_password'],
    [{ password: 'geheim-genug' }, 422, 'same_password'],
    [{ password: 'ganz-neu-geheim', current_password: 'falsch!' }, 400, 'invalid_credentials'],
    [{ email: 'keine-adresse' }, 400, 'validation_failed'],
    [{ phone: '+49301234567' }, 400, 'phone_provider_disabled'],
    [{ data: { text: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    [{ data: 'text' }, 400, 'validation_failed'],
  ])('%j is refused with %i %s and changes nothing', async (body, status, code) => {
    const account = await app.register()
    expect(await change(account, body)).toMatchObject({ status, body: { error_code: code } })
    expect((await signIn(account)).status).toBe(200)
  })

  test('a new address counts at once, another account’s is refused', async () => {
    const account = await app.register()
    const other = await app.register()
    expect(await change(account, { email: other.email })).toMatchObject({
      status: 422,
      body: { error_code: 'email_exists' },
    })
    const email = `neu-${crypto.randomUUID()}@redaktion.example`
    const answer = await change(account, { email: email.toUpperCase() })
    expect(answer).toMatchObject({
      status: 200,
      body: { email, identities: [{ provider: 'email', identity_data: { email } }] },
    })
    expect((await signIn(account)).status).toBe(400)
    expect((await signIn({ ...account, email })).status).toBe(200)
  })

  test('metadata is merged, null removes; it grants no rights', async () => {
    const account = await app.register()
    await change(account, { data: { name: 'Jürgen', rolle: 'owner', weg: 1 } })
    const answer = await change(account, { data: { weg: null, role: 'owner', approval: 'approved' } })
    expect(answer.body.user_metadata).toEqual({ name: 'Jürgen', rolle: 'owner', role: 'owner', approval: 'approved' })
    expect((await account.call('GET', '/api/account')).body).toMatchObject({ role: 'editor', approval: 'pending' })
    expect((await account.call('GET', '/api/articles')).body.code).toBe('approval_pending')
  })

  test('with a verified factor, aal1 changes and reads nothing', async () => {
    const account = await app.register()
    const factorId = await giveFactor(app, account)
    await app.db.updateTable('users').set({ approval: 'approved' }).where('id', '=', account.id).execute()
    expect(await change(account, { password: 'ganz-neu-geheim' })).toMatchObject({
      status: 401,
      body: { error_code: 'insufficient_aal' },
    })
    expect(await change(account, { data: { name: 'Jürgen' } })).toMatchObject({
      status: 401,
      body: { error_code: 'insufficient_aal' },
    })
    expect(await account.call('GET', '/api/articles')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_aal' },
    })
    expect((await account.call('PUT', '/api/reader-session')).status).toBe(403)
    // Another tab has passed the factor: this tab's token still has aal1.
    await app.db.updateTable('auth_sessions').set({ aal: 'aal2' }).where('user_id', '=', account.id).execute()
    expect((await account.call('GET', '/api/articles')).body.code).toBe('insufficient_aal')
    const auth = authClient(app.url)
    const { data } = await auth.signInWithPassword(account)
    expect(data.session?.user.factors).toMatchObject([{ id: factorId, factor_type: 'totp', status: 'verified' }])
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
  })
})
