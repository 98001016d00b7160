import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { followMailLink } from '../../../../../tests/support/mail-links.ts'
import { startSmtpPeer, type SmtpPeer } from '../../../../../tests/support/smtp-peer.ts'
import { startTestApp, type Answer, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let peer: SmtpPeer
let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({ env: { SMTP_URL: peer.url, SMTP_FROM: 'blog@redaktion.example' } })
  owner = await app.register()
  await owner.call('PATCH', '/api/settings', { registration: 'offen', site_title: 'Küstenblog <Nord>' })
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})

const address = () => `${crypto.randomUUID()}@redaktion.example`
const signIn = (email: string, password: string) =>
  app.call('POST', '/auth/v1/token?grant_type=password', { email, password })
const events = async (email: string) =>
  (await app.db.selectFrom('audit_log').select('event').where('email', '=', email).orderBy('id').execute()).map(
    ({ event }) => event,
  )
/** Registers with confirmation and follows the link of the mail. */
async function confirmed(): Promise<{ id: string; email: string; password: string }> {
  const account = { email: address(), password: 'geheim-genug' }
  await app.call('POST', '/auth/v1/signup', account)
  const mail = await peer.next(account.email)
  const { body } = await app.call('POST', '/auth/v1/verify', { type: 'signup', email: account.email, token: mail.code })
  return { ...account, id: body.user.id }
}
const comparable = ({ status, body, headers }: Answer) => {
  const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers)
  return { status, body, rest }
}
/** Waits until every ordered mail has been processed. */
const settled = () =>
  vi.waitFor(async () => expect(await app.db.selectFrom('auth_mail_orders').select('id').execute()).toEqual([]))

describe('sign-up with confirmation', () => {
  test('[AUTH-8] [RUL-4] the first account needs no mail, a later one is a bare User until its link is followed', async () => {
    expect(peer.mails.filter((mail) => mail.to === owner.email)).toEqual([])
    const auth = authClient(app.url)
    const email = address()
    const options = { data: { name: 'Jürgen' }, emailRedirectTo: `${app.url}/` }
    const { data, error } = await auth.signUp({ email, password: 'geheim-genug', options })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email,
      user_metadata: { name: 'Jürgen' },
      identities: [{ provider: 'email', identity_data: { email_verified: false } }],
      confirmation_sent_at: expect.stringMatching(/Z$/),
    })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(await signIn(email, 'geheim-genug')).toMatchObject({
      status: 400,
      body: { error_code: 'email_not_confirmed' },
    })
    const mail = await peer.next(email)
    expect(mail).toMatchObject({ from: 'blog@redaktion.example', fromName: 'Küstenblog <Nord>' })
    expect(mail.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse für Küstenblog <Nord>')
    expect(mail.headers).toContainEqual({ key: 'auto-submitted', value: 'auto-generated' })
    expect(mail.html).toContain('Küstenblog &lt;Nord&gt;')
    expect(mail.html, 'nothing from elsewhere').not.toMatch(/<img|src=|@import|url\(/)
    expect(mail.link, 'never the Host header (RUL-32)').toMatch(
      new RegExp(`^http://localhost:${new URL(app.url).port}/auth/v1/verify\\?`),
    )
    // The client used PKCE: the link leads to the site's root with a code for its verifier.
    const landing = await followMailLink(app.call, mail.link)
    expect(landing).toMatchObject({ status: 303, url: `${app.url}/` })
    const exchanged = await auth.exchangeCodeForSession(landing.query.get('code') ?? '')
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email_confirmed_at).toMatch(/Z$/)
    expect((await signIn(email, 'geheim-genug')).status).toBe(200)
    expect(await events(email)).toEqual(['sign_up', 'email_confirmed', 'sign_in', 'sign_in'])
  })

  test('an address with an account gets the same response without identities, and a mail about it', async () => {
    const account = await confirmed()
    const ask = (email: string) => app.call('POST', '/auth/v1/signup', { email, password: 'anders-geheim' })
    const known = await ask(account.email)
    const other = address()
    const unknown = await ask(other)
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(known.body.identities).toEqual([])
    expect(Object.keys(known.body).sort()).toEqual(Object.keys(unknown.body).sort())
    expect({ ...known.body, ...VARYING }).toEqual({ ...unknown.body, ...VARYING })
    expect(known.body.id).not.toBe(account.id)
    expect((await peer.next(account.email)).text).toContain('Es gibt schon eines')
    await peer.next(other)
    expect((await signIn(account.email, account.password)).status).toBe(200)
  })

  test('is sent again on request; confirmed and unknown addresses get the same response', async () => {
    const email = address()
    await app.call('POST', '/auth/v1/signup', { email, password: 'geheim-genug' })
    await peer.next(email)
    expect((await authClient(app.url).resend({ type: 'signup', email })).error).toBeNull()
    const mail = await peer.next(email)
    expect((await followMailLink(app.call, mail.link)).status).toBe(303)
    const ask = (address: string) => app.call('POST', '/auth/v1/resend', { type: 'signup', email: address })
    expect(comparable(await ask(email))).toEqual(comparable(await ask(address())))
    expect(await app.call('POST', '/auth/v1/resend', { type: 'recovery', email })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
  })

  test('closed registration refuses known and unknown addresses alike', async () => {
    const account = await confirmed()
    await owner.call('PATCH', '/api/settings', { registration: 'geschlossen' })
    for (const email of [account.email, address()]) {
      const answer = await app.call('POST', '/auth/v1/signup', { email, password: 'geheim-genug' })
      expect(answer).toMatchObject({ status: 422, body: { error_code: 'signup_disabled' } })
    }
    await owner.call('PATCH', '/api/settings', { registration: 'offen' })
  })
})

/** Fields that differ between any two new accounts, and the one difference the protocol allows. */
const VARYING = { id: '', email: '', identities: [], created_at: '', updated_at: '', confirmation_sent_at: '' }

describe('forgotten passwords', () => {
  test('the official client gets PASSWORD_RECOVERY, sets a new password and ends other sessions', async () => {
    const account = await confirmed()
    const elsewhere = (await signIn(account.email, account.password)).body
    const auth = authClient(app.url)
    const seen: string[] = []
    auth.onAuthStateChange((event) => void seen.push(event))
    const asked = await auth.resetPasswordForEmail(account.email, { redirectTo: `${app.url}/auth?step=new-password` })
    expect(asked.error).toBeNull()
    const mail = await peer.next(account.email)
    expect(mail.subject).toBe('Neues Passwort für Küstenblog <Nord>')
    const landing = await followMailLink(app.call, mail.link)
    expect(landing.url).toBe(`${app.url}/auth`)
    expect(landing.query.get('step')).toBe('new-password')
    expect((await auth.exchangeCodeForSession(landing.query.get('code') ?? '')).error).toBeNull()
    await vi.waitFor(() => expect(seen).toContain('PASSWORD_RECOVERY'))
    expect((await auth.updateUser({ password: 'ganz-neu-geheim' })).error).toBeNull()
    expect((await signIn(account.email, account.password)).status).toBe(400)
    expect((await signIn(account.email, 'ganz-neu-geheim')).status).toBe(200)
    const dead = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', elsewhere)
    expect(dead).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } })
    expect(await events(account.email)).toContain('recovery_requested')
  })

  test('without PKCE the link carries the session and its type', async () => {
    const account = await confirmed()
    await app.call('POST', '/auth/v1/recover', { email: account.email, code_challenge: null })
    const { fragment } = await followMailLink(app.call, (await peer.next(account.email)).link)
    expect(Object.fromEntries(fragment)).toMatchObject({
      type: 'recovery',
      token_type: 'bearer',
      expires_in: '3600',
      refresh_token: expect.any(String),
    })
    const headers = { authorization: `Bearer ${fragment.get('access_token')}` }
    const user = await app.call('GET', '/auth/v1/user', undefined, headers)
    expect(user.body.email).toBe(account.email)
  })

  test('a link’s form sent by a foreign page asks for its button here, and uses nothing up', async () => {
    const account = await confirmed()
    await app.call('POST', '/auth/v1/recover', { email: account.email, code_challenge: null })
    const { link } = await peer.next(account.email)
    const { searchParams } = new URL(link)
    const form = new URLSearchParams(
      ['type', 'token', 'redirect_to'].map((name) => [name, searchParams.get(name) ?? '']),
    )
    const from = (site: string) =>
      app.call('POST', '/auth/v1/verify', form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': site,
      })
    const foreign = await from('cross-site')
    expect([foreign.status, foreign.headers.get('location')]).toEqual([303, `/auth/v1/verify?${form}`])
    expect((await from('same-origin')).headers.get('location')).toContain('access_token=')
  })

  test('an unknown address: same response, same work, and no mail', async () => {
    const account = await confirmed()
    const ask = (email: string) => app.call('POST', '/auth/v1/recover', { email })
    const inserted: string[] = []
    const unknown = address()
    for (const email of [account.email, unknown]) {
      peer.refuse(450)
      inserted.push(JSON.stringify(comparable(await ask(email))))
    }
    expect(inserted[0]).toBe(inserted[1])
    expect(inserted[0]).toContain('"body":{}')
    // Both were ordered in the same way; the difference arises in the background.
    await vi.waitFor(async () => {
      const orders = await app.db.selectFrom('auth_mail_orders').select(['email', 'attempts']).execute()
      expect(orders).toEqual([{ email: account.email, attempts: 1 }])
    })
    peer.refuse(0)
    app.setClock(new Date(Date.now() + 120_000))
    await ask(address())
    expect((await peer.next(account.email)).code).toMatch(/^\d{6}$/)
    await settled()
    app.setClock()
    expect(peer.mails.filter((mail) => mail.to === unknown)).toEqual([])
  })

  test('a blocked account gets no mail', async () => {
    const account = await confirmed()
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'blocked' })
    const before = peer.mails.length
    expect((await app.call('POST', '/auth/v1/recover', { email: account.email })).body).toEqual({})
    await settled()
    expect(peer.mails).toHaveLength(before)
  })
})

describe('sign-in by mail', () => {
  test('[RUL-4] six digits sign in, and make the account where the registration mode allows it', async () => {
    const auth = authClient(app.url)
    const email = address()
    expect((await auth.signInWithOtp({ email, options: { data: { name: 'Neu' } } })).error).toBeNull()
    const { data, error } = await auth.verifyOtp({ email, token: (await peer.next(email)).code, type: 'email' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Neu' }, email_confirmed_at: expect.any(String) })
    expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
    const row = await app.db.selectFrom('users').select(['role', 'approval']).where('email', '=', email).execute()
    expect(row).toEqual([{ role: 'editor', approval: 'approved' }])
    await owner.call('PATCH', '/api/settings', { registration: 'freigabe' })
    const waiting = address()
    await auth.signInWithOtp({ email: waiting })
    const second = await auth.verifyOtp({ email: waiting, token: (await peer.next(waiting)).code, type: 'email' })
    const headers = { authorization: `Bearer ${second.data.session?.access_token}` }
    expect((await app.call('GET', '/api/articles', undefined, headers)).body.code).toBe('approval_pending')
    await owner.call('PATCH', '/api/settings', { registration: 'offen' })
  })

  test('no account is made if none is wanted or registration is closed', async () => {
    const auth = authClient(app.url)
    const none = await auth.signInWithOtp({ email: address(), options: { shouldCreateUser: false } })
    expect(none.error).toMatchObject({ status: 422, code: 'otp_disabled' })
    await owner.call('PATCH', '/api/settings', { registration: 'geschlossen' })
    const closed = await auth.signInWithOtp({ email: address() })
    expect(closed.error).toMatchObject({ status: 422, code: 'signup_disabled' })
    expect((await auth.signInWithOtp({ email: owner.email })).error).toBeNull()
    await peer.next(owner.email)
    await owner.call('PATCH', '/api/settings', { registration: 'offen' })
  })

  test('confirming by another mail than the sign-up’s drops the password a stranger may have chosen', async () => {
    const email = address()
    await app.call('POST', '/auth/v1/signup', { email, password: 'vom-fremden-gewählt' })
    await peer.next(email)
    await app.call('POST', '/auth/v1/otp', { email })
    const { code } = await peer.next(email)
    expect((await app.call('POST', '/auth/v1/verify', { type: 'email', email, token: code })).status).toBe(200)
    expect(await signIn(email, 'vom-fremden-gewählt')).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_credentials' },
    })
  })
})
