import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFolded } from './find-folded.ts'
import { fold, foldStart } from './fold.ts'

const found = (text: string, words: string) => {
  const place = findFolded(text, fold(words))
  return place && text.slice(place.start, place.end)
}

test('gives the place in the text as it was written', () => {
  expect(found('Die Straße glänzt', 'strasse')).toBe('Straße')
  expect(found('Die Straße glänzt', 'GLANZ')).toBe('glänz')
  expect(found('a\u0308pfel hier', 'äpfel')).toBe('a\u0308pfel')
  expect(found('👩‍💻 am Rechner', 'rechner')).toBe('Rechner')
  expect(found('nichts', 'etwas')).toBeNull()
  expect(found('nichts', '')).toBeNull()
})

test('what it gives folds to something that holds the words', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', 'Ä', 'ß', 's', 'ü', '\u0308', ' ', 'ﬁ', '😀'),
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(words, words, words, (before, middle, after) => {
      if (fold(middle) === '') return
      const text = before + middle + after
      if (!fold(text).includes(fold(middle))) return
      expect(fold(found(text, middle) ?? '')).toContain(fold(middle))
    }),
  )
})

test('finds the place however far it lies in the text, and whatever lies on the way', () => {
  for (const filler of ['a', 'ß', 'u\u0308', '😀', 'ﬁ', 'ﷺ']) {
    for (const times of [1, 511, 512, 1023, 1024, 1025, 5000]) {
      const text = `${filler.repeat(times)} Straßen😀bahn und ${filler.repeat(times)}`
      expect(found(text, 'strassen😀bahn'), `${filler} × ${times}`).toBe('Straßen😀bahn')
    }
  }
})

test('the start of a folded text is what folding all of it begins with, well-formed', () => {
  for (const text of ['Straße 😀 '.repeat(400), 'ﷺ'.repeat(900), 'u\u0308'.repeat(2000), '😀'.repeat(3000), 'kurz'])
    for (const most of [1, 1023, 1024, 1025, 3001])
      expect(foldStart(text, most)).toBe(fold(text).slice(0, most).toWellFormed())
})
