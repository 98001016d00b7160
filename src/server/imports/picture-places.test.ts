import { expect, test } from 'vitest'
import { growsTooFast } from '../../../tests/support/growth.ts'
import { markPictures, placePictures } from './picture-places.ts'

const rewritten = (markdown: string) => {
  const { text, pictures } = markPictures(
    markdown,
    (written) => `bild ${written}`,
    (written) => (written.startsWith('/alt') ? `text ${written}` : null),
  )
  return placePictures(text, (index) => `${pictures[index]?.isLink ? '/neu' : '/media'}${pictures[index]?.written}`)
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

test('[MOVE-5] words of pictures and links, and tags, go on in the next line of a paragraph, and not beyond it', () => {
  expect(rewritten('![Ein Bild,\nzwei [Zeilen]\nlang](a.png "T") und [ein\nText](/alt/1)')).toBe(
    '![Ein Bild,\nzwei [Zeilen]\nlang](/mediaa.png "T") und [ein\nText](/neu/alt/1)',
  )
  expect(
    rewritten('<img\n  alt="x"\nsrc="a.png"\n>\n<a\nhref="/alt/1">t</a> <source\nsrcset="b.png 2x" src="b.png">'),
  ).toBe('<img\n  alt="x"\nsrc="/mediaa.png"\n>\n<a\nhref="/neu/alt/1">t</a> <source\n src="/mediab.png">')
  for (const kept of ['![Bild\n\nText](a.png)', '\\![Bild\nText](a.png)', '<img\n\nsrc="a.png">'])
    expect(rewritten(kept).replace('/neu', ''), kept).toBe(kept)
})

test('[RUL-53] takes time in proportion to the text, whatever stands in it', () => {
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
  ])
    expect(
      growsTooFast(200_000, (size) => void rewritten(piece.repeat(size / piece.length))),
      piece,
    ).toBeNull()
})
