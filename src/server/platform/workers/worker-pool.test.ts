import { getPriority } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import type { run } from '../../../../tests/support/workers/odd.job.ts'
import { closedGate } from '../../../../tests/support/workers/gate.ts'
import { roundsWhile } from '../../../../tests/support/rounds-while.ts'
import { createWorkerPool, endWorkers, runInWorker, workerJob, type WorkerPool } from './worker-pool.ts'

const odd = workerJob<typeof run>(new URL('../../../../tests/support/workers/odd.job.ts', import.meta.url))
const nowhere = workerJob<(input: null) => null>(new URL('file:///nowhere.job.ts'))
const LIMITS = { queue: 8, memoryMb: 96, idleMs: 60_000 }

let pool: WorkerPool
const open = (options: Partial<typeof LIMITS> = {}) => {
  pool = createWorkerPool({ ...LIMITS, ...options })
}
afterEach(() => pool.end())

const echo = (value: unknown) => pool.run('pages', odd, { kind: 'echo', value })
/** The fault of a failed job. */
const fault = (job: Promise<unknown>) =>
  job.then(
    (value) => ({ code: 'none', message: String(value) }),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  )

describe('the worker pool', () => {
  test('starts no thread before there is work, and passes bytes and plain data', async () => {
    open()
    expect(pool.size()).toBe(0)
    const value = { bytes: new Uint8Array([1, 2, 255]), text: 'Grüße', list: [1, null, undefined] }
    expect(await echo(value)).toEqual(value)
    expect(pool.size()).toBe(1)
    expect(await pool.run('pages', odd, { kind: 'environment' })).toEqual([])
  })

  test('ends an endless loop at its limit while the main thread continues, and runs the next job', async () => {
    open()
    await echo('warm')
    const { rounds, result } = await roundsWhile(() => fault(pool.run('pages', odd, { kind: 'loop' }, { timeMs: 200 })))
    const { code, message } = result
    expect([code, message]).toEqual(['time', expect.stringMatching(/odd\.job\.ts took longer than 200 ms/)])
    // Rounds of the main thread's event loop during the endless loop; it would be one if the loop ran here.
    expect(rounds).toBeGreaterThan(50)
    expect(await echo('next')).toBe('next')
  })

  test.each(['heap', 'buffers'] as const)('ends a job that fills memory with %s; the process lives', async (kind) => {
    open()
    expect((await fault(pool.run('pages', odd, { kind }, { timeMs: 60_000 }))).code).toBe('memory')
    expect(await echo('next')).toBe('next')
  })

  test('a thread that has grown for a job frees its memory and is kept', async () => {
    open({ memoryMb: 512 })
    await pool.run('pages', odd, { kind: 'fill', entries: 1_200_000, keep: false })
    expect(await pool.run('pages', odd, { kind: 'heap size' })).toBeLessThan(48)
    // The module state of its first job is still there: the thread was not replaced.
    expect(await pool.run('pages', odd, { kind: 'jobs' })).toBe(3)
  })

  test('a thread that cannot free its memory is ended', async () => {
    open({ memoryMb: 512 })
    await pool.run('pages', odd, { kind: 'fill', entries: 1_200_000, keep: true })
    await expect.poll(() => pool.size()).toBe(0)
    expect(await pool.run('pages', odd, { kind: 'jobs' })).toBe(1)
  })

  test('refuses a result beyond its limit', async () => {
    open()
    expect(await pool.run('pages', odd, { kind: 'output', bytes: 900 }, { outputBytes: 1000 })).toHaveLength(900)
    expect((await fault(pool.run('pages', odd, { kind: 'output', bytes: 1000 }, { outputBytes: 1000 }))).code).toBe(
      'output',
    )
    expect(await echo('next')).toBe('next')
  })

  test('a job that throws and a thread that crashes are faults; the next job runs', async () => {
    open()
    expect(await fault(pool.run('pages', odd, { kind: 'throw' }))).toMatchObject({
      code: 'failed',
      message: expect.stringContaining('with intent'),
    })
    expect(await fault(pool.run('pages', odd, { kind: 'crash' }))).toMatchObject({
      code: 'failed',
      message: expect.stringContaining('beside the job'),
    })
    expect((await fault(pool.run('pages', nowhere, null))).code).toBe('failed')
    expect(await echo('next')).toBe('next')
  })

  test('runs one job of a lane at a time, queues a limited number and refuses the rest', async () => {
    open({ queue: 3 })
    const { gate, open: release } = closedGate()
    const first = pool.run('pages', odd, { kind: 'held', gate, value: 'first' })
    const waiting = ['a', 'b', 'c'].map(echo)
    expect((await fault(echo('d'))).code).toBe('busy')
    expect(pool.size()).toBe(1)
    release()
    expect(await Promise.all([first, ...waiting])).toEqual(['first', 'a', 'b', 'c'])
    expect(pool.size()).toBe(1)
  })

  test('lanes do not wait for each other, and share threads where they can', async () => {
    open()
    expect(await pool.run('saves', odd, { kind: 'jobs' })).toBe(1)
    expect(await pool.run('machines', odd, { kind: 'jobs' })).toBe(2)
    const { gate, open: release } = closedGate()
    const lanes = ['saves', 'pages', 'previews', 'machines', 'inbox', 'index', 'mails', 'imports'] as const
    const held: Promise<unknown>[] = []
    for (const lane of lanes) {
      expect(await pool.run(lane, odd, { kind: 'echo', value: lane })).toBe(lane)
      held.push(pool.run(lane, odd, { kind: 'held', gate, value: lane }))
    }
    expect(pool.size()).toBe(lanes.length)
    release()
    expect(await Promise.all(held)).toEqual(lanes)
  })

  test.runIf(process.platform === 'linux' && getPriority() < 19)(
    'imports and mails have a thread that stands back',
    async () => {
      open()
      expect(await pool.run('pages', odd, { kind: 'priority' })).toBe(getPriority())
      for (const lane of ['imports', 'mails'] as const)
        expect(await pool.run(lane, odd, { kind: 'priority' })).toBe(Math.min(19, getPriority() + 10))
      expect(await pool.run('saves', odd, { kind: 'priority' })).toBe(getPriority())
      expect(pool.size()).toBe(2)
    },
  )

  test('an aborted job ends with its thread, a waiting one leaves the queue, and the next one runs', async () => {
    open()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = pool.run('imports', odd, { kind: 'loop' }, { timeMs: 600_000, signal: running.signal })
    const second = pool.run('imports', odd, { kind: 'loop' }, { timeMs: 600_000, signal: waiting.signal })
    const third = pool.run('imports', odd, { kind: 'jobs' })
    waiting.abort('no longer wanted')
    await expect(second).rejects.toBe('no longer wanted')
    expect(pool.size()).toBe(1)
    running.abort('cancelled')
    await expect(first).rejects.toBe('cancelled')
    expect(await third).toBe(1)
    expect(pool.size()).toBe(1)
    await expect(pool.run('imports', odd, { kind: 'jobs' }, { signal: running.signal })).rejects.toBe('cancelled')
  })

  test('ends an idle worker and starts another one when needed', async () => {
    open({ idleMs: 1 })
    await echo('first')
    await expect.poll(() => pool.size()).toBe(0)
    // Covers every interleaving of an end and an order.
    for (let round = 0; round < 20; round += 1) {
      expect(await echo(round)).toBe(round)
      for (let step = 0; step < round; step += 1) await new Promise(setImmediate)
    }
  })

  test('ends with its running and waiting jobs', async () => {
    open()
    const jobs = [fault(pool.run('pages', odd, { kind: 'loop' })), fault(echo('waiting'))]
    await pool.end()
    expect((await Promise.all(jobs)).map(({ code }) => code)).toEqual(['failed', 'failed'])
    expect(pool.size()).toBe(0)
  })

  test('the process has a pool of its own', async () => {
    expect(await runInWorker('pages', odd, { kind: 'echo', value: 'Guten Tag' })).toBe('Guten Tag')
    await endWorkers()
    expect(await runInWorker('pages', odd, { kind: 'echo', value: 'noch einmal' })).toBe('noch einmal')
    await endWorkers()
  })
})
