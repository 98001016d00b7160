import { parseFragment, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { growsTooFast } from '../../tests/support/growth.ts'
import { htmlFragment } from './html-fragment.ts'

test('reads a piece of HTML as parse5 does by itself', () => {
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

test('[RUL-53] takes time in proportion to its length, however many nodes stand side by side', () => {
  for (const piece of ['<br>', '<p>', '<td>', 'a<b></b>', '</p>', '<!---->'])
    expect(
      growsTooFast(400_000, (size) => void htmlFragment(piece.repeat(size / piece.length))),
      piece,
    ).toBeNull()
})
