import type { EditorState, TransactionSpec } from '@codemirror/state'
import { ensureSyntaxTree } from '@codemirror/language'
import { expect, test, describe } from 'vitest'
import { presentedTokens, renderMarkdown } from '../../../../markdown/render.ts'
import { openText } from '../../../../../tests/support/text-state.ts'
import { captioned, joined, removed, separated, withAlternative, withCaption, wordsOf } from './picture-edits.ts'
import { pictureRowAt, type PictureRow } from './pictures-in-text.ts'

/** The text and the row of pictures at `|`, or at the start. */
function at(marked: string): { state: EditorState; row: PictureRow } {
  const position = Math.max(0, marked.indexOf('|'))
  const state = openText(marked.replace('|', ''))
  ensureSyntaxTree(state, state.doc.length, 5000)
  const row = pictureRowAt(state, position)
  if (!row) throw new Error('no pictures there')
  return { state, row }
}

const after = (state: EditorState, spec: TransactionSpec | null) => (spec ? state.update(spec).state.sliceDoc() : null)

/** What readers get of the first picture of a text. */
function seen(markdown: string): { alt: string; caption: string } {
  const tokens = presentedTokens(markdown)
  const image = tokens.flatMap(({ children }) => children ?? []).find(({ type }) => type === 'image')
  const { html } = renderMarkdown(markdown, { imageSize: () => ({ width: 4, height: 3 }) })
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  const caption = /<figcaption>(.*?)<\/figcaption>/.exec(html)?.[1] ?? ''
  const alt = / alt="([^"]*)"/.exec(html)?.[1] ?? ''
  expect(image, markdown).toBeTruthy()
  return { alt: plain(alt).replaceAll('&amp;', '&'), caption: plain(caption).replaceAll('&amp;', '&') }
}

const ODD = [
  'Ein Balkon',
  'Mit "Anführung" und \'einfacher\'',
  'Eckige [Klammern] und (runde)',
  'Halb offen ] oder [ oder )',
  'Am Ende ein Rückstrich \\',
  'Rückstrich vor \\" Zeichen \\* und \\]',
  '*Sterne*, _Striche_, `Code`, ~~weg~~, datei_name',
  '<b>fett</b> und <https://example.org>',
  '5 < 6 & 7 > 2',
  '„Gänsefüßchen“ – und … 🌱',
  '![kein Bild](/b.png)',
]

describe('[WEEK-23] the fields of a picture write plain markdown that readers see as it was typed', () => {
  test.each(ODD)('alternative text and caption: %s', (words) => {
    for (const text of [
      '![](/a.png)',
      '![alt](/a.png "Titel")',
      "![alt](</a b.png> 'Titel')",
      '![alt]( /a.png (Titel) )',
    ]) {
      const { state, row } = at(text)
      const withAlt = after(state, withAlternative(state, row.pictures[0]!, words))!
      const second = at(withAlt)
      const whole = after(second.state, withCaption(second.state, second.row.pictures[0]!, words))!
      expect(seen(whole), whole).toEqual({ alt: words, caption: words })
      const third = at(whole)
      expect(wordsOf(third.state, third.row.pictures[0]!), whole).toEqual({ alt: words, caption: words })
      // What is there already is not written again.
      expect(withAlternative(third.state, third.row.pictures[0]!, words)).toBeNull()
      expect(withCaption(third.state, third.row.pictures[0]!, words)).toBeNull()
    }
  })

  test.each([
    ['a caption is added', '![a](/b.png)', 'Neu', '![a](/b.png "Neu")'],
    ['an empty one removes title and blanks', '![a](/b.png  "Alt" )', '', '![a](/b.png)'],
    ['other quotes become double ones', "![a](/b.png 'Alt')", 'Neu', '![a](/b.png "Neu")'],
    ['an empty title is filled', '![a](/b.png "")', 'Neu', '![a](/b.png "Neu")'],
    ['an empty address stays one', '![a]()', 'Neu', '![a](<> "Neu")'],
    ['line ends become blanks', '![a](/b.png)', 'Zwei\r\nZeilen', '![a](/b.png "Zwei Zeilen")'],
    [
      'references are shown as written',
      '![a](/b.png "A &amp; B &copy;")',
      'A &amp; C &copy;',
      '![a](/b.png "A &amp; C &copy;")',
    ],
  ])('%s', (_name, text, caption, wanted) => {
    const { state, row } = at(text)
    expect(after(state, withCaption(state, row.pictures[0]!, caption))).toBe(wanted)
  })

  test('a caption of 100,000 characters is written and read', () => {
    const words = 'Sehr lang. '.repeat(9000).trim()
    const { state, row } = at('![a](/b.png)')
    const text = after(state, withCaption(state, row.pictures[0]!, words))
    expect(text).toBe(`![a](/b.png "${words}")`)
    // A paragraph of that length has no inline marks in the editor, so it stays text and its bytes stay as they are.
    expect(pictureRowAt(openText(text!), 0)).toBeNull()
  })

  test.each([
    ['reference-style', '![a][b]\n\n[b]: /c.png', 0],
    ['a shortcut reference', '![b]\n\n[b]: /c.png', 0],
    ['in a code block', '```\n![a](/b.png)\n```', 5],
    ['in indented code', '    ![a](/b.png)', 5],
    ['in code within a line', '`![a](/b.png)`', 2],
    ['in a sentence', 'Ein ![a](/b.png) Bild', 5],
    ['beside text', '![a](/b.png) Text', 2],
    ['in a table', '| a |\n| - |\n| ![a](/b.png) |', 14],
    ['linked', '[![a](/b.png)](/c)', 3],
    ['in an HTML block', '<div>\n![a](/b.png)\n</div>', 8],
    ['escaped', '\\![a](/b.png)', 3],
    ['unfinished', '![a](/b.png', 3],
  ])('a picture %s stays text, without fields', (_name, text, position) => {
    const state = openText(text)
    ensureSyntaxTree(state, state.doc.length, 1000)
    expect(pictureRowAt(state, position)).toBeNull()
    expect(state.sliceDoc()).toBe(text)
  })

  test.each([
    ['in a list item', '- ![a](/b.png)', '- ![Neu](/b.png)'],
    ['below a list item', '- Text\n\n  |![a](/b.png)', '- Text\n\n  ![Neu](/b.png)'],
    ['in a quote', '> ![a](/b.png)', '> ![Neu](/b.png)'],
    ['with blanks behind', '![a](/b.png)  \n', '![Neu](/b.png)  \n'],
    ['with CRLF', 'Vor\r\n\r\n|![a](/b.png)\r\n\r\nNach', 'Vor\r\n\r\n![Neu](/b.png)\r\n\r\nNach'],
  ])('a picture %s has them', (_name, text, wanted) => {
    const marked = text.includes('|') ? text.replaceAll('\r\n', '\n').indexOf('|') : 2
    const state = openText(text.replace('|', ''))
    const row = pictureRowAt(state, marked)!
    expect(after(state, withAlternative(state, row.pictures[0]!, 'Neu'))).toBe(wanted)
  })
})

describe('[WEEK-23] galleries are several pictures in one paragraph', () => {
  test.each([
    ['with a blank line between', '![a](/a.png)\n\n|![b](/b.png)\n\nText', '![a](/a.png) ![b](/b.png)\n\nText'],
    ['with several', '![a](/a.png)\n\n\n\n|![b](/b.png)', '![a](/a.png) ![b](/b.png)'],
    ['into a gallery', '![a](/a.png) ![b](/b.png)\n\n|![c](/c.png)', '![a](/a.png) ![b](/b.png) ![c](/c.png)'],
    ['in a quote', '> ![a](/a.png)\n>\n> |![b](/b.png)', '> ![a](/a.png) ![b](/b.png)'],
    ['in a list item', '- ![a](/a.png)\n\n  |![b](/b.png)', '- ![a](/a.png) ![b](/b.png)'],
    ['with CRLF', '![a](/a.png)\r\n\r\n|![b](/b.png)', '![a](/a.png) ![b](/b.png)'],
  ])('a picture joins those before it %s', (_name, marked, wanted) => {
    const position = marked.replaceAll('\r\n', '\n').indexOf('|')
    const state = openText(marked.replace('|', ''))
    const row = pictureRowAt(state, position)!
    expect(after(state, joined(state, row))).toBe(wanted)
  })

  test.each([
    ['with text between', '![a](/a.png)\n\nText\n\n|![b](/b.png)'],
    ['as the first of the text', '|![b](/b.png)'],
    ['in another list item', '- ![a](/a.png)\n- |![b](/b.png)'],
    ['after a quote', '> ![a](/a.png)\n\n|![b](/b.png)'],
  ])('it joins none %s', (_name, marked) => {
    const { state, row } = at(marked)
    expect(joined(state, row)).toBeNull()
  })

  test('lines of pictures in one paragraph are one gallery, and a picture leaves it to a paragraph of its own', () => {
    const { state, row } = at('![a](/a.png)\n![b](/b.png) ![c](/c.png)\n\nText')
    expect(row.pictures).toHaveLength(3)
    expect(after(state, separated(state, row, 0))).toBe('![b](/b.png) ![c](/c.png)\n\n![a](/a.png)\n\nText')
    expect(after(state, separated(state, row, 2))).toBe('![a](/a.png)\n![b](/b.png)\n\n![c](/c.png)\n\nText')
    expect(after(state, removed(state, row, 1))).toBe('![a](/a.png)\n![c](/c.png)\n\nText')
  })

  test('its caption is the only title, else that of the first picture', () => {
    const one = at('![a](/a.png) ![b](/b.png "Beide")')
    expect(captioned(one.row, 0)).toBe(one.row.pictures[1])
    const none = at('![a](/a.png) ![b](/b.png)')
    expect(captioned(none.row, 1)).toBe(none.row.pictures[0])
    const both = at('![a](/a.png "A") ![b](/b.png "B")')
    expect(captioned(both.row, 1)).toBe(both.row.pictures[1])
  })

  test.each([
    ['the empty line after it goes', 'Vor\n\n|![a](/a.png)\n\nNach', 'Vor\n\nNach'],
    ['at the end the one before it', 'Vor\n\n|![a](/a.png)', 'Vor'],
    ['alone in the text', '|![a](/a.png)', ''],
    ['the mark of a list item stays', '- |![a](/a.png)\n- b', '- \n- b'],
  ])('a picture is removed: %s', (_name, marked, wanted) => {
    const { state, row } = at(marked)
    expect(after(state, removed(state, row, 0))).toBe(wanted)
  })
})
