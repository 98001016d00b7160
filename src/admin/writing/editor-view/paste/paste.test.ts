import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { openText } from '../../../../../tests/support/text-state.ts'

test('pasted text is split into lines whatever its line ends, and takes over those of the text', () => {
  for (const [text, after] of [
    ['a\r\nb', 'a\r\nbeins\r\nzwei\r\ndrei\r\nvier'],
    ['a\nb', 'a\nbeins\nzwei\ndrei\nvier'],
    ['a\r\nb\nc', 'a\r\nb\nceins\nzwei\ndrei\nvier'],
  ] as const) {
    const state = openText(text)
    let pasted = 'eins\r\nzwei\ndrei\rvier'
    for (const filter of state.facet(EditorView.clipboardInputFilter)) pasted = filter(pasted, state)
    const insert = state.toText(pasted)
    expect(insert.lines).toBe(4)
    expect(state.update({ changes: { from: state.doc.length, insert } }).state.sliceDoc()).toBe(after)
  }
})
