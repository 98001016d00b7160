import { expect, test } from 'vitest'
import { bounded, TooBusy } from './bounded.ts'

test('so many run at once, the others wait in their order, and who comes then is refused', async () => {
  const through = bounded({ atOnce: 2, waiting: 3 })
  const ends: (() => void)[] = []
  const begun: number[] = []
  const asked = Array.from({ length: 6 }, (_, number) =>
    through(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      return number
    }),
  )
  await expect(asked[5]).rejects.toBeInstanceOf(TooBusy)
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  expect(await asked[1]).toBe(1)
  expect(begun).toEqual([0, 1, 2])
  for (let end = 0; end < ends.length; end++) {
    ends[end]?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await Promise.all(asked.slice(0, 5))).toEqual([0, 1, 2, 3, 4])
  expect(await through(async () => 'wieder frei')).toBe('wieder frei')
})

test('work that fails frees its place', async () => {
  const through = bounded({ atOnce: 1, waiting: 1 })
  const failing = through(() => Promise.reject(new Error('nein')))
  const next = through(async () => 1)
  await expect(failing).rejects.toThrow('nein')
  expect(await next).toBe(1)
})
