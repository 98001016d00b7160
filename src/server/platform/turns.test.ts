import { expect, test } from 'vitest'
import { Overloaded, Turns } from './turns.ts'

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { end: resolve, work: () => promise }
}

test('so many at once and so many waiting, in the order they came', async () => {
  const turns = new Turns({ atOnce: 2, mostWaiting: 4 })
  const begun: number[] = []
  const works = Array.from({ length: 6 }, held)
  const done = works.map(({ work }, index) =>
    turns.take(async () => {
      begun.push(index)
      await work()
    }),
  )
  // One has begun, four wait: the sixth came too late.
  await expect(done.pop()).rejects.toThrow(Overloaded)
  await expect.poll(() => begun).toEqual([0, 1])
  done.push(turns.take(async () => void begun.push(5)))
  await expect(turns.take(async () => {})).rejects.toThrow(Overloaded)
  for (const { end } of works) end()
  await Promise.all(done)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  expect(await turns.take(async () => 'wieder frei')).toBe('wieder frei')
})

test('work that fails gives its turn on', async () => {
  const turns = new Turns({ atOnce: 1, mostWaiting: 10 })
  const failing = turns.take(() => Promise.reject(new Error('nein')))
  const next = turns.take(async () => 'doch')
  await expect(failing).rejects.toThrow('nein')
  expect(await next).toBe('doch')
})

test('others get the event loop between two that wait', async () => {
  const turns = new Turns({ atOnce: 8, mostWaiting: 100 })
  let rounds = 0
  let counting = true
  const count = () => {
    rounds++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const seen: number[] = []
  await Promise.all(Array.from({ length: 20 }, () => turns.take(async () => void seen.push(rounds))))
  counting = false
  expect(new Set(seen).size).toBe(20)
})
