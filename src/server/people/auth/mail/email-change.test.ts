import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { followMailLink } from '../../../../../tests/support/mail-links.ts'
import { startSmtpPeer, type SmtpPeer } from '../../../../../tests/support/smtp-peer.ts'
import { startTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let peer: SmtpPeer
let app: TestApp
beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({ env: { SMTP_URL: peer.url } })
  await app.register()
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})

const address = () => `${crypto.randomUUID()}@redaktion.example`
/** The official client, signed in with a confirmed account. */
async function signedIn() {
  const email = address()
  const auth = authClient(app.url)
  await auth.signUp({ email, password: 'geheim-genug' })
  await auth.verifyOtp({ email, token: (await peer.next(email)).code, type: 'signup' })
  return { email, auth }
}
const signIn = (email: string) =>
  app.call('POST', '/auth/v1/token?grant_type=password', { email, password: 'geheim-genug' })

describe('a new address', () => {
  test.each(['current first', 'new first'])('counts once both mailboxes have confirmed: %s', async (order) => {
    const { email, auth } = await signedIn()
    const wanted = address()
    const { data, error } = await auth.updateUser({ email: wanted })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: wanted, email_change_sent_at: expect.any(String) })
    const [old, young] = [await peer.next(email), await peer.next(wanted)]
    expect(old.text).toContain(wanted)
    const both = order === 'new first' ? [young, old] : [old, young]
    const halfway = await followMailLink(app.call, both[0]?.link ?? '')
    expect(halfway.fragment.get('message')).toContain('Please proceed to confirm link sent to the other email')
    expect((await auth.getUser()).data.user).toMatchObject({ email, new_email: wanted })
    expect((await signIn(wanted)).status).toBe(400)
    expect((await followMailLink(app.call, both[1]?.link ?? '')).query.get('code')).toBeTruthy()
    const user = (await auth.getUser()).data.user
    expect(user).toMatchObject({
      email: wanted,
      identities: [{ identity_data: { email: wanted, email_verified: true } }],
    })
    expect(user?.new_email).toBeUndefined()
    expect([(await signIn(wanted)).status, (await signIn(email)).status]).toEqual([200, 400])
    const events = await app.db
      .selectFrom('audit_log')
      .select('event')
      .where('user_id', '=', user?.id ?? '')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['email_change_requested', 'email_changed']),
    )
  })

  test('the codes of both mails work too', async () => {
    const { email, auth } = await signedIn()
    const wanted = address()
    await auth.updateUser({ email: wanted })
    const code = async (to: string) => ({ type: 'email_change', email: to, token: (await peer.next(to)).code })
    const first = await app.call('POST', '/auth/v1/verify', await code(wanted))
    expect(first).toMatchObject({ status: 200, body: { code: '200', msg: expect.any(String) } })
    const second = await app.call('POST', '/auth/v1/verify', await code(email))
    expect(second).toMatchObject({ status: 200, body: { user: { email: wanted }, access_token: expect.any(String) } })
  })

  test('one mailbox alone changes nothing, also not twice; the mails can be sent again', async () => {
    const { email, auth } = await signedIn()
    const wanted = address()
    await auth.updateUser({ email: wanted })
    const { link } = await peer.next(wanted)
    await peer.next(email)
    await followMailLink(app.call, link)
    expect((await followMailLink(app.call, link)).fragment.get('error_code')).toBe('otp_expired')
    expect((await auth.resend({ type: 'email_change', email })).error).toBeNull()
    expect((await peer.next(email)).subject).toContain('Neue E-Mail-Adresse')
    expect((await auth.getUser()).data.user?.email).toBe(email)
    // Requesting the present address cancels the change.
    expect((await auth.updateUser({ email })).data.user?.new_email).toBeUndefined()
  })

  test('another account’s is refused, also if taken in the meantime', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()]
    expect((await mine.auth.updateUser({ email: theirs.email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    const wanted = address()
    await mine.auth.updateUser({ email: wanted })
    const [old, young] = [await peer.next(mine.email), await peer.next(wanted)]
    await followMailLink(app.call, old.link)
    await app.call('POST', '/auth/v1/signup', { email: wanted, password: 'geheim-genug' })
    expect((await followMailLink(app.call, young.link)).fragment.get('error_code')).toBe('email_exists')
    expect((await mine.auth.getUser()).data.user?.email).toBe(mine.email)
  })
})

describe('a new address in an old session', () => {
  test('needs the password or the mailed code: a session alone is no proof', async () => {
    const { email, auth } = await signedIn()
    const wanted = address()
    try {
      app.setClock(new Date(Date.now() + 25 * 3_600_000))
      await auth.refreshSession()
      expect((await auth.updateUser({ email: wanted })).error).toMatchObject({
        status: 400,
        code: 'reauthentication_needed',
      })
      expect((await auth.updateUser({ email: wanted, current_password: 'falsch' })).error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
      })
      expect((await auth.getUser()).data.user?.new_email).toBeUndefined()
      const proven = await auth.updateUser({ email: wanted, current_password: 'geheim-genug' })
      expect(proven.data.user?.new_email).toBe(wanted)
      await auth.reauthenticate()
      const other = address()
      const nonce = (await peer.next(email)).code || (await peer.next(email)).code
      expect((await auth.updateUser({ email: other, nonce: '000000' })).error?.code).toBe('reauthentication_not_valid')
      expect((await auth.updateUser({ data: { name: 'Anna' } })).error).toBeNull()
      expect(nonce).toMatch(/^\d{6}$/)
    } finally {
      app.setClock()
    }
  })

  test('nor can such a session add or remove ways to sign in', async () => {
    const { auth } = await signedIn()
    try {
      app.setClock(new Date(Date.now() + 25 * 3_600_000))
      const { data } = await auth.refreshSession()
      const headers = { authorization: `Bearer ${data.session?.access_token}` }
      const call = (method: string, path: string, body?: unknown) => app.call(method, path, body, headers)
      const refused = { status: 400, body: { error_code: 'reauthentication_needed' } }
      expect(await call('POST', '/auth/v1/factors', { factor_type: 'totp' })).toMatchObject(refused)
      const identity = data.user?.identities?.[0]?.identity_id
      expect(await call('DELETE', `/auth/v1/user/identities/${identity}`)).toMatchObject(refused)
      expect(await call('GET', '/auth/v1/user/identities/authorize?provider=x')).toMatchObject(refused)
      expect(
        (await auth.signInWithPassword({ email: data.user?.email ?? '', password: 'geheim-genug' })).error,
      ).toBeNull()
      expect((await auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
    } finally {
      app.setClock()
    }
  })
})

describe('a new password in an old session', () => {
  test('needs the old one or the mailed code, which works once', async () => {
    const { email, auth } = await signedIn()
    try {
      app.setClock(new Date(Date.now() + 25 * 3_600_000))
      await auth.refreshSession()
      const needed = await auth.updateUser({ password: 'ganz-neu-geheim' })
      expect(needed.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
      expect((await auth.reauthenticate()).error).toBeNull()
      const mail = await peer.next(email)
      expect(mail.link, 'a code alone').toBe('')
      const wrong = String((Number(mail.code) + 1) % 1_000_000).padStart(6, '0')
      const refused = await auth.updateUser({ password: 'ganz-neu-geheim', nonce: wrong })
      expect(refused.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
      const verify = { type: 'reauthentication', email, token: mail.code }
      expect((await app.call('POST', '/auth/v1/verify', verify)).status).toBe(403)
      expect((await auth.updateUser({ password: 'ganz-neu-geheim', nonce: mail.code })).error).toBeNull()
      const again = await auth.updateUser({ password: 'noch-neuer-geheim', nonce: mail.code })
      expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
      const current = { password: 'noch-neuer-geheim', current_password: 'ganz-neu-geheim' }
      expect((await auth.updateUser(current)).error).toBeNull()
    } finally {
      app.setClock()
    }
  })
})
