import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createLog } from './log.ts'
import { listJobRuns, runIfDue, type Job } from './job.ts'
import type { Runtime } from './runtime.ts'

let app: TestApp
let now = new Date('2026-03-01T08:00:00.000Z')
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const runtime = () => ({ db: app.db, log: createLog('silent'), clock: () => now }) as Runtime

test('a job runs once per interval, however many instances ask at once', async () => {
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

test('a failing job leaves its error to be seen and runs again at its next turn', async () => {
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
