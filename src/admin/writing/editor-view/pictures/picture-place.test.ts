import { expect, test } from 'vitest'
import { openText } from '../../../../../tests/support/text-state.ts'
import { pictureInsertion } from './picture-place.ts'

/** Inserts a picture at `|`. In the result `|` marks the cursor. */
function given(marked: string): string {
  const at = marked.indexOf('|')
  const state = openText(marked.slice(0, at) + marked.slice(at + 1))
  const { from, to, insert, cursor } = pictureInsertion(state, at, '![](x)')
  const after = state.update({ changes: { from, to, insert } }).state.doc.toString()
  return `${after.slice(0, cursor)}|${after.slice(cursor)}`
}

test.each([
  ['an empty text', '|', '![](x)|'],
  ['behind words', 'Vorher.|', 'Vorher.\n\n![](x)|'],
  ['before words', '|Nachher.', '![](x)\n\n|Nachher.'],
  ['between two sentences', 'Eins. | Zwei.', 'Eins.\n\n![](x)\n\n|Zwei.'],
  ['within a word', 'Ein Gar|ten blüht.', 'Ein Garten\n\n![](x)\n\n|blüht.'],
  ['before a full stop', 'Ein Garten|. Und mehr.', 'Ein Garten.\n\n![](x)\n\n|Und mehr.'],
  ['within bold words', 'Ein **fetter| Satz** steht.', 'Ein **fetter Satz**\n\n![](x)\n\n|steht.'],
  [
    'within an address',
    'Ein [Link](https://exa|mple.org) steht.',
    'Ein [Link](https://example.org)\n\n![](x)\n\n|steht.',
  ],
  ['within another picture', '![a](/b|c.png)', '![a](/bc.png)\n\n![](x)|'],
  ['the free line between paragraphs', 'Eins.\n\n|\n\nZwei.', 'Eins.\n\n![](x)|\n\nZwei.'],
  ['right under a paragraph', 'Eins.\n|', 'Eins.\n\n![](x)|'],
  ['right above a paragraph', 'Eins.\n\n|\nZwei.', 'Eins.\n\n![](x)|\n\nZwei.'],
  ['a heading', '## Ti|tel\n\nText.', '## Titel\n\n![](x)|\n\nText.'],
  ['before a heading', '|## Titel', '![](x)\n\n|## Titel'],
  ['code', '```js\nlet |x\n```\n\nText.', '```js\nlet x\n```\n\n![](x)|\n\nText.'],
  ['code that is not closed', 'Vorher.\n\n```js\nlet x|', 'Vorher.\n\n![](x)\n\n|```js\nlet x'],
  ['a list', '- eins|\n- zwei', '- eins\n\n  ![](x)|\n\n- zwei'],
  ['numbers', '1. eins\n2. zw|ei drei', '1. eins\n2. zwei\n\n   ![](x)\n\n   |drei'],
  ['an empty item', '- eins\n- |', '- eins\n- ![](x)|'],
  ['a nested item', '- eins\n  - zwei|', '- eins\n  - zwei\n\n    ![](x)|'],
  ['a task', '- [ ] eins|', '- [ ] eins\n\n  ![](x)|'],
  ['a quote', '> Eins.| Zwei.', '> Eins.\n>\n> ![](x)\n>\n> |Zwei.'],
  ['an empty line of a quote', '> Eins.\n> |', '> Eins.\n>\n> ![](x)|'],
  ['an item in a quote', '> - eins|', '> - eins\n>\n>   ![](x)|'],
  ['a quote in an item', '- > eins|', '- > eins\n  >\n  > ![](x)|'],
  ['a note', 'Text[^1].\n\n[^1]: Eine |Note.', 'Text[^1].\n\n[^1]: Eine Note.\n\n![](x)|'],
  ['below a list', '- eins\n\n|', '- eins\n\n![](x)|'],
  ['a rule', 'Text\n\n---|', 'Text\n\n---\n\n![](x)|'],
])('[WEEK-3] a picture inserted in %s gets a paragraph of its own', (_name, before, after) => {
  expect(given(before)).toBe(after)
})

test('[WEEK-3] a picture inserted in a table goes after it', () => {
  const table = '| a | b |\n| --- | --- |\n| 1 | 2 |'
  const state = openText(`${table}\n\nText.`)
  const { from, to, insert } = pictureInsertion(state, table.length - 4, '![](x)')
  expect(state.update({ changes: { from, to, insert } }).state.doc.toString()).toBe(`${table}\n\n![](x)\n\nText.`)
})
