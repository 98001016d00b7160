import { expect, test } from 'vitest'
import { measureText } from './text-measure.ts'

test('addresses of links do not count as words, their words do', () => {
  expect(
    measureText('[drei Wörter hier](https://a.de/wort_(wort)/wort "Titel") ![Bild](/ein-bild.png) <https://a.de>')
      .words,
  ).toBe(4)
})

test('open links in any number are counted in no time', () => {
  const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  for (const open of ['](', '[a](b', '](a "', '](a(b']) {
    const before = sum(process.threadCpuUsage())
    measureText(open.repeat(50_000))
    // some milliseconds; where each is followed to the end of the text it takes a minute
    expect([open, sum(process.threadCpuUsage()) - before < 1000]).toEqual([open, true])
  }
})
