import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growsTooFast } from '../../../tests/support/growth.ts'
import { inOrder, wordsOf } from '../../../tests/support/words-in-order.ts'
import { renderMarkdown } from '../render.ts'
import { markdownOf } from './markdown-of.ts'

const BASE = 'https://blog.example/2019/05/beitrag/'
const written = (html: string): string => markdownOf(html, BASE).markdown.trimEnd()

/** HTML as other systems write it, and what a careful hand would have typed. */
const TEXTS: readonly (readonly [string, string, string])[] = [
  [
    'words and marks',
    '<p>Ein <b>fettes </b>Wort, <i>ein <b>anderes</b></i> und R&amp;B.</p>',
    'Ein **fettes** Wort, *ein **anderes*** und R&B.',
  ],
  ['bold words in pieces', '<p><b>Ver</b><b>teilt</b> und <b></b>leer</p>', '**Verteilt** und leer'],
  [
    'words behind a frame without an end tag',
    '<embed src="https://a.example/x"><p>Wörter</p>',
    '<https://a.example/x>\n\nWörter',
  ],
  [
    'rows and cells whose end tags are missing',
    '<table><tr><td>a<td>b<tr><td>c<tbody><tr><td>d</table>',
    '| a | b |\n| --- | --- |\n| c |  |\n| d |  |',
  ],
  ['marks that stars cannot say', '<p>Wort<b>(fett)</b>Wort</p>', 'Wort<strong>(fett)</strong>Wort'],
  [
    'signs of markdown',
    '<p>1. kein Punkt * kein _Stern_ snake_case [kein](link) &lt;b&gt; `</p>',
    '1\\. kein Punkt * kein \\_Stern\\_ snake_case [kein]\\(link) \\<b> \\`',
  ],
  ['breaks, alone and in a row', 'eins<br>zwei<br /><br />drei<br>', 'eins  \nzwei\n\ndrei'],
  ['a mark around paragraphs', '<b><p>eins</p><p>zwei</p></b>', '**eins**\n\n**zwei**'],
  [
    'a link around blocks',
    '<a href="/x"><h2>Titel</h2><p>Text</p></a>',
    '## [Titel](https://blog.example/x)\n\n[Text](https://blog.example/x)',
  ],
  [
    'relative, foreign and hostile addresses',
    '<p><a href="../b">b</a> <a href="//c.example/d">d</a> <a href="javascript:alert(1)">e</a></p>',
    '[b](https://blog.example/2019/05/b) [d](https://c.example/d) e',
  ],
  ['places in a text', '<p><a href="#ziel">hin</a></p><h2 id="ziel">Da</h2>', '[hin](#ziel)\n\n## <a id="ziel"></a>Da'],
  [
    'lists in lists',
    '<ul><li>a<ul><li>b</li></ul><li>c</ul><ol start=3><li><p>d</p><p>e</p></li></ol>',
    '- a\n  - b\n- c\n\n3. d\n\n   e',
  ],
  ['lists beside items', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
  [
    'tasks',
    '<ul><li><input type="checkbox" checked disabled> fertig</li><li><input type=checkbox>offen</li></ul>',
    '- [x] fertig\n- [ ] offen',
  ],
  [
    'a table',
    '<table><thead><tr><th>A<th align=right>B</thead><tr><td>1<br>2<td>x|y</table>',
    '| A | B |\n| --- | ---: |\n| 1<br>2 | x\\|y |',
  ],
  [
    'a table that markdown cannot say',
    '<table><tr><td colspan=2>A</td></tr><tr><td>1</td><td><ul><li>x</li></ul></td></tr></table>',
    '<table>\n<tr>\n<td colspan="2">A</td>\n</tr>\n<tr>\n<td>1</td>\n<td><ul>\n<li>x</li>\n</ul></td>\n</tr>\n</table>',
  ],
  ['a table for looks', '<table><tr><td><p>eins</p><p>zwei</p></td></tr></table>', 'eins\n\nzwei'],
  [
    'code with its language',
    '<pre class="wp-block-code"><code class="language-js">a &lt; b\n\nc</code></pre>',
    '```js\na < b\n\nc\n```',
  ],
  [
    'code in a table of lines',
    '<figure class="highlight ruby"><table><tr><td class="gutter"><pre>1<br>2</pre></td><td class="code"><pre>a<br>b</pre></td></tr></table></figure>',
    '```ruby\na\nb\n```',
  ],
  [
    'code in a line',
    '<p><code>a`b</code> <kbd>Strg</kbd> H<sub>2</sub>O <mark>neu</mark> <abbr title="Zum Beispiel">z. B.</abbr></p>',
    '``a`b`` <kbd>Strg</kbd> H<sub>2</sub>O <mark>neu</mark> <abbr title="Zum Beispiel">z. B.</abbr>',
  ],
  [
    'a figure',
    '<figure><a href="/b.jpg"><img src="/b-300x200.jpg" alt="Berg"></a><figcaption>Der Berg</figcaption></figure>',
    '![Berg](https://blog.example/b.jpg "Der Berg")',
  ],
  [
    'a caption with a link',
    '<figure><img src="/b.jpg" alt=""><figcaption>Foto: <a href="https://u.example">U</a></figcaption></figure>',
    '<figure>\n<img src="https://blog.example/b.jpg" alt="">\n<figcaption>Foto: <a href="https://u.example/">U</a></figcaption>\n</figure>',
  ],
  [
    'a caption of WordPress',
    '<div class="wp-caption"><img src="/b.jpg" alt=""/><p class="wp-caption-text">Der Berg</p></div>',
    '![](https://blog.example/b.jpg "Der Berg")',
  ],
  [
    'a gallery',
    '<figure class="wp-block-gallery"><figure><img src="/a.jpg"><figcaption>A</figcaption></figure><figure><img src="/b.jpg"></figure><figcaption>Beide</figcaption></figure>',
    '![](https://blog.example/a.jpg "A")  \n![](https://blog.example/b.jpg)\n\nBeide',
  ],
  [
    'a picture that is loaded later',
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/b.jpg"><noscript><img src="/b.jpg"></noscript>',
    '![](https://blog.example/b.jpg)',
  ],
  [
    'emoji and counting pixels',
    '<p>Ja <img class="emoji" alt="🎉" src="https://s.w.org/x.png"><img width=1 height=1 src="https://vgwort.example/z"></p>',
    'Ja 🎉',
  ],
  [
    'embeds',
    '<p>Da:</p><iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?rel=0"></iframe>',
    'Da:\n\n<https://www.youtube.com/watch?v=dQw4w9WgXcQ>',
  ],
  [
    'a frame nobody knows',
    '<iframe src="https://x.example/karte" title="Karte"></iframe>',
    '[Karte](https://x.example/karte)',
  ],
  [
    'video and sound',
    '<video><source src="/f.mp4"></video><audio src="/t.mp3"></audio>',
    '[Video: f.mp4](https://blog.example/f.mp4)\n\n[Ton: t.mp3](https://blog.example/t.mp3)',
  ],
  [
    'definitions',
    '<dl><dt>Wort</dt><dd>Sinn <b>davon</b></dd></dl>',
    '<dl>\n<dt>Wort</dt>\n<dd>Sinn <b>davon</b></dd>\n</dl>',
  ],
  [
    'details',
    '<details open><summary>Mehr <b>dazu</b></summary><p>Text <b>fett</b></p></details>',
    '<details open>\n<summary>Mehr <b>dazu</b></summary>\n\nText **fett**\n\n</details>',
  ],
  ['quotes', '<blockquote><p>Wort</p><cite>Wer</cite></blockquote>', '> Wort\n>\n> <cite>Wer</cite>'],
  [
    'elements with a meaning of their own',
    '<p>Sie sagte <q>nein</q> in <cite class="x">Der Prozess</cite>, <dfn title="Wort">W</dfn> <var>x</var> <samp>ok</samp> am <time datetime="2024-05-03">3. Mai</time> um <time>neun</time>, <bdo dir="rtl">abc</bdo> <ruby>漢<rt>kan</rt></ruby>.</p>',
    'Sie sagte <q>nein</q> in <cite>Der Prozess</cite>, <dfn title="Wort">W</dfn> <var>x</var> <samp>ok</samp> am <time datetime="2024-05-03">3. Mai</time> um neun, <bdo dir="rtl">abc</bdo> <ruby>漢<rt>kan</rt></ruby>.',
  ],
  [
    'verse',
    '<pre class="wp-block-verse">Zeile eins\nZeile <em>zwei</em>\n\nStrophe</pre>',
    'Zeile eins  \nZeile *zwei*\n\nStrophe',
  ],
  [
    'notes',
    '<p>Satz.<sup id="fnref:1"><a href="#fn:1">1</a></sup></p><div class="footnotes"><hr><ol><li id="fn:1"><p>Die Note <a href="#fnref:1">↩</a></p></li></ol></div>',
    'Satz.[^1]\n\n[^1]: Die Note',
  ],
  [
    'notes of WordPress',
    '<p>Satz<sup data-fn="3f2a9d10" class="fn"><a id="3f2a9d10-link" href="#3f2a9d10">1</a></sup></p><ol class="wp-block-footnotes"><li id="3f2a9d10">Note <a href="#3f2a9d10-link">↩︎</a></li></ol>',
    'Satz[^1]\n\n[^1]: Note',
  ],
  [
    'addresses in words',
    '<p>Siehe https://x.example/a_b_c und https://x.example/d.</p>',
    'Siehe <https://x.example/a_b_c> und https://x.example/d.',
  ],
  ['what nobody reads', '<style>a{}</style><p>Text<!-- wp:more --></p><script>alert(1)</script>', 'Text'],
  [
    'ends that are missing or too many',
    '<p>eins<p>zwei</div></b><ul><li>drei<li>vier',
    'eins\n\nzwei\n\n- drei\n- vier',
  ],
]

describe('HTML as markdown (RUL-53)', () => {
  test.each(TEXTS)('%s', (_name, html, markdown) => {
    expect(written(html)).toBe(markdown)
    const { lost } = inOrder(
      wordsOf(html),
      wordsOf(renderMarkdown(markdown, { origins: ['https://blog.example'] }).html),
    )
    // a counter of lines is none of the words, and neither is the arrow back from a note
    expect(lost.filter((word) => !/^(?:\d|↩\uFE0E?)$/u.test(word))).toEqual([])
  })

  test('says what was lost', () => {
    const { reasons } = markdownOf(
      '<form><input type=text></form><iframe src="https://x.example/"></iframe><svg></svg><img src="file:///c/b.jpg"><a href="javascript:x">y</a>',
      null,
    )
    expect(reasons).toEqual([
      'Ein Formular ist nicht mitgekommen, nur seine Wörter.',
      'Felder eines Formulars wurden weggelassen.',
      'Ein eingebettetes Fenster von x.example wurde zu einem Link.',
      'Eine im Text gezeichnete Grafik (SVG) wurde weggelassen.',
      'Ein Bild fehlt: Die Adresse „file:///c/b.jpg“ führt auf einen fremden Rechner.',
      'Ein Link, dem niemand folgen kann, wurde zu Text: javascript:x',
    ])
  })

  test('whatever signs a text holds, readers see the same words', () => {
    const signs = fc.constantFrom(
      ...'*_`[](){}<>#+-.!|~:&;\\"\'=^$@/%, aB1ä\n'.split(''),
      'http://x.de/a_b',
      '&amp;',
      '[^1]',
      '*[A]: b',
      '> ',
      '- ',
      '1. ',
    )
    const words = fc.array(signs, { maxLength: 30 }).map((parts) => parts.join(''))
    const piece = fc.tuple(
      fc.constantFrom(
        '',
        'b',
        'i',
        'em',
        'code',
        's',
        'a href=/x',
        'kbd',
        'span',
        'li',
        'h3',
        'td',
        'p',
        'div',
        'blockquote',
        'br',
      ),
      words,
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const html = pieces
          .map(([name, text]) => {
            const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
            const inner = name === 'td' ? `<table><tr><td>${safe}</td><td>x</td></tr></table>` : safe
            return name === '' || name === 'td'
              ? inner
              : name === 'br'
                ? `<br>${inner}`
                : `<${name}>${inner}</${name.split(' ')[0]}>`
          })
          .join('')
        const seen = (source: string) => wordsOf(source).join('').replaceAll(/\s/g, '')
        expect(seen(renderMarkdown(written(html)).html)).toBe(seen(html))
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  test.each(
    Object.entries({
      paragraphs: '<p>Wort <b>fett</b> und <i>mehr</i></p>',
      'open marks': '<b>',
      'open marks of many kinds': '<font color=a><b><i>x',
      'open blocks': '<div>a',
      'open items': '<ul><li>a',
      cells: '<table><tr><td>a',
      'closed marks': 'a</b>',
      spans: 'a<span>b</span>',
      'marks in signs': 'a<b>(</b>a',
      stars: '*_`[',
      links: '<a href=a>b</a>',
      'notes and marks': '<sup><a href=#fn1>1</a></sup><p id=fn1>x</p>',
      breaks: 'a<br><br>',
      blanks: ' \n',
      pictures: '<figure><img src=a.jpg><figcaption>a</figcaption></figure>',
      galleries: '<div class=gallery><img src=a.jpg><img src=b.jpg>',
      'open quotes': '<blockquote><p>a',
      'rows of one cell': '<tr><td>a',
      code: '<code>`a``</code>',
      noscript: '<p></p><noscript>a</noscript>',
      definitions: '<dl><dt>a<dd>b',
      addresses: 'http://a_b ',
      entities: '&amp;&lt;',
      'line of one paragraph': 'a<b>b</b> c<i>d</i> ',
    }),
  )('takes time in proportion to its letters: %s', (_name, unit) => {
    const texts = new Map([24_000, 6_000].map((size) => [size, unit.repeat(Math.ceil(size / unit.length))]))
    expect(growsTooFast(24_000, (size) => void markdownOf(texts.get(size)!, null))).toBeNull()
  })

  test('an element may hold any number of others', () => {
    expect(markdownOf(`<div>${'<p>x'.repeat(130_000)}</div>`, null).markdown.split('x')).toHaveLength(130_001)
  })
})
