import { describe, expect, test } from 'vitest'
import { growsTooFast } from '../../../../../tests/support/growth.ts'
import { toMarkdown } from './rich-text.ts'

describe('formatted text of the clipboard becomes markdown', () => {
  test.each([
    [
      'raised words keep their element, raised numbers are characters',
      'x<sup>n</sup> m<sup>2</sup>',
      'x<sup>n</sup> m²',
    ],
    ['a list of definitions', '<dl><dt>Wort<dd>Sinn</dl>', '<dl>\n<dt>Wort</dt>\n<dd>Sinn</dd>\n</dl>'],
    ['marks that stars cannot say', 'x<b>(y)</b>z', 'x<strong>(y)</strong>z'],
    ['pieces of code beside each other', '<tt>a</tt><tt>b</tt>', '`ab`'],
    ['bold words in code', '<code>x <b>y</b></code>', '`x y`'],
    ['the caption of a table', '<table><caption>T</caption><tr><td>a<td>b</table>', 'T\n\n| a | b |\n| --- | --- |'],
    ['an emoji that a page draws', 'Hallo <img class="emoji" alt="🙂" src="https://s.w.org/x.svg">', 'Hallo 🙂'],
    ['an address that links to itself', '<a href="https://a.example/">https://a.example/</a>', '<https://a.example/>'],
    ['signs between blanks and words in brackets', '3 * 4 [so] und ~5 [hier]', '3 * 4 [so] und ~5 [hier]'],
    ['a heading in two lines', '<h2>eins<br>zwei</h2>', '## eins zwei'],
    ['paragraphs between bold marks', '<b>eins<br><br>zwei</b>', '**eins**\n\n**zwei**'],
    ['hidden and foreign parts', 'a<span hidden>x</span><nav>n</nav><p style="display: none">y</p>', 'a'],
    ['a picture on the writer’s computer', 'a <img src="file:///x.png" alt="Bild"> b', 'a b'],
    ['a link that leads nowhere', '<a href="javascript:x">a</a> <a href="b.html">b</a>', 'a b'],
  ])('%s', (_name, html, markdown) => expect(toMarkdown(html).markdown).toBe(markdown))

  test('a footnote of a web page with links to the page gets a free number', () => {
    const page = 'https://w.example/x'
    const html = `<p>a<sup><a href="${page}#cite_note-1">[1]</a></sup> b<sup><a href="${page}#cite_note-2">[2]</a></sup></p><ol><li id="cite_note-1"><a href="${page}#cite_ref-1">↑</a> Quelle</ol>`
    const { markdown, notes } = toMarkdown(html, new Set(['1', '3']))
    expect([markdown, notes]).toEqual(['a[^2] b', ['[^2]: Quelle']])
  })

  test('the words of extremely nested markup are kept', () => {
    expect(toMarkdown(`${'<div><ul><li>'.repeat(500)}Wort`).markdown).toContain('Wort')
  })
})

/** Markup to repeat: the start, the unit (with its number for `{n}`) and the end. */
type Growing = readonly [before: string, unit: string, behind: string]

const inParagraph = (unit: string): Growing => ['<p>', unit, '</p>']
const alone = (unit: string): Growing => ['', unit, '']

const MARKUP: Record<string, Growing> = {
  items: ['<ul>', '<li>Ein Punkt</li>', '</ul>'],
  'items on lines': ['<ul>', '<li>Ein Punkt</li>\n', '</ul>'],
  numbers: ['<ol>', '<li>Ein Punkt</li>', '</ol>'],
  'items with paragraphs': ['<ul>', '<li><p>Ein Punkt</p></li>', '</ul>'],
  'lists in items': alone('<ul><li>a<ul><li>b</li></ul></li></ul>'),
  'items of Google Docs': ['<ul>', '<li aria-level="1">Ein Punkt</li>', '</ul>'],
  'lists of Google Docs': alone('<ul><li aria-level="1">Ein</li></ul><ul><li aria-level="2">Ein</li></ul>'),
  'a check list of Google Docs': [
    '<ul>',
    '<li role="checkbox" aria-checked="true"><img src="x"><p>a</p></li>',
    '</ul>',
  ],
  'items of Word': alone(
    '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>Ein</p>',
  ),
  'footnotes of Word': alone('<p>a<a href="#_ftn{n}">[{n}]</a></p><div id="_ftn{n}"><p>Note</p></div>'),
  'marks without notes': alone('<p>a<a href="#fn1">1</a></p>'),
  'bold words': inParagraph('<b>fett</b> '),
  'bold pieces of a word': inParagraph('<b>fett</b>'),
  'bold and italic by turns': alone('<b>fett</b><i>x</i>'),
  'bold by style': inParagraph('<span style="font-weight:700">fett</span> '),
  'paragraphs with bold words': alone('<p><b>fett</b> mager</p>'),
  'spans that say nothing': inParagraph('<span>x</span>'),
  typewriter: inParagraph('<tt>a</tt>'),
  links: inParagraph('<a href="https://a.example">x</a> '),
  'line breaks': inParagraph('Zeile<br>'),
  'raised numbers': inParagraph('m<sup>2</sup>'),
  code: inParagraph('<code>a</code> '),
  'a block of code': ['<pre>', 'x<br>', '</pre>'],
  ticks: ['<p><code>', '`a', '</code></p>'],
  'signs that mean something': inParagraph('*a_ [b] <c '),
  rows: ['<table>', '<tr><td>a</td><td>b</td></tr>', '</table>'],
  'cells of one row': ['<table><tr>', '<td>a</td>', '</tr></table>'],
  'cells over many rows': ['<table>', '<tr><td rowspan="90">a</td><td>b</td></tr>', '</table>'],
  'cells over many columns': ['<table>', '<tr><td colspan="90">a</td><td>b</td></tr>', '</table>'],
  headings: alone('<h2><b>x</b></h2>'),
  quotes: alone('<blockquote><p>a</p></blockquote>'),
  rules: alone('<hr>'),
  pictures: inParagraph('<img src="https://a.example/x.png">'),
  figures: alone('<figure><img src="/x.png"><figcaption>a</figcaption></figure>'),
  terms: ['<dl>', '<dt>a<dd>b', '</dl>'],
  blanks: inParagraph(' \n '),
  comments: inParagraph('x<!-- -->'),
  'scripts between words': inParagraph('x<script></script>'),
  'links that lead nowhere': inParagraph('x<a>y</a>'),
  'raised marks without notes': inParagraph('a<sup><a href="#fn1">1</a></sup>'),
  'breaks in a heading': ['<h2>', 'x<br>', '</h2>'],
  'breaks between blanks': inParagraph(' <br> <br>'),
  'bold words of a heading': ['<h2>', '<b>x</b> ', '</h2>'],
}

test.each(Object.entries(MARKUP))(
  '[RUL-53] the time to paste formatted text is linear in its size: %s',
  (_name, [before, unit, behind]) => {
    const grown = (size: number) => {
      let html = before
      for (let number = 1; html.length < size; number += 1) html += unit.replaceAll('{n}', String(number))
      return html + behind
    }
    expect(growsTooFast(200_000, (size) => void toMarkdown(grown(size)))).toBeNull()
  },
)
