import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followMailLink } from '../../../../../tests/support/mail-links.ts'
import { startSmtpPeer, type SmtpPeer } from '../../../../../tests/support/smtp-peer.ts'
import { startTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { withTotp } from '../../../../../tests/support/second-factor.ts'

const address = () => `${crypto.randomUUID()}@redaktion.example`
const PASSWORD = 'geheim-genug'

describe.each(['true', 'false'])('a notice to the former address, confirmations %s', (confirm) => {
  let peer: SmtpPeer
  let app: TestApp
  beforeAll(async () => {
    peer = await startSmtpPeer()
    app = await startTestApp({ env: { SMTP_URL: peer.url, AUTH_MAIL_CONFIRM: confirm } })
    await app.register()
  })
  afterAll(async () => {
    await app.stop()
    await peer.stop()
  })

  /** A new account, signed in. */
  async function person() {
    const email = address()
    let { body } = await app.call('POST', '/auth/v1/signup', { email, password: PASSWORD })
    if (confirm === 'true') {
      const { code } = await peer.next(email)
      ;({ body } = await app.call('POST', '/auth/v1/verify', { type: 'signup', email, token: code }))
    }
    return { id: body.user.id as string, email, token: body.access_token as string }
  }
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  /**
   * Changes an account's address, confirmed by both mailboxes where mails confirm; returns the notice to the former
   * one.
   */
  async function move(token: string, from: string, to: string) {
    expect((await app.call('PUT', '/auth/v1/user', { email: to, current_password: PASSWORD }, as(token))).status).toBe(
      200,
    )
    if (confirm === 'true')
      for (const email of [from, to]) {
        const { code } = await peer.next(email)
        expect((await app.call('POST', '/auth/v1/verify', { type: 'email_change', email, token: code })).status).toBe(
          200,
        )
      }
    const notice = await peer.next(from)
    expect(notice.subject).toContain('wurde geändert')
    expect(notice.text).toContain(to)
    return notice
  }
  const signIn = async (email: string, password = PASSWORD) =>
    (await app.call('POST', '/auth/v1/token?grant_type=password', { email, password })).status
  const emailOf = async (id: string) =>
    (await app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

  test('restores once: the address counts again, all sessions end, a new password is set by mail', async () => {
    const { id, email, token } = await person()
    const thief = address()
    const { link } = await move(token, email, thief)
    const page = await app.call('GET', new URL(link).pathname + new URL(link).search)
    expect(page.body).toContain('Bisherige Adresse zurückholen')
    expect(await emailOf(id), 'looking changes nothing').toBe(thief)
    const landing = await followMailLink(app.call, link)
    expect(landing).toMatchObject({ status: 303 })
    expect([landing.url.endsWith('/auth'), landing.fragment.get('address_returned')]).toEqual([true, '1'])
    expect(await emailOf(id)).toBe(email)
    expect((await app.call('GET', '/auth/v1/user', undefined, as(token))).status).toBe(403)
    expect([await signIn(email), await signIn(thief)]).toEqual([400, 400])
    expect((await followMailLink(app.call, link)).fragment.get('error_code')).toBe('otp_expired')
    const { code } = await peer.next(email)
    const { body } = await app.call('POST', '/auth/v1/verify', { type: 'recovery', email, token: code })
    expect(
      (await app.call('PUT', '/auth/v1/user', { password: 'ganz-neu-geheim' }, as(body.access_token))).status,
    ).toBe(200)
    expect(await signIn(email, 'ganz-neu-geheim')).toBe(200)
    const stored = JSON.stringify(await app.db.selectFrom('former_addresses').selectAll().execute())
    expect(stored).not.toContain(new URL(link).searchParams.get('token'))
  })

  test('cannot be voided by the account’s present user: further changes, factors, removal, a new account', async () => {
    const { id, email, token } = await person()
    const [second, third] = [address(), address()]
    const notice = await move(token, email, second)
    const { body: session } = await app.call('POST', '/auth/v1/token?grant_type=password', {
      email: second,
      password: PASSWORD,
    })
    const later = await move(session.access_token, second, third)
    // The attacker's own notice of the second change does not restore anything before the first one.
    const account = {
      id,
      email: third,
      password: PASSWORD,
      accessToken: session.access_token,
      refreshToken: '',
      call: (method: string, path: string, body?: unknown, headers = {}) =>
        app.call(method, path, body, { ...as(session.access_token), ...headers }),
    }
    const { raised } = await withTotp(app, account as never)
    expect((await raised.call('DELETE', '/api/account', { password: PASSWORD, articles_to: null })).status).not.toBe(
      204,
    )
    const namesake = await app.call('POST', '/auth/v1/signup', { email, password: 'des-fremden' })
    expect(namesake.body.access_token).toBeUndefined()
    const other = await person()
    const grab = await app.call('PUT', '/auth/v1/user', { email }, as(other.token))
    if (confirm === 'false') expect(grab.body.error_code).toBe('email_exists')
    await followMailLink(app.call, notice.link)
    expect(await emailOf(id)).toBe(email)
    expect(await app.db.selectFrom('auth_factors').select('id').where('user_id', '=', id).execute()).toEqual([])
    // The attacker's own restorable address is gone with it.
    expect((await followMailLink(app.call, later.link)).fragment.get('error_code')).toBe('otp_expired')
    expect(await emailOf(id)).toBe(email)
  })

  test('using the later notice first keeps the earlier one valid', async () => {
    const { id, email, token } = await person()
    const [second, third] = [address(), address()]
    const first = await move(token, email, second)
    const { body } = await app.call('POST', '/auth/v1/token?grant_type=password', { email: second, password: PASSWORD })
    const later = await move(body.access_token, second, third)
    await followMailLink(app.call, later.link)
    expect(await emailOf(id)).toBe(second)
    await followMailLink(app.call, first.link)
    expect(await emailOf(id)).toBe(email)
  })

  test('expires after 72 hours; until then the address is reserved', async () => {
    const { id, email, token } = await person()
    const { link } = await move(token, email, address())
    try {
      app.setClock(new Date(Date.now() + 71 * 3_600_000))
      if (confirm === 'false')
        expect((await app.call('POST', '/auth/v1/signup', { email, password: PASSWORD })).body.error_code).toBe(
          'user_already_exists',
        )
      app.setClock(new Date(Date.now() + 73 * 3_600_000))
      expect((await followMailLink(app.call, link)).fragment.get('error_code')).toBe('otp_expired')
      expect(await emailOf(id)).not.toBe(email)
      expect((await app.call('POST', '/auth/v1/signup', { email, password: PASSWORD })).status).toBe(200)
    } finally {
      app.setClock()
    }
  })

  test('of several concurrent uses one succeeds', async () => {
    const { id, email, token } = await person()
    const { link } = await move(token, email, address())
    const landings = await Promise.all(Array.from({ length: 6 }, () => followMailLink(app.call, link)))
    expect(landings.filter(({ fragment }) => fragment.has('address_returned'))).toHaveLength(1)
    expect(await emailOf(id)).toBe(email)
  })
})
