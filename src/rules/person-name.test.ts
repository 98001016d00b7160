import { describe, expect, test } from 'vitest'
import { personName, readPersonName } from './person-name.ts'

const nameOf = (typed: string) => {
  const read = readPersonName(typed)
  return 'name' in read ? read.name : null
}

describe('[WEEK-9] what somebody may be called (RUL-69)', () => {
  test.each([
    ['Mira Öztürk', 'Mira Öztürk'],
    ['  Mira \u00a0 Öztürk ', 'Mira Öztürk'],
    // Composed and decomposed characters are one name.
    ['Mira O\u0308ztu\u0308rk', 'Mira Öztürk'],
    ['李小龍', '李小龍'],
    ['محمد', 'محمد'],
    ['نرگس\u200cسادات', 'نرگس\u200cسادات'],
    ['Käpt’n 👩\u200d💻', 'Käpt’n 👩\u200d💻'],
    ['4', '4'],
    ['ß'.repeat(80), 'ß'.repeat(80)],
    ['𝒜'.repeat(80), '𝒜'.repeat(80)],
  ])('%j is kept as %j', (typed, kept) => expect(nameOf(typed)).toBe(kept))

  test.each([
    '',
    '   ',
    '\u00a0\u3000',
    '…',
    '👩\u200d💻',
    '\u200d',
    // Hangul filler: an invisible character.
    '\u3164',
    'Mira\nÖztürk',
    'Mira\tÖztürk',
    'Mira\u0000',
    'Mira\u007f',
    // Turns what follows around: „Mira (Inhaberin)“ out of anything.
    'Mira \u202eniH',
    'Mira\u2066x\u2069',
    'Mira\u200f',
    'Mira\u061c',
    'Mi\u200bra',
    'Mi\u00adra',
    'Mira\ufeff',
    'Mira\u{e0041}',
    'Mira\u2028Öztürk',
    'Mira\ue000',
    'Mira\ud800',
    'mira@blog.example',
    'x'.repeat(81),
    `Mira${' '.repeat(400)}`,
    'x'.repeat(1_000_000),
  ])('%j is refused', (typed) => expect(nameOf(typed)).toBeNull())
})

test('[WEEK-9] until a name is given the part before the @ stands for it', () => {
  expect(personName({ display_name: 'Mira', email: 'm@blog.example' })).toBe('Mira')
  expect(personName({ display_name: null, email: 'mira.o@blog.example' })).toBe('mira.o')
  expect(personName({ display_name: null, email: null })).toBe('Ohne Namen')
  expect(personName({ display_name: null, email: '' })).toBe('Ohne Namen')
})
