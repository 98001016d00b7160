import { afterAll, beforeAll, expect, test } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { type Deviation, softwarePasskey } from '../../../../../tests/support/passkey.ts'
import { withSession, withTotp } from '../../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount
/** Passkeys are made for the own address (RUL-32). */
let origin: string
beforeAll(async () => {
  app = await startTestApp({ env: { REGISTRATION: 'offen' } })
  origin = app.url.replace('127.0.0.1', 'localhost')
  owner = await app.register()
})
afterAll(() => app.stop())

const refused = (status: number, code: string) => ({ status, body: { error_code: code } })
/** A device that verifies its user. */
const VERIFYING = { verifies: true }

type Passkey = ReturnType<typeof softwarePasskey>

async function register(account: TestAccount, passkey: Passkey, deviation?: Deviation) {
  const { body } = await account.call('POST', '/auth/v1/passkeys/registration/options', {})
  const credential = passkey.create(body.options, deviation)
  return account.call('POST', '/auth/v1/passkeys/registration/verify', { challenge_id: body.challenge_id, credential })
}

async function signIn(passkey: Passkey, deviation?: Deviation) {
  const { body } = await app.call('POST', '/auth/v1/passkeys/authentication/options', {})
  const credential = passkey.get(body.options, deviation)
  return app.call('POST', '/auth/v1/passkeys/authentication/verify', { challenge_id: body.challenge_id, credential })
}

async function withPasskey() {
  const account = await app.register()
  const passkey = softwarePasskey(origin, VERIFYING)
  const { status, body } = await register(account, passkey)
  expect(status).toBe(200)
  return { account, passkey, id: body.id as string }
}

test('[TEAM-12] the official client registers a passkey, signs in with it alone, names, lists and removes it', async () => {
  const client = authClient(app.url)
  const email = `allein-${crypto.randomUUID()}@redaktion.example`
  await client.signUp({ email, password: 'geheim-genug' })
  const passkey = softwarePasskey(origin, VERIFYING)
  const asked = (await client.passkey.startRegistration()).data!
  expect(asked.options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(asked.expires_at - Date.now() / 1000).toBeGreaterThan(290)
  const made = await client.passkey.verifyRegistration({
    challengeId: asked.challenge_id,
    credential: passkey.create(asked.options as never) as never,
  })
  expect(made).toMatchObject({ error: null, data: { id: expect.any(String), created_at: expect.any(String) } })
  await client.signOut()

  const request = (await client.passkey.startAuthentication()).data!
  expect(request.options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  const { data, error } = await client.passkey.verifyAuthentication({
    challengeId: request.challenge_id,
    credential: passkey.get(request.options as never) as never,
  })
  expect(error).toBeNull()
  expect(data?.session?.user.email).toBe(email)
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'passkey' }],
  })
  const id = made.data!.id
  expect((await client.passkey.update({ passkeyId: id, friendlyName: 'Telefon' })).data).toMatchObject({
    friendly_name: 'Telefon',
  })
  expect((await client.passkey.list()).data).toMatchObject([
    { id, friendly_name: 'Telefon', last_used_at: expect.any(String) },
  ])
  expect((await client.passkey.delete({ passkeyId: id })).error).toBeNull()
  expect((await client.passkey.list()).data).toEqual([])
  expect(await signIn(passkey)).toMatchObject(refused(400, 'invalid_credentials'))
})

test('[TEAM-12] a challenge works once, for its ceremony and session, and for five minutes', async () => {
  const { account, passkey } = await withPasskey()
  const verify = (challenge_id: string, credential: unknown) =>
    app.call('POST', '/auth/v1/passkeys/authentication/verify', { challenge_id, credential })
  const expired = refused(422, 'webauthn_challenge_expired')
  const { body } = await app.call('POST', '/auth/v1/passkeys/authentication/options', {})
  expect(await verify(body.challenge_id, passkey.get(body.options))).toMatchObject({ status: 200 })
  expect(await verify(body.challenge_id, passkey.get(body.options))).toMatchObject(expired)

  const own = (await account.call('POST', '/auth/v1/passkeys/registration/options', {})).body
  expect(await verify(own.challenge_id, passkey.get({ ...own.options, rpId: 'localhost' }))).toMatchObject(expired)
  const other = await app.register()
  const foreign = { challenge_id: own.challenge_id, credential: softwarePasskey(origin, VERIFYING).create(own.options) }
  expect(await other.call('POST', '/auth/v1/passkeys/registration/verify', foreign)).toMatchObject(expired)

  const late = (await app.call('POST', '/auth/v1/passkeys/authentication/options', {})).body
  app.setClock(new Date(Date.now() + 301_000))
  expect(await verify(late.challenge_id, passkey.get(late.options))).toMatchObject(expired)
  app.setClock()
  for (const id of ['', 'gibt-es-nicht', null]) expect(await verify(id as string, {})).toMatchObject(expired)
})

test('[TEAM-12] a wrong origin, challenge, party, counter, or a user who was not verified is refused', async () => {
  const { account, passkey } = await withPasskey()
  expect(await signIn(passkey)).toMatchObject({ status: 200 })
  const no = refused(400, 'invalid_credentials')
  for (const deviation of [
    { origin: 'https://boese.example' },
    { challenge: 'abc' },
    { rpId: 'boese.example' },
    { counter: 1 },
  ])
    expect([deviation, await signIn(passkey, deviation)]).toMatchObject([deviation, no])
  expect(await signIn(softwarePasskey(origin, VERIFYING))).toMatchObject(no)
  expect(await register(account, softwarePasskey(origin))).toMatchObject(refused(422, 'mfa_verification_failed'))
})

test('[TEAM-12] an account with a second factor is not asked for it again', async () => {
  const account = await app.register()
  const { raised } = await withTotp(app, account)
  // A session that has not shown the factor cannot register one.
  const { email, password } = account
  const { body: low } = await app.call('POST', '/auth/v1/token?grant_type=password', { email, password })
  const unproven = withSession(app, account, low)
  expect(await unproven.call('POST', '/auth/v1/passkeys/registration/options', {})).toMatchObject({ status: 401 })
  const passkey = softwarePasskey(origin, VERIFYING)
  expect(await register(raised, passkey)).toMatchObject({ status: 200 })
  const { body } = await signIn(passkey)
  const session = withSession(app, account, body)
  expect(await session.call('GET', '/api/articles')).toMatchObject({ status: 200 })
})

test('[TEAM-12] registering, renaming and removing need a fresh sign-in', async () => {
  const { account, id } = await withPasskey()
  app.setClock(new Date(Date.now() + 25 * 3_600_000))
  const { body } = await app.call('POST', `/auth/v1/token?grant_type=refresh_token`, {
    refresh_token: account.refreshToken,
  })
  const old = withSession(app, account, body)
  const needed = refused(400, 'reauthentication_needed')
  expect(await old.call('POST', '/auth/v1/passkeys/registration/options', {})).toMatchObject(needed)
  expect(await old.call('PATCH', `/auth/v1/passkeys/${id}`, { friendly_name: 'x' })).toMatchObject(needed)
  expect(await old.call('DELETE', `/auth/v1/passkeys/${id}`)).toMatchObject(needed)
  expect(await old.call('GET', '/auth/v1/passkeys')).toMatchObject({ status: 200, body: [{ id }] })
  app.setClock()
})

test('[TEAM-12] foreign passkeys are not found, strangers are refused, and names have a limit', async () => {
  const { account, id } = await withPasskey()
  const other = await app.register()
  for (const method of ['PATCH', 'DELETE'])
    expect(await other.call(method, `/auth/v1/passkeys/${id}`, {})).toMatchObject(refused(404, 'passkey_not_found'))
  expect(await app.call('GET', '/auth/v1/passkeys')).toMatchObject({ status: 401 })
  expect(await account.call('PATCH', `/auth/v1/passkeys/${id}`, { friendly_name: 'x'.repeat(121) })).toMatchObject(
    refused(400, 'validation_failed'),
  )
})

test('[TEAM-12] a blocked account is refused as by the password grant', async () => {
  const { account, passkey } = await withPasskey()
  await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'blocked' })
  expect(await signIn(passkey)).toMatchObject(refused(400, 'user_banned'))
})

test('[TEAM-12] one signature opens one session, however many requests carry it at once', async () => {
  const { passkey } = await withPasskey()
  const { body } = await app.call('POST', '/auth/v1/passkeys/authentication/options', {})
  const credential = passkey.get(body.options)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      app.call('POST', '/auth/v1/passkeys/authentication/verify', { challenge_id: body.challenge_id, credential }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('[TEAM-12] an account has ten passkeys at most, also when many are registered at once', async () => {
  const account = await app.register()
  const asked = []
  for (let number = 0; number < 12; number++) {
    const { status, body } = await account.call('POST', '/auth/v1/passkeys/registration/options', {})
    if (status === 200) asked.push(body)
  }
  await Promise.all(
    asked.map(({ challenge_id, options }) =>
      account.call('POST', '/auth/v1/passkeys/registration/verify', {
        challenge_id,
        credential: softwarePasskey(origin, VERIFYING).create(options),
      }),
    ),
  )
  const { body } = await account.call('GET', '/auth/v1/passkeys')
  expect([asked.length, body.length]).toEqual([12, 10])
})
