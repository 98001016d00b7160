import { expect, test } from 'vitest'
import { sourceChanges, type SourceKind } from './source-text.ts'

const source = { title: 'Ein [Test]', url: 'https://x.example/a_(b)', note: 'Erste Zeile\nZweite' }

function put(
  text: string,
  kind: SourceKind,
  given: Partial<Omit<typeof source, 'url'>> & { url?: string | null } = {},
): string {
  const at = text.indexOf('|')
  const plain = text.replace('|', '')
  const { changes } = sourceChanges(
    plain,
    { from: at, to: at },
    { source: { ...source, ...given }, kind, day: '23. November 2026' },
  )
  let [written, read] = ['', 0]
  for (const { from, to, insert } of changes) {
    written += plain.slice(read, from) + insert
    read = to
  }
  return written + plain.slice(read)
}

test('a footnote gets the next number, and its note at the end has the access date', () => {
  expect(put('Das stimmt.|', 'footnote')).toBe(
    'Das stimmt.[^1]\n\n[^1]: [Ein \\[Test\\]](https://x.example/a_%28b%29), abgerufen am 23. November 2026.\n',
  )
  expect(put('Eins.[^1] Zwei.|\n\n[^1]: Da.\n', 'footnote', { title: 'T', url: 'https://y.example/' })).toBe(
    'Eins.[^1] Zwei.[^2]\n\n[^1]: Da.\n[^2]: [T](https://y.example/), abgerufen am 23. November 2026.\n',
  )
  expect(put('|', 'footnote', { title: 'Buch', url: null })).toBe('[^1][^1]: Buch, abgerufen am 23. November 2026.\n')
})

test('a link wraps the selected words', () => {
  expect(put('Siehe |.', 'link', { title: 'T', url: 'https://y.example/' })).toBe('Siehe [T](https://y.example/).')
  const { changes } = sourceChanges('Siehe dort.', { from: 6, to: 10 }, { source, kind: 'link', day: '' })
  expect(changes).toEqual([{ from: 6, to: 10, insert: '[dort](https://x.example/a_%28b%29)' }])
})

test('a quotation goes below the paragraph', () => {
  expect(put('Eins|.\n\nZwei.', 'quote', { title: 'T', url: 'https://y.example/' })).toBe(
    'Eins.\n\n> Erste Zeile\n> Zweite\n>\n> — [T](https://y.example/)\n\n\nZwei.',
  )
})
