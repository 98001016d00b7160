import { expect, test } from 'vitest'
import { MOST_REPLACEMENTS } from './limits.ts'
import { changeOf, partsTyped } from './suggestions.ts'
import { docOf } from './text-steps.ts'

test.each([
  ['ein Wort', 'eins zwei drei vier fünf', 'eins zwei 3 vier fünf', [[10, 14, '3']]],
  ['ein Wort mit gleichem Ende', 'Nicht Ihr Text.', 'Nicht unser Text.', [[6, 9, 'unser']]],
  [
    'zwei Stellen',
    'a b c d e f',
    'A b c d e F',
    [
      [0, 1, 'A'],
      [10, 11, 'F'],
    ],
  ],
  ['nichts', 'gleich', 'gleich', []],
  ['ein neuer Absatz', 'a\n\nb', 'a\n\nneu\n\nb', [[3, 3, 'neu\n\n']]],
  ['gemischte Zeilenenden', 'a\r\nb\nc', 'a\nB\nc', [[3, 4, 'B']]],
  ['am Ende einer Zeile mit gemischten Enden', 'a\r\nb', 'a x\nb', [[1, 1, ' x']]],
])('[TEAM-6] what is typed over a passage becomes its replacements: %s', (_what, passage, typed, parts) => {
  const doc = docOf(passage, 'mixed')
  const found = partsTyped(passage, typed)
  expect(changeOf(found, doc.length).apply(doc).toString().replaceAll('\r', '')).toBe(typed)
  expect(found.map(([from, to]) => doc.sliceString(from, to)).join('')).not.toContain('\r')
  expect(partsTyped(passage, typed, 5)).toEqual(found.map(([from, to, insert]) => [from + 5, to + 5, insert]))
  expect(found).toEqual(parts)
})

test('[TEAM-6] a passage with more replacements than one suggestion takes is replaced as a whole', () => {
  const words = Array.from({ length: 8 * MOST_REPLACEMENTS }, (_, at) => `w${at}`)
  const typed = words.map((word, at) => (at % 6 === 0 ? `${word}!` : word)).join(' ')
  expect(partsTyped(words.join(' '), typed, 3)).toEqual([[3, 3 + words.join(' ').length, typed]])
})
