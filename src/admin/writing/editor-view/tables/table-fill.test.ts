import { expect, test } from 'vitest'
import { growsTooFast } from '../../../../../tests/support/growth.ts'
import { atCursor, withCursor } from '../../../../../tests/support/text-state.ts'
import { fillCells, gridOf } from './table-fill.ts'

function pasted(text: string, plain: string, isTable = false): string | null {
  const state = atCursor(text)
  const rows = gridOf(plain, isTable)
  const spec = rows && fillCells(state, state.selection.main.head, rows)
  return spec && withCursor(state.update(spec).state)
}

const table = '| A | B |\n| --- | ---: |\n| 1▮ | 2 |\n| 3 | 4 |'

test('cells of a spreadsheet fill the table from the cursor on', () => {
  expect(pasted(table, 'x\ty')).toBe('| A | B |\n| --- | ---: |\n| x | y▮ |\n| 3 | 4 |')
})

test('the table grows at its end', () => {
  expect(pasted(table, 'x\ty\tz\r\nu\tv\tw\r\n')).toBe(
    '| A | B |  |\n| --- | ---: | --- |\n| x | y | z |\n| u | v | w▮ |',
  )
  expect(pasted('| A▮ | B |\n| - | - |\n| 1 | 2 |', 'x\ty\nu\tv\ns\tt')).toBe(
    '| x | y |\n| - | - |\n| u | v |\n| s | t▮ |',
  )
})

test('a single column fills a column of the table', () => {
  // A single column; a pipe and a line break within a cell are escaped.
  expect(pasted(table, '5\n"a|b\nc"\n7', true)).toBe('| A | B |\n| --- | ---: |\n| 5 | 2 |\n| a\\|b c | 4 |\n| 7▮ |  |')
})

test('filled rows keep quote marks, line ends, missing cells and pipes, and the rest stays byte for byte', () => {
  expect(pasted('> | A | B |\r\n> | - | - |\r\n> | 1▮ | 2 |\r\n\r\nText', 'x\ty\nu\tv')).toBe(
    '> | A | B |\r\n> | - | - |\r\n> | x | y |\r\n> | u | v▮ |\r\n\r\nText',
  )
  expect(pasted('A | B\n--- | ---\n1 | 2\n3 | ▮4', 'x\ty')).toBe(
    '|A | B|  |\n|--- | ---| --- |\n|1 | 2|  |\n|3 | x | y▮ |',
  )
})

test('one line of words, one cell and text outside of tables do not count as cells', () => {
  expect(pasted('| A▮ |\n| - |', 'ein Wort')).toBeNull()
  expect(pasted('| A▮ |\n| - |', 'ein Wort\n', true)).toBeNull()
  expect(pasted('| A▮ |\n| - |', 'zwei\nZeilen')).toBeNull()
  expect(pasted('Text▮', 'x\ty')).toBeNull()
})

test('filling is fast for every table', () => {
  for (const unit of ['x\ty\n', 'x\t', 'x\n', '"', '"\t', '|\t'])
    expect(
      growsTooFast(40_000, (size) => pasted('| A▮ | B |\n| - | - |\n| 1 | 2 |', unit.repeat(size / unit.length), true)),
      JSON.stringify(unit),
    ).toBeNull()
})
