import { parseFragment, serialize, type DefaultTreeAdapterTypes as Nodes } from 'parse5'
import { expect, test } from 'vitest'
import { growsTooFast } from '../../../tests/support/growth.ts'
import { htmlFragment } from './fragment.ts'

test('parses a piece of HTML as parse5 does by itself', () => {
  for (const html of [
    '',
    'a',
    '<p>a<p>b</p></div>',
    '<td>a</td><tr><td>b',
    '<table>a<tr><td>b</table>',
    '<b><p>a</b>b</p>',
    '<!-- a --><body class="x">a</body>b<html lang="de">',
    '<frameset><frame>',
    '<svg><p>a</p></svg><template><td>a</template>',
    '<li>a<ul><li>b</ul><option>c',
  ])
    expect(serialize(htmlFragment(html)), html).toBe(serialize(parseFragment(html)))
})

test('[RUL-53] takes linear time for any number of siblings', () => {
  for (const piece of ['<br>', '<p>', '<td>', 'a<b></b>', '</p>', '<!---->'])
    expect(
      growsTooFast(400_000, (size) => void htmlFragment(piece.repeat(size / piece.length))),
      piece,
    ).toBeNull()
})

/** Unclosed tags; `{n}` makes each one different. */
const NESTED = [
  '<div>a',
  '<ul><li>a',
  '<table>a',
  '<table><tr><td>a',
  '<em><div>a',
  '<b></p>a',
  '<b id={n}><p>a',
  '<template>a',
]
const nested = (piece: string, letters: number) =>
  Array.from({ length: letters / piece.length }, (_, n) => piece.replace('{n}', String(n))).join('')

test('[RUL-53] takes linear time at any depth', () => {
  for (const piece of NESTED) {
    const texts = new Map([400_000, 100_000].map((letters) => [letters, nested(piece, letters)]))
    expect(
      growsTooFast(400_000, (letters) => void htmlFragment(texts.get(letters)!)),
      piece,
    ).toBeNull()
  }
})

test('[RUL-53] an endlessly nested text becomes a tree of bounded depth and size, with every word', () => {
  for (const piece of NESTED) {
    const letters = 40_000
    const html = nested(piece, letters)
    let [nodes, deepest, words] = [0, 0, 0]
    const open: { parent: Nodes.ParentNode; depth: number }[] = [{ parent: htmlFragment(html), depth: 0 }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { parent, depth } = next
      deepest = Math.max(deepest, depth)
      for (const node of parent.childNodes) {
        nodes += 1
        if ('value' in node) words += node.value.length
        if ('content' in node) open.push({ parent: node.content, depth: depth + 1 })
        if ('childNodes' in node) open.push({ parent: node, depth: depth + 1 })
      }
    }
    expect([piece, deepest < 256, nodes < letters]).toEqual([piece, true, true])
    expect([piece, words]).toEqual([piece, html.split('>a').length - 1])
  }
})

test('tags dropped for their depth take their end tags with them', () => {
  const html = `${'<div>'.repeat(300)}<p>a</p>${'</div>'.repeat(300)}<p>b</p>`
  expect(serialize(htmlFragment(html)).endsWith('</div><p>b</p>')).toBe(true)
  const pictures = `${'<div>'.repeat(300)}<img src="/a.png">`
  expect(serialize(htmlFragment(pictures))).toContain('<img src="/a.png">')
})
