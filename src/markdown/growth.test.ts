import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growsTooFast } from '../../tests/support/growth.ts'
import * as highlighter from './highlight.ts'
import { renderMarkdown } from './render.ts'

/** A text that grows: prefix, repeated unit (with its number for `{n}`), and suffix. */
type Growing = { before?: string; unit: string; behind?: string; size?: number }

function grown({ before = '', unit, behind = '' }: Growing, size: number): string {
  if (!unit.includes('{n}')) return before + unit.repeat(Math.ceil(size / unit.length)) + behind
  const parts: string[] = []
  for (let length = 0; length < size; length += parts.at(-1)!.length) parts.push(unit.replace('{n}', `${parts.length}`))
  return before + parts.join('') + behind
}

const SIZE = 24 * 1024

/** Whether rendering time grows faster than the text. */
function explodes(
  text: Growing,
  work = (markdown: string): unknown => renderMarkdown(markdown, { highlighter }),
): string | null {
  // Built once: only the rendering is measured.
  const { size: most = SIZE } = text
  const [quarter, whole] = [grown(text, most / 4), grown(text, most)]
  const fault = growsTooFast(most, (size) => void work(size === most ? whole : quarter))
  return fault && `${fault}: ${JSON.stringify(text)}`
}

const KNOWN: Record<string, Growing> = {
  'equal headings': { unit: '# a\n' },
  'code in blocks that never ends': { unit: '<div><pre>\n\n' },
  'scripts in blocks that never end': { before: '<div><script>\n\n', unit: '<div><style>a\n\n' },
  'comments in lists that never end': { unit: '- <div><!--\n\n' },
  'names like the beginning of code': { unit: '<div><prex<pre\n\n' },
  'places and links to them': { unit: '<p id=a{n}>[a](#a{n})</p>\n\n' },
  'links to one place, and places of one name': { unit: '<a id=a href=#a></a>' },
  'elements that hold markdown': { unit: '<p markdown=1>*[`_a' },
  'references in elements that hold markdown': {
    before: `[a]: /${'b'.repeat(2_000)}\n\n`,
    unit: '<p markdown=1>[a]</p>\n\n',
  },
  'tables in tables of HTML': { unit: '<table><td>a' },
  'lines in one cell of HTML': { unit: '<table>a', size: 120 * 1024 },
  'films without a file': { unit: '<video><source>' },
  'underlined headings': { unit: 'a\n=\n' },
  'headings like the anchors of others': { unit: '# a\n# a-{n}\n' },
  'empty headings': { unit: '=\n' },
  'notes in place': { unit: '^[a]' },
  'notes in place, each in its paragraph': { unit: '^[a]\n\n' },
  'notes within notes': { unit: '^[a^[b]]' },
  'many notes': { unit: '[^{n}]\n\n[^{n}]: a\n\n' },
  'notes within definitions': { unit: '[^{n}] [^{n}]: [^b{n}]: a\n\n' },
  'open marks where there are notes': { before: '[^a]: b\n\n', unit: '[^a' },
  'open brackets where there are notes': { before: '[^a]: b\n\n', unit: '[^' },
  'one note, marked often': { before: '[^1]: a\n\n', unit: 'a[^1]' },
  tables: { unit: '|a|\n|-|\n|1|\n\n' },
  'tables with captions': { unit: 'Tabelle: x\n\n|a|\n|-|\n|1|\n\n' },
  'tables in quotes': { unit: '> |a|\n> |-|\n> |1|\n\n' },
  rows: { before: '|a|b|\n|-|-|\n', unit: '|1|2|\n' },
  tasks: { unit: '- [ ] a\n' },
  'loose tasks': { unit: '- [x] a\n\n' },
  figures: { unit: '![a](/b "c")\n\n' },
  'quotes that give back what they took': { unit: '> ```\n===\n' },
  'sources of quotes': { unit: '> a\n>\n> — b\n\n' },
  'title over many lines': { before: '[a]: b "', unit: 'c\n' },
  'label over many lines': { before: '[', unit: 'c\n' },
  brackets: { unit: '[' },
  pictures: { unit: '![' },
  'open links': { unit: '[a](b "' },
  emphasis: { unit: '*a **b ' },
  struck: { unit: '~~~a~~~ ' },
  backticks: { unit: '` `` ``` ' },
  'addresses in one paragraph': { unit: 'http://a.de\n' },
  'addresses of mail': { unit: 'a@b.de ' },
  'a name of mail': { before: '', unit: 'a.', behind: '@b.de' },
  'a host of mail': { before: 'a@', unit: 'b-' },
  'at signs': { unit: 'a@' },
  www: { unit: 'www.a.de/(' },
  schemes: { unit: 'a://' },
  'foreign escapes': { before: 'http://a.de/', unit: '%DF' },
  'control characters': { unit: 'a\u0001' },
  'comments that never end': { unit: '<!-- ' },
  'comments that never end, line by line': { unit: '<!-- a\n' },
  'comments that never end, in paragraphs': { unit: '<!-- a\n\n' },
  'comments that end at the very end': { unit: '> <!-- a\n', behind: '\n-->\n' },
  'comments in items': { unit: '- <!-- a\n', behind: '\n-->\n' },
  'many comments': { unit: '<!-- a -->' },
  'instructions that never end': { unit: '<? ' },
  'sections that never end': { unit: '<![CDATA[ ' },
  'tags that never end': { unit: '<a b="' },
  'tags that never end, mixed': { unit: `<a b="<a c='` },
  'tags in tags': { unit: `<a b='"' c="'" ` },
  'a tag with many attributes': { before: 'x <a', unit: ' b{n}' },
  'a block with many attributes': { before: '<div', unit: ' b{n}' },
  'open elements': { unit: '<b>' },
  'open blocks': { unit: '<details>' },
  'open blocks, one a paragraph': { unit: '<details>\n\n' },
  'open lists': { unit: '<ul><li>' },
  'open cells': { unit: '<table><td>' },
  'open divs': { unit: '<div>a' },
  'ends of nothing': { unit: '</b></div>' },
  'items that end each other': { before: '<ul>', unit: '<li>a' },
  'scripts in a line': { unit: 'a <script>b ' },
  'scripts in blocks': { unit: '<script>\n' },
  'styles that never end': { unit: '<style>' },
  'pictures of the own kind': { unit: '<img src=/a.png>' },
  'words of HTML in a mark': { unit: '*a <b>c* ' },
  'elements in cells': { before: '|a|\n|-|\n', unit: '|<b>a<br>|\n' },
  'rows of HTML': { before: '<table>', unit: '<tr><td>a<td>b' },
  'entities in HTML': { before: '<p>', unit: '&amp&#1;' },
  abbreviations: { before: '*[a]: b\n\n', unit: 'a ' },
  'many abbreviations': { unit: '*[a{n}]: b\n\na{n} ' },
  'abbreviations that begin alike': { unit: '*[a {n}]: b\n\na {n} a ' },
  'an abbreviation that is long to explain': { before: `*[a]: ${'b'.repeat(3000)}\n\n`, unit: 'a ' },
  notes: { unit: '> [!NOTE]\n> a\n\n' },
  galleries: { unit: '![a](/b.png "c") ![d](/e.png)\n\n' },
  'one gallery': { unit: '![a](/b.png "c{n}")\n' },
  embeds: { unit: 'https://youtu.be/abcdefghijk\n\n' },
  'frames of embeds': { unit: '<iframe src="https://player.vimeo.com/video/{n}12345"></iframe>\n\n' },
  'a column of figures': { before: '|a|b|\n|-|-|\n|', unit: '1 ', behind: 'x|1|' },
}

test.each(Object.entries(KNOWN))('%s: four times the text takes four times as long', (_name, text) => {
  expect(explodes(text)).toBeNull()
})

/** One language per tokeniser, and the units of hostile code. */
const LANGUAGES = (
  'c cs cpp clojure cmake css dart diff dockerfile elm erlang go groovy haskell html http ini java js json julia kotlin latex less lua ' +
  'nginx objc pascal perl php powershell proto python r ruby rust sass scala scss shell sql mysql pgsql swift toml ts vb xml yaml'
).split(' ')
const SIGNS = ['"', "'", '/*', '<a ', '&', '(', '{', '[', '\\', '${', '<<A', '%', '- ', 'a:']

test.each(LANGUAGES)('code in %s: four times the text takes four times as long', (language) => {
  const read = (code: string) => highlighter.highlight(code, language)
  for (const sign of SIGNS) {
    for (const unit of [`${sign}\n`, `${sign.repeat(100)}\n`]) expect(explodes({ unit }, read)).toBeNull()
  }
})

test('mixtures of syntax take linear time', () => {
  const marks = fc.constantFrom(
    ...['a', ' ', '\n', '\n\n', '    ', '# ', '> ', '- ', '1. ', '- [ ] ', '[', ']', '(', ')', '![', '](', '[a](b)'],
    ...['[a]', '[a]: b\n', '[^1]', '[^1]: ', '^[', '*', '**', '_', '~~', '`', '```\n', '|', '|a|\n|-|\n', '<', '>'],
    ...[
      'http://a.de',
      'www.',
      'a@b.de',
      '@',
      '&amp;',
      '&',
      '\\',
      '"',
      "'",
      '---\n',
      '===\n',
      '!',
      ':',
      '//',
      '%DF',
      '.',
    ],
    ...[
      '<!--',
      '-->',
      '<b>',
      '</b>',
      '<p>',
      '<div>',
      '</div>',
      '<a b="',
      '<br>',
      '<ul>',
      '<li>',
      '<td>',
      '<script>',
      '<table>',
      '<img src=/a>',
    ],
  )
  const some = (most: number) => fc.array(marks, { maxLength: most }).map((parts) => parts.join(''))
  const text = fc.record({ before: some(3), unit: some(4).filter((unit) => unit !== ''), behind: some(2) })
  fc.assert(
    fc.property(text, (growing) => {
      expect(explodes(growing)).toBeNull()
    }),
    { numRuns: 20, seed: 11, endOnFailure: true },
  )
})

describe('the output stays in proportion, too', () => {
  const times = (text: Growing, size = 40_000) => renderMarkdown(grown(text, size)).html.length / size

  test('a long address, referenced often', () => {
    const text = { before: `[a]: /${'x'.repeat(20_000)}\n\n`, unit: '[a] ' }
    expect(times(text)).toBeLessThan(12)
    // References within the limit are links, and so are all others.
    expect(renderMarkdown(grown(text, 400)).html.match(/<a href/g)!.length).toBeGreaterThan(5)
    const { html } = renderMarkdown(`${grown(text, 4000)}\n\n[b](/b)`)
    expect(html).toContain(' a a a ')
    expect(html).toContain('<a href="/b">b</a>')
    const pictures = { before: `[a]: /${'x'.repeat(20_000)}\n\n`, unit: '![a] ' }
    expect(times(pictures)).toBeLessThan(12)
  })

  test('short rows in many tables', () => {
    const table = `${'|a'.repeat(128)}\n${'|-'.repeat(128)}\n${'b\n'.repeat(100)}\n`
    const html = (count: number) => renderMarkdown(table.repeat(count)).html
    expect(html(1).match(/<tr>/g)).toHaveLength(101)
    expect(html(20).length).toBeLessThan(9 * html(1).length)
  })

  test('a note that is referenced often is output once', () => {
    expect(renderMarkdown('[^a]'.repeat(10) + '\n\n[^a]: Note').html.match(/Note/g)).toHaveLength(1)
  })
})
