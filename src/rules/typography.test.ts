import { expect, test } from 'vitest'
import { growsTooFast } from '../../tests/support/growth.ts'
import { measureReading, syllablesOf } from './readability.ts'
import { typographyOf, type Range } from './typography.ts'

function typed(text: string, ranges: Range[] = []): string {
  let [written, read] = ['', 0]
  for (const { from, to, insert } of typographyOf(text, ranges)) {
    written += text.slice(read, from) + insert
    read = to
  }
  return (written + text.slice(read)).replaceAll('\u00a0', '~')
}

test.each([
  ['"Ja", sagte er. ("Nein.")', '„Ja“, sagte er. („Nein.“)'],
  ['**"Fett"** und *"kursiv"*', '**„Fett“** und *„kursiv“*'],
  ['Er rief: "Das ist \'gut\' so."', 'Er rief: „Das ist ‚gut‘ so.“'],
  ["Wie geht's? So'n Ding, Hans' Haus", 'Wie geht’s? So’n Ding, Hans’ Haus'],
  ["'ne Idee", '’ne Idee'],
  ['Ein 5" Display', 'Ein 5" Display'],
  ['Das - so heißt es - geht -- ja--nein', 'Das – so heißt es – geht – ja–nein'],
  ['Text\n---\n- Punkt\n2026-11-23 E-Mail', 'Text\n---\n- Punkt\n2026-11-23 E-Mail'],
  ['Na ... gut... ....', 'Na … gut… ....'],
  ['z.B. 5 km, d. h. 20 % am 3. März, S. 12, § 5, Dr. Öz', 'z.~B. 5~km, d.~h. 20~% am 3.~März, S.~12, §~5, Dr.~Öz'],
  ['Schon „richtig“ – z.\u00a0B. so … ’n', 'Schon „richtig“ – z.~B. so … ’n'],
])('%s', (text, expected) => {
  expect(typed(text)).toBe(expected)
  expect(typed(typed(text).replaceAll('~', '\u00a0'))).toBe(expected)
})

test('nothing within protected pieces changes, and quotes around them close', () => {
  const text = 'a "b" `c "d" ...` "e"'
  expect(typed(text, [{ from: 6, to: 17 }])).toBe('a „b“ `c "d" ...` „e“')
})

test('syllables, sentences and the figure of Flesch in German', () => {
  expect(['Haus', 'Theater', 'Donau', 'Eier', 'Quelle', 'Straßenbahnhaltestelle'].map(syllablesOf)).toEqual([
    1, 3, 2, 2, 2, 7,
  ])
  const easy = measureReading('Der Hund bellt. Die Katze schläft. '.repeat(8))
  expect(easy).toMatchObject({ words: 48, sentences: 16 })
  expect(easy.flesch).toBeGreaterThan(80)
  const hard = measureReading(
    'Verwaltungsverfahrensgesetzliche Zuständigkeitsregelungen unterliegen grundsätzlich verfassungsrechtlichen Voraussetzungen. '.repeat(
      5,
    ),
  )
  expect(hard.flesch).toBeLessThan(0)
  expect(measureReading('Am 3. März z. B. kam Dr. Öz. Er ging.').sentences).toBe(2)
  expect(measureReading('').flesch).toBeNull()
})

test.each([`"`, `'`, `'a `, `z.`, `- `, `5 `, `...`, `„`, `a. `])(
  'four times the text of %j takes four times as long',
  (piece) => {
    const work = (length: number) => {
      const text = piece.repeat(length / piece.length)
      typographyOf(text, [])
      measureReading(text)
    }
    expect(growsTooFast(60_000, work)).toBeNull()
  },
)
