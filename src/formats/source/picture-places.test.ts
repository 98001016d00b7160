import { expect, test } from 'vitest'
import { growsTooFast } from '../../../tests/support/growth.ts'
import { markPictures, placePictures } from './picture-places.ts'

const rewritten = (markdown: string) => {
  const { text, pictures } = markPictures(
    markdown,
    (written) => `bild ${written}`,
    (written) => (written.startsWith('/alt') ? `text ${written}` : null),
  )
  return placePictures(text, pictures, ({ isLink, written }) => `${isLink ? '/neu' : '/media'}${written}`)
}

test('[MOVE-5] links to other texts are found beside pictures, in markdown and in HTML, and nowhere else', () => {
  expect(rewritten('[a](/alt/1 "T") ![b](c.png) [![d](e.png)](/alt/2) [f](</alt/3>) [g](https://x.example)')).toBe(
    '[a](/neu/alt/1 "T") ![b](/mediac.png) [![d](/mediae.png)](/neu/alt/2) [f](/neu/alt/3) [g](https://x.example)',
  )
  expect(rewritten('<a class="x" href="/alt/1">a</a> <a href="/fremd">b</a>')).toBe(
    '<a class="x" href="/neu/alt/1">a</a> <a href="/fremd">b</a>',
  )
  for (const kept of ['`[a](/alt/1)`', '```\n[a](/alt/1)\n```', '\\[a\\](/alt', '[a] (/alt/1)', '[a](/alt/1'])
    expect(rewritten(kept).replace('/neu', ''), kept).toBe(kept)
})

test('[MOVE-5] picture and link texts, and tags, may continue in the next line of a paragraph, and not beyond it', () => {
  expect(rewritten('![Ein Bild,\nzwei [Zeilen]\nlang](a.png "T") und [ein\nText](/alt/1)')).toBe(
    '![Ein Bild,\nzwei [Zeilen]\nlang](/mediaa.png "T") und [ein\nText](/neu/alt/1)',
  )
  expect(
    rewritten('<img\n  alt="x"\nsrc="a.png"\n>\n<a\nhref="/alt/1">t</a> <source\nsrcset="b.png 2x" src="b.png">'),
  ).toBe('<img\n  alt="x"\nsrc="/mediaa.png"\n>\n<a\nhref="/neu/alt/1">t</a> <source\n src="/mediab.png">')
  for (const kept of ['![Bild\n\nText](a.png)', '\\![Bild\nText](a.png)', '<img\n\nsrc="a.png">'])
    expect(rewritten(kept).replace('/neu', ''), kept).toBe(kept)
})

/** The requested addresses, and the text with each address replaced by a number, or restored. */
const asked = (markdown: string) => {
  const { text, pictures } = markPictures(markdown, (written) => written)
  return {
    addresses: pictures.map(({ written }) => written),
    replaced: placePictures(text, pictures, (place) => `/n${pictures.indexOf(place)}`),
    putBack: placePictures(text, pictures, () => null),
  }
}

test('[RUL-53] a picture is requested by its decoded address, and only that occurrence is replaced or restored', () => {
  const spellings: [written: string, address: string][] = [
    ['a.png?w=1\\&h=2', 'a.png?w=1&h=2'],
    ['a.png?w=1&amp;h=2', 'a.png?w=1&h=2'],
    ['a.png?w=1&h=2', 'a.png?w=1&h=2'],
    ['a.png?a=1&copy=2', 'a.png?a=1&copy=2'],
    ['b\\(1\\).png', 'b(1).png'],
    ['b(1).png', 'b(1).png'],
    ['b\\).png', 'b).png'],
    ['c\\[1].png', 'c[1].png'],
    ['<d e (2).png>', 'd e (2).png'],
    ['<f\\>g.png>', 'f>g.png'],
    ['h\\_i\\*.png', 'h_i*.png'],
    ['&uuml;&#x42;.png', 'üB.png'],
  ]
  for (const [written, address] of spellings)
    for (const [before, behind] of [
      ['![x](', ')'],
      ['![x]( ', ' "T (1)")'],
      ['![x][n] und\n\n[N]: ', ''],
      ['[![x](', ')](y(1)&z)'],
    ] as const) {
      const text = `${before}${written}${behind} \n\n\`![y](${written})\``
      expect(asked(text), text).toEqual({
        addresses: [address],
        replaced: `${before}/n0${behind} \n\n\`![y](${written})\``,
        putBack: text,
      })
    }
  expect(asked('<img alt="a > b" src=\'q?a=1&amp;amp=2&b=3\'><img src=r(1).png>')).toEqual({
    addresses: ['q?a=1&amp=2&b=3', 'r(1).png'],
    replaced: '<img alt="a > b" src=\'/n0\'><img src="/n1">',
    putBack: '<img alt="a > b" src=\'q?a=1&amp;amp=2&b=3\'><img src="r(1).png">',
  })
})

test('[RUL-53] a new address is escaped so that it stays one address, in markdown and in HTML', () => {
  const { text, pictures } = markPictures('![x](a) <img src="b">', (written) => written)
  expect(placePictures(text, pictures, () => '/a b(1)"<c>\\.png?x=1&y=2&copy;')).toBe(
    '![x](</a%20b(1)"%3Cc%3E%5C.png?x=1&y=2&amp;copy;>) <img src="/a%20b(1)%22%3Cc%3E%5C.png?x=1&y=2&amp;copy;">',
  )
})

test('[RUL-53] what is no picture in markdown is not found', () => {
  for (const text of ['![x](a\\ (1).png)', '![x](a b.png)', '![x](a "t" b)', '[![x](<a)'])
    expect(asked(text), text).toEqual({ addresses: [], replaced: text, putBack: text })
})

test('[MOVE-5] link definitions are rewritten like links; footnotes are not', () => {
  expect(rewritten('[a] und ![b][B  c]\n\n[a]: /alt/1 "T"\n[b C]: <d e.png>\n[^1]: /alt/1')).toBe(
    '[a] und ![b][B  c]\n\n[a]: /neu/alt/1 "T"\n[b C]: /mediad%20e.png\n[^1]: /alt/1',
  )
})

test('[RUL-53] a data URL in the text is found as a whole, at any length', () => {
  const data = `data:image/png;base64,${'A'.repeat(50_000)}`
  expect(asked(`![x](${data}) und ![y](z.png)`).addresses).toEqual([data, 'z.png'])
})

test('[RUL-53] takes linear time for any text', () => {
  for (const piece of [
    '![',
    '](',
    '](<',
    '![](',
    '![](<',
    '![a][',
    '[a](b',
    '[a]: b\n![a]',
    '<a ',
    '<a href="',
    '<img ',
    '`a``',
    '![\n',
    '<img\n',
    ']\n',
    '![a\n](b)',
    '![a](data:',
    '![](<\\',
    '<img alt="',
    '[a]: <b\n',
    '![a](b "',
    '![a](b (',
    "![a](b 'c",
    '![a](b     ',
  ])
    expect(
      growsTooFast(200_000, (size) => void rewritten(piece.repeat(size / piece.length))),
      piece,
    ).toBeNull()
})
