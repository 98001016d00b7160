import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { followMailLink, type Landing } from '../../../../../tests/support/mail-links.ts'
import { startSmtpPeer, type ReceivedMail, type SmtpPeer } from '../../../../../tests/support/smtp-peer.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { forgetOneTimeTokens } from '../auth.jobs.ts'

const HERS = 'ihr-eigenes-passwort'
const HIS = 'das-des-fremden'
/** Client addresses; by default both are behind one. */
const HER_PLACE = { 'x-forwarded-for': '198.51.100.7' }
const HIS_PLACE = { 'x-forwarded-for': '203.0.113.9' }

let peer: SmtpPeer
let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({
    env: {
      SMTP_URL: peer.url,
      TRUST_PROXY: '127.0.0.0/8',
      AUTH_REDIRECT_URLS: 'https://app.example/fertig',
    },
  })
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})

const address = () => `${crypto.randomUUID()}@redaktion.example`
const signIn = async (email: string, password: string) =>
  (await app.call('POST', '/auth/v1/token?grant_type=password', { email, password })).status
const rowOf = (email: string) =>
  app.db
    .selectFrom('users')
    .select(['id', 'role', 'approval', 'password_hash', 'email_confirmed_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
async function invite(role: 'owner' | 'editor' = 'owner'): Promise<string> {
  const { body } = await owner.call('POST', '/api/users/invites', { role, note: '' })
  return body.url.split('#invite=')[1]
}
type Wish = { invite?: string; from?: Record<string, string>; data?: Record<string, unknown> }
/** Signs up and returns the resulting mail. */
async function signUp(email: string, password: string, { invite: token, from = {}, data = {} }: Wish = {}) {
  const body = { email, password, data: { ...data, ...(token && { invite_token: token }) } }
  const answer = await app.call('POST', '/auth/v1/signup', body, from)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { ...(await peer.next(email)), body: answer.body }
}
const follow = (mail: ReceivedMail, from: Record<string, string> = {}) => followMailLink(app.call, mail.link, from)
/** The account of a landing's session, and whether it leads to setting a new password. */
async function arrived({ fragment, url, query }: Landing) {
  const headers = { authorization: `Bearer ${fragment.get('access_token') ?? ''}` }
  const { body } = await app.call('GET', '/auth/v1/user', undefined, headers)
  return { email: body.email, choosesPassword: url.endsWith('/auth') && query.get('step') === 'new-password', headers }
}

describe.each(['freigabe', 'offen', 'geschlossen'] as const)('mode %s: she is invited as owner, he is not', (mode) => {
  beforeEach(() => owner.call('PATCH', '/api/settings', { registration: mode === 'geschlossen' ? 'offen' : mode }))

  /** Both sign up with the address of the first person; afterwards registration is as configured. */
  async function both(first: 'she' | 'he') {
    const email = address()
    const token = await invite()
    const her = async () => signUp(email, HERS, { invite: token, data: { name: 'Anna' } })
    const his = async () => signUp(email, HIS, { data: { name: 'Er' } })
    const mails = first === 'she' ? { hers: await her(), his: await his() } : { his: await his(), hers: await her() }
    if (mode === 'geschlossen') await owner.call('PATCH', '/api/settings', { registration: mode })
    return { email, ...mails }
  }

  test.each(['she', 'he'] as const)('%s first, she follows her own mail: her password, her rights', async (first) => {
    const { email, hers, his } = await both(first)
    const landing = await arrived(await follow(hers))
    expect(landing).toMatchObject({ email, choosesPassword: false })
    expect(await rowOf(email)).toMatchObject({ role: 'owner', approval: 'approved' })
    expect([await signIn(email, HERS), await signIn(email, HIS)]).toEqual([200, 400])
    expect((await follow(his)).fragment.get('error_code')).toBe('otp_expired')
    const user = await app.call('GET', '/auth/v1/user', undefined, landing.headers)
    expect(user.body.user_metadata).toEqual({ name: 'Anna' })
  })

  test.each(['she', 'he'] as const)(
    '%s first, she follows his mail: nobody’s password, she chooses one',
    async (first) => {
      const { email, his, hers } = await both(first)
      const landing = await arrived(await follow(his))
      expect(landing).toMatchObject({ email, choosesPassword: true })
      expect([await signIn(email, HERS), await signIn(email, HIS)]).toEqual([400, 400])
      expect((await follow(hers)).fragment.get('error_code')).toBe('otp_expired')
      const chosen = await app.call('PUT', '/auth/v1/user', { password: 'ganz-neu-gewählt' }, landing.headers)
      expect(chosen.status).toBe(200)
      expect(await signIn(email, 'ganz-neu-gewählt')).toBe(200)
      expect(await rowOf(email)).toMatchObject({ role: 'owner', approval: 'approved' })
    },
  )

  test.each([
    ['recover', 'recovery'],
    ['otp', 'magiclink'],
    ['resend', 'signup'],
  ] as const)('she asks for a mail by /%s: nobody’s password', async (path, type) => {
    const { email } = await both('she')
    await app.call('POST', `/auth/v1/${path}`, { email, type })
    const { code } = await peer.next(email)
    expect((await app.call('POST', '/auth/v1/verify', { type, email, token: code })).status).toBe(200)
    expect([await signIn(email, HERS), await signIn(email, HIS)]).toEqual([400, 400])
    expect((await rowOf(email)).role).toBe('owner')
  })
})

describe('without invitations', () => {
  beforeAll(() => owner.call('PATCH', '/api/settings', { registration: 'offen' }))

  test('alone: the sign-up’s own mail and a repeated one activate its password; the account has none before', async () => {
    for (const again of [false, true]) {
      const email = address()
      const mail = await signUp(email, HERS, { data: { name: 'Anna' } })
      expect(mail.body.user_metadata).toEqual({ name: 'Anna' })
      expect((await rowOf(email)).password_hash).toBeNull()
      const wrong = await app.call('POST', '/auth/v1/token?grant_type=password', { email, password: HERS })
      expect(wrong.body.error_code).toBe('email_not_confirmed')
      if (again) await app.call('POST', '/auth/v1/resend', { type: 'signup', email })
      const landing = await arrived(await follow(again ? await peer.next(email) : mail))
      expect(landing).toMatchObject({ email, choosesPassword: false })
      expect(await signIn(email, HERS)).toBe(200)
      const user = await app.call('GET', '/auth/v1/user', undefined, landing.headers)
      expect(user.body.user_metadata).toEqual({ name: 'Anna' })
    }
  })

  test('behind one address: the first sign-up’s mail activates its password, a later one’s none', async () => {
    const first = address()
    const hers = await signUp(first, HERS)
    await signUp(first, HIS)
    await follow(hers)
    expect([await signIn(first, HERS), await signIn(first, HIS)]).toEqual([200, 400])
    const newest = address()
    await signUp(newest, HERS)
    const his = await signUp(newest, HIS)
    expect(his.text).toContain('mehr als einmal')
    expect(await arrived(await follow(his))).toMatchObject({ email: newest, choosesPassword: true })
    expect([await signIn(newest, HERS), await signIn(newest, HIS)]).toEqual([400, 400])
  })

  test.each(['she', 'he'] as const)(
    '%s first, from different places: hers counts where she is, his never',
    async (first) => {
      for (const followed of ['hers', 'his'] as const) {
        const email = address()
        const mails: Partial<Record<'hers' | 'his', ReceivedMail>> = {}
        for (const who of first === 'she' ? (['hers', 'his'] as const) : (['his', 'hers'] as const))
          mails[who] =
            who === 'hers'
              ? await signUp(email, HERS, { from: HER_PLACE })
              : await signUp(email, HIS, { from: HIS_PLACE })
        await follow(mails[followed] as ReceivedMail, HER_PLACE)
        expect([await signIn(email, HERS), await signIn(email, HIS)]).toEqual([followed === 'hers' ? 200 : 400, 400])
      }
    },
  )

  test('six digits belong to their sign-up too; many sign-ups neither void them nor allow more guesses', async () => {
    const email = address()
    const { code } = await signUp(email, HERS)
    for (let time = 0; time < 8; time++) await signUp(email, `${HIS}-${time}`)
    const rows = await app.db.selectFrom('auth_sign_ups').select('id').where('email', '=', email).execute()
    expect(rows).toHaveLength(5)
    expect((await app.call('POST', '/auth/v1/verify', { type: 'signup', email, token: code })).status).toBe(200)
    expect(await signIn(email, HERS)).toBe(200)
    expect(await app.db.selectFrom('auth_sign_ups').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test('wrong digits count against every sign-up of an address', async () => {
    const email = address()
    const mails = [await signUp(email, HERS), await signUp(email, HIS)]
    const codes = new Set(mails.map(({ code }) => code))
    const wrong = Array.from({ length: 20 }, (_, n) => String(100_000 + n)).filter((code) => !codes.has(code))
    for (const token of wrong.slice(0, 5)) await app.call('POST', '/auth/v1/verify', { type: 'signup', email, token })
    for (const token of codes)
      expect((await app.call('POST', '/auth/v1/verify', { type: 'signup', email, token })).status).toBe(403)
  })

  test('an account of the former release keeps its password only without further sign-ups', async () => {
    for (const several of [false, true]) {
      const email = address()
      await signUp(email, HERS)
      const { password_hash } = await app.db
        .selectFrom('auth_sign_ups')
        .select('password_hash')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      await app.db.updateTable('users').set({ password_hash }).where('email', '=', email).execute()
      await app.db.deleteFrom('auth_sign_ups').where('email', '=', email).execute()
      await app.call('POST', '/auth/v1/resend', { type: 'signup', email })
      const hers = await peer.next(email)
      const his = several ? await signUp(email, HIS) : null
      await follow(his ?? hers)
      expect([await signIn(email, HERS), await signIn(email, HIS)]).toEqual([several ? 400 : 200, 400])
    }
  })

  test('signing up with a confirmed address stores nothing', async () => {
    const email = address()
    await follow(await signUp(email, HERS))
    const again = await signUp(email, HIS, { invite: await invite() })
    expect(again.body.identities).toEqual([])
    expect(again.text).toContain('Es gibt schon eines')
    expect(await app.db.selectFrom('auth_sign_ups').select('id').where('email', '=', email).execute()).toEqual([])
    expect([await signIn(email, HERS), await signIn(email, HIS)]).toEqual([200, 400])
    expect((await rowOf(email)).role).toBe('editor')
  })

  test('an invitation is used once, by any address; a revoked one never', async () => {
    const token = await invite()
    await signUp(address(), HERS, { invite: token })
    const open = address()
    await signUp(open, HERS)
    for (const email of [address(), open]) {
      const second = await app.call('POST', '/auth/v1/signup', { email, password: HIS, data: { invite_token: token } })
      expect(second.body.error_code).toBe('invite_not_found')
    }
    const { body } = await owner.call('POST', '/api/users/invites', { role: 'owner', note: '' })
    await owner.call('DELETE', `/api/users/invites/${body.id}`)
    const data = { invite_token: body.url.split('#invite=')[1] }
    const late = await app.call('POST', '/auth/v1/signup', { email: open, password: HIS, data })
    expect(late.body.error_code).toBe('invite_not_found')
  })

  test('an unconfirmed owner does not count: the last real one stays', async () => {
    const email = address()
    await signUp(email, HERS, { invite: await invite() })
    expect(await rowOf(email)).toMatchObject({ role: 'editor', email_confirmed_at: null })
  })

  test('many concurrent sign-ups make one account, each with its own credentials; one confirmation counts', async () => {
    const email = address()
    const passwords = Array.from({ length: 5 }, (_, n) => `gleichzeitig-${n}`)
    const answers = await Promise.all(
      passwords.map((password) => app.call('POST', '/auth/v1/signup', { email, password })),
    )
    expect(answers.map(({ status }) => status)).toEqual(passwords.map(() => 200))
    const mails = []
    for (const _ of passwords) mails.push(await peer.next(email))
    expect(await app.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
    const landings = await Promise.all(mails.map((mail) => follow(mail)))
    expect(landings.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
    const opened = await Promise.all(passwords.map((password) => signIn(email, password)))
    expect(opened.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('pending sign-ups are deleted after a week', async () => {
    const email = address()
    await signUp(email, HERS)
    const later = new Date(Date.now() + 7 * 86_400_000 + 60_000)
    await forgetOneTimeTokens.run({ db: app.db, clock: () => later } as never)
    await vi.waitFor(async () =>
      expect(await app.db.selectFrom('auth_sign_ups').select('id').where('email', '=', email).execute()).toEqual([]),
    )
  })
})
