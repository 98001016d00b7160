import type { Page } from '@playwright/test'
import { paste, text } from '../support/editor.ts'
import { expect } from '../support/e2e.ts'
import { markdown } from '../support/moves.ts'
import { test } from '../support/signed-in.ts'

/** Markup that grows: its beginning, the repeated part (`{n}` is its number), and its end. */
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

/** Parses grown markup as a paste does. Runs in the page. */
async function read({ markup: [before, unit, behind], size }: { markup: Growing; size: number }): Promise<void> {
  const own = performance.getEntriesByType('resource').find(({ name }) => name.includes('/rich-text-'))
  const { toMarkdown } = (await import(own?.name ?? '')) as { toMarkdown: (html: string) => unknown }
  let html = before
  for (let number = 1; html.length < size; number += 1) html += unit.replaceAll('{n}', String(number))
  toMarkdown(html + behind)
}

/** CPU milliseconds in the page, without the effect of other programs. */
async function stopwatch(page: Page): Promise<(work: () => Promise<void>) => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  return async (work) => {
    const before = await spent()
    await work()
    return (await spent()) - before
  }
}

const SMALL = 25_000
const LARGE = 4 * SMALL
/** Four times the text takes four times as long; quadratic work takes sixteen times as long. */
const GROWTH = 9
/** Shorter times are not significant, in milliseconds. */
const LITTLE = 60

/** Pasting formatted text loads the code that parses it. */
async function loadReader(page: Page): Promise<void> {
  await text(page).click()
  await paste(page, { 'text/html': '<p>Ein <b>Wort</b></p>', 'text/plain': '-' })
  await expect.poll(() => markdown(page)).toBe('Ein **Wort**')
}

test('the time to paste formatted text is linear in its size, whatever it contains', async ({ open }) => {
  const page = await open('/admin/articles/new')
  await loadReader(page)
  const computing = await stopwatch(page)
  const exploding: string[] = []
  for (const [name, markup] of Object.entries(MARKUP)) {
    let [least, most] = [Infinity, Infinity]
    // The minimum of several measurements counts: a noisy one is repeated.
    for (let run = 0; run < 5 && (run === 0 || (most >= LITTLE && most >= GROWTH * least)); run += 1) {
      least = Math.min(least, await computing(() => page.evaluate(read, { markup, size: SMALL })))
      most = Math.min(most, await computing(() => page.evaluate(read, { markup, size: LARGE })))
    }
    expect(least, name).toBeGreaterThan(0)
    if (most >= LITTLE && most >= GROWTH * least) exploding.push(`${name}: ${least} ms became ${most} ms`)
  }
  expect(exploding).toEqual([])
})
