import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startImapPeer, type ImapPeer } from '../../../../tests/support/imap-peer.ts'
import { startTestApp, TEST_SECRET, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig, type Config } from '../../config.ts'
import { readMailbox } from './bounce-mailbox.jobs.ts'
import { newsletterKeys } from './keys.ts'

let mailbox: ImapPeer
let app: TestApp
let owner: TestAccount
let config: Config

beforeAll(async () => {
  mailbox = await startImapPeer()
  const env = { MAIL_BOUNCE_MAILBOX: mailbox.url, SMTP_URL: 'smtp://127.0.0.1:9', AUTH_MAIL_CONFIRM: 'false' }
  app = await startTestApp({ env })
  config = readConfig({
    ...env,
    DATA_DIR: app.dataDir,
    SECRET_KEY: TEST_SECRET,
    ...(app.databaseUrl && { DATABASE_URL: app.databaseUrl }),
  })
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  await mailbox.stop()
})
beforeEach(async () => {
  mailbox.replace()
  await app.db.deleteFrom('newsletter_subscribers').execute()
  const csv = 'email\nhart@leser.example\nweich@leser.example'
  await owner.call('POST', '/api/subscribers/import', { csv, without_proof: true })
})

const read = () => readMailbox({ db: app.db, config, clock: () => new Date() })
/** A report as anybody could write it, and one that holds the header of the mail that it returns. */
const forged = (to: string, status: string) =>
  `Subject: Undelivered\r\n\r\nFinal-Recipient: rfc822; ${to}@leser.example\r\nAction: ${status.startsWith('5') ? 'failed' : 'delayed'}\r\nStatus: ${status}\r\n`
const report = async (to: string, status: string) => {
  const { id } = (await owner.call('GET', `/api/subscribers?q=${to}`)).body.items[0]
  const token = (await newsletterKeys({ db: app.db, config })).tokenOf(id)
  return `${forged(to, status)}\r\nList-Unsubscribe: <https://moor.example/newsletter/abmelden/${token}>\r\n`
}
const soft = async () =>
  (
    await app.db
      .selectFrom('newsletter_subscribers')
      .select('soft_bounces')
      .where('email', '=', 'weich@leser.example')
      .executeTakeFirstOrThrow()
  ).soft_bounces
const stateOf = async (email: string) =>
  (await owner.call('GET', '/api/subscribers')).body.items.find((one: { email: string }) => one.email === email).state

test('[NEWS-8] a mailbox is read without being changed, and each of its reports counts once', async () => {
  mailbox.put(await report('hart', '5.1.1'))
  mailbox.put('Subject: Abwesend\r\n\r\nBis Montag.')
  mailbox.put(await report('weich', '4.2.2'))
  await read()
  expect(await stateOf('hart@leser.example')).toBe('bounced')
  expect(await soft()).toBe(1)
  await read()
  mailbox.put(await report('weich', '4.2.2'))
  await Promise.all([read(), read(), read()])
  expect(await soft()).toBe(2)
  expect(mailbox.commands.filter((line) => /STORE|EXPUNGE|COPY|MOVE|APPEND|SELECT/.test(line))).toEqual([])
})

test('[NEWS-8] a report that returns no secret of a mail ends no subscription: anybody can write one', async () => {
  mailbox.put(forged('hart', '5.1.1'))
  mailbox.put('Feedback-Type: abuse\r\nFinal-Recipient: rfc822; hart@leser.example\r\n')
  mailbox.put(
    `${forged('hart', '5.1.1')}\r\nList-Unsubscribe: <https://x.example/newsletter/abmelden/${'a'.repeat(43)}>`,
  )
  await read()
  expect(await stateOf('hart@leser.example')).toBe('active')
})

test('[NEWS-8] a mailbox that hangs up is a failed job, and the next run goes on at the same mail', async () => {
  mailbox.put(await report('weich', '4.2.2'))
  mailbox.hangUp()
  await expect(read()).rejects.toThrow()
  expect(await soft()).toBe(0)
  await read()
  expect(await soft()).toBe(1)
})

test('[NEWS-8] of a mail of 20 MB the beginning is read; a mailbox of another time begins at its first mail', async () => {
  mailbox.put(`${await report('weich', '4.2.2')}\r\n${'x'.repeat(20_000_000)}`)
  await read()
  mailbox.replace()
  mailbox.put(await report('weich', '4.2.2'))
  await read()
  expect(await soft()).toBe(2)
})

test('[NEWS-8] a mailbox whose name or password cannot be read is refused at the start', () => {
  const at = (url: string) => () =>
    readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: TEST_SECRET, MAIL_BOUNCE_MAILBOX: url })
  for (const url of [
    'imap://a:%E4@b.example',
    'imap://a@b.example',
    'imap://:b@b.example',
    'pop://a:b@b.example',
    'imap:',
  ])
    expect(at(url), url).toThrow('MAIL_BOUNCE_MAILBOX')
  expect(at('imaps://a%40b.example:geheim%2F%C3%A4@b.example/Zur%C3%BCck')).not.toThrow()
})
