import { expect, test } from 'vitest'
import { growsTooFast } from '../../../../tests/support/growth.ts'
import { archivePicture, withArchivePictures } from './picture-addresses.ts'

const OWN = ['https://blog.example', 'http://localhost:3000']
const at = (name: string) => `/storage/v1/object/public/blog-media/${name}`
const shown = (text: string) => withArchivePictures(text, OWN)

test.each([
  [`![](${at('a.webp')})`, '![](../media/a.webp)'],
  [`![a](<${at('a%20b.webp')}> 'x')`, "![a](<../media/a%20b.webp> 'x')"],
  [`![a](https://blog.example${at('a.webp')})`, '![a](../media/a.webp)'],
  [`![a](${at('a.webp')}?v=1)`, '![a](../media/a.webp?v=1)'],
  [`[![a](${at('a.webp')})](${at('a.webp')})`, `[![a](../media/a.webp)](${at('a.webp')})`],
  [`<IMG alt="x" SRC='${at('a.webp')}'>`, '<IMG alt="x" SRC=\'../media/a.webp\'>'],
  [`![a](https://woanders.example${at('a.webp')})`, `![a](https://woanders.example${at('a.webp')})`],
  [`Der Weg ${at('a.webp')}`, `Der Weg ${at('a.webp')}`],
  ['~~~\n![a](' + at('a.webp') + ')\n~~~', '~~~\n![a](' + at('a.webp') + ')\n~~~'],
  [`\`\` ![a](${at('a.webp')}) \`\` ![b](${at('b.webp')})`, `\`\` ![a](${at('a.webp')}) \`\` ![b](../media/b.webp)`],
  [`![a](${at('%zz')})`, `![a](${at('%zz')})`],
])('[RUL-54] %s', (text, expected) => {
  expect(shown(text).text).toBe(expected)
})

test('[RUL-54] names the shown pictures, as stored', () => {
  expect([...shown(`![](${at('a%20b.webp')})`).names]).toEqual(['a b.webp'])
  expect(archivePicture(`https://blog.example${at('a.webp')}?v=2`, OWN)).toEqual({
    address: '../media/a.webp',
    name: 'a.webp',
  })
  expect(archivePicture('https://woanders.example/a.webp', OWN)).toBeNull()
})

test('[RUL-54] takes linear time', () => {
  const pieces = [
    `![a](${at('a.webp')})`,
    `[${at('a')}`,
    `](${at('a')}`,
    '`',
    '![',
    '`` `',
    `"${at('a')}`,
    `\\[${at('x')}`,
  ]
  for (const piece of pieces)
    expect(
      growsTooFast(400_000, (size) => shown(piece.repeat(size / piece.length))),
      piece,
    ).toBeNull()
})
