import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../contract/errors.ts'
import { UnreachableError } from '../../lib/faults.ts'
import type { Deed, OutboxSnapshot, Waiting } from '../outbox.ts'
import { createSender } from './sender.ts'
import type { OutboxStore } from './store.ts'

/** A browser's store in memory. It outlives the page. */
function memory() {
  const deeds = new Map<string, Waiting>()
  let queue: Promise<void> = Promise.resolve()
  const store: OutboxStore = {
    read: async (userId) => [...deeds.values()].filter((deed) => deed.userId === userId),
    put: async (deed) => void deeds.set(deed.id, deed),
    remove: async (id) => void deeds.delete(id),
    forget: async (isOld) => [...deeds.values()].filter(isOld).forEach(({ id }) => deeds.delete(id)),
    alone: (work) => (queue = queue.then(work, work)),
    onChange: () => undefined,
  }
  return { deeds, store }
}

/** A server that recognises repeated ids, with a connection that can be cut. */
function server() {
  const seen = new Map<string, string>()
  const line = { up: true, losesAnswer: false }
  const send = async (deed: Waiting) => {
    if (!line.up) throw new UnreachableError(undefined)
    const title = deed.kind === 'capture' ? deed.input.title : deed.title
    if (title === 'Nein') throw new ApiError('validation_failed', { message: 'Das geht nicht' })
    if (title === 'Voll') throw new ApiError('storage_full')
    if (!seen.has(deed.id)) seen.set(deed.id, title)
    if (line.losesAnswer) {
      line.up = false
      throw new UnreachableError(undefined)
    }
    return {}
  }
  return { seen, line, send, titles: () => [...seen.values()] }
}

const capture = (title: string): Deed => ({ kind: 'capture', input: { title } })

async function open(
  userId: string,
  { store }: ReturnType<typeof memory>,
  to: ReturnType<typeof server>,
  now = new Date(),
) {
  let shown: OutboxSnapshot = { waiting: [], left: 0, arrived: [], sending: false, known: false }
  const sender = createSender({
    store,
    send: to.send,
    ask: async () => to.line.up,
    lost: () => false,
    show: (next) => (shown = next),
    onArrived: async () => undefined,
    now: () => now,
  })
  await sender.turn(userId)
  const titles = () => shown.waiting.map((deed) => (deed.kind === 'capture' ? deed.input.title : deed.title))
  return { ...sender, titles, shown: () => shown }
}

test('[DESK-12] actions without a network wait and are sent once and in order', async () => {
  vi.useFakeTimers()
  const [browser, blog] = [memory(), server()]
  const page = await open('anna', browser, blog)
  expect(await page.add(capture('eins'))).toBe('sent')
  blog.line.up = false
  const outcomes = ['zwei', 'drei', 'vier'].map((title) => page.add(capture(title)))
  expect(page.titles()).toEqual(['zwei', 'drei', 'vier'])
  expect(await Promise.all(outcomes)).toEqual(['waits', 'waits', 'waits'])
  blog.line.up = true
  await page.flush()
  expect(blog.titles()).toEqual(['eins', 'zwei', 'drei', 'vier'])
  expect(page.shown().arrived).toHaveLength(3)
  expect(browser.deeds.size).toBe(0)
  vi.useRealTimers()
})

test('[DESK-12] an action whose response was lost is sent again by the next page and applied once', async () => {
  vi.useFakeTimers()
  const [browser, blog] = [memory(), server()]
  blog.line.losesAnswer = true
  expect(await (await open('anna', browser, blog)).add(capture('eins'))).toBe('waits')
  Object.assign(blog.line, { up: true, losesAnswer: false })
  await (await open('anna', browser, blog)).flush()
  expect([blog.titles(), browser.deeds.size]).toEqual([['eins'], 0])
  vi.useRealTimers()
})

test('[DESK-12] an action without a network keeps waiting, even if the network is back at the second check', async () => {
  vi.useFakeTimers()
  const [browser, blog] = [memory(), server()]
  const looks = [false, true, true]
  let broken = true
  const send = async (deed: Waiting) => {
    if (broken) throw new UnreachableError(undefined)
    return blog.send(deed)
  }
  const line = { losesAnswer: false, up: true }
  Object.defineProperty(line, 'up', { get: () => looks.shift() ?? true })
  const page = await open('anna', browser, { ...blog, line, send })
  expect(await page.add(capture('eins'))).toBe('waits')
  expect(page.titles()).toEqual(['eins'])
  broken = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect([blog.titles(), browser.deeds.size]).toEqual([['eins'], 0])
  vi.useRealTimers()
})

test('two pages of one browser never send an action twice', async () => {
  const [browser, blog] = [memory(), server()]
  const pages = [await open('anna', browser, blog), await open('anna', browser, blog)]
  await Promise.all(pages.flatMap((page, index) => [page.add(capture(`a${index}`)), page.add(capture(`b${index}`))]))
  expect(blog.seen.size).toBe(4)
  expect(browser.deeds.size).toBe(0)
})

test('a refusal is thrown to a caller that awaits it; otherwise it stays with its reason until changed', async () => {
  const [browser, blog] = [memory(), server()]
  const page = await open('anna', browser, blog)
  await expect(page.add(capture('Nein'))).rejects.toThrow('Das geht nicht')
  await expect(page.add(capture('Voll'))).rejects.toThrow('kein Speicherplatz')
  expect(browser.deeds.size).toBe(0)
  blog.line.up = false
  vi.useFakeTimers()
  for (const title of ['Nein', 'danach']) await page.add(capture(title))
  vi.useRealTimers()
  blog.line.up = true
  await page.flush()
  expect(blog.titles()).toEqual(['danach'])
  expect(page.shown().waiting.map(({ refusal }) => refusal?.message)).toEqual(['Das geht nicht'])
  const [refused] = page.shown().waiting
  await page.change(refused?.id ?? '', (deed) => ({ ...deed, ...capture('Doch') }) as Waiting)
  expect([blog.titles(), browser.deeds.size]).toEqual([['danach', 'Doch'], 0])
})

test('no account sees or sends the actions of another one, and they expire after 14 days', async () => {
  const [browser, blog] = [memory(), server()]
  blog.line.up = false
  vi.useFakeTimers()
  await (await open('anna', browser, blog)).add(capture('Annas'))
  blog.line.up = true
  const other = await open('bert', browser, blog)
  await other.flush()
  expect([other.titles(), blog.titles()]).toEqual([[], []])
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000)
  await open('bert', browser, blog, days(13))
  expect(browser.deeds.size).toBe(1)
  await open('bert', browser, blog, days(15))
  expect(browser.deeds.size).toBe(0)
  vi.useRealTimers()
})
