import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineSeparatorOf, withLineBreaks } from './line-separator.ts'

function openAndRead(text: string): string {
  const separator = lineSeparatorOf(text)
  const extensions = separator === undefined ? [] : [EditorState.lineSeparator.of(separator)]
  return EditorState.create({ doc: text, extensions }).sliceDoc()
}

test('a text opened and read without typing is the same, whatever its line ends', () => {
  const pieces = fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '\t',
    '  ',
    '\uFEFF',
    '\u2028',
    'Grüße',
    '# ',
    '> ',
    '- [ ] ',
    '🦊',
    '|',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      expect(openAndRead(text)).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('line ends are told apart', () => {
  expect(lineSeparatorOf('a\r\nb\r\n')).toBe('\r\n')
  expect(lineSeparatorOf('a\nb')).toBeUndefined()
  expect(lineSeparatorOf('a\r\nb\nc')).toBe('\n')
  expect(lineSeparatorOf('a\rb')).toBe('\n')
})

test('what is pasted splits into lines and keeps the line ends of the text it goes into', () => {
  const pasted = 'eins\r\nzwei\ndrei\rvier'
  for (const [before, after] of [
    ['a\r\nb', 'a\r\nbeins\r\nzwei\r\ndrei\r\nvier'],
    ['a\nb', 'a\nbeins\nzwei\ndrei\nvier'],
    ['a\r\nb\nc', 'a\r\nb\nceins\nzwei\ndrei\nvier'],
  ] as const) {
    const separator = lineSeparatorOf(before)
    const state = EditorState.create({
      doc: before,
      extensions: separator === undefined ? [] : [EditorState.lineSeparator.of(separator)],
    })
    const insert = state.toText(withLineBreaks(pasted, state.lineBreak))
    expect(insert.lines).toBe(4)
    expect(state.update({ changes: { from: state.doc.length, insert } }).state.sliceDoc()).toBe(after)
  }
})
