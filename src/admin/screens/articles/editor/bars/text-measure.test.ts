import { expect, test } from 'vitest'
import { measureText } from './text-measure.ts'
import { growsTooFast } from '../../../../../../tests/support/growth.ts'

test('addresses of links do not count as words, their words do', () => {
  expect(
    measureText('[drei Wörter hier](https://a.de/wort_(wort)/wort "Titel") ![Bild](/ein-bild.png) <https://a.de>')
      .words,
  ).toBe(4)
})

test('open links in any number are counted in time that grows with them', () => {
  for (const open of ['](', '[a](b', '](a "', '](a(b'])
    expect(
      growsTooFast(200_000, (letters) => void measureText(open.repeat(letters / open.length))),
      open,
    ).toBeNull()
})
