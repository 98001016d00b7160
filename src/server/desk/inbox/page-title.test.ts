import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pageTitle, run } from './page-title.job.ts'
import { growsTooFast } from '../../../../tests/support/growth.ts'

describe('[WEEK-15] the title of a page', () => {
  test.each([
    ['<title>Gartenzäune</title>', 'Gartenzäune'],
    ['<TITLE lang="de">\n  Zwei\n  Zeilen </TITLE\n>', 'Zwei Zeilen'],
    ['<title>Seite – Verlag</title><meta property="og:title" content="Seite">', 'Seite'],
    ["<meta content='Nur Twitter' name=twitter:title><title>Seite</title>", 'Nur Twitter'],
    ['<meta property="og:title" content=" "><title>Doch der</title>', 'Doch der'],
    ['<meta content="a > b &amp; c" property="OG:Title"/>', 'a > b & c'],
    ['<title>K&uuml;che &#8211; &bdquo;Kn&ouml;del&ldquo; &#x1F35D;</title>', 'Küche – „Knödel“ 🍝'],
    ['<!-- <title>nein</title> --><title>ja</title>', 'ja'],
    ['<script>var a = "<title>nein</title>"</script><title>ja</title>', 'ja'],
    ['<svg><title>Lupe</title></svg><title>ja</title>', 'ja'],
    ['<title>der erste</title><title>der zweite</title>', 'der erste'],
    ['<meta property="og:title"><title>ohne content</title>', 'ohne content'],
    ['<title>Ohne Ende <p>Text', 'Ohne Ende'],
    ['<title><b>Auszeichnung</b> ist Text</title>', '<b>Auszeichnung</b> ist Text'],
    ['<title>a\u202eb\u0000c\u200bd</title>', 'ab cd'],
    ['<title></title>', null],
    ['Nur Text', null],
    ['', null],
    ['<', null],
    ['<meta property=og:title content="abgebrochen', null],
  ])('of %j is %j', (html, title) => {
    expect(pageTitle(html)).toBe(title)
  })

  test('ends after 300 characters, never within one', () => {
    const title = pageTitle(`<title>${'x'.repeat(298)}🍝🍝🍝</title>`) ?? ''
    expect(title).toBe(`${'x'.repeat(298)}…`)
    expect(pageTitle(`<title>${'&amp;'.repeat(299)}</title>`)).toBe('&'.repeat(299))
  })

  test.each([
    [
      'Windows-1252 by header',
      Buffer.from('<title>Gr\xf6\xdfe \x80</title>', 'latin1'),
      'text/html; charset=ISO-8859-1',
    ],
    [
      'by <meta charset>',
      Buffer.from('<meta charset="windows-1252"><title>Gr\xf6\xdfe \x80</title>', 'latin1'),
      'text/html',
    ],
    [
      'by <meta http-equiv>',
      Buffer.from(
        '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>Gr\xf6\xdfe \x80</title>',
        'latin1',
      ),
      undefined,
    ],
    ['UTF-8 against a wrong header', Buffer.from('<title>Größe €</title>'), 'text/html; charset=iso-8859-1'],
    ['UTF-16 with its mark', Buffer.from('\ufeff<title>Größe €</title>', 'utf16le'), 'text/html'],
    ['UTF-8 that was cut within a letter', Buffer.from('<title>Größe €</title><p>ö').subarray(0, -1), 'text/html'],
  ])('is read in its charset: %s', (_name, body, contentType) => {
    expect(run({ body, contentType })).toBe('Größe €')
  })

  test('of a megabyte of any input is found in linear time', () => {
    const hostile = [
      '<',
      '<title',
      '<title>',
      '<!--',
      '<script>',
      '<a "',
      "<a b='",
      '<meta content="',
      '<a b= ',
      '&amp;',
      '</title',
      '<svg>',
      '<a b="x" ',
      ' ',
    ]
    for (const piece of hostile) {
      const read = (letters: number) => {
        const html = piece.repeat(letters / piece.length)
        pageTitle(`<title>${html}`)
        pageTitle(html)
      }
      expect(growsTooFast(1_000_000, read), piece).toBeNull()
    }
  })

  test('of a page of this repository', () => {
    expect(pageTitle(readFileSync('src/extension/popup.html', 'utf8'))).toBe('Zur Inbox')
  })
})
