import { expect, test } from 'vitest'
import { atCursor, withCursor } from '../../../../../tests/support/text-state.ts'
import { TABLE_COMMANDS } from './table-commands.ts'

/** The text after a command found with `/x` at the cursor `▮`. */
function chosen(text: string, id: string): string {
  const state = atCursor(text)
  const at = state.selection.main.head
  const from = state.sliceDoc(Math.max(0, at - 2), at) === '/x' ? at - 2 : at
  const spec = TABLE_COMMANDS.find((command) => command.id === id)!.run(state, from, at)
  return withCursor(state.update(spec as object).state)
}

const TABLE = '| A | B |\n| --- | --- |\n| 1 /x▮ | 2 |\n| 3 | 4 |'

test.each([
  ['row-below', TABLE, '| A | B |\n| --- | --- |\n| 1 | 2 |\n| ▮ |  |\n| 3 | 4 |'],
  ['row-below', '| A▮ | B |\n| --- | --- |\n| 1 | 2 |', '| A | B |\n| --- | --- |\n| ▮ |  |\n| 1 | 2 |'],
  ['row-above', TABLE, '| A | B |\n| --- | --- |\n| ▮ |  |\n| 1 | 2 |\n| 3 | 4 |'],
  ['row-above', '| A▮ | B |\n| --- | --- |\n| 1 | 2 |', '| A | B |\n| --- | --- |\n| ▮ |  |\n| 1 | 2 |'],
  ['column-left', TABLE, '|  | A | B |\n| --- | --- | --- |\n| ▮ | 1 | 2 |\n|  | 3 | 4 |'],
  ['column-left', 'A | B▮\n--- | ---\n1 | 2', 'A | ▮ | B\n--- | --- | ---\n1 |  | 2'],
  ['column-on', '| A▮ | B |\n| :-- | --: |\n| 1 | 2 |', '| B | A▮ |\n| --: | :-- |\n| 2 | 1 |'],
  ['column-back', '| A | B |\n| --- | --- |\n| 1 | 2▮ |\n| 3 |', '| B | A |\n| --- | --- |\n| 2▮ | 1 |\n| 3 |'],
  ['column-back', '| A▮ | B |\n| - | - |\n| 1 | 2 |', '| A▮ | B |\n| - | - |\n| 1 | 2 |'],
  ['row-delete', TABLE, '| A | B |\n| --- | --- |\n| 3▮ | 4 |'],
  ['row-delete', '| A | B |\n| --- | --- |\n| 1 | 2▮ |', '| A | B▮ |\n| --- | --- |'],
  ['column-right', TABLE, '| A |  | B |\n| --- | --- | --- |\n| 1 | ▮ | 2 |\n| 3 |  | 4 |'],
  ['column-delete', TABLE, '| B |\n| --- |\n| 2▮ |\n| 4 |'],
  ['column-delete', '| A | B |\n| --- | --- |\n| 1 | 2▮ |', '| A |\n| --- |\n| 1▮ |'],
  ['align-right', TABLE, '| A | B |\n| ---: | --- |\n| 1▮ | 2 |\n| 3 | 4 |'],
  ['align-center', '| A | B▮ |\n|---|---|\n| 1 | 2 |', '| A | B▮ |\n|---| :---: |\n| 1 | 2 |'],
  ['row-down', TABLE, '| A | B |\n| --- | --- |\n| 3 | 4 |\n| 1▮ | 2 |'],
  ['row-up', '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4▮ |', '| A | B |\n| --- | --- |\n| 3 | 4▮ |\n| 1 | 2 |'],
  ['row-up', '| A | B |\n| --- | --- |\n| 1▮ | 2 |', '| A | B |\n| --- | --- |\n| 1▮ | 2 |'],
  [
    'row-below',
    '> | A | B |\r\n> | - | - |\r\n> | 1▮ | 2 |',
    '> | A | B |\r\n> | - | - |\r\n> | 1 | 2 |\r\n> | ▮ |  |',
  ],
  ['table-delete', 'Davor\n\n| A▮ |  |\n| - | - |\n\nDanach', 'Davor\n\n▮\n\nDanach'],
])('[WEEK-5] %s', (id, text, after) => expect(chosen(text, id)).toBe(after))
