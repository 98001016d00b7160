import type { Random } from './kit.ts'

const ENDS = ['\n', '\n', '\n', '\r\n', '\r\n', '\r', 'mixed'] as const

/** Pieces a text may be made of: what editors normalise, decorate, complete or swallow when nobody is looking. */
const PIECES = [
  '# Überschrift',
  'Setext\u0020\u0020',
  '===',
  '---',
  '***fett und kursiv*** und ~~weg~~',
  '- eins',
  '  - zwei\t',
  '\t- mit Tabulator',
  '3) drei',
  '- [ ] offen',
  '* [X] erledigt   ',
  '> Zitat',
  '>> tief',
  '>',
  '```ts\u0020title="a"',
  'let x = 1;\t\t',
  '```',
  '~~~',
  '    eingerückt',
  '| a | b\\|c |',
  '|---|:-:|',
  '| 1 |',
  'Fußnote[^1] und[^lang]',
  '[^1]: Note',
  '[^lang]:',
  '    zweiter Absatz der Note',
  '<div align="center"><b>HTML</b><!-- Kommentar --></div>',
  '<script>alert(1)</script>',
  '[Link](https://example.org/a_(b) "Titel") <https://example.org>',
  '![Bild][ref]',
  '[ref]: /bild.png',
  'Emoji 🦊👩‍👩‍👧‍👦🇩🇪 e\u0301 Å',
  'geschützt\u00A0\u202F\u2009\u200B\u200D\uFEFF\u00AD',
  'Trenner\u2028innen\u2029und\u0085so',
  'Steuerzeichen \u0001\u0007\u000B\u000C\u001B\u007F',
  '„Äpfel“ – ‚Birnen‘ … "gerade" \'auch\'',
  'Ende mit Leerzeichen   ',
  '\\* \\_ \\` &amp; &nbsp; \\',
  '\t',
  '   ',
  '',
  '',
] as const

/** Markdown as people and programs leave it: any line ends, byte order marks, tabs, blanks, footnotes, HTML, tables, signs. */
export function oddDocument(random: Random): string {
  const end = random.pick(ENDS)
  const lines = Array.from({ length: random.int(0, 24) }, () => random.pick(PIECES))
  const text = lines.map((line) => line + (end === 'mixed' ? random.pick(['\n', '\r\n', '\r']) : end)).join('')
  return (random.chance(0.2) ? '\uFEFF' : '') + (random.chance(0.3) ? text.trimEnd() : text)
}
