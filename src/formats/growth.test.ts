import { expect, test } from 'vitest'
import { growsTooFast } from '../../tests/support/growth.ts'
import { Attachments } from './wordpress/attachments.ts'
import { postBody } from './wordpress/post-body.ts'
import { childrenOf, headOf, itemsOf } from './wordpress/wxr-document.ts'
import { matterOf } from '../rules/front-matter.ts'
import { lexicalHtml } from './ghost/lexical.ts'
import { mobiledocHtml } from './ghost/mobiledoc.ts'
import { withoutAttributes } from './markdown-sites/attributes.ts'
import { withDefinitionLists } from './markdown-sites/definition-lists.ts'
import { writeLiquid } from './markdown-sites/liquid.ts'
import { templateOf } from './markdown-sites/template-tags.ts'
import type { Writing } from './markdown-sites/text-places.ts'
import { writeWikiLinks } from './markdown-sites/wiki-links.ts'

const WRITING: Writing = {
  addressOf: () => null,
  reasons: new Set(),
  hidden: new Set(),
  place: { date: null, name: 'a' } as Writing['place'],
  fields: {},
}
const SIZE = 120_000

/** Readers of foreign texts, and units of which such texts may consist in any number. */
const READERS: Record<
  string,
  { read: (text: string) => unknown; units: string[]; around?: [string, string]; size?: number }
> = {
  'a post of WordPress': {
    read: (text) => postBody(text, new Attachments(), [], undefined),
    units: [
      '[a]',
      '[a',
      '[[',
      '[caption]x',
      '[a]x[/a]',
      '[gallery ids="1,2"]',
      '[vc_a',
      '[vc_a b="',
      '[vc_row]x[/vc_row]',
      '[vc_raw_html]A',
      '[a b="',
      "[a '",
      '[/a]',
      'x\n\n',
      'x\n',
      '<br>',
      '<!-- wp:a -->',
      '<!--',
      '<!-- wp:embed -->x<!-- /wp:embed -->',
      '<a href="x"><img src="a"></a>',
      '<figure class="wp-block-embed">https://a.de</figure>',
      '<div class="wp-block-gallery"><img src="a"></div>',
      '<div style="background-image:url(https://a.de)">',
      '<p>',
      '<b>',
      '</b>',
      '<i',
      '&',
      '<td>',
      '<table>',
      '<li>x\n\n',
      '<div>',
      '<ul><li>',
      '<template>',
    ],
  },
  'the items of WXR': {
    read: (text) => [...itemsOf(Buffer.from(text))],
    units: [
      '<item></item>',
      '<item><a>x</a></item>',
      '<item>&amp;<![CDATA[<item>]]></item>',
      '<item><!-- <item> --></item>',
    ],
    around: ['<rss>', '</rss>'],
  },
  'the head of WXR': {
    read: (text) => headOf(Buffer.from(text)),
    units: ['<a>', '<a', '<![CDATA[', '<!--', ']]>', '<a b="'],
    around: ['', '<item></item></rss>'],
  },
  'elements of WXR': {
    read: childrenOf,
    units: ['<a>', '</a>', '<a>x</a>', '&amp;', '<a b="c" ', '<![CDATA[x]]>', '<a><b>'],
  },
  'front matter': {
    read: matterOf,
    units: [
      'a',
      '\n',
      '- ',
      '[',
      '{',
      '? ',
      'a: ',
      '&a ',
      '*a ',
      '"',
      "'",
      '#',
      'a: b\n',
      '- a\n',
      '{a: ',
      '!a ',
      '|\n',
      '\t',
      'a:\n ',
      ', ',
      '\\',
      '%a\n',
      '---\n-',
    ],
    around: ['---\n', '\n---\n'],
    size: 20_000,
  },
  'front matter of TOML': {
    read: matterOf,
    units: [
      'a.',
      'a = 1\n',
      '[a]\n',
      '[[a]]\n',
      '[a.b]\n',
      '"',
      '"""',
      "'''",
      'a = [',
      '[',
      '{',
      'a = {b = ',
      '#',
      '\\u',
      'a = 1979-',
    ],
    around: ['+++\n', '\n+++\n'],
  },
  'front matter of JSON': {
    read: matterOf,
    units: ['"a":{', '[', '"a":1,', '\n}', '"', '\\'],
    around: ['{"a":1,', ''],
  },
  templates: {
    read: (text) =>
      templateOf(text, [
        { open: '{{<', close: '>}}' },
        { open: '{{%', close: '%}}' },
      ]),
    units: [
      '{{<',
      '{{< a >}}',
      '{{< /a >}}',
      '{{< a >}}x{{< /a >}}',
      '{{< a b="',
      '{{% a %}}{{< b >}}',
      '>}}',
      '{{< \' " ` >}}',
    ],
  },
  Liquid: {
    size: 40_000,
    read: (text) => writeLiquid(text, WRITING, { url: '', path: '' }),
    units: [
      '{%',
      '{{',
      '{% a %}',
      '{% raw %}',
      '{% endraw %}',
      '{% raw %}{% endraw %}',
      '{% quote %}',
      '{% endquote %}',
      '{% quote %}x\n{% endquote %}',
      '{{ "',
      '{%-   ',
    ],
  },
  attributes: {
    read: withoutAttributes,
    units: [
      '{:',
      '{: .a}',
      '{: ',
      '{:.a',
      '```\n',
      '{:toc}\n',
      '* a\n{:toc}\n',
      '{::comment}',
      '{::comment}{:/}',
      '{:/}`',
      '# a {#b}\n',
      '](#b)\n# a {#b}\n',
      'a{.b',
      '){.a}',
      '){a=',
      '{.a .b}\n',
    ],
  },
  'definition lists': {
    read: withDefinitionLists,
    units: ['a\n: b\n', 'a\n\n: b\n\n', ': b\n', 'a\n', '\n', 'a\n: b\n\n  c\n\n', '```\n', 'a\n: *b*\nc\n\n'],
  },
  'wiki links': {
    read: (text) => writeWikiLinks(text, WRITING),
    units: ['[[', ']]', '[[a', '[[a|', '==', '==a', '%%', '%%a', '`', '`[[', '```\n', '![[a.png]]', '[[a#', '=a=='],
  },
}

for (const [name, { read, units, around = ['', ''], size: most = SIZE }] of Object.entries(READERS))
  test(`[RUL-53] ${name}: takes time in proportion to its length, whatever it is made of`, () => {
    for (const unit of units) {
      const textOf = (size: number) => around[0] + unit.repeat(size / unit.length) + around[1]
      const texts = new Map([most, most / 4].map((size) => [size, textOf(size)]))
      expect
        .soft(
          growsTooFast(most, (size) => void read(texts.get(size)!)),
          JSON.stringify(unit),
        )
        .toBeNull()
    }
  })

test('[RUL-53] texts of Ghost take linear time, at any nesting', () => {
  const deep = (depth: number) => {
    let node: Record<string, unknown> = { type: 'text', text: 'x' }
    for (let n = 0; n < depth; n += 1) node = { type: n % 2 ? 'quote' : 'listitem', children: [node] }
    return { root: { children: [node] } }
  }
  const wide = (count: number) => ({
    root: {
      children: Array.from({ length: count }, () => ({ type: 'paragraph', children: [{ type: 'text', text: '*a' }] })),
    },
  })
  const sections = (count: number) => ({ sections: Array.from({ length: count }, () => [1, 'p', [[0, [], 0, 'a']]]) })
  for (const made of [deep, wide])
    expect
      .soft(
        growsTooFast(8000, (size) => void lexicalHtml(made(size), new Set())),
        made.name,
      )
      .toBeNull()
  expect(growsTooFast(40_000, (size) => void mobiledocHtml(sections(size), new Set()))).toBeNull()
})

test('[RUL-53] pictures of one post: each takes constant time', () => {
  const add = (count: number) => {
    const all = new Attachments()
    for (let n = 0; n < count; n += 1)
      all.add({ id: String(n), parent: '7', address: `https://a.de/${n}.png`, title: '', alt: '', isPicture: true })
  }
  expect(growsTooFast(40_000, add)).toBeNull()
})
