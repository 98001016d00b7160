import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { softwarePasskey, type Deviation } from '../../../../../tests/support/passkey.ts'
import { answerChallenge, signedInAgain, withSession } from '../../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
/** The own address (RUL-32): the test app listens on 127.0.0.1, passkeys are made for localhost. */
let origin: string
beforeAll(async () => {
  app = await startTestApp({ env: { REGISTRATION: 'offen' } })
  origin = app.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => app.stop())

const refused = (status: number, code: string) => ({ status, body: { error_code: code } })
const ask = async (account: TestAccount, id: string) =>
  (await account.call('POST', `/auth/v1/factors/${id}/challenge`, {})).body
const answer = (account: TestAccount, id: string, challengeId: string, response: unknown) =>
  account.call('POST', `/auth/v1/factors/${id}/verify`, {
    challenge_id: challengeId,
    // The server ignores the client's values and uses its own address.
    webauthn: {
      type: 'request',
      rpId: 'boese.example',
      rpOrigins: ['https://boese.example'],
      credential_response: response,
    },
  })

async function withPasskey() {
  const account = await app.register()
  const { body: factor } = await account.call('POST', '/auth/v1/factors', {
    factor_type: 'webauthn',
    friendly_name: 'Laptop',
  })
  const passkey = softwarePasskey(origin)
  const asked = await ask(account, factor.id)
  const response = passkey.create(asked.webauthn.credential_options.publicKey)
  const { status, body } = await answer(account, factor.id, asked.id, response)
  expect(status).toBe(200)
  return { account, id: factor.id as string, passkey, raised: withSession(app, account, body) }
}

describe('passkeys', () => {
  test('[FACT-2] [FACT-3] from enrolment to an aal2 session, then at the next sign-in, by the official client', async () => {
    const client = authClient(app.url)
    const email = `passkey-${crypto.randomUUID()}@redaktion.example`
    await client.signUp({ email, password: 'geheim-genug' })
    const { data: factor } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
    expect(factor).toMatchObject({ id: expect.any(String), type: 'webauthn', friendly_name: 'Laptop' })
    const token = (await client.getSession()).data.session?.access_token ?? ''
    const account = withSession(app, await app.register(), { access_token: token, refresh_token: '' })
    const asked = await ask(account, factor?.id ?? '')
    expect(asked).toMatchObject({
      id: expect.any(String),
      type: 'webauthn',
      expires_at: expect.any(Number),
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            challenge: expect.stringMatching(/^[\w-]{43}$/),
            rp: { id: 'localhost', name: 'Blog CMS' },
            user: { name: email, id: expect.stringMatching(/^[\w-]+$/) },
          },
        },
      },
    })
    const passkey = softwarePasskey(origin)
    const created = passkey.create(asked.webauthn.credential_options.publicKey)
    const { status, body } = await answer(account, factor?.id ?? '', asked.id, created)
    expect(status).toBe(200)
    await client.setSession(body)
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })

    await client.signInWithPassword({ email, password: 'geheim-genug' })
    const challenge = await client.mfa.challenge({ factorId: factor?.id ?? '' })
    const { id, webauthn } = challenge.data as unknown as {
      id: string
      webauthn: { type: string; credential_options: { publicKey: PublicKeyCredentialRequestOptions } }
    }
    const { publicKey } = webauthn.credential_options
    expect(webauthn.type).toBe('request')
    expect(publicKey.allowCredentials?.map((known) => known.type)).toEqual(['public-key'])
    const signed = passkey.get({
      challenge: Buffer.from(publicKey.challenge as ArrayBuffer).toString('base64url'),
      rpId: publicKey.rpId ?? '',
    })
    const again = withSession(app, account, {
      access_token: (await client.getSession()).data.session?.access_token ?? '',
      refresh_token: '',
    })
    expect((await answer(again, factor?.id ?? '', id, signed)).status).toBe(200)
  })

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://boese.example' }],
    ['the address by number', { origin: 'http://127.0.0.1:3000' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['another relying party', { rpId: 'boese.example' }],
  ])('%s is refused, at enrolment and at sign-in', async (_name, deviation) => {
    const account = await app.register()
    const { body: factor } = await account.call('POST', '/auth/v1/factors', { factor_type: 'webauthn' })
    const asked = await ask(account, factor.id)
    const bad = softwarePasskey(origin).create(asked.webauthn.credential_options.publicKey, deviation)
    expect(await answer(account, factor.id, asked.id, bad)).toMatchObject(refused(422, 'mfa_verification_failed'))

    const enrolled = await withPasskey()
    const session = await signedInAgain(app, enrolled.account)
    const next = await ask(session, enrolled.id)
    const signed = enrolled.passkey.get(next.webauthn.credential_options.publicKey, deviation)
    expect(await answer(session, enrolled.id, next.id, signed)).toMatchObject(refused(422, 'mfa_verification_failed'))
  })

  test('a counter that does not advance is refused, and so is an invalid response', async () => {
    const { account, id, passkey } = await withPasskey()
    const session = await signedInAgain(app, account)
    const sign = async (deviation: Deviation) => {
      const asked = await ask(session, id)
      return answer(session, id, asked.id, passkey.get(asked.webauthn.credential_options.publicKey, deviation))
    }
    expect((await sign({ counter: 9 })).status).toBe(200)
    for (const counter of [9, 8, 0])
      expect(await sign({ counter })).toMatchObject(refused(422, 'mfa_verification_failed'))
    for (const response of [null, 'x', {}, { id: 'x', response: {} }]) {
      const asked = await ask(session, id)
      expect(await answer(session, id, asked.id, response)).toMatchObject(refused(422, 'mfa_verification_failed'))
    }
    expect((await sign({ counter: 10 })).status).toBe(200)
  })

  test('a challenge takes one response, and only from the passkey of its factor', async () => {
    const { account, id, passkey, raised } = await withPasskey()
    const session = await signedInAgain(app, account)
    const asked = await ask(session, id)
    const options = asked.webauthn.credential_options.publicKey
    const other = softwarePasskey(origin)
    expect(await answer(session, id, asked.id, other.get(options))).toMatchObject(
      refused(422, 'mfa_verification_failed'),
    )
    expect(await answer(session, id, asked.id, passkey.get(options))).toMatchObject(
      refused(422, 'mfa_challenge_expired'),
    )
    // The account's second passkey cannot answer for the first.
    const { body: second } = await raised.call('POST', '/auth/v1/factors', { factor_type: 'webauthn' })
    const creation = await ask(raised, second.id)
    const { publicKey } = creation.webauthn.credential_options
    expect(publicKey.excludeCredentials).toHaveLength(1)
    expect((await answer(raised, second.id, creation.id, other.create(publicKey))).status).toBe(200)
    const last = await signedInAgain(app, account)
    const again = await ask(last, id)
    expect(await answer(last, id, again.id, other.get(again.webauthn.credential_options.publicKey))).toMatchObject(
      refused(422, 'mfa_verification_failed'),
    )
    expect((await answerChallenge(last.call, id, { code: '123456' })).status).toBe(422)
  })

  test('without a domain name as own address there are none', async () => {
    const numbered = await startTestApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } })
    try {
      const account = await numbered.register()
      expect(await account.call('POST', '/auth/v1/factors', { factor_type: 'webauthn' })).toMatchObject(
        refused(422, 'mfa_webauthn_enroll_not_enabled'),
      )
    } finally {
      await numbered.stop()
    }
  })
})
