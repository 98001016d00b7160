import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startSmtpPeer, type SmtpPeer } from '../../../../tests/support/smtp-peer.ts'
import { startTestApp, TEST_SECRET, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Notice } from '../../../contract/notices.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { SCHEDULE } from '../../schedule.ts'

let peer: SmtpPeer
let app: TestApp
let owner: TestAccount
let editor: TestAccount

beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({ env: { SMTP_URL: peer.url, AUTH_MAIL_CONFIRM: 'false' } })
  app.setClock('2027-06-01T10:00:00Z')
  owner = await app.register()
  await owner.call('PATCH', '/api/account', { display_name: 'Ruth Adler' })
  await owner.call('PATCH', '/api/settings', { timezone: 'Europe/Berlin', site_title: 'Nachtausgabe' })
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})
beforeEach(async () => {
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
})
afterEach(() => peer.refuse(0))

const runtimeAt = (at: string): Runtime => ({
  db: app.db,
  log: createLog('silent'),
  metrics: new Metrics(),
  config: readConfig({ SMTP_URL: peer.url, DATA_DIR: app.dataDir, PORT: '1', SECRET_KEY: TEST_SECRET }),
  clock: () => new Date(at),
  files: undefined as never,
  schedule: [],
})
const run = async (name: string, at: string) => {
  const job = SCHEDULE.find((one) => one.name === name)!
  const runtime = runtimeAt(at)
  if (!job.hasWork || (await job.hasWork(runtime))) await job.run(runtime)
}
/** What a day does: the mail is ordered, then sent. */
const day = async (at: string) => {
  await run('order-digests', at)
  await run('deliver-mails', at)
}
const mails = () => peer.mails.filter(({ to }) => to === editor.email)
const assign = async (title: string) =>
  (await owner.call('POST', '/api/tasks', { title, assignee_id: editor.id })).body.id as string
const orders = () => app.db.selectFrom('auth_mail_orders').selectAll().where('email', '=', editor.email).execute()

test('[TEAM-10] [RUL-62] one mail a day, at the hour, with what is unread and chosen for mail', async () => {
  await assign('Bildrechte klären')
  await assign('Lektorat')
  await owner.call('POST', '/api/articles', { title: 'Erschienen', content_markdown: 'x', status: 'published' })
  await day('2027-06-02T05:59:00Z')
  expect(mails()).toEqual([])
  await day('2027-06-02T06:00:00Z')
  expect(mails()).toHaveLength(1)
  const [mail] = mails()
  expect(mail?.subject).toBe('Nachtausgabe: Ruth Adler hat Ihnen 2 Aufgaben zugewiesen')
  expect(mail?.text).toContain('Bildrechte klären; Lektorat')
  expect(mail?.text).toContain('/admin/account/notices')
  expect(mail?.text).not.toContain('Erschienen')
  // Neither again on the same day, nor the same things on the next.
  await assign('Titelbild')
  await day('2027-06-02T20:00:00Z')
  expect(mails()).toHaveLength(1)
  await day('2027-06-03T06:00:00Z')
  expect(mails()).toHaveLength(2)
  expect(mails()[1]?.text).toContain('Titelbild')
  expect(mails()[1]?.text).not.toContain('Lektorat')
  await day('2027-06-04T06:00:00Z')
  expect(mails()).toHaveLength(2)
})

test('[TEAM-10] what was read before, or settled, is not mailed; nor is anything to a blocked account', async () => {
  await assign('Gelesen')
  const [row] = (await editor.call('GET', '/api/notices')).body.items as Notice[]
  await editor.call('PATCH', `/api/notices/${row?.id}`, { read: true })
  const gone = await assign('Weg')
  await owner.call('DELETE', `/api/tasks/${gone}`)
  await day('2027-06-02T06:00:00Z')
  expect(mails()).toEqual([])
  await assign('Zu spät')
  await run('order-digests', '2027-06-02T06:00:00Z')
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'blocked' })
  await run('deliver-mails', '2027-06-02T06:01:00Z')
  expect([mails(), await orders()]).toEqual([[], []])
})

test('[TEAM-10] [RUL-62] a kind by mail alone is mailed and stays out of the bell; the hour is the account’s', async () => {
  await editor.call('PATCH', '/api/notices/choices', { kind: 'assigned', bell: false })
  expect((await editor.call('PUT', '/api/notices/digest', { hour: 18 })).body).toMatchObject({ mail: true, hour: 18 })
  await assign('Nur per Mail')
  expect((await editor.call('GET', '/api/notices')).body.items).toEqual([])
  await day('2027-06-02T15:59:00Z')
  expect(mails()).toEqual([])
  await day('2027-06-02T16:00:00Z')
  expect(mails()).toHaveLength(1)
})

test('[TEAM-10] many instances at once order and send one mail', async () => {
  await assign('Zugleich')
  await Promise.all(Array.from({ length: 6 }, () => run('order-digests', '2027-06-02T06:00:00Z')))
  expect(await orders()).toHaveLength(1)
  await Promise.all(Array.from({ length: 6 }, () => run('deliver-mails', '2027-06-02T06:00:00Z')))
  expect([mails().length, await orders()]).toEqual([1, []])
})

test('[TEAM-10] a refused mail is tried again, and arrives once', async () => {
  await assign('Später')
  peer.refuse(451)
  await day('2027-06-02T06:00:00Z')
  expect(await orders()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('451') }])
  peer.refuse(0)
  await run('deliver-mails', '2027-06-02T06:05:00Z')
  await run('deliver-mails', '2027-06-02T06:30:00Z')
  expect([mails().length, await orders()]).toEqual([1, []])
})

test('[TEAM-10] a kill after the mail server took a mail, before that is noted, sends no second one', async () => {
  await assign('Unterbrochen')
  await run('order-digests', '2027-06-02T06:00:00Z')
  // The process dies between sending and deleting the order.
  const dying = app.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'DeleteQueryNode') throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const job = SCHEDULE.find(({ name }) => name === 'deliver-mails')!
  await expect(job.run({ ...runtimeAt('2027-06-02T06:00:00Z'), db: dying })).rejects.toThrow('killed')
  await vi.waitFor(() => expect(mails()).toHaveLength(1))
  expect(await orders()).toMatchObject([{ attempts: 1, last_error: null }])
  await run('deliver-mails', '2027-06-02T06:05:00Z')
  expect([mails().length, await orders()]).toEqual([1, []])
})

test('[TEAM-10] a kill while a mail is ordered leaves nothing half done', async () => {
  await assign('Halb')
  const { orderDigests } = await import('./digest.service.ts')
  const order = async () => Promise.reject(new Error('killed'))
  await expect(orderDigests(runtimeAt('2027-06-02T06:00:00Z'), order)).rejects.toThrow('killed')
  await day('2027-06-02T06:01:00Z')
  expect(mails()).toHaveLength(1)
})
