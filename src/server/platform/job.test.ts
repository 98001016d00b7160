import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createLog } from './log.ts'
import { Metrics } from './metrics.ts'
import { lateness, listJobRuns, runIfDue, type Job } from './job.ts'
import type { Runtime } from './runtime.ts'
import { endDeparture, goOnWriting, stopWriting } from '../transfer/database/departure.ts'

let app: TestApp
let now = new Date('2026-03-01T08:00:00.000Z')
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const metrics = new Metrics()
const runtime = () => ({ db: app.db, log: createLog('silent'), metrics, clock: () => now }) as Runtime

test('a job runs once per interval, whatever the number of concurrent instances', async () => {
  let runs = 0
  const job: Job = { name: 'count', everySeconds: 60, run: async () => void (runs += 1) }
  await Promise.all(Array.from({ length: 10 }, () => runIfDue(runtime(), job)))
  expect(runs).toBe(1)
  now = new Date('2026-03-01T08:00:59.000Z')
  expect(await runIfDue(runtime(), job)).toBe(false)
  now = new Date('2026-03-01T08:01:00.000Z')
  expect(await runIfDue(runtime(), job)).toBe(true)
  expect(runs).toBe(2)
})

test('a failing job keeps its error visible and runs again at its next interval', async () => {
  let fails = true
  const job: Job = {
    name: 'fails',
    everySeconds: 60,
    run: async () => {
      if (fails) throw new Error('Platte voll')
    },
  }
  expect(await runIfDue(runtime(), job)).toBe(true)
  const lastError = async () => (await listJobRuns(runtime())).find((run) => run.name === 'fails')?.last_error
  expect(await lastError()).toBe('Platte voll')
  fails = false
  now = new Date(now.getTime() + 60_000)
  await runIfDue(runtime(), job)
  expect(await lastError()).toBeNull()
})

test('a job without work leaves no trace; after a failure it runs until it has succeeded once', async () => {
  let work = false
  let fails = true
  const job: Job = {
    name: 'looks-often',
    everySeconds: 2,
    hasWork: async () => work,
    run: async () => {
      if (fails) throw new Error('gesperrt')
    },
  }
  const traces = async () => (await listJobRuns(runtime())).filter((run) => run.name === 'looks-often')
  expect([await runIfDue(runtime(), job), await traces()]).toEqual([false, []])
  work = true
  expect([await runIfDue(runtime(), job), (await traces())[0]?.last_error]).toEqual([true, 'gesperrt'])
  work = false
  fails = false
  now = new Date(now.getTime() + 2000)
  expect([await runIfDue(runtime(), job), (await traces())[0]?.last_error]).toEqual([true, null])
  now = new Date(now.getTime() + 2000)
  expect(await runIfDue(runtime(), job)).toBe(false)
})

test('[MOVE-8] a moving or moved blog runs no jobs: the copy sends nothing', async () => {
  let runs = 0
  const job: Job = { name: 'tells-others', everySeconds: 60, run: async () => void (runs += 1) }
  const tick = async () => {
    now = new Date(now.getTime() + 60_000)
    return runIfDue(runtime(), job)
  }
  await stopWriting(app.db, 'another database', ['job_runs', 'instance_leases', 'rate_limits'])
  expect(await tick()).toBe(false)
  await endDeparture(app.db, 'another database', ['job_runs', 'instance_leases', 'rate_limits'])
  expect([await tick(), runs]).toEqual([false, 0])
  await goOnWriting(app.db)
  expect([await tick(), runs]).toEqual([true, 1])
})

test('a clock that was once ahead stops no job', async () => {
  let runs = 0
  const job: Job = { name: 'ahead', everySeconds: 60, run: async () => void (runs += 1) }
  const right = now
  now = new Date(right.getTime() + 365 * 86_400_000)
  expect(await runIfDue(runtime(), job)).toBe(true)
  now = right
  const [run] = (await listJobRuns(runtime())).filter(({ name }) => name === 'ahead')
  expect(lateness(job, run!, now)).toBe('ahead')
  // One run recovers it, whatever the number of concurrent instances.
  await Promise.all(Array.from({ length: 10 }, () => runIfDue(runtime(), job)))
  expect(runs).toBe(2)
  now = new Date(right.getTime() + 59_000)
  expect(await runIfDue(runtime(), job)).toBe(false)
  now = new Date(right.getTime() + 60_000)
  expect(await runIfDue(runtime(), job)).toBe(true)
})

test.each([
  ['never ran', null, {}, null],
  ['is due', 90, {}, null],
  ['is overdue', 301, {}, 'overdue'],
  ['looks for work first', 301, { hasWork: async () => false }, null],
  ['ran on an instance whose clock is a little ahead', -4, {}, null],
  ['ran in the future', -6, {}, 'ahead'],
])('a job that %s', (_name, seconds, more, word) => {
  const job: Job = { name: 'x', everySeconds: 60, run: async () => {}, ...more }
  const last_started_at = seconds === null ? null : new Date(now.getTime() - seconds * 1000).toISOString()
  expect(lateness(job, { last_started_at }, now)).toBe(word)
})
