import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { followMailLink, pressButton } from '../../../../../tests/support/mail-links.ts'
import { startSmtpPeer, type SmtpPeer } from '../../../../../tests/support/smtp-peer.ts'
import { startTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let peer: SmtpPeer
let app: TestApp
beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({
    env: { SMTP_URL: peer.url, AUTH_REDIRECT_URLS: 'https://app.example/fertig, leser://zurueck' },
  })
  await app.register()
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})

const address = () => `${crypto.randomUUID()}@redaktion.example`
const verify = (body: unknown) => app.call('POST', '/auth/v1/verify', body)
const REFUSED = { status: 403, body: { error_code: 'otp_expired', msg: 'Token has expired or is invalid' } }
/** An account and a recovery mail for it; `query` as in the request. */
async function mailed(query = '') {
  const email = address()
  await app.call('POST', '/auth/v1/signup', { email, password: 'geheim-genug' })
  await verify({ type: 'signup', email, token: (await peer.next(email)).code })
  await app.call('POST', `/auth/v1/recover${query}`, { email })
  const mail = await peer.next(email)
  const { searchParams } = new URL(mail.link)
  return { ...mail, email, token: searchParams.get('token') ?? '', redirectTo: searchParams.get('redirect_to') }
}
/** Six digits other than these. */
const wrong = (code: string, offset: number) => String((Number(code) + offset) % 1_000_000).padStart(6, '0')

describe('the page of a mailed link', () => {
  test('uses nothing up when scanners open it; its button works once', async () => {
    const { link } = await mailed()
    const { pathname, search } = new URL(link)
    for (const method of ['GET', 'HEAD', 'GET', 'GET']) {
      const page = await app.call(method, pathname + search)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/localhost:\d+; base-uri 'none'; frame-ancestors 'none'$/,
      )
    }
    const landing = await followMailLink(app.call, link)
    expect(landing).toMatchObject({ status: 303 })
    expect(landing.fragment.get('access_token')).toBeTruthy()
    const again = await followMailLink(app.call, link)
    expect(again.status).toBe(303)
    expect(Object.fromEntries(again.fragment)).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
    expect(again.fragment.has('access_token')).toBe(false)
    const german = await followMailLink(app.call, link, { 'accept-language': 'de' })
    expect(german.fragment.get('error_description')).toBe('Der Link ist abgelaufen oder wurde schon benutzt.')
  })

  test('puts the parameters of the link into the form as text', async () => {
    const evil = encodeURIComponent('"><script>alert(1)</script>')
    const page = await app.call('GET', `/auth/v1/verify?token=${evil}&type=${evil}&redirect_to=${evil}`)
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('&lt;script&gt;')
    const none = await app.call('GET', '/auth/v1/verify?type=recovery')
    expect(none.status).toBe(303)
    expect(none.headers.get('location')).toContain('error_code=otp_expired')
  })

  test('of two concurrent uses one succeeds', async () => {
    const { link } = await mailed()
    const landings = await Promise.all([1, 2, 3, 4].map(() => followMailLink(app.call, link)))
    expect(landings.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
  })

  test('a link of one type opens no other', async () => {
    const { token } = await mailed()
    for (const type of [
      'signup',
      'magiclink',
      'email',
      'email_change',
      'reauthentication',
      'invite',
      'constructor',
      null,
    ])
      expect(await verify({ type, token_hash: token }), String(type)).toMatchObject(REFUSED)
    expect((await verify({ type: 'recovery', token_hash: token })).status).toBe(200)
  })
})

describe('targets of a link', () => {
  test.each([
    ['?redirect_to=https%3A%2F%2Fapp.example%2Ffertig', 'https://app.example/fertig'],
    ['?redirect_to=leser%3A%2F%2Fzurueck', 'leser://zurueck'],
    ['?redirect_to=https%3A%2F%2Fapp.example%2Ffertig%2Fmehr', null],
    ['?redirect_to=https%3A%2F%2Fapp.example.boese.example%2Ffertig', null],
    ['?redirect_to=https%3A%2F%2Fich%40app.example%2Ffertig', null],
    ['?redirect_to=javascript%3Aalert(1)', null],
    ['?redirect_to=%2F%2Fboese.example', null],
    ['', null],
  ])('%s', async (query, wanted) => {
    const site = `http://localhost:${new URL(app.url).port}/`
    const mail = await mailed(query)
    expect(mail.redirectTo).toBe(wanted ?? site)
    // The target is checked again: it may have been changed in the link or in the form.
    const form = { type: 'recovery', token: mail.token, redirect_to: 'https://boese.example/' }
    const { url, fragment } = await pressButton(app.call, new URLSearchParams(form))
    expect(url).toBe(site)
    expect(fragment.has('access_token')).toBe(true)
  })

  test('neither Referer, Host nor a similar header counts', async () => {
    const email = address()
    await app.call(
      'POST',
      '/auth/v1/signup',
      { email, password: 'geheim-genug' },
      { redirect_to: 'https://app.example/fertig', referer: 'https://app.example/fertig' },
    )
    const { link } = await peer.next(email)
    expect(new URL(link).searchParams.get('redirect_to')).toBe(`http://localhost:${new URL(app.url).port}/`)
  })
})

describe('six digits', () => {
  test('the sixth guess is refused even if right; guesses do not void the link of that mail', async () => {
    const { email, code, token } = await mailed()
    for (let guess = 1; guess <= 5; guess++)
      expect(await verify({ type: 'recovery', email, token: wrong(code, guess) })).toMatchObject(REFUSED)
    expect(await verify({ type: 'recovery', email, token: code })).toMatchObject(REFUSED)
    expect((await verify({ type: 'recovery', token_hash: token })).status).toBe(200)
    const refused = await app.db.selectFrom('audit_log').select('ip').where('event', '=', 'code_refused').execute()
    expect(refused.length).toBeGreaterThanOrEqual(6)
  })

  test('after four wrong ones the right one works, once; parallel guesses count as well', async () => {
    const first = await mailed()
    for (let guess = 1; guess <= 4; guess++)
      await verify({ type: 'recovery', email: first.email, token: wrong(first.code, guess) })
    const spaced = `${first.code.slice(0, 3)} ${first.code.slice(3)}`
    expect((await verify({ type: 'recovery', email: first.email.toUpperCase(), token: spaced })).status).toBe(200)
    expect(await verify({ type: 'recovery', email: first.email, token: first.code })).toMatchObject(REFUSED)
    const second = await mailed()
    const guesses = Array.from({ length: 30 }, (_, guess) => wrong(second.code, guess + 1))
    await Promise.all(guesses.map((token) => verify({ type: 'recovery', email: second.email, token })))
    expect(await verify({ type: 'recovery', email: second.email, token: second.code })).toMatchObject(REFUSED)
  })

  test('an unknown address and one without a mail answer like a wrong code, and leave the same trace', async () => {
    const { email, code } = await mailed()
    const count = async () =>
      (await app.db.selectFrom('audit_log').select('id').where('event', '=', 'code_refused').execute()).length
    for (const [who, token] of [
      [email, wrong(code, 7)],
      [address(), code],
    ] as const) {
      const before = await count()
      const answer = await verify({ type: 'recovery', email: who, token })
      expect(answer).toMatchObject(REFUSED)
      expect(Object.keys(answer.body)).toEqual(['code', 'error_code', 'msg'])
      expect(await count()).toBe(before + 1)
    }
  })

  test('another account’s code opens nothing', async () => {
    const [mine, theirs] = [await mailed(), await mailed()]
    if (mine.code !== theirs.code)
      expect(await verify({ type: 'recovery', email: theirs.email, token: mine.code })).toMatchObject(REFUSED)
  })
})

test('an invalid phone number is reported before the token', async () => {
  for (const type of ['sms', 'phone_change'])
    expect(await verify({ type, phone: '0049-abc', token: '123456' })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: 'Invalid phone number format (E.164 required)' },
    })
  expect(await verify({ type: 'sms', phone: '+4930123456', token: '123456' })).toMatchObject(REFUSED)
})

test('links and codes expire after an hour, earlier ones with the next mail', async () => {
  try {
    const old = await mailed()
    app.setClock(new Date(Date.now() + 3_601_000))
    expect(await verify({ type: 'recovery', email: old.email, token: old.code })).toMatchObject(REFUSED)
    expect(await verify({ type: 'recovery', token_hash: old.token })).toMatchObject(REFUSED)
    app.setClock()
    const first = await mailed()
    await app.call('POST', '/auth/v1/recover', { email: first.email })
    const second = await peer.next(first.email)
    expect(await verify({ type: 'recovery', token_hash: first.token })).toMatchObject(REFUSED)
    expect((await verify({ type: 'recovery', email: first.email, token: second.code })).status).toBe(200)
  } finally {
    app.setClock()
  }
})

test('a blocked account’s mail opens nothing; a new password voids earlier mails', async () => {
  const blocked = await mailed()
  await app.db.updateTable('users').set({ approval: 'blocked' }).where('email', '=', blocked.email).execute()
  expect(await verify({ type: 'recovery', token_hash: blocked.token })).toMatchObject({
    status: 400,
    body: { error_code: 'user_banned' },
  })
  const changed = await mailed()
  const auth = authClient(app.url)
  await auth.signInWithPassword({ email: changed.email, password: 'geheim-genug' })
  expect((await auth.updateUser({ password: 'ganz-neu-geheim' })).error).toBeNull()
  expect(await verify({ type: 'recovery', token_hash: changed.token })).toMatchObject(REFUSED)
})

test('[RUL-34] the database contains no link and no code', async () => {
  const { token, code, email } = await mailed()
  const tokens = await app.db.selectFrom('auth_one_time_tokens').selectAll().where('email', '=', email).execute()
  expect(tokens).toHaveLength(1)
  const stored = JSON.stringify([
    tokens,
    await app.db.selectFrom('auth_mail_orders').selectAll().execute(),
    await app.db.selectFrom('audit_log').selectAll().execute(),
  ])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(`"${code}"`)
})

test('PKCE: a mailed link gives a code that only the requesting browser can redeem, from the click on', async () => {
  const email = address()
  const auth = authClient(app.url)
  await auth.signUp({ email, password: 'geheim-genug' })
  const { link } = await peer.next(email)
  try {
    // The reference server lets such links expire five minutes after the request; here the time starts with the click.
    app.setClock(new Date(Date.now() + 1_800_000))
    const { query, fragment } = await followMailLink(app.call, link)
    expect(fragment.has('access_token')).toBe(false)
    const code = query.get('code') ?? ''
    expect((await authClient(app.url).exchangeCodeForSession(code)).error).not.toBeNull()
    const foreign = { auth_code: code, code_verifier: 'x'.repeat(64) }
    expect(await app.call('POST', '/auth/v1/token?grant_type=pkce', foreign)).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    })
    expect((await auth.exchangeCodeForSession(code)).data.user?.email).toBe(email)
    const replay = await app.call('POST', '/auth/v1/token?grant_type=pkce', foreign)
    expect(replay.body.error_code).toBe('flow_state_not_found')
  } finally {
    app.setClock()
  }
})
