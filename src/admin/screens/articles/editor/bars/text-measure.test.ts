import { expect, test } from 'vitest'
import { measureText } from './text-measure.ts'
import { growsTooFast } from '../../../../../../tests/support/growth.ts'

test('the text of links counts as words, their addresses do not', () => {
  expect(
    measureText('[drei Wörter hier](https://a.de/wort_(wort)/wort "Titel") ![Bild](/ein-bild.png) <https://a.de>')
      .words,
  ).toBe(4)
})

test('counting is linear in the number of unclosed links', () => {
  for (const open of ['](', '[a](b', '](a "', '](a(b'])
    expect(
      growsTooFast(200_000, (letters) => void measureText(open.repeat(letters / open.length))),
      open,
    ).toBeNull()
})
