import { expect, test } from 'vitest'
import { isWholeCode, wayLabel, waysOf } from './ways.ts'

test('every factor is a way, recovery codes come last, and without factors there is none', () => {
  const ways = waysOf([
    { id: '1', type: 'totp', name: 'Handy', phone: '' },
    { id: '2', type: 'webauthn', name: '', phone: '' },
    { id: '3', type: 'phone', name: '', phone: '+491711234567' },
  ])
  expect(ways.map(wayLabel)).toEqual([
    'Code aus der App „Handy“ eingeben',
    'Passkey verwenden',
    'Code per SMS an …567',
    'Wiederherstellungscode verwenden',
  ])
  expect(waysOf([])).toEqual([])
})

test('six digits are a whole code, as apps space them too', () => {
  for (const code of ['123456', '123 456', ' 12 34 56 ']) expect(isWholeCode(code)).toBe(true)
  for (const code of ['12345', '1234567', '12345a', '']) expect(isWholeCode(code)).toBe(false)
})
