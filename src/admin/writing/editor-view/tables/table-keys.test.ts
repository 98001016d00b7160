import { undo } from '@codemirror/commands'
import type { Command, EditorView } from '@codemirror/view'
import { describe, expect, test } from 'vitest'
import { atCursor, withCursor } from '../../../../../tests/support/text-state.ts'
import { SLASH_COMMANDS } from '../commands/slash-commands.ts'
import { besideCells, leaveTable, leaveTableUp, nextCell, nextRow, previousCell } from './table-keys.ts'
import { tabulated, tableLines } from './table-text.ts'
import { growsTooFast } from '../../../../../tests/support/growth.ts'

/** The text after a command; null if the command does not apply here. */
function after(text: string, command: Command): string | null {
  let state = atCursor(text)
  const view = { state, dispatch: (spec: object) => (state = state.update(spec).state) }
  const done = command(view as unknown as EditorView)
  const changed = withCursor(state)
  if (done && state.doc.toString() !== view.state.doc.toString()) {
    undo({ state, dispatch: (transaction) => (state = transaction.state) })
    expect(state.sliceDoc(), 'one step back').toBe(text.replace('▮', ''))
  }
  return done ? changed : null
}

describe('[WEEK-5] keys in tables', () => {
  const table = '| A | B |\n| --- | --- |\n| 1 | 2 |\n|  |  |'

  test.each([
    ['to the next cell', '| A▮ | B |\n| --- | --- |\n| 1 | 2 |', '| A | B▮ |\n| --- | --- |\n| 1 | 2 |'],
    ['over the line of hyphens', '| A | ▮B |\n| --- | --- |\n| 1 | 2 |', '| A | B |\n| --- | --- |\n| 1▮ | 2 |'],
    ['into empty cells', '| A | B |\n| --- | --- |\n| 1▮ |  |', '| A | B |\n| --- | --- |\n| 1 | ▮ |'],
    [
      'to a new row at the end',
      '| A | B |\n| - | - |\n| 1 | 2▮ |\n\nText',
      '| A | B |\n| - | - |\n| 1 | 2 |\n| ▮ |  |\n\nText',
    ],
    ['to a first row below the head', '| A | B▮ |\n| --- | --- |', '| A | B |\n| --- | --- |\n| ▮ |  |'],
    ['to a new row in a quote', '> | A |\n> | - |\n> | 1▮ |', '> | A |\n> | - |\n> | 1 |\n> | ▮ |'],
    ['over a pipe that is none', '| A▮ \\| a | B |\n| - | - |', '| A \\| a | B▮ |\n| - | - |'],
    ['without outer pipes', 'A▮ | B\n--- | ---\n1 | 2', 'A | B▮\n--- | ---\n1 | 2'],
    ['in a quote', '> | A | B▮ |\n> | - | - |\n> | 1 | 2 |', '> | A | B |\n> | - | - |\n> | 1▮ | 2 |'],
    ['with Windows line ends', '| A | B▮ |\r\n| - | - |\r\n| 1 | 2 |', '| A | B |\r\n| - | - |\r\n| 1▮ | 2 |'],
  ])('Tab moves %s', (_where, text, moved) => expect(after(text, nextCell)).toBe(moved))

  test.each([
    [leaveTable, '| A | B |\n| --- | --- |\n| 1▮ | 2 |', '| A | B |\n| --- | --- |\n| 1 | 2 |\n\n▮'],
    [leaveTable, '| A▮ | B |\n| - | - |\n| 1 | 2 |\n\nText', '| A | B |\n| - | - |\n| 1 | 2 |\n\n▮Text'],
    [leaveTableUp, 'Text\n\n| A | B |\n| - | - |\n| 1▮ | 2 |', 'Text\n▮\n| A | B |\n| - | - |\n| 1 | 2 |'],
    [leaveTableUp, '| A | B |\n| - | - |\n| 1▮ | 2 |', null],
  ])('the table can be left from any cell', (command, text, moved) => expect(after(text, command)).toBe(moved))

  test.each([
    ['back a cell', '| A | B▮ |\n| - | - |', '| A▮ | B |\n| - | - |'],
    ['back a row', '| A | B |\n| - | - |\n| 1▮ | 2 |', '| A | B▮ |\n| - | - |\n| 1 | 2 |'],
    ['to the line above', 'Text\n\n| A▮ | B |\n| - | - |', 'Text\n▮\n| A | B |\n| - | - |'],
  ])('Umschalt Tab moves %s', (_where, text, moved) => expect(after(text, previousCell)).toBe(moved))

  test.each([
    [
      'adds a row',
      '| A | B |\n| - | - |\n| 1▮ | 2 |\n| 3 | 4 |',
      '| A | B |\n| - | - |\n| 1 | 2 |\n| ▮ |  |\n| 3 | 4 |',
    ],
    ['adds the first one below the head', '| A | B▮ |\n| - | - |', '| A | B |\n| - | - |\n| ▮ |  |'],
    ['leaves at an empty last row', table.replace('|  |', '| ▮ |'), '| A | B |\n| --- | --- |\n| 1 | 2 |\n\n▮'],
    [
      'leaves with a line of its own',
      `${table.replace('|  |', '| ▮ |')}\n\nText`,
      '| A | B |\n| --- | --- |\n| 1 | 2 |\n\n▮\n\nText',
    ],
    ['leaves to an empty line', `${table.replace('|  |', '| ▮ |')}\n`, '| A | B |\n| --- | --- |\n| 1 | 2 |\n\n▮'],
    ['stays in a quote', '> | A | B |\n> | - | - |\n> | 1 | 2▮ |', '> | A | B |\n> | - | - |\n> | 1 | 2 |\n> | ▮ |  |'],
    ['leaves within a quote', '> | A | B |\n> | - | - |\n> |  ▮|  |', '> | A | B |\n> | - | - |\n>\n> ▮'],
  ])('Enter %s', (_what, text, changed) => expect(after(text, nextRow)).toBe(changed))

  test.each([
    ['after the last row goes below the table', '| A |\n| - |\n| 1 |▮', '| A |\n| - |\n| 1 |\n\n▮'],
    ['there goes before other text', '| A |\n| - |\n| 1 |▮\n\nText', '| A |\n| - |\n| 1 |\n\n▮Text'],
    ['after another row goes into its last cell', '| A |▮\n| - |\n| 1 |', '| A▮ |\n| - |\n| 1 |'],
    ['before a row goes into its first cell', '| A |\n| - |\n▮| 1 |', '| A |\n| - |\n| ▮1 |'],
    ['in a cell stays', '| A |\n| - |\n| 1▮ |', null],
    ['where a cell is missing adds it', '| A | B |\n| - | - |\n| 1 |▮', null],
    ['in a table without outer pipes stays', 'A | B\n- | -\n1 | 2▮', null],
    ['in the row of hyphens stays', '| A |\n| - |▮\n| 1 |', null],
    ['in the plain table of a quote stays', '> | A |\n> | - |\n> | 1 |▮', null],
  ])('text typed %s', (_where, text, moved) => {
    const state = atCursor(text)
    const spec = besideCells(state)
    expect(spec && withCursor(state.update(spec).state)).toBe(moved)
  })

  test('outside of tables the keys keep their usual meaning', () => {
    for (const text of ['Text▮', '| kein | Kopf▮ |', '```\n| A▮ |\n| - |\n```', '▮| A | B |\n| - | - |'])
      for (const command of text.startsWith('▮') ? [nextRow] : [nextCell, previousCell, nextRow])
        expect(after(text, command), text).toBeNull()
  })
})

describe('[WEEK-5] blocks of the menu are separated from the text around them', () => {
  const chosen = (text: string, id: string): string => {
    const state = atCursor(text)
    const { head } = state.selection.main
    const spec = SLASH_COMMANDS.find((command) => command.id === id)!.run(
      state,
      state.sliceDoc(0, head).lastIndexOf('/'),
      head,
    )
    return withCursor(state.update(spec as object).state)
  }

  test.each([
    ['an empty text', '/code▮', '```\n▮\n```'],
    ['before other text', '/code▮ Text danach', '```\n▮\n```\n\nText danach'],
    ['behind and before other text', 'Davor /code▮ danach', 'Davor\n\n```\n▮\n```\n\ndanach'],
    ['right between paragraphs', 'Davor\n/code▮\nDanach', 'Davor\n\n```\n▮\n```\n\nDanach'],
    ['in a quote', '> /code▮', '> ```\n> ▮\n> ```'],
    ['in an item', '- /code▮', '- ```\n  ▮\n  ```'],
    ['in a quote with words', '> Davor /code▮ danach', '> Davor\n>\n> ```\n> ▮\n> ```\n>\n> danach'],
  ])('/code in %s', (_where, text, changed) => expect(chosen(text, 'code')).toBe(changed))

  test('/tab before other text', () => {
    expect(chosen('/tab▮ Text', 'table')).toBe('| ▮ |  |\n| --- | --- |\n|  |  |\n\nText')
  })
})

describe('[WEEK-5] text with tabs', () => {
  test.each([
    [
      'rows and columns',
      'A\tB\n1\t2\n',
      [
        ['A', 'B'],
        ['1', '2'],
      ],
    ],
    [
      'Windows line ends and empty cells',
      'A\tB\r\n\t2\r\n',
      [
        ['A', 'B'],
        ['', '2'],
      ],
    ],
    [
      'quoted cells',
      'A\t"zwei\nZeilen ""so"""\n"x\t1"\ty',
      [
        ['A', 'zwei\nZeilen "so"'],
        ['x\t1', 'y'],
      ],
    ],
    [
      'a quotation mark that is none',
      '"A" b\tc\n"d\te',
      [
        ['"A" b', 'c'],
        ['"d', 'e'],
      ],
    ],
  ])('is a table: %s', (_what, text, rows) => expect(tabulated(text)).toEqual(rows))

  test.each(['a\tb', 'a\tb\nc', '\ta\n\tb', 'a\n\tb', 'a\tb\n\nc\td', 'ohne'])('is none: %j', (text) =>
    expect(tabulated(text)).toBeNull(),
  )

  test('pipes and breaks in cells are escaped once', () => {
    expect(
      tableLines([
        ['A | B', 'x\ny'],
        ['\\|', ''],
      ]),
    ).toEqual(['| A \\| B | x y |', '| --- | --- |', '| \\| |  |'])
  })

  test('a megabyte takes time proportional to its size', () => {
    for (const piece of ['\t', '"', '"""\t', 'a\t"', '\n', '\\', '\\\t']) {
      const work = (letters: number) => {
        tabulated(piece.repeat(letters / piece.length))
        tableLines([[piece.repeat(letters / piece.length)]])
      }
      expect(growsTooFast(1_000_000, work), piece).toBeNull()
    }
  })
})
