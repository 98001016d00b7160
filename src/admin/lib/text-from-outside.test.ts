import { expect, test } from 'vitest'
import { asLine, textOfFile } from './text-from-outside.ts'

test('line breaks, tabs and what else the server refuses become one blank, everything else stays as typed', () => {
  expect(asLine('Ein\tTitel\r\nmit \u0007 Glocke')).toBe('Ein Titel mit Glocke')
  expect(asLine('  zwei  Leerzeichen\u00A0– ')).toBe('  zwei  Leerzeichen\u00A0– ')
})

const TEXT = 'email;confirmed_words\nada@leser.example;Ja – für „Öl“'

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['Windows-1252', Buffer.from(TEXT.replace('–', '\u0096').replace('„', '\u0084').replace('“', '\u0093'), 'latin1')],
])('a file in %s is read', async (_charset, bytes) => {
  expect(await textOfFile(new Blob([new Uint8Array(bytes)]))).toBe(TEXT)
})
