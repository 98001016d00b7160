import { expect, test } from 'vitest'
import { findTextFault, refuseUnstorable, textFault } from './storable-text.ts'

test.each([
  ['', null],
  ['Grün 💥 \u0001\ufffe', null],
  ['a\u0000b', 'an Stelle 2'],
  ['\ud83d', 'an Stelle 1'],
  ['💥\udca5', 'an Stelle 3'],
  ['💥x\ud83dy', 'an Stelle 4'],
])('a text %j', (text, reason) => {
  if (reason === null) expect(textFault(text)).toBeNull()
  else expect(textFault(text)).toContain(reason)
})

test('names the field, also for lists and field names', () => {
  expect(findTextFault({ title: 'gut', tags: ['a', { name: 'b\0' }] })?.field).toBe('tags.1.name')
  expect(findTextFault({ data: { 'a\0': 1 } })?.field).toBe('data')
  expect(findTextFault([null, 1, true, undefined, new Date()])).toBeNull()
  expect(() => refuseUnstorable('a\0', 'filename')).toThrow(
    expect.objectContaining({ data: { fields: [expect.objectContaining({ field: 'filename' })] } }),
  )
})

test('looks into any depth', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`) as unknown
  expect(findTextFault(deep)?.field).toBe('0.0.0.0.0.0.0.0.…')
})
