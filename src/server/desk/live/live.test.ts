import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLive } from '../../../../tests/support/live-stream.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { changesOf } from '../../platform/db/transaction.ts'

let app: TestApp
let owner: TestAccount
/** Number of listeners while no stream is open. */
let quiet: number

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  quiet = listeners()
})
afterAll(() => app.stop())

const listeners = () => changesOf(app.db).listeners

test('[RUL-35] sends noun, id and verb of others’ changes, and nothing of their content', async () => {
  const live = await openLive(app.url, owner.accessToken)
  const { id } = (await owner.call('POST', '/api/links', { title: 'Geheim', url: 'https://a.example' })).body
  expect(await live.next()).toEqual({ event: 'change', data: { noun: 'links', id, verb: 'created' } })
  await owner.call('DELETE', `/api/links/${id}`)
  expect(await live.next()).toEqual({ event: 'change', data: { noun: 'links', id, verb: 'removed' } })
  await live.close()
})

test('[RUL-35] requires a bearer token in the header, and an approved account', async () => {
  expect((await app.call('GET', `/api/live?access_token=${owner.accessToken}`)).status).toBe(401)
  expect((await (await app.register()).call('GET', '/api/live')).body.code).toBe('approval_pending')
})

describe('frees its resources after', () => {
  test('HEAD requests', async () => {
    // Streams of previous tests end with their sessions.
    await expect.poll(listeners).toBe(quiet)
    for (let count = 0; count < 100; count++) {
      const { status, headers } = await owner.call('HEAD', '/api/live')
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    }
    expect(listeners()).toBe(quiet)
  })

  test('a client that disconnects, at once or later', async () => {
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    for (let count = 0; count < 20; count++) {
      const leaving = new AbortController()
      const answer = fetch(`${app.url}/api/live`, { headers, signal: leaving.signal })
      if (count % 2 === 0) await answer
      leaving.abort()
      await answer.catch(() => {})
    }
    await expect.poll(listeners).toBe(quiet)
  })

  test('a client that does not read: its backlog is bounded, then it is disconnected', async () => {
    const { hostname, port } = new URL(app.url)
    const stalled = connect(Number(port), hostname).pause()
    stalled.write(`GET /api/live HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${owner.accessToken}\r\n\r\n`)
    await expect.poll(listeners).toBe(quiet + 2)
    const reading = await openLive(app.url, owner.accessToken)
    const change = { noun: 'links', id: 'x'.repeat(16_000), verb: 'updated' } as const
    let told = 0
    // Until the operating system's own buffers are full, too; a reading client stays.
    while (listeners() > quiet + 2 && told < 20_000) {
      changesOf(app.db).tellCommitted(change)
      told++
      await reading.next()
    }
    expect(listeners()).toBe(quiet + 2)
    changesOf(app.db).tellCommitted({ ...change, id: 'kurz' })
    expect(await reading.next()).toMatchObject({ data: { id: 'kurz' } })
    const closed = new Promise((resolve) => stalled.on('close', resolve).on('error', resolve))
    stalled.resume()
    await closed
    await reading.close()
    await expect.poll(listeners).toBe(quiet)
  })

  test('the number of streams is limited per account', async () => {
    const account = await app.register()
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
    const streams = await Promise.all(Array.from({ length: 32 }, () => openLive(app.url, account.accessToken)))
    const refused = await account.call('GET', '/api/live')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    await (await openLive(app.url, owner.accessToken)).close()
    for (const stream of streams) await stream.close()
    await expect.poll(listeners).toBe(quiet)
    await (await openLive(app.url, account.accessToken)).close()
  })
})
