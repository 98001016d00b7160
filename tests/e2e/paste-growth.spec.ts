import type { Page } from '@playwright/test'
import { paste, text } from '../support/editor.ts'
import { expect } from '../support/e2e.ts'
import { markdown } from '../support/moves.ts'
import { test } from '../support/signed-in.ts'

/** Markup that grows: what stands before, what is repeated (with its number for `{n}`), and what stands behind. */
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

/** Reads grown markup as a paste does. Runs in the page. */
async function read({ markup: [before, unit, behind], size }: { markup: Growing; size: number }): Promise<void> {
  const own = performance.getEntriesByType('resource').find(({ name }) => name.includes('/rich-text-'))
  const { toMarkdown } = (await import(own?.name ?? '')) as { toMarkdown: (html: string) => unknown }
  let html = before
  for (let number = 1; html.length < size; number += 1) html += unit.replaceAll('{n}', String(number))
  toMarkdown(html + behind)
}

/** Milliseconds of computing in the page, what other programs take from the machine left out. */
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
/** Four times the text takes four times as long; where all is compared with all it takes sixteen times. */
const GROWTH = 9
/** Below this nothing can be told (milliseconds). */
const LITTLE = 60

/** Formatted text brings the code that reads it. */
async function loadReader(page: Page): Promise<void> {
  await text(page).click()
  await paste(page, { 'text/html': '<p>Ein <b>Wort</b></p>', 'text/plain': '-' })
  await expect.poll(() => markdown(page)).toBe('Ein **Wort**')
}

test('four times as much formatted text takes four times as long to paste, whatever it is made of', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  await loadReader(page)
  const computing = await stopwatch(page)
  const exploding: string[] = []
  for (const [name, markup] of Object.entries(MARKUP)) {
    let [least, most] = [Infinity, Infinity]
    // The least of several measurements counts: a noisy one is taken again.
    for (let run = 0; run < 5 && (run === 0 || (most >= LITTLE && most >= GROWTH * least)); run += 1) {
      least = Math.min(least, await computing(() => page.evaluate(read, { markup, size: SMALL })))
      most = Math.min(most, await computing(() => page.evaluate(read, { markup, size: LARGE })))
    }
    expect(least, name).toBeGreaterThan(0)
    if (most >= LITTLE && most >= GROWTH * least) exploding.push(`${name}: ${least} ms became ${most} ms`)
  }
  expect(exploding).toEqual([])
})
