import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Line } from '../../../../tests/support/line.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { type Hearings, LEASE_MS } from './leases.ts'
import { changesOf } from '../db/transaction.ts'

let app: TestApp
let owner: TestAccount
const ends: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await app.stop()
})

/** A second instance on a line that the test can break. */
async function besideOverLine() {
  const line = new Line()
  await line.listen()
  const address = new URL(app.databaseUrl ?? '')
  line.leadTo(Number(address.port))
  address.port = String(line.port)
  const beside = await startTestApp({ beside: { dataDir: app.dataDir, databaseUrl: address.href } })
  ends.push(async () => {
    line.mend()
    await beside.stop()
    await line.close()
  })
  return { beside, line }
}

const publish = async (title: string) => {
  const { status, body } = await owner.call('POST', '/api/articles', { title, status: 'published' })
  expect(status).toBe(201)
  return body
}
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now()
  const answer = await work()
  return { ms: performance.now() - began, answer }
}

describe.runIf(DIALECT === 'postgres')('[RUL-40] pages that instances keep', () => {
  test('no instance shows a state older than an acknowledged save', async () => {
    const { beside } = await besideOverLine()
    let article = await publish('Fassung 0')
    for (let number = 1; number <= 30; number++) {
      for (const { url } of [app, beside]) await (await fetch(`${url}/article/${article.slug}`)).text()
      const { version, id } = article
      const { status, body } = await owner.call('PATCH', `/api/articles/${id}`, { version, title: `Fassung ${number}` })
      expect(status).toBe(200)
      article = body
      expect(await (await fetch(`${beside.url}/article/${article.slug}`)).text()).toContain(`<h1>Fassung ${number}<`)
    }
  })

  test('a save waits for an unreachable instance until its lease ends, and that instance then serves nothing cached', async () => {
    const { beside, line } = await besideOverLine()
    let article = await publish('Vorher')
    const page = () => fetch(`${beside.url}/article/${article.slug}`)
    await (await page()).text()
    expect((await page()).headers.get('server-timing')).toBe('cache;desc=hit')
    const save = async (title: string) => {
      const { version, id } = article
      const { ms, answer } = await timed(() => owner.call('PATCH', `/api/articles/${id}`, { version, title }))
      expect(answer.status).toBe(200)
      article = answer.body
      return ms
    }
    await save('Gehört')
    await (await page()).text()
    line.fallSilent()
    const first = await save('Ungehört')
    expect(first).toBeLessThan(LEASE_MS + 1500)
    // A request from now on is answered after it has noticed, and not from its cache.
    const later = page().then(async (answer) => [answer.headers.get('server-timing'), await answer.text()])
    // Autosaves do not wait, and no writer waits for this instance any more.
    expect(changesOf(beside.db).hearsAll).toBe(false)
    const [timing, text] = await later
    expect(timing === 'cache;desc=stale' || text!.includes('Ungehört')).toBe(true)
    line.mend()
    await expect.poll(async () => (await page()).headers.get('server-timing')).toBe('cache;desc=hit')
    expect(await (await page()).text()).toContain('<h1>Ungehört<')
  })

  test('drafts do not wait, and an ended instance is not waited for', async () => {
    const { beside } = await besideOverLine()
    const rows = () => app.db.selectFrom('instance_leases').select('id').execute()
    expect(await rows()).toHaveLength(2)
    await app.db
      .insertInto('instance_leases')
      .values({ id: 'dead', renewed_at: new Date(Date.now() + 60_000).toISOString() })
      .execute()
    const draft = await timed(() => owner.call('POST', '/api/articles', { title: 'Entwurf' }))
    expect(draft.ms).toBeLessThan(LEASE_MS)
    // For an instance that never acknowledges, a save waits until its lease is over.
    expect((await timed(() => publish('Öffentlich'))).ms).toBeGreaterThan(LEASE_MS - 100)
    await app.db.deleteFrom('instance_leases').where('id', '=', 'dead').execute()
    const { beside: third } = await besideOverLine()
    expect(await rows()).toHaveLength(3)
    expect(third.url).not.toBe(beside.url)
  })

  test('where the live instances are unknown, a save waits for a whole lease', async () => {
    await app.db.deleteFrom('instance_leases').execute()
    // Until the next renewal its own row is missing, as on a promoted server.
    const peers = changesOf(app.db).peers as Hearings
    peers.beginAnew()
    expect((await timed(() => publish('Nach dem Wechsel'))).ms).toBeGreaterThan(LEASE_MS - 600)
  })
})
