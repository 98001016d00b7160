import { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIALECT, startTestApp, TEST_SECRET, type TestApp } from '../../../../../tests/support/test-app.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import { openKeyRing } from './keys.service.ts'
import { openSecretBox } from '../../../platform/secret-box.ts'
import type { SessionContext } from './context.ts'
import { identify, issueTokens, refreshSession, startSession } from './sessions.service.ts'
import type { AuthSession } from '../protocol/shapes.ts'

/**
 * Number of interleavings, and the first seed; a failing one reports its own. PostgreSQL takes ten times as long for
 * each.
 */
const RUNS = DIALECT === 'sqlite' ? 1000 : 100
const SEED = 20260301
const VISITOR = { ip: '127.0.0.1', userAgent: null, device: null, local: true, direct: true }

let app: TestApp
let context: SessionContext
let userId: string
let now = 0
beforeAll(async () => {
  app = await startTestApp()
  // Thousands of commits whose durability is not tested here.
  if (DIALECT === 'sqlite') await sql`pragma synchronous = off`.execute(app.db)
  userId = (await app.register()).id
  const box = await openSecretBox({ SECRET_KEY: TEST_SECRET, dataDir: app.dataDir })
  const clock = () => new Date(now)
  now = Date.parse('2026-03-01T12:00:00Z')
  context = {
    db: app.db,
    clock,
    keys: await openKeyRing(app.db, box, clock),
    refreshKey: box.keyFor('refresh-token'),
    reuseSeconds: 60,
    issuer: 'http://localhost/auth/v1',
    isOwnIssuer: (issuer) => issuer === 'http://localhost/auth/v1',
  }
})
afterAll(() => app.stop())

/** The part of a session that the official client stores. */
type Kept = Pick<AuthSession, 'access_token' | 'refresh_token' | 'expires_at'>
type Step = () => void | Promise<void>
type Outcome = { signedOut: boolean; statuses: number[] }

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Backoff of the client between attempts in ms (docs/reference/auth-protocol.md §2); further ones would outlast its
 * tick.
 */
const BACKOFF = [200, 400, 800, 1600, 3200, 6400, 12_800]

/**
 * Two tabs of one browser with one storage, on a network that delays and loses requests and responses, and is down for
 * hours. Tabs decide as the official client 2.119 does: they refresh within 90 s of the expiry or on request, retry
 * after network faults, discard a response when the storage has changed in the meantime, and drop the session only when
 * a refusal meets an expired access token.
 */
async function simulate(seed: number): Promise<Outcome> {
  const random = mulberry32(seed)
  const between = (low: number, high: number) => low + random() * (high - low)
  const begin = now
  const opened = await inTransaction(context.db, (tx) =>
    startSession(tx, userId, { method: 'password', visitor: VISITOR, now: new Date(now) }),
  )
  let stored: Kept | null = await issueTokens(context, opened)
  const outcome: Outcome = { signedOut: false, statuses: [] }
  let queue: { at: number; run: Step }[] = []
  // Coarse instants make events coincide: those of one instant reach the server concurrently.
  const later = (ms: number, run: Step) => {
    queue.push({ at: Math.ceil((now + ms) / 100) * 100, run })
  }
  const lossy = random() * 0.4
  const slow = between(50, 20_000)
  const leg = () => (random() < 0.5 ? between(5, 100) : between(5, slow))
  const away = random() < 0.5 ? { from: begin + between(0, 7_200_000), until: 0 } : null
  if (away) away.until = away.from + between(60_000, 5 * 3_600_000)
  const lost = () => random() < lossy || (away !== null && now >= away.from && now <= away.until)

  const useToken = (session: Kept) => later(leg(), async () => void (await identify(context, session.access_token)))

  const tab = () => {
    let busy = false
    const refresh = () => {
      if (busy || !stored) return
      busy = true
      const started = now
      const atStart = stored
      const done = () => void (busy = false)
      const attempt = (number: number): void => {
        const fail = () => {
          const pause = BACKOFF[number]
          // Without a response the session stays; the next tick tries again.
          if (pause === undefined || now + pause * 2 - started >= 30_000) return done()
          later(pause, () => attempt(number + 1))
        }
        const askLost = lost()
        later(leg(), async () => {
          if (askLost) return fail()
          const answer = await refreshSession(context, atStart.refresh_token, VISITOR).catch((error: unknown) => error)
          if (answer instanceof AuthFault) outcome.statuses.push(answer.status)
          else if (answer instanceof Error) throw answer
          else outcome.statuses.push(200)
          const answerLost = lost()
          later(leg(), () => {
            if (answerLost) return fail()
            done()
            if (answer instanceof AuthFault) {
              if (stored && stored.expires_at * 1000 <= now) {
                outcome.signedOut = true
                stored = null
              }
            } else if (stored?.refresh_token === atStart.refresh_token) {
              stored = answer as AuthSession
              if (random() < 0.8) useToken(stored)
            }
          })
        })
      }
      attempt(0)
    }
    return refresh
  }
  const tabs = [tab(), tab()]
  for (const refresh of tabs) {
    const offset = between(0, 30_000)
    // Three lifetimes of an access token; of the client's ticks every 30 s only the relevant ones.
    for (let hour = 1; hour <= 3; hour += 1)
      for (let tick = -4; tick < 6; tick += 1)
        later(hour * 3_550_000 + offset + tick * 30_000, () => {
          if (stored && stored.expires_at * 1000 - now <= 90_000) refresh()
        })
    // Refreshes without an expiry: a page that got a 401, a user with two windows.
    for (let forced = 0; forced < 2; forced += 1) later(between(0, 10_000_000), refresh)
    // After hours asleep the device wakes, and both tabs check at once.
    if (away) later(away.until - now + 1000 + between(0, 2000), refresh)
  }
  while (queue.length > 0) {
    now = Math.min(...queue.map(({ at }) => at))
    const due = queue.filter(({ at }) => at === now)
    queue = queue.filter(({ at }) => at !== now)
    await Promise.all(due.map(async ({ run }) => run()))
  }
  // At the end both windows refresh over a good connection and hold the same token.
  if (stored) {
    now += 3_600_000
    const last: Kept = stored
    const ends = await Promise.all([1, 2].map(() => refreshSession(context, last.refresh_token, VISITOR)))
    expect(new Set(ends.map((session) => session.refresh_token)).size, `seed ${seed}`).toBe(1)
    const { session_id: id } = decodeJwt<{ session_id: string }>(last.access_token)
    const row = await app.db.selectFrom('auth_sessions').select('id').where('id', '=', id).executeTakeFirst()
    expect(row, `seed ${seed}`).toBeDefined()
  }
  return outcome
}

test(`${RUNS} interleavings of two tabs on a slow network: nobody is signed out, one current token (${DIALECT})`, async () => {
  const statuses = new Map<number, number>()
  for (let run = 0; run < RUNS; run += 1) {
    now += 86_400_000
    const outcome = await simulate(SEED + run)
    expect(outcome.signedOut, `seed ${SEED + run}`).toBe(false)
    for (const status of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 400)).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(RUNS * 3)
  const revoked = await app.db.selectFrom('audit_log').select('id').where('event', '=', 'session_revoked').execute()
  expect(revoked).toEqual([])
})

test('two real clients with one storage refresh over a bad connection: both stay signed in with one token', async () => {
  now = Date.now()
  const random = mulberry32(SEED)
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const statuses: number[] = []
  const badLine: typeof fetch = async (input, init) => {
    await new Promise((resolve) => setTimeout(resolve, random() * 20))
    if (random() < 0.15) throw new TypeError('the question got lost')
    const answer = await fetch(input, init)
    if (!answer.ok) statuses.push(answer.status)
    if (random() < 0.15) throw new TypeError('the answer got lost')
    return answer
  }
  const options = { url: `${app.url}/auth/v1`, storageKey: 'tab', autoRefreshToken: false, storage, fetch: badLine }
  const tabs = [new GoTrueClient(options), new GoTrueClient(options)]
  const ended: string[] = []
  for (const tab of tabs) tab.onAuthStateChange((event) => void (event === 'SIGNED_OUT' && ended.push(event)))
  const { email, password } = await app.register()
  const signIn = async (): Promise<void> => {
    const { error } = await (tabs[0] ?? expect.unreachable()).signInWithPassword({ email, password })
    if (error) return signIn()
  }
  await signIn()
  for (let round = 0; round < 12; round += 1) await Promise.all(tabs.map((tab) => tab.refreshSession()))
  expect(ended).toEqual([])
  expect(statuses).toEqual([])
  const sessions = await Promise.all(tabs.map((tab) => tab.getSession()))
  const tokens = sessions.map(({ data }) => data.session?.refresh_token)
  expect(tokens[0]).toEqual(expect.any(String))
  expect(tokens[1]).toBe(tokens[0])
  for (const tab of tabs) await tab.dispose()
})
