import { describe, expect, test } from 'vitest'
import * as highlighter from '../highlight.ts'
import { refusedElements, renderMarkdown } from '../render.ts'

function html(markdown: string): string {
  return renderMarkdown(markdown, { highlighter }).html.trim()
}

describe('HTML in markdown (RUL-47)', () => {
  test('inline elements with meaning stay, with their meaningful attributes', () => {
    expect(
      html('H<sub>2</sub>O, <kbd class="x">Strg</kbd>, <mark style="x">neu</mark>, <abbr title="Amt">A</abbr>'),
    ).toBe('<p>H<sub>2</sub>O, <kbd>Strg</kbd>, <mark>neu</mark>, <abbr title="Amt">A</abbr></p>')
    expect(
      html(
        '<b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <u>e</u> <s>f</s> <del>g</del> <ins>h</ins> <small>i</small>',
      ),
    ).toBe(
      '<p><b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <u>e</u> <s>f</s> <del>g</del> <ins>h</ins> <small>i</small></p>',
    )
    expect(html('eins<br>zwei<BR/>drei')).toBe('<p>eins<br>\nzwei<br>\ndrei</p>')
  })

  test('[RUL-102] elements with meaning stay: quotations, works, terms, dates, directions and readings', () => {
    for (const kept of [
      'Sie sagte <q>nein</q> in <cite>Der Prozess</cite>.',
      'Ein <dfn title="Begriff">Wort</dfn>, <samp>ok</samp>, <var>x</var>',
      '<time datetime="2026-11-26">gestern</time> <time datetime="PT2H30M">kurz</time>',
      '<bdi>אבג</bdi> <bdo dir="rtl">abc</bdo>',
      'Donau<wbr>dampf<wbr>schiff',
      '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>',
    ]) {
      expect(html(kept)).toBe(`<p>${kept}</p>`)
      expect(refusedElements(kept)).toEqual([])
    }
    expect(html('<time datetime="javascript:x">a</time> <bdo dir="x">b</bdo> <q onclick="x" cite="y">c')).toBe(
      '<p><time>a</time> <bdo>b</bdo> <q>c</q></p>',
    )
  })

  test('comments are removed everywhere; an unterminated one is text', () => {
    expect(html('Eins\n\n<!--more-->\n\nZwei <!-- nicht --> drei')).toBe('<p>Eins</p>\n<p>Zwei  drei</p>')
    expect(html('Eins <!--more-->')).toBe('<p>Eins</p>')
    expect(html('<!-- offen\n\n*Text*')).toBe('<p>&lt;!-- offen</p>\n<p><em>Text</em></p>')
    expect(html('> <!-- im Zitat\n\n-->')).toContain('&lt;!-- im Zitat')
  })

  test('a refused element is replaced by its text, script and style are removed', () => {
    expect(html('<font color="red">rot</font> <blink>an</blink> <form>f</form>')).toBe('<p>rot an</p>\n<p>f</p>')
    expect(html('<center>\n\n**Mitte**\n\n</center>')).toBe('<p><strong>Mitte</strong></p>')
    expect(html('a <script>alert(1)</script> b')).toBe('<p>a  b</p>')
    expect(html('<style>\np { color: red }\n\nq {}\n</style>\n\nText')).toBe('<p>Text</p>')
    expect(html('<button>an</button>')).toBe('<p>an</p>')
    expect(html('<div class="x')).toBe('<p>&#x3C;div class="x</p>')
  })

  test('div, span and p are replaced by their content', () => {
    expect(html('<div align="center">\n<p>eins</p>\n<p><span>zwei</span></p>\ndrei\n</div>')).toBe(
      '<p>eins</p>\n<p>zwei</p>\n<p>drei</p>',
    )
    expect(html('<div>\n\n## Titel\n\n- a\n\n</div>')).toBe('<h2 id="titel">Titel</h2>\n<ul>\n<li>a</li>\n</ul>')
  })

  test('headings are headings of the page, the first level one lower', () => {
    const { html: out, outline } = renderMarkdown('<h1 id="inhalt">Eins</h1>\n\n<h2>Zwei</h2>\n\n## Drei')
    expect(out.trim()).toBe('<h2 id="eins">Eins</h2>\n<h2 id="zwei">Zwei</h2>\n<h2 id="drei">Drei</h2>')
    expect(outline.map(({ text }) => text)).toEqual(['Eins', 'Zwei', 'Drei'])
  })

  test('collapsible parts contain markdown', () => {
    expect(html('<details open>\n<summary>Mehr</summary>\n\n- *a*\n\n</details>')).toBe(
      '<details open>\n<summary>Mehr</summary>\n<ul>\n<li><em>a</em></li>\n</ul>\n</details>',
    )
  })

  test('lists, tables and definitions are complete, however they were written', () => {
    expect(html('<ul><li>a<li>b<ol start="3"><li>c</ol></ul>')).toBe(
      '<ul>\n<li>a</li>\n<li>b\n<ol start="3">\n<li>c</li>\n</ol>\n</li>\n</ul>',
    )
    expect(html('<dl><dt>A<dd>b</dl>')).toBe('<dl>\n<dt>A</dt>\n<dd>b</dd>\n</dl>')
    const table = html('<table><caption>T</caption><tr><th scope="col">A<td align="right" colspan="2">1<br>2</table>')
    expect(table).toContain('<div class="scroll" role="region" tabindex="0" aria-label="Tabelle 1">')
    expect(table).toContain('<th scope="col">A</th>\n<td colspan="2" class="n">1<br>\n2</td>')
    expect(html('| a |\n|---|\n| <ul><li>x</li><li>y</li></ul> |')).toContain('x<br>\ny</td>')
  })

  test('no element of a text reaches beyond it, or beyond its parent', () => {
    expect(html('</div></article></main>\n\nText')).toBe('<p>Text</p>')
    expect(html('> <details>\n> a\n\nText')).toBe(
      '<blockquote>\n<details>\n<p>a</p>\n</details>\n</blockquote>\n<p>Text</p>',
    )
    expect(html('**a <b>b** c</b>')).toBe('<p><strong>a <b>b</b></strong> c</p>')
    expect(html('<a href="/x">a [b](/y) c</a>')).toBe('<p><a href="/x">a </a><a href="/y">b</a> c</p>')
  })

  test('own pictures are pictures as in markdown, foreign ones and foreign frames become links', () => {
    const imageSize = (address: string) =>
      address === '/t.png'
        ? { width: 600, height: 400, tint: '#c6302b', srcset: '/t-480.webp 480w' }
        : { width: 600, height: 400 }
    const out = (markdown: string) => renderMarkdown(markdown, { imageSize }).html.trim()
    expect(out('<img src="/a.png" alt="A" width="300" class="left">')).toBe(
      '<figure><img src="/a.png" alt="A" width="300" loading="lazy" decoding="async" height="200"></figure>',
    )
    expect(out('<img src="/t.png" srcset="https://foreign.example/x 2x">')).toMatch(
      /class="tint tl2 th1" srcset="\/t-480.webp 480w" sizes="[^"]+"/,
    )
    expect(out('<figure><img src="/a.png"><figcaption>Ein <i>Bild</i></figcaption></figure>')).toBe(
      '<figure><img src="/a.png" alt="" loading="lazy" decoding="async" width="600" height="400">\n<figcaption>Ein <i>Bild</i></figcaption>\n</figure>',
    )
    expect(out('<img src="https://foreign.example/a.png" alt="A">')).toBe(
      '<p><a href="https://foreign.example/a.png" rel="noopener">A (Bild auf foreign.example)</a></p>',
    )
    expect(out('<iframe src="https://foreign.example/b"></iframe>')).toBe(
      '<p><a href="https://foreign.example/b" rel="noopener">https://foreign.example/b</a></p>',
    )
  })

  test('a picture takes its written share of the column; without its own address the first of its srcset', () => {
    const imageSize = () => ({ width: 1600, height: 800 })
    const out = (markdown: string) => renderMarkdown(markdown, { imageSize }).html
    expect(out('<img src="/a.png" width="50%" height="30%">')).toContain('width="316" height="158"')
    expect(out('<img src="/a.png" width="100%">')).toContain('width="1600"')
    expect(out('<img srcset="/b.png 2x, /c.png 3x" alt="B">')).toContain('<img src="/b.png" alt="B"')
  })

  test('a frame of a known provider is a placeholder, also in a figure and after text of its paragraph', () => {
    const frame = '<iframe src="//www.youtube.com/embed/aaaaaaaaaaa"></iframe>'
    const poster = '<figure class="poster">'
    expect(html(`<figure>\n<div>${frame}</div>\n<figcaption>Film</figcaption>\n</figure>`)).toContain(poster)
    expect(html(`Worte:\n${frame}`)).toMatch(/^<p>Worte:<\/p>\n<figure class="poster">/)
    expect(html('<embed src="https://www.youtube.com/v/aaaaaaaaaaa">')).toContain(poster)
  })

  test('videos and audio become links to their files, beside their fallback text', () => {
    expect(html('<video src="/m/eins.mp4">Ihr Browser kann das nicht.</video>')).toBe(
      '<p><a href="/m/eins.mp4">Video: eins.mp4</a></p>\n<p>Ihr Browser kann das nicht.</p>',
    )
    expect(html('<audio controls>\n<source src="a.ogg"><source src="a.mp3">\n</audio>')).toBe(
      '<p><a href="a.ogg">Ton: a.ogg</a></p>',
    )
    expect(html('<video src="javascript:a"></video>')).toBe('')
  })

  test('obsolete names are replaced by present ones', () => {
    expect(html('<strike>a</strike> <tt>b</tt> <acronym title="C">c</acronym>')).toBe(
      '<p><s>a</s> <code>b</code> <abbr title="C">c</abbr></p>',
    )
  })

  test('scripts, styles, comments and code within a block end at their own end, not at a blank line', () => {
    expect(html('<div>\n<script>\nlet a\n\nlet b\n</script>\n<style>\n\n p {}\n</style>\n</div>\n\n*c*')).toBe(
      '<p><em>c</em></p>',
    )
    expect(html('<div>\n<!-- a\n\n    b -->\n</div>\n\nc')).toBe('<p>c</p>')
    expect(html('- a\n  - b\n<!-- c\n\n    d\n-->\n\ne')).not.toContain('c')
    const code = html('<div class="x"><pre>\neins\n\n    *zwei*\n</pre></div>\n\n*drei*')
    expect(code).toContain('eins\n\n    *zwei*')
    expect(code).toContain('<p><em>drei</em></p>')
    // Unterminated, with another beginning before the next end, nothing is swallowed.
    expect(html('<div><pre>\na\n\n*b*')).toContain('<em>b</em>')
    expect(html('<div><script>\na\n\n*b*\n\n<script>\nc\n</script>')).toContain('<em>b</em>')
  })

  test('internal links work, though the text’s own names are never written', () => {
    expect(html('<a href="#n1">1</a>, [2](#Über-uns)\n\n<p id="n1">Note</p>\n\n<p id="n2">x</p>\n\n## Über uns')).toBe(
      '<p><a href="#sprungmarke-1">1</a>, <a href="#ueber-uns">2</a></p>\n' +
        '<p><span id="sprungmarke-1"></span>Note</p>\n<p>x</p>\n<h2 id="ueber-uns">Über uns</h2>',
    )
    const named = html('[a](#eins) [b](#zwei) [c](#nirgends)\n\n<a name="eins"></a>\n\n## A\n\n- <li id=zwei>b')
    expect(named).toContain('<h2 id="a"><span id="sprungmarke-1"></span>A</h2>')
    expect(named).toContain('<span id="sprungmarke-2"></span>b')
    expect(named).toContain('<a href="#nirgends">')
    expect(html('<p id="location">a</p>\n\n[b](#sprungmarke-1)\n\n## Sprungmarke 1')).not.toContain('id="location"')
    const picture = renderMarkdown('[a](#b)\n\n<img id="b" src="/b.png">', {
      imageSize: () => ({ width: 9, height: 9 }),
    })
    expect(picture.html).toContain('<figure><span id="sprungmarke-1"></span><img')
  })

  test('an element marked for markdown contains markdown, and escaped characters stay literal', () => {
    expect(html('<aside markdown="1">\n*Wort* [Link](/x) `a &lt; b`\n<p markdown="span">— **Ich**</p>\n</aside>')).toBe(
      '<p><em>Wort</em> <a href="/x">Link</a> <code>a &#x3C; b</code></p>\n<p>— <strong>Ich</strong></p>',
    )
    expect(html('<div markdown="1">&lt;img src="/a.png"> &amp;lt;</div>')).toBe(
      '<p>&#x3C;img src="/a.png"> &#x26;lt;</p>',
    )
    expect(html('<div markdown="1">![A](https://foreign.example/a.png) [b](javascript:b)</div>')).toBe(
      '<p><a href="https://foreign.example/a.png" rel="noopener">A (Bild auf foreign.example)</a> [b](javascript:b)</p>',
    )
    expect(html('<div>*roh*</div> <div markdown="0">*roh*</div>')).toBe('<p>*roh*</p>\n<p>*roh*</p>')
  })

  test('tables of HTML exceed the column if wide, and long lines of cells wrap', () => {
    const cells = '<td>1<td>2<td colspan="2">3<td>4'
    expect(html(`<table><tr>${cells}</table>`)).toContain('<figure class="wide">')
    const line = 'mehr als zweiunddreißig Buchstaben in einer Zeile'
    const out = html(
      `<table><tr><td>${line}<td align="right">${line}<td>kurz<br>kurz<br>kurz<br>kurz<br>kurz<br>kurz</table>`,
    )
    expect(out).toMatch(/^<figure>[^]*<td class="long">[^]*<td class="n">[^]*<td>kurz/)
  })

  test('code is code', () => {
    expect(html('<pre><code class="language-ts">const a = 1 &lt; 2</code></pre>')).toContain(
      '<code class="language-ts"><span class="k">const</span>',
    )
    expect(html('`<b>`\n\n```html\n<b>\n```')).not.toContain('<b>')
  })

  test('refused elements are reported with their line', () => {
    const markdown =
      'a `<font>`\nb <font>c</font>\n\n<div>\n<video></video>\n\n</div>\n\n- <script>x</script>\n\n| a |\n|---|\n| <blink>x</blink> |'
    expect(refusedElements(markdown)).toEqual([
      { line: 2, element: 'font' },
      { line: 5, element: 'video' },
      { line: 9, element: 'script' },
      { line: 13, element: 'blink' },
    ])
    expect(refusedElements('a < b, <kbd>c</kbd> <!-- d --> `<x>`')).toEqual([])
  })

  test('each element has its source line', () => {
    const { html: out, lines } = renderMarkdown(
      'Eins\n\n<div>\n<p>zwei</p>\n\ndrei\n\n</div>\n\n<details>\n\nvier\n\n</details>',
    )
    expect(out.match(/^<(?:p|details)/gm)).toHaveLength(5)
    expect(lines).toEqual([0, 2, 5, 9])
  })
})
