import { expect, test } from 'vitest'
import { linkSigner } from './signed-links.ts'

const links = linkSigner(Buffer.alloc(32, 1))
const now = new Date('2026-03-01T08:00:00.000Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('a link opens one object until it runs out', () => {
  const token = links.sign('a/1.pdf', now, 300)
  expect(links.check('a/1.pdf', token, later(300))).toBe(true)
  expect(links.check('a/1.pdf', token, later(301))).toBe(false)
  expect(links.check('a/2.pdf', token, now)).toBe(false)
  expect(links.check('a/1.pdf', `9${token}`, now)).toBe(false)
})

test('one signed while the clock stood ahead opens nothing once it is right', () => {
  expect(links.check('a/1.pdf', links.sign('a/1.pdf', later(86_400), 60), now)).toBe(false)
})
