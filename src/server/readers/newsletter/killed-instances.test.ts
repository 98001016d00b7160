import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtpPeer, type SmtpPeer } from '../../../../tests/support/smtp-peer.ts'
import { DIALECT, startTestApp, TEST_SECRET, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { mailContent } from '../site/machine-readable/mail-content.ts'
import { sendIssues } from './sending.service.ts'

/** `NEWSLETTER_KILLS=2000,40` sends to 2,000 subscribers and kills instances 40 times. */
const [SUBSCRIBERS = 0, KILLS = 0] = (process.env.NEWSLETTER_KILLS ?? '40,3').split(',').map(Number)
const INSTANCES = DIALECT === 'postgres' ? 2 : 1
const INSTANCE = join(import.meta.dirname, '..', '..', '..', '..', 'tests', 'support', 'newsletter-instance.ts')

let peer: SmtpPeer
let app: TestApp
const running = new Set<ChildProcess>()
beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({ env: { SMTP_URL: peer.url, AUTH_MAIL_CONFIRM: 'false' } })
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await app.stop()
  await peer.stop()
})

/** Numbers between 0 and 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

test(
  '[NEWS-6] [RUL-80] instances killed at random send nothing twice and leave nobody out; lost responses are named',
  { timeout: 600_000 },
  async () => {
    const owner = await app.register()
    await owner.call('PATCH', '/api/newsletter', { enabled: true, address: 'Weg 1', pace: 6000 })
    const at = '2026-01-04T08:12:00.000Z'
    const emails = Array.from({ length: SUBSCRIBERS }, (_, place) => `leser-${place}@leser.example`)
    for (const email of emails)
      await app.db
        .insertInto('newsletter_subscribers')
        .values({
          id: newId(),
          email,
          email_hash: email,
          token_hash: email,
          state: 'active',
          rhythm: 'each',
          reply: null,
          confirmed_at: at,
          state_since: at,
          created_at: at,
        })
        .execute()
    const article = (await owner.call('POST', '/api/articles', { title: 'Moor', status: 'published' })).body
    const { id } = (await owner.call('POST', '/api/issues', { article_id: article.id })).body

    const number = random(7)
    const refused = new Set(emails.filter(() => number() < 0.05))
    const lost = new Set(emails.filter((email) => !refused.has(email) && number() < 0.05))
    // At these recipients, before or after the text has been taken, one instance is killed.
    const killsAt = new Map<number, 'before' | 'after'>()
    const step = Math.floor(SUBSCRIBERS / (KILLS + 1))
    for (let kill = 1; kill <= KILLS; kill += 1)
      killsAt.set(kill * step + Math.floor(number() * step * 0.8), number() < 0.5 ? 'before' : 'after')
    let seen = 0
    let killed = 0
    let ended = () => {}
    const killOne = () => {
      const [victim] = [...running]
      victim?.kill('SIGKILL')
      killed += 1
      ended()
    }
    peer.treat((to) => {
      // It is asked for the recipient and again after the text.
      seen += 0.5
      const when = killsAt.get(Math.floor(seen))
      if (when !== undefined && (Number.isInteger(seen) ? when === 'after' : when === 'before')) {
        killsAt.delete(Math.floor(seen))
        killOne()
      }
      if (refused.has(to)) return { recipient: 550 }
      return lost.has(to) ? 'lost' : 'accept'
    })

    let minutes = 1
    const start = () => {
      const child = spawn(process.execPath, [INSTANCE], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          PATH: process.env.PATH,
          SMTP_URL: peer.url,
          SECRET_KEY: TEST_SECRET,
          DATA_DIR: app.dataDir,
          AHEAD_MS: String(minutes * 60_000),
          ...(app.databaseUrl && { DATABASE_URL: app.databaseUrl }),
        },
      })
      running.add(child)
      child.once('exit', () => running.delete(child))
    }
    while (killed < KILLS) {
      const before = killed
      const next = new Promise<void>((resolve) => (ended = resolve))
      // Later instances find the deliveries of the killed ones stale.
      minutes += 12
      while (running.size < INSTANCES) start()
      await next
      expect(killed).toBe(before + 1)
      const gone = [...running].filter((child) => child.killed)
      await Promise.all(gone.map((child) => once(child, 'exit')))
    }
    for (const child of [...running]) {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
    const config = readConfig({
      SMTP_URL: peer.url,
      SECRET_KEY: TEST_SECRET,
      DATA_DIR: app.dataDir,
      ...(app.databaseUrl && { DATABASE_URL: app.databaseUrl }),
    })
    const read = async () => (await owner.call('GET', `/api/issues/${id}`)).body
    let issue = await read()
    for (let rounds = 0; issue.state !== 'sent' && rounds < 200; rounds += 1) {
      minutes += 12
      const ahead = minutes * 60_000
      const clock = () => new Date(Date.now() + ahead)
      await sendIssues({ db: app.db, config, clock, log: createLog('silent') }, mailContent({ db: app.db, config }))
      issue = await read()
    }

    expect(killed).toBe(KILLS)
    const { sent, refused: no, uncertain, waiting } = issue.counts
    expect([issue.state, waiting, no, sent + no + uncertain]).toEqual(['sent', 0, refused.size, SUBSCRIBERS])
    const named = new Set(
      issue.problems.filter(({ state }: any) => state === 'uncertain').map(({ email }: any) => email),
    )
    const times = new Map<string, number>()
    for (const { to } of peer.mails) times.set(to, (times.get(to) ?? 0) + 1)
    for (const email of emails) {
      const got = times.get(email) ?? 0
      // Nobody gets it twice; without it is only who was refused, or is named.
      expect([email, got]).toEqual([email, refused.has(email) ? 0 : named.has(email) ? Math.min(got, 1) : 1])
      if (lost.has(email)) expect(named.has(email)).toBe(true)
    }
    // Besides those, each kill leaves one at most.
    expect(named.size).toBeLessThanOrEqual(lost.size + KILLS * INSTANCES)
  },
)
