import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells keep what is in them, and none is a formula', () => {
  const rows = [
    ['Artikel', 'Aufrufe'],
    ['„Eins“; "zwei"\ndrei', 3],
    ['=HYPERLINK("https://x.example")', -1],
  ]
  expect(toCsv(rows)).toBe(
    '\ufeffArtikel;Aufrufe\r\n"„Eins“; ""zwei""\ndrei";3\r\n"\'=HYPERLINK(""https://x.example"")";-1\r\n',
  )
})

/** Cells as a spreadsheet parts them that knows quotes at the beginning of a cell alone. */
const parted = (csv: string, separator: string) =>
  csv
    .slice(1)
    .split(/\r\n|\n|\r/)
    .flatMap((line) => line.split(separator))
    .map((cell) => cell.replace(/^"+/, ''))

test.each([';', ',', '\t'])('no cell is a formula in a spreadsheet that parts them at %j', (separator) => {
  const signs = ['=', '+', '-', '@', '＝']
  const blanks = ['; ', ', \u00a0', '\t\u200b ', '\n\ufeff', '" \0', ';\u00ad', ',\u202e', '\t\u2062']
  const breaks = ['', ';', ',', '\t', '\t\t', '\n', '\r\n', '"', ';"', '";', '",', ...blanks]
  const titles = signs.flatMap((sign) => breaks.map((at) => `Titel${at}${sign}1+1`)).concat(signs, ' =')
  const cells = parted(toCsv(titles.map((title) => ['a', title, 'b'])), separator)
  expect(cells.filter((cell) => /^[\s\0\p{Cf}]*[=+\-@＝]/u.test(cell))).toEqual([])
})
