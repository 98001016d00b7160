import { expect, test } from 'vitest'
import { plainPieces } from './plain-body.ts'

const html = (markdown: string) => [...plainPieces(markdown)].join('')

test('an unrendered text keeps its paragraphs and lines', () => {
  expect(html('# a & <b>\r\nzwei\r\n\r\n\n\ndrei\u0000\n')).toBe(
    '<p># a &amp; &lt;b&gt;<br>zwei</p>\n<p>drei<br></p>\n',
  )
})

test('pieces split no character and no paragraph, and stay small', () => {
  // With 65 536 characters the first piece would end within the character, the space between two paragraphs, and the
  // line ends.
  for (const middle of ['😀', '\n\n', '\r\n\r\n', '\n'.repeat(100_000)])
    for (const before of [65_533, 65_534, 65_535, 65_536]) {
      const text = `${'a'.repeat(before)}${middle}b`
      const wanted = middle === '😀' ? '😀' : '</p>\n<p>'
      expect(html(text)).toBe(`<p>${'a'.repeat(before)}${wanted}b</p>\n`)
    }
  for (const piece of plainPieces('&\n'.repeat(500_000))) expect(piece.length).toBeLessThan(500_000)
})
