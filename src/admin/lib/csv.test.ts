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
