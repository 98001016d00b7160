import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts, withoutPlace, type Comparison } from './compare-texts.ts'

const texts = (content_markdown: string) => ({ title: '', excerpt: '', content_markdown })
const compare = (old: string, now: string) => compareTexts(texts(old), texts(now))
const runsOf = ({ paragraphs }: Comparison) => paragraphs.flatMap(({ runs }) => runs)
/** Changes as `-old+now`, whole ones in brackets. */
const changes = (comparison: Comparison) =>
  runsOf(comparison)
    .filter(({ place }) => place !== null)
    .map(({ place, old, now, whole }) => `${place}${whole ? '!' : ''} -${old.trim()} +${now.trim()}`)

test('[WEEK-25] a small change stays inline, and two of them that are three words apart are two places', () => {
  const old = 'Um sechs, wenn alle Kaffee kochen, bleibt der Verdichter dann einfach aus, und niemand merkt es im Haus.'
  const now =
    'Um sechs, wenn alle Tee kochen, bleibt der Verdichter eine Stunde lang aus, und niemand merkt es im Haus.'
  expect(changes(compare(old, now))).toEqual(['1 -Kaffee +Tee', '2 -dann einfach +eine Stunde lang'])
})

test('[WEEK-25] changes with fewer than three equal words between them are one', () => {
  const old =
    'Am Abend geht der alte Mann mit seinem kleinen Hund durch die Gassen der Stadt und weiter bis hinunter zum Hafen.'
  const now =
    'Am Abend geht die alte Frau mit seinem kleinen Hund durch die Gassen der Stadt und weiter bis hinunter zum Hafen.'
  expect(changes(compare(old, now))).toEqual(['1 -der alte Mann +die alte Frau'])
})

test('[WEEK-25] a rewritten sentence is shown whole, and its neighbours stay', () => {
  const old =
    'Vorher bleibt alles. Um drei Uhr nachts wird es in der Truhe mit den Tiefkühlerbsen ein Grad kälter als nötig. Niemand hat das angeordnet.'
  const now =
    'Vorher bleibt alles. Nachts um drei kühlt die Truhe mit den Erbsen ein Grad tiefer, als sie müsste. Niemand hat das angeordnet.'
  expect(changes(compare(old, now))).toEqual([
    '1! -Um drei Uhr nachts wird es in der Truhe mit den Tiefkühlerbsen ein Grad kälter als nötig. +Nachts um drei kühlt die Truhe mit den Erbsen ein Grad tiefer, als sie müsste.',
  ])
})

test('[WEEK-25] added, removed and changed paragraphs are found among unchanged ones', () => {
  const old = '# Titel\n\nErster Absatz bleibt.\n\nDieser fällt weg.\n\nDer letzte Absatz steht hier am Ende.\n'
  const now = '# Titel\n\nErster Absatz bleibt.\n\nDer letzte Absatz stand hier am Ende.\n\nGanz neu ist dieser.\n'
  expect(changes(compare(old, now))).toEqual(['1 -Dieser fällt weg. +', '2 -steht +stand', '3 - +Ganz neu ist dieser.'])
})

test('a place can be taken back by itself', () => {
  const comparison = compare('Eins ist hier und steht fest. Zwei.', 'Eins war hier und steht fest. Drei.')
  expect(comparison.places).toBe(2)
  expect(withoutPlace(comparison, 1, 'content_markdown')).toBe('Eins ist hier und steht fest. Drei.')
  expect(withoutPlace(comparison, 2, 'content_markdown')).toBe('Eins war hier und steht fest. Zwei.')
})

test('title and excerpt are places of their own; white space alone is none', () => {
  const old = { title: 'Alt', excerpt: 'Auszug', content_markdown: 'Text.\n\nMehr.' }
  const now = { title: 'Neu', excerpt: 'Auszug!', content_markdown: 'Text.\n\n\nMehr.\n' }
  const comparison = compareTexts(old, now)
  expect(comparison.places).toBe(2)
  expect(
    comparison.paragraphs.filter(({ runs }) => runs.some(({ place }) => place !== null)).map(({ field }) => field),
  ).toEqual(['title', 'excerpt'])
})

test('whatever the texts are, the pieces give both back, and taking every place back gives the old words', () => {
  const word = fc.constantFrom(
    'der',
    'Hund',
    'läuft',
    'nicht',
    'immer',
    'weit',
    '**fett**',
    '„so“',
    'z. B.',
    '🙂',
    'e\u0301',
  )
  const end = fc.constantFrom(' ', ' ', ' ', '. ', ', ', '.\n', '\n\n', '? ', '.“ ')
  const text = fc.array(fc.tuple(word, end), { maxLength: 60 }).map((parts) => parts.flat().join(''))
  fc.assert(
    fc.property(text, text, fc.boolean(), (a, b, related) => {
      const now = related ? a.slice(0, a.length / 2) + b.slice(0, 20) + a.slice(a.length / 2) : b
      const comparison = compare(a, now)
      const runs = runsOf(comparison)
      expect(runs.map((run) => run.old).join('')).toBe(a)
      expect(runs.map((run) => run.now).join('')).toBe(now)
      const undone = runs.map((run) => (run.place === null ? run.now : run.old)).join('')
      expect(undone.replace(/\s+/g, '')).toBe(a.replace(/\s+/g, ''))
      const places = new Set(runs.flatMap(({ place }) => place ?? []))
      expect(places.size).toBe(comparison.places)
    }),
    { numRuns: 400 },
  )
})

test('huge texts end soon: without a common word, of one line, of many paragraphs', () => {
  const words = (seed: string, count: number, between: string) =>
    Array.from({ length: count }, (_, index) => `${seed}${index}`).join(between)
  for (const between of [' ', '\n', '\n\n', '. ']) {
    const [a, b] = [words('a', 30_000, between), words('b', 30_000, between)]
    const comparison = compare(a, b)
    expect(comparison.places).toBeGreaterThan(0)
    expect(
      runsOf(comparison)
        .map(({ old }) => old)
        .join(''),
    ).toBe(a)
  }
})

test('a text without the end of a sentence ends soon, whatever has changed in it', () => {
  const words = Array.from({ length: 25_000 }, (_, index) => `w${index}`)
  const comparison = compare(words.join(' '), words.map((word, index) => (index % 50 === 0 ? 'neu' : word)).join(' '))
  expect(comparison.places).toBe(500)
})
