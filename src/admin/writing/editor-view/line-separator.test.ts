import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineSeparatorOf } from './line-separator.ts'

function openAndRead(text: string): string {
  const separator = lineSeparatorOf(text)
  const extensions = separator === undefined ? [] : [EditorState.lineSeparator.of(separator)]
  return EditorState.create({ doc: text, extensions }).sliceDoc()
}

test('a text that is opened and read without typing is unchanged, whatever its line ends', () => {
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

test('line ends are distinguished', () => {
  expect(lineSeparatorOf('a\r\nb\r\n')).toBe('\r\n')
  expect(lineSeparatorOf('a\nb')).toBeUndefined()
  expect(lineSeparatorOf('a\r\nb\nc')).toBe('\n')
  expect(lineSeparatorOf('a\rb')).toBe('\n')
})
