import { describe, expect, test } from 'vitest'
import * as highlighter from './highlight.ts'
import { chapters } from './headings.ts'
import { measureMarkdown, renderMarkdown } from './render.ts'

function html(markdown: string, options?: Parameters<typeof renderMarkdown>[1]): string {
  return renderMarkdown(markdown, { highlighter, ...options }).html
}

describe('headings and outline', () => {
  test('anchors are readable, unique and different from the page’s own', () => {
    const { outline } = renderMarkdown(
      '## Größe & Maß\n\n## Größe & Maß\n\n## Inhalt\n\n## fn 1\n\n## fn\n\n## 🎉\n\n## Café',
    )
    expect(outline.map(({ id }) => id)).toEqual([
      'groesse-mass',
      'groesse-mass-2',
      'kapitel-inhalt',
      'kapitel-fn-1',
      'kapitel-fn',
      'abschnitt',
      'cafe',
    ])
  })

  test('the title of the page stays the only first-level heading', () => {
    expect(html('# Eins\n\n## Zwei\n\n###### Sechs')).toBe(
      '<h2 id="eins">Eins</h2>\n<h3 id="zwei">Zwei</h3>\n<h6 id="sechs">Sechs</h6>\n',
    )
    expect(html('## Zwei\n\n### Drei')).toBe('<h2 id="zwei">Zwei</h2>\n<h3 id="drei">Drei</h3>\n')
  })

  test('headings without text are removed', () => {
    expect(html('##\n\nText').trim()).toBe('<p>Text</p>')
  })

  test('the outline has plain text; quoted headings are not part of it', () => {
    const { outline } = renderMarkdown('## **Fett** und `code`[^1]\n\n> ## Zitiert\n\n[^1]: Note')
    expect(outline).toEqual([{ id: 'fett-und-code', text: 'Fett und code', level: 2 }])
  })

  test('chapters are the highest level that occurs more than once', () => {
    const titles = (markdown: string) => chapters(renderMarkdown(markdown).outline).map(({ text }) => text)
    expect(titles('## a\n\n### b\n\n## c')).toEqual(['a', 'c'])
    expect(titles('# Titel\n\n## a\n\n## b')).toEqual(['a', 'b'])
    expect(titles('## a')).toEqual([])
  })
})

describe('pictures', () => {
  const imageSize = (address: string) =>
    address === '/gross.jpg' ? { width: 1664, height: 776 } : { width: 500, height: 400 }

  test('a paragraph with one picture becomes a figure, its title the caption', () => {
    expect(html('![Ein Dampfer](/klein.jpg "Auf der *Donau*")', { imageSize })).toBe(
      '<figure><img src="/klein.jpg" alt="Ein Dampfer" loading="lazy" decoding="async" width="500" height="400">' +
        '<figcaption>Auf der *Donau*</figcaption>\n</figure>\n',
    )
  })

  test('wide pictures may exceed the column', () => {
    expect(html('![](/gross.jpg)', { imageSize })).toContain('<figure class="wide">')
  })

  test('a picture in a sentence stays there', () => {
    expect(html('Siehe ![Symbol](/klein.jpg).', { imageSize })).toMatch(
      /^<p>Siehe <img [^>]*loading="lazy"[^>]*>\.<\/p>\n$/,
    )
  })

  test('a picture of another host becomes a link that names it', () => {
    expect(html('![Plan](https://www.example.org/a.png)')).toBe(
      '<p><a href="https://www.example.org/a.png" rel="noopener">Plan (Bild auf example.org)</a></p>\n',
    )
    expect(html('[![Status](https://example.org/a.svg)](https://example.com)')).toBe(
      '<p><a href="https://example.com" rel="noopener">Status</a></p>\n',
    )
  })

  test('a paragraph of own, foreign and missing pictures keeps the captions of all', () => {
    const out = html(
      '![A](/a.png "Eins")\n![B](https://example.org/b.png "Zwei")\n![C](fehlt.png "Drei")\n![](fehlt.png)',
      { isMissing: (address) => address.startsWith('fehlt') },
    )
    expect(out).toMatch(/^<figure><img src="\/a\.png" alt="A"[^>]*>\n<a [^>]*>B \(Bild auf example\.org\)<\/a>\nC\n/)
    expect(out).toContain('<figcaption>Eins · Zwei · Drei</figcaption>')
  })

  test('a missing picture is its alternative text, in text, in a link, and alone', () => {
    const isMissing = () => true
    expect(html('Vor ![Ein Hund](hund.png) nach', { isMissing })).toBe('<p>Vor Ein Hund nach</p>\n')
    expect(html('[![Ein Hund](hund.png)](/gross)', { isMissing })).toBe('<p><a href="/gross">Ein Hund</a></p>\n')
    expect(html('![](hund.png)\n\nText', { isMissing })).not.toMatch(/<p><\/p>|<img/)
    expect(html('<img src="../hund.png" alt="Ein Hund">', { isMissing })).toContain('Ein Hund')
  })

  test('pictures of another host keep their captions', () => {
    expect(html('![Plan](https://example.org/a.png "Der Plan & mehr")')).toBe(
      '<figure><a href="https://example.org/a.png" rel="noopener">Plan (Bild auf example.org)</a><figcaption>Der Plan &amp; mehr</figcaption>\n</figure>\n',
    )
    expect(
      html('[![A](https://example.org/a.png "Eins")](https://example.com) ![B](https://example.org/b.png "Zwei")'),
    ).toMatch(/^<figure>.*<figcaption>Eins · Zwei<\/figcaption>\n<\/figure>\n$/)
    expect(html('Siehe ![Plan](https://example.org/a.png "Der Plan").')).not.toContain('figure')
  })

  test('an address of the site itself becomes a path', () => {
    const origins = ['https://blog.example']
    expect(html('![](https://blog.example/a.png)', { origins })).toContain('src="/a.png"')
    expect(html('[x](https://blog.example/a)', { origins })).not.toContain('rel=')
  })
})

describe('links', () => {
  test('those to other hosts cannot access the window', () => {
    expect(html('[a](https://example.org) [b](/b) [c](#c) [d](mailto:d@example.org)')).toBe(
      '<p><a href="https://example.org" rel="noopener">a</a> <a href="/b">b</a> <a href="#c">c</a> <a href="mailto:d@example.org">d</a></p>\n',
    )
  })

  test('bare addresses are links, names and abbreviations are not', () => {
    expect(html('Siehe https://example.org/ä, z.B.de und a@b.de.')).toBe(
      '<p>Siehe <a href="https://example.org/%C3%A4" rel="noopener">https://example.org/ä</a>, z.B.de und <a href="mailto:a@b.de">a@b.de</a>.</p>\n',
    )
    expect(html('README.md node.js index.html a.b Foo@bar www. www.de //a.de ftp://a.de b.www.a.de')).not.toContain(
      '<a',
    )
  })

  /** The linked parts of a text. */
  const linked = (markdown: string) => [...html(markdown).matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, words]) => words)

  test('punctuation around a bare address in a sentence is not part of it', () => {
    const addresses = ['https://a.de/x', 'www.a.de', 'www.a.de/x', 'a.b@c.de', 'mailto:a@b.de']
    const around = ['„“', '»«', '‚‘', '“”', '()', '[]', ' .', ' ,', ' :', ' ;', ' !', ' ?', '––', ' …', '**', '<>']
    for (const address of addresses) {
      for (const [before = '', behind = ''] of around)
        expect([before, linked(`Siehe ${before}${address}${behind} und`)]).toEqual([before, [address]])
    }
    expect(linked('https://de.wikipedia.org/wiki/Wien_(Stadt)')).toEqual(['https://de.wikipedia.org/wiki/Wien_(Stadt)'])
    expect(html('WWW.A.DE')).toContain('href="http://WWW.A.DE"')
  })

  test('UTF-8 escapes are decoded in its text, others stay unchanged', () => {
    expect(linked('https://a.de/stra%DFe')).toEqual(['https://a.de/stra%DFe'])
    expect(linked('<https://a.de/%C3%A4%E4%F0%9F%98%80%ED%A0%80%C0%AF>')).toEqual([
      'https://a.de/ä%E4😀%ED%A0%80%C0%AF',
    ])
    expect(linked('https://a.de/%00%0A%E2%80%AE%EF%BF%BD%2F%25DF%41')).toEqual([
      'https://a.de/%00%0A%E2%80%AE%EF%BF%BD%2F%25DFA',
    ])
    expect(linked('http://xn--mnchen-3ya.de/%DF')).toEqual(['http://münchen.de/%DF'])
  })
})

describe('unreadable characters', () => {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const UNREADABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd-\uffff\p{Surrogate}]/u

  test('are removed everywhere', () => {
    expect(html('a\u0001b\u0085c\fd\ud800e😀\u0000')).toBe('<p>ab c de😀</p>\n')
    const out = renderMarkdown('# a\u0007b\n\n[x](/a\u0002 "b\u0003&#12;")\n\n```c\u0004\nd\u009be\n```\n\n`f\udc00`')
    expect(UNREADABLE.test(JSON.stringify(out))).toBe(false)
    expect(out.outline[0]).toMatchObject({ id: 'ab', text: 'ab' })
  })

  test('references to them stay unchanged; those of Windows-1252 are decoded', () => {
    expect(html('&#0; &#x1F; &#127; &#xD800; &#1114112; &#xFFFF; &#12; &#x81;')).toBe(
      '<p>&amp;#0; &amp;#x1F; &amp;#127; &amp;#xD800; &amp;#1114112; &amp;#xFFFF; &amp;#12; &amp;#x81;</p>\n',
    )
    expect(html('&#150; &#x84;Zitat&#x93; &#35; &#128512;')).toBe('<p>– „Zitat“ # 😀</p>\n')
  })
})

describe('tables', () => {
  test('scroll in a labelled region; numbers are right-aligned without inline styles', () => {
    const out = html('| Ort | Zahl |\n|---|---|\n| Köln | 6,6 % |\n| Ulm | 1.000 |')
    expect(out).toContain('<div class="scroll" role="region" tabindex="0" aria-label="Tabelle 1">')
    expect(out).toContain('<th scope="col" class="n">Zahl</th>')
    expect(out).toContain('<th scope="row">Köln</th>\n<td class="n">6,6 %</td>')
    expect(html('| a | b |\n|---|:-:|\n| c | d |')).toContain('<td class="m">d</td>')
    expect(html('| a |\n|--:|\n| b |')).not.toContain('style=')
  })

  test('a paragraph before or after it is the caption', () => {
    const table = '| a |\n|---|\n| b |'
    const captioned =
      /^<figure>\n<figcaption id="tabelle-1">Token je <em>Zeichen<\/em><\/figcaption>\n<div class="scroll" role="region" tabindex="0" aria-labelledby="tabelle-1">/
    expect(html(`Tabelle: Token je *Zeichen*\n\n${table}`)).toMatch(captioned)
    expect(html(`${table}\n\nTabelle: Token je *Zeichen*`)).toMatch(captioned)
    expect(html(`${table}\n\nTabelle: Zweite\n\n${table}`)).toContain('<figcaption id="tabelle-2">Zweite</figcaption>')
    expect(html(`${table}\n\n${table}\n\nTabelle: Zweite`)).toContain('<figcaption id="tabelle-2">Zweite</figcaption>')
  })

  test('with many columns may exceed the column', () => {
    expect(html('|a|b|c|d|e|\n|-|-|-|-|-|\n|1|2|3|4|5|')).toContain('<figure class="wide">')
  })
})

describe('lists, quotes, code', () => {
  test('tasks are drawn boxes with their state as text', () => {
    const out = html('- [x] getan\n  - [ ] innen\n- [ ] offen\n- gewöhnlich')
    expect(out.match(/aria-label="erledigt"/g)).toHaveLength(1)
    expect(out.match(/aria-label="offen"/g)).toHaveLength(2)
    expect(out).toContain('<input type="checkbox" disabled="" checked="" aria-label="erledigt">\n<div>getan\n<ul>')
    expect(out).toContain('<li>gewöhnlich</li>')
    expect(html('- [y] nein\n- `[x]` nein')).not.toContain('checkbox')
  })

  test('the last paragraph of a quote may be its source', () => {
    expect(html('> Satz.\n>\n> — Miriam Jäger')).toBe(
      '<blockquote>\n<p>Satz.</p>\n<footer>Miriam Jäger</footer>\n</blockquote>\n',
    )
    expect(html('> – Nur ein Gedankenstrich')).toContain('<p>– Nur ein Gedankenstrich</p>')
  })

  test('code has its language and, where given, its name', () => {
    expect(html('```ts zaehlen.ts\nconst a = 1\n```')).toBe(
      '<figure class="code"><figcaption><span>zaehlen.ts</span><span>TypeScript</span></figcaption>\n<pre tabindex="0">' +
        '<code class="language-ts"><span class="k">const</span> a = <span class="s">1</span>\n</code></pre>\n</figure>\n',
    )
    expect(html('```\n<b>\n```')).toBe('<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>\n')
    expect(html('```js {1,3}\nx\n```')).not.toContain('figcaption')
    expect(html('```\na\n```', { highlighter: undefined })).toBe('<pre tabindex="0"><code>a\n</code></pre>\n')
  })

  test('lines can be highlighted', () => {
    expect(html('```js zaehlen.js {1,3-4}\na\nb\nc\nd\n```')).toContain(
      '<code class="language-js"><span class="hl">a</span>\nb\n<span class="hl">c</span>\n<span class="hl">d</span>\n</code>',
    )
    expect(html('```js{2}\na\nb\n```')).toContain('>a\n<span class="hl">b</span>\n<')
    expect(html('```js {9-1,x,-,1e9-2e9}\na\n```')).not.toContain('hl')
  })

  test('code of many languages is highlighted', () => {
    const kinds = (language: string, code: string) =>
      [...html(`\`\`\`${language}\n${code}\n\`\`\``).matchAll(/<span class="(\w)">([^<]*)</g)].map(
        ([, kind, words]) => `${kind} ${words}`,
      )
    expect(kinds('python', 'def f(): # x\n  return 1')).toEqual(['k def', 'c # x', 'k return', 's 1'])
    expect(kinds('sql', 'SELECT 1 FROM t -- x')).toEqual(['k SELECT', 's 1', 'k FROM', 'c -- x'])
    expect(kinds('bash', "if true; then echo 'a'; fi # x")).toContain('k if')
    expect(kinds('yaml', 'a: "b" # x')).toContain('c # x')
    expect(kinds('php', '$a = "b"; # x\nreturn true;')).toEqual(['s &quot;b&quot;', 'c # x', 'k return', 's true'])
    expect(kinds('diff', '+ a\n- b')).toEqual(['i + a', 'd - b'])
    expect(kinds('rust', 'fn main() { let a = 1; }')).toContain('k fn')
    expect(kinds('css', 'a { color: #fff }')).not.toEqual([])
    expect(kinds('html', '<p class="a">b</p>')).not.toEqual([])
    expect(kinds('unbekannt', 'if a')).toEqual([])
    // A comment spans several lines, each of which is marked.
    expect(kinds('js', '/* a\n   b */ let')).toEqual(['c /* a', 'c    b */', 'k let'])
  })

  test('a comment sign within a literal is part of it', () => {
    expect(html("```js\nf('// x') // y\n```")).toContain('<span class="s">\'// x\'</span>) <span class="c">// y</span>')
  })
})

describe('footnotes', () => {
  test('link to the note and back, with German labels', () => {
    const out = html('Text[^a] und noch einmal[^a].\n\n[^a]: Die Note.')
    expect(out).toContain('<a id="zu-1" href="#fn-1" role="doc-noteref" lang="de" aria-label="Fußnote 1">1</a>')
    expect(out).toContain('<a id="zu-1-2" href="#fn-1" role="doc-noteref" lang="de" aria-label="Fußnote 1">1</a>')
    expect(out).toContain('<h2 id="fussnoten" lang="de">Fußnoten</h2>')
    expect(out).toContain('href="#zu-1" role="doc-backlink" lang="de" aria-label="Zurück zum Text, Fußnote 1"')
    expect(out).toContain(
      'href="#zu-1-2" role="doc-backlink" lang="de" aria-label="Zurück zum Text, Fußnote 1, Stelle 2"',
    )
  })

  test('short ones stand beside the text where there is room; every other one stays at the end alone', () => {
    const long = 'Ein Satz mit Wörtern. '.repeat(20)
    const beside = (markdown: string) =>
      [...html(markdown).matchAll(/<li class="beside" id="fn-(\d+)">/g)].map(([, number]) => Number(number))
    const notes = (count: number, words = 'Die Note.') =>
      Array.from({ length: count }, (_, index) => `\n\n[^${index + 1}]: ${words}`).join('')
    const marks = (count: number, between: string) =>
      Array.from({ length: count }, (_, index) => `Wort[^${index + 1}] ${between}`).join('\n\n')
    expect(beside(marks(3, long) + notes(3))).toEqual([1, 2, 3])
    expect(beside(marks(9, long) + notes(9))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    // Too near each other, the end of the text, or something that may be wide; in a table; within a list there is room.
    expect(beside(marks(4, long.slice(0, 200)) + notes(4))).toEqual([1, 3])
    expect(beside(`${long}\n\nWort[^1].${notes(1)}`)).toEqual([])
    expect(beside(`Wort[^1].\n\n![Bild](/a.png "Titel")\n\n${long}${notes(1)}`)).toEqual([])
    expect(beside(`| a[^1] |\n|---|\n| b |\n\n${long}${notes(1)}`)).toEqual([])
    expect(beside(`- Wort[^1]\n- ${long}${notes(1)}`)).toEqual([1])
    // Called twice, too long, of several paragraphs, with a picture, within another note.
    expect(beside(`Wort[^1][^1] ${long}${notes(1)}`)).toEqual([])
    expect(beside(`Wort[^1] ${long}${notes(1, 'x'.repeat(180))}`)).toEqual([1])
    expect(beside(`Wort[^1] ${long}${notes(1, 'x'.repeat(181))}`)).toEqual([])
    expect(beside(`Wort[^1] ${long}${notes(1, 'Eins.\n\n    Zwei.')}`)).toEqual([])
    expect(beside(`Wort[^1] ${long}${notes(1, '![Bild](/a.png)')}`)).toEqual([])
    expect(beside(`Wort[^1] ${long}\n\n[^1]: Siehe[^2].\n\n[^2]: Die Note.`)).toEqual([])
    expect(html(marks(1, long) + notes(1))).toContain('aria-label="Zurück zum Text, Fußnote 1"')
  })

  test('every reference has its target, in any order', () => {
    const out = html('a[^z] b^[gleich hier] c[^1]\n\n[^1]: eins\n\n[^z]: zett\n\n    zwei Absätze')
    const ids = new Set([...out.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...out.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets).toHaveLength(6)
    expect(targets.filter((id) => !ids.has(id))).toEqual([])
  })

  test('notes within notes, and definitions within definitions, are all output once', () => {
    const out = html('a^[außen ^[innen]] b[^x] c[^y]\n\n[^x]: eins\n\n    [^y]: zwei\n\n    drei\n\nvier')
    expect(out.replace(/<section[\s\S]*/, '')).toContain('<p>vier</p>')
    const notes = [...out.matchAll(/<li id="fn-(\d)"><p>(\p{L}+)/gu)].map(([, number, word]) => [number, word])
    expect(notes).toEqual([
      ['1', 'außen'],
      ['2', 'innen'],
      ['3', 'eins'],
      ['4', 'zwei'],
    ])
    expect(out).toContain('<p>drei ')
    expect(out.match(/zwei/g)).toHaveLength(1)
  })

  test('a reference without a note stays literal', () => {
    expect(html('a[^fehlt]')).toBe('<p>a[^fehlt]</p>\n')
  })
})

describe('reading time', () => {
  test('counts words, but not code', () => {
    expect(measureMarkdown('Ein **E-Mail-Konto** für 1.000 Leute.\n\n```\nnicht diese vier Wörter\n```').words).toBe(5)
    expect(measureMarkdown('')).toEqual({ words: 0, minutes: 1 })
    expect(measureMarkdown('Wort '.repeat(1000)).minutes).toBe(5)
  })
})

describe('hostile sizes', () => {
  test.each([
    ['brackets', '['.repeat(50_000)],
    ['images', '!['.repeat(20_000)],
    ['quotes', `${'>'.repeat(5_000)}x`],
    ['lists', '- '.repeat(5_000)],
    ['emphasis', '*a **b '.repeat(10_000)],
    ['footnotes', 'a[^1]'.repeat(5_000) + '\n\n[^1]: x'],
    ['rows', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(20_000)}`],
    ['literals', `\`\`\`js\n${'\\`'.repeat(50_000)}\n\`\`\``],
    ['tasks', '- [ ] x\n'.repeat(5_000)],
    ['tables', '|a|\n|-|\n|1|\n\n'.repeat(2_000)],
    ['figures', '![a](/b.png "c")\n\n'.repeat(2_000)],
  ])('%s come back', (_name, markdown) => {
    expect(renderMarkdown(markdown).html.length).toBeGreaterThan(0)
  })
})

test('each element of the text has its source line', () => {
  const markdown =
    '# Eins\n\nAbsatz\nzweite Zeile[^1]\n\n- a\n- b\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n> Zitat\n\n```ts\nlet x\n```\n\n![Bild](/x.png)\n\n---\n\n[^1]: Note\n'
  const { html, lines } = renderMarkdown(markdown)
  expect(lines).toEqual([0, 2, 5, 8, 12, 14, 18, 20, 24])
  let depth = 0
  let elements = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][^>]*>/g)) {
    if (/^<(?:img|hr|br|input)\b/.test(tag)) elements += depth === 0 ? 1 : 0
    else if (tag.startsWith('</')) depth -= 1
    else if (depth++ === 0) elements += 1
  }
  expect(elements).toBe(lines.length)
})

describe('notes, abbreviations, galleries', () => {
  test('a quote that begins with [!NOTE] is an alert with icon and title', () => {
    const out = html('> [!NOTE]\n> Eine *Sache*.\n>\n> Noch eine.')
    expect(out).toMatch(
      /^<aside class="note" role="note" aria-label="Hinweis">\n<p lang="de"><svg aria-hidden="true" [^>]*>.*<\/svg>Hinweis<\/p>\n<p>Eine <em>Sache<\/em>\.<\/p>\n<p>Noch eine\.<\/p>\n<\/aside>\n$/,
    )
    const words = ['TIP', 'important', 'Warning', 'CAUTION'].map(
      (kind) => /<\/svg>(\p{L}+)</u.exec(html(`> [!${kind}]\n> x`))?.[1],
    )
    expect(words).toEqual(['Tipp', 'Wichtig', 'Warnung', 'Vorsicht'])
    expect(html('> [!NOTE] x\n> y')).toContain('<blockquote>')
    expect(html('> [!OTHER]\n> y')).toContain('[!OTHER]')
    expect(html('> [!TIP]\n>\n> <b>x</b>')).toContain('</p>\n<p><b>x</b></p>\n</aside>')
  })

  test('abbreviations are explained wherever they occur as words', () => {
    expect(html('HTML und HTMLs, **HTML**, `HTML`.\n\n*[HTML]: Hypertext Markup Language')).toBe(
      '<p><abbr title="Hypertext Markup Language">HTML</abbr> und HTMLs, <strong><abbr title="Hypertext Markup Language">HTML</abbr>' +
        '</strong>, <code>HTML</code>.</p>\n',
    )
    expect(html('*[z. B.]: zum Beispiel\n\nDas z. B. hier, zz. B. nicht.')).toBe(
      '<p>Das <abbr title="zum Beispiel">z. B.</abbr> hier, zz. B. nicht.</p>\n',
    )
    expect(html('*kursiv*[a]: b')).not.toContain('<abbr')
  })

  const sizes: Record<string, [number, number]> = {
    '/breit.jpg': [1200, 800],
    '/hoch.jpg': [800, 1200],
    '/gleich.jpg': [900, 900],
  }
  const imageSize = (address: string) => {
    const [width, height] = sizes[address]!
    return { width, height, credit: address === '/hoch.jpg' ? 'Foto: Jana Öztürk' : '' }
  }

  test('several pictures alone in a paragraph are a gallery in rows, with one caption', () => {
    const out = html('![](/breit.jpg "Breit") ![](/hoch.jpg)\n![](/gleich.jpg "Gleich")', { imageSize })
    expect(out.match(/<div>/g)).toHaveLength(1)
    expect(out).toContain('<figure class="gallery wide"><div><a href="/breit.jpg"><img src="/breit.jpg"')
    expect(out).toContain('<a href="/hoch.jpg" class="tall">')
    expect(out).toContain('<a href="/gleich.jpg" class="square">')
    expect(out).toContain('<figcaption>Breit · Gleich · Foto: Jana Öztürk</figcaption>')
    expect(html('![](/breit.jpg)\n'.repeat(5), { imageSize }).match(/<div>/g)).toHaveLength(2)
    expect(html('![](/breit.jpg) und ![](/breit.jpg)', { imageSize })).toMatch(/^<p><img/)
    expect(html('![](https://foreign.example/a.png) ![](/breit.jpg)', { imageSize })).not.toContain('gallery')
  })

  test('the credit of a picture is shown beside it', () => {
    expect(html('![](/hoch.jpg "Am Abend.")', { imageSize })).toContain(
      '<figcaption>Am Abend. Foto: Jana Öztürk</figcaption>',
    )
    expect(html('![](/hoch.jpg)', { imageSize })).toContain('<figcaption>Foto: Jana Öztürk</figcaption>')
  })
})

test('[SITE-8] sizes contain the layout width of a picture: column, wide, gallery share, or its own', () => {
  const imageSize = (address: string) => ({
    width: address.includes('hoch') ? 1200 : 2600,
    height: 1600,
    srcset: `${address}?width=480 480w, ${address} 2600w`,
  })
  const sizesIn = (markdown: string) =>
    [...renderMarkdown(markdown, { imageSize }).html.matchAll(/ sizes="([^"]*)"/g)].map(([, sizes]) => sizes)
  expect(sizesIn('Text ![a](/a.png) Text')).toEqual(['min(100vw - 2.5rem, 39.5rem)'])
  expect(sizesIn('![a](/a.png)')).toEqual([
    '(min-width: 64rem) min(100vw - 22rem, 52rem), min(100vw - 2.5rem, 39.5rem)',
  ])
  expect(sizesIn('![a](/a.png) ![b](/hoch.png)').map((sizes) => /\* ([\d.]+)\)$/.exec(sizes!)?.[1])).toEqual([
    '0.65',
    '0.35',
  ])
  expect(sizesIn('Text <img src="/a.png" width="300" alt=""> Text')).toEqual(['min(100vw - 2.5rem, 39.5rem, 300px)'])
})
