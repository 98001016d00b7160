import { expect, test } from 'vitest'
import { atCursor } from '../../../../../tests/support/text-state.ts'
import { fitted } from './pasted-blocks.ts'

function pasted(text: string, markdown: string): string {
  const state = atCursor(text)
  const { from, to, insert, length } = fitted(state, state.selection.main, markdown)
  const after = state.sliceDoc(0, from) + insert.slice(0, length) + '▮' + insert.slice(length) + state.sliceDoc(to)
  return after
}

test.each([
  ['Davor ▮und danach', 'Wörter', 'Davor Wörter▮und danach'],
  ['Davor ▮ danach', '- a\n- b', 'Davor\n\n- a\n- b▮\n\ndanach'],
  ['Davor\n▮\nDanach', '| a | b |\n| --- | --- |', 'Davor\n\n| a | b |\n| --- | --- |▮\n\nDanach'],
  ['Davor\n\n▮\n\nDanach', '## Titel\n\nText', 'Davor\n\n## Titel\n\nText▮\n\nDanach'],
  ['- a\n- ▮\n- c', '- b\n  - b2', '- a\n- b\n  - b2▮\n- c'],
  ['- a\n▮', '- b', '- a\n- b▮'],
  ['> Zitat\n> ▮', 'eins\n\nzwei  \ndrei', '> Zitat\n> eins\n>\n> zwei  \n> drei▮'],
  ['| A | ▮ |\n| --- | --- |', 'eins\n\n**zwei** | drei', '| A | eins **zwei** \\| drei▮ |\n| --- | --- |'],
])('%j with %j', (text, markdown, after) => expect(pasted(text, markdown)).toBe(after))
