import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Caller } from '../../platform/caller.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { createLimits } from '../../platform/fleet/limits.ts'
import { claimStep, insertFactor } from './factors/factors.queries.ts'
import { getDueOrder, insertOrder } from '../mail/mail-orders.queries.ts'
import { signedInWithin } from './sessions/freshness.service.ts'
import { judgeRefresh } from './sessions/refresh-token.ts'

// Data written while the server's clock was ahead must not block anyone once the clock is right.

const YEAR_MS = 365 * 86_400_000
const now = new Date('2026-03-01T08:00:00.000Z')
const ahead = new Date(now.getTime() + YEAR_MS)

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

test('a used-up budget is full again', async () => {
  let clock = ahead
  const limits = createLimits(
    { user: { count: 2, seconds: 60 } },
    { db: app.db, config: { rateLimits: {} }, clock: () => clock },
  )
  const three = async () => [
    await limits.take('user', 'a'),
    await limits.take('user', 'a'),
    await limits.take('user', 'a'),
  ]
  expect(await three()).toEqual([0, 0, 30])
  clock = now
  expect(await three()).toEqual([0, 0, 30])
})

test('a replaced refresh token is not accepted for a year', () => {
  const presented = { sessionId: newId(), counter: 1, aal: 'aal1' as const }
  const state = { counter: 5, confirmedCounter: 5, aal: 'aal1' as const, refreshedAt: ahead }
  expect(judgeRefresh(presented, state, now, 60)).toBe('revoke')
  expect(judgeRefresh(presented, { ...state, refreshedAt: new Date(now.getTime() + 5000) }, now, 60)).toBe('repeat')
})

test('a session does not count as fresh for a year', async () => {
  const row = await app.db
    .selectFrom('auth_sessions')
    .selectAll()
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const freshAt = (at: Date) => signedInWithin({ db: app.db, clock: () => at }, { sessionId: row.id } as Caller, 60_000)
  const begun = Date.parse(row.created_at)
  expect(await freshAt(new Date(begun + 30_000))).toBe(true)
  expect(await freshAt(new Date(begun - YEAR_MS))).toBe(false)
})

test('a code’s time step does not lock the authenticator out', async () => {
  const id = newId()
  const at = now.toISOString()
  const factor = { id, user_id: owner.id, friendly_name: '', factor_type: 'totp', status: 'verified' }
  const empty = { phone: null, secret: null, credential: null, locked_until: null, last_challenged_at: null }
  const step = Math.floor(now.getTime() / 30_000)
  const last_step = Math.floor(ahead.getTime() / 30_000)
  const claim = (wanted: number) => inTransaction(app.db, (tx) => claimStep(tx, id, wanted))
  await inTransaction(app.db, (tx) =>
    insertFactor(tx, { ...factor, ...empty, last_step, failed_attempts: 0, created_at: at, updated_at: at }),
  )
  expect(await claim(step)).toBe(true)
  // No code works twice, nor an earlier one after a later one, within the tolerated clock difference.
  expect([await claim(step), await claim(step - 1), await claim(step - 2), await claim(step + 1)]).toEqual([
    false,
    false,
    false,
    true,
  ])
  await app.db.deleteFrom('auth_factors').where('id', '=', id).execute()
})

test('a postponed mail is due', async () => {
  const order = { kind: 'signup', email: 'a@redaktion.example', details: '{}', attempts: 1, last_error: null }
  const due = (next_attempt_at: Date) => ({ now: now.toISOString(), latest: next_attempt_at.toISOString() })
  const row = { id: newId(), ...order, next_attempt_at: ahead.toISOString(), created_at: now.toISOString() }
  await inTransaction(app.db, (tx) => insertOrder(tx, row))
  const inAnHour = new Date(now.getTime() + 3_600_000)
  expect((await getDueOrder(app.db, due(inAnHour)))?.id).toBe(row.id)
  await app.db.updateTable('auth_mail_orders').set({ next_attempt_at: inAnHour.toISOString() }).execute()
  expect(await getDueOrder(app.db, due(inAnHour))).toBeNull()
  await app.db.deleteFrom('auth_mail_orders').execute()
})
