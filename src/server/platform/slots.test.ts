import { expect, test } from 'vitest'
import { giveWay, Overloaded, Slots } from './slots.ts'

/** Work that ends on demand. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { end: resolve, work: () => promise }
}

test('bounded concurrency and bounded queue, in order of arrival', async () => {
  const slots = new Slots({ atOnce: 2, mostWaiting: 4 })
  const begun: number[] = []
  const works = Array.from({ length: 6 }, held)
  const done = works.map(({ work }, index) =>
    slots.take(async () => {
      begun.push(index)
      await work()
    }),
  )
  // One is running, four wait: the sixth is refused.
  await expect(done.pop()).rejects.toThrow(Overloaded)
  await expect.poll(() => begun).toEqual([0, 1])
  done.push(slots.take(async () => void begun.push(5)))
  await expect(slots.take(async () => {})).rejects.toThrow(Overloaded)
  for (const { end } of works) end()
  await Promise.all(done)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  expect(await slots.take(async () => 'wieder frei')).toBe('wieder frei')
})

test('failing work frees its slot', async () => {
  const slots = new Slots({ atOnce: 1, mostWaiting: 10 })
  const failing = slots.take(() => Promise.reject(new Error('nein')))
  const next = slots.take(async () => 'doch')
  await expect(failing).rejects.toThrow('nein')
  expect(await next).toBe('doch')
})

test('other work gets the event loop between two queued items', async () => {
  const slots = new Slots({ atOnce: 8, mostWaiting: 100 })
  let rounds = 0
  let counting = true
  const count = () => {
    rounds++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const seen: number[] = []
  await Promise.all(Array.from({ length: 20 }, () => slots.take(async () => void seen.push(rounds))))
  counting = false
  expect(new Set(seen).size).toBe(20)
})

test('work that waits for something else frees its slot, and continues before others begin', async () => {
  const slots = new Slots({ atOnce: 1, mostWaiting: 10 })
  const log: string[] = []
  const [elsewhere, here] = [held(), held()]
  const first = slots.take(async (aside) => {
    // Work it does besides needs no slot either.
    await Promise.all([aside(elsewhere.work), aside(async () => void log.push('beside'))])
    log.push('first')
  })
  const second = slots.take(async () => {
    log.push('second begins')
    await here.work()
    log.push('second ends')
  })
  const third = slots.take(async () => void log.push('third'))
  await expect.poll(() => log).toEqual(['beside', 'second begins'])
  elsewhere.end()
  await new Promise(setImmediate)
  here.end()
  await Promise.all([first, second, third])
  expect(log).toEqual(['beside', 'second begins', 'second ends', 'first', 'third'])
})

test('work that fails while a part of it waits elsewhere frees every slot', async () => {
  const slots = new Slots({ atOnce: 1, mostWaiting: 10 })
  const elsewhere = held()
  const failing = slots.take((aside) => Promise.all([aside(elsewhere.work), Promise.reject(new Error('nein'))]))
  await expect(failing).rejects.toThrow('nein')
  expect(await slots.take(async () => 'während es wartet')).toBe('während es wartet')
  elsewhere.end()
  const order: number[] = []
  await Promise.all([1, 2, 3].map((number) => slots.take(async () => void order.push(number))))
  expect(order).toEqual([1, 2, 3])
})

test('long work pauses where others are busy, and they get more than one round of the event loop', async () => {
  let rounds = 0
  let isOver = false
  const others = () => {
    rounds++
    for (const until = performance.now() + 5; performance.now() < until;);
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  await giveWay(60)
  isOver = true
  expect(rounds).toBeGreaterThan(1)
})
