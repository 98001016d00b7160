import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startSmtpPeer, type SmtpPeer } from '../../../../tests/support/smtp-peer.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import { createMailer } from '../../platform/mail.ts'
import { openAccountMails } from '../auth/mail/account-mails.service.ts'
import { deliverWaitingMails } from './mail.jobs.ts'

let peer: SmtpPeer
let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({ env: { SMTP_URL: peer.url } })
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})

const orders = () => app.db.selectFrom('auth_mail_orders').select(['email', 'attempts', 'last_error']).execute()
const mailCheck = async () =>
  (await owner.call('GET', '/api/system/checks')).body.checks.find((check: { key: string }) => check.key === 'mail')
const recover = (email: string) => app.call('POST', '/auth/v1/recover', { email })
/** Runs the job of every minute, as a newly started process. */
const runJob = (at: Date) => {
  const env = {
    SMTP_URL: peer.url,
    DATA_DIR: app.dataDir,
    SECRET_KEY: 'a secret of forty characters, for tests.',
    ...(app.databaseUrl && { DATABASE_URL: app.databaseUrl }),
  }
  const runtime = { config: readConfig(env), db: app.db, log: createLog('silent'), clock: () => at }
  return deliverWaitingMails((runtime) => openAccountMails(runtime, {})).run({
    ...runtime,
    metrics: new Metrics(),
    files: undefined as never,
    schedule: [],
  })
}

describe('an undeliverable mail', () => {
  test('waits, is reported by the system check, and is sent later, once', async () => {
    expect(await mailCheck()).toMatchObject({ ok: true, message: `Verbindung zu ${new URL(peer.url).host} steht` })
    peer.refuse(451)
    expect((await recover(owner.email)).body).toEqual({})
    await vi.waitFor(async () =>
      expect(await orders()).toMatchObject([{ attempts: 1, last_error: expect.stringMatching(/451/) }]),
    )
    expect(await mailCheck()).toMatchObject({ ok: false, message: expect.stringMatching(/^Eine E-Mail wartet: /) })
    // Not before its time, and then with twice the wait.
    await runJob(new Date(Date.now() + 30_000))
    expect(await orders()).toMatchObject([{ attempts: 1 }])
    await runJob(new Date(Date.now() + 61_000))
    expect(await orders()).toMatchObject([{ attempts: 2 }])
    peer.refuse(0)
    // Two concurrent instances send it once.
    const later = new Date(Date.now() + 300_000)
    await Promise.all([runJob(later), runJob(later), runJob(later)])
    expect(await orders()).toEqual([])
    expect(peer.mails.filter((mail) => mail.to === owner.email)).toHaveLength(1)
    expect((await mailCheck()).ok).toBe(true)
  })

  test('to an unknown mailbox is given up at once, and audited', async () => {
    const account = { email: `${crypto.randomUUID()}@redaktion.example`, password: 'geheim-genug' }
    peer.refuse(550)
    expect((await app.call('POST', '/auth/v1/signup', account)).status).toBe(200)
    await vi.waitFor(async () => expect(await orders()).toEqual([]))
    peer.refuse(0)
    const entries = await app.db
      .selectFrom('audit_log')
      .select('details')
      .where('event', '=', 'mail_undelivered')
      .where('email', '=', account.email)
      .execute()
    expect(JSON.parse(entries[0]?.details ?? '{}')).toMatchObject({ kind: 'signup', reason: expect.any(String) })
  })

  test('is given up after three days', async () => {
    peer.refuse(451)
    await recover(owner.email)
    await vi.waitFor(async () => expect(await orders()).toMatchObject([{ last_error: expect.any(String) }]))
    await runJob(new Date(Date.now() + 3.1 * 86_400_000))
    expect(await orders()).toEqual([])
    peer.refuse(0)
  })
})

test('an unreachable mail server is named by the system check, without its password', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const mailer = createMailer(readConfig({ SMTP_URL: `smtp://name:geheim@127.0.0.1:${port}` }))
  expect(mailer?.place).toBe(`127.0.0.1:${port}`)
  await expect(mailer?.check()).rejects.toThrow('ECONNREFUSED')
})

describe('requesting mails', () => {
  test('is limited per address, known or not, with the same response; others are not affected', async () => {
    const limited = await startTestApp({
      env: { SMTP_URL: peer.url, AUTH_RATE_LIMIT_MAIL_ADDRESS: '3/600', AUTH_RATE_LIMIT_RECOVER: '30/300' },
    })
    try {
      // The counts of the sign-up have expired; from now on no budget refills.
      limited.setClock(new Date(Date.now() - 3_600_000))
      const { email } = await limited.register()
      limited.setClock(new Date())
      const unknown = `${crypto.randomUUID()}@redaktion.example`
      const ask = (who: string) => limited.call('POST', '/auth/v1/recover', { email: who })
      const seen = []
      for (const who of [email, unknown]) {
        const answers = []
        for (let time = 0; time < 4; time++) {
          const { status, body, headers } = await ask(who)
          answers.push({ status, body, retry: headers.get('retry-after') })
        }
        seen.push(answers)
      }
      expect(seen[0]).toEqual(seen[1])
      expect(seen[0]?.map(({ status }) => status)).toEqual([200, 200, 200, 429])
      expect(seen[0]?.[3]?.body).toMatchObject({ error_code: 'over_email_send_rate_limit' })
      // The limit belongs to the address, whatever type of mail is requested.
      expect((await limited.call('POST', '/auth/v1/otp', { email })).status).toBe(429)
      expect((await limited.call('POST', '/auth/v1/resend', { type: 'signup', email: unknown })).status).toBe(429)
      expect((await ask(`${crypto.randomUUID()}@redaktion.example`)).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })

  test('and trying codes is limited per client and per address by default', async () => {
    const limited = await startTestApp({
      env: {
        SMTP_URL: peer.url,
        TRUST_PROXY: '127.0.0.0/8',
        ...Object.fromEntries(['RECOVER', 'VERIFY', 'VERIFY_ADDRESS'].map((name) => [`AUTH_RATE_LIMIT_${name}`, ''])),
      },
    })
    try {
      limited.setClock(new Date())
      const guess = (email: string, from: string) =>
        limited.call(
          'POST',
          '/auth/v1/verify',
          { type: 'recovery', email, token: '123456' },
          { 'x-forwarded-for': from },
        )
      const email = `${crypto.randomUUID()}@redaktion.example`
      const statuses = []
      for (let time = 0; time < 31; time++) statuses.push((await guess(email, `203.0.113.${time}`)).status)
      expect(statuses.filter((status) => status === 403)).toHaveLength(30)
      expect(statuses.at(-1)).toBe(429)
      for (let time = 0; time < 30; time++) await guess(`${time}@redaktion.example`, '198.51.100.1')
      expect((await guess('neu@redaktion.example', '198.51.100.1')).status).toBe(429)
      expect((await guess('neu@redaktion.example', '198.51.100.2')).status).toBe(403)
    } finally {
      await limited.stop()
    }
  })
})

test('[RUL-4] without a mail server accounts confirm themselves, and recover answers as usual', async () => {
  const plain = await startTestApp()
  try {
    const first = await plain.register()
    const { body } = await plain.call('POST', '/auth/v1/signup', {
      email: 'b@redaktion.example',
      password: 'geheim-genug',
    })
    expect(body.user.email_confirmed_at).toBeTruthy()
    for (const email of [first.email, 'niemand@redaktion.example'])
      expect(await plain.call('POST', '/auth/v1/recover', { email })).toMatchObject({ status: 200, body: {} })
    expect(await plain.db.selectFrom('auth_mail_orders').select('id').execute()).toEqual([])
    expect((await plain.call('GET', '/auth/v1/settings')).body).toMatchObject({ mail: false, mailer_autoconfirm: true })
    expect(await plain.call('POST', '/auth/v1/otp', { email: first.email })).toMatchObject({
      status: 422,
      body: { error_code: 'otp_disabled' },
    })
  } finally {
    await plain.stop()
  }
})

test('settings that could lock everyone out stop the start', () => {
  expect(() => readConfig({ AUTH_MAIL_CONFIRM: 'true' })).toThrow('SMTP_URL')
  expect(() => readConfig({ SMTP_URL: 'http://mail.example' })).toThrow('smtp://')
})
