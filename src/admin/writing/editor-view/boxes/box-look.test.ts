import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { DecorationSet } from '@codemirror/view'
import { expect, test } from 'vitest'
import { createKit } from '../../../../demo/builders/kit.ts'
import { openText } from '../../../../../tests/support/text-state.ts'
import { drawBoxes, redrawBoxes } from './box-look.ts'
import { boxesOf } from './boxes-in-text.ts'

const TEXT = [
  'Vorher.',
  '> [!NOTE]\n> Eine Zeile.\n> Noch eine.',
  '- Punkt\n- Punkt',
  '<details>\n<summary>Mehr</summary>\n\nInnen.\n\n> [!TIP]\n> Darin.\n\n</details>',
  'Nachher.',
].join('\n\n')
const WORDS = ['a', ' ']
const TYPED = ['\n', '> ', '[!', ']', '<details>\n', '</details>', '<', '- ']

function listed(decorations: DecorationSet): string[] {
  const list: string[] = []
  decorations.between(0, Number.MAX_SAFE_INTEGER, (from, to, { spec }) => {
    const { class: className, widget } = spec as { class?: string; widget?: object }
    list.push(`${from}–${to} ${className ?? (widget ? 'title' : 'hidden')}`)
  })
  return list.toSorted()
}

/** The state with its tree fully parsed. */
function parsed(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, 5000)
  return state.update({}).state
}

test('[WEEK-23] boxes that were redrawn after each change look like those of the whole text', () => {
  const { random } = createKit({ seed: 'boxes' })
  for (let round = 0; round < 30; round += 1) {
    let state = parsed(openText(TEXT))
    let boxes = boxesOf(state)
    let decorations = drawBoxes(state, boxes)
    for (let turn = 0; turn < 30; turn += 1) {
      const from = random.int(0, state.doc.length)
      const isTyped = random.chance(0.8)
      const to = isTyped ? from : Math.min(state.doc.length, from + random.int(1, 6))
      const insert = isTyped ? random.pick(random.chance(0.5) ? WORDS : TYPED) : ''
      const anchor = random.int(0, state.doc.length - (to - from) + insert.length)
      const isOwn = random.chance(0.3)
      const transaction = state.update({ changes: { from, to, insert }, ...(isOwn && { selection: { anchor } }) })
      const before = { startState: state, changes: transaction.changes }
      state = parsed(transaction.state)
      ;({ boxes, decorations } = redrawBoxes(decorations, boxes, { ...before, state }))
      expect(listed(decorations)).toEqual(listed(drawBoxes(state, boxesOf(state))))
    }
  }
})

test('a step of somebody else in a list draws no line of a box again', () => {
  const state = parsed(openText(TEXT))
  const boxes = boxesOf(state)
  const decorations = drawBoxes(state, boxes)
  const transaction = state.update({ changes: { from: TEXT.indexOf('Punkt') + 2, insert: 'x' } })
  const change = { startState: state, changes: transaction.changes, state: parsed(transaction.state) }
  const values = (set: DecorationSet) => {
    const found: unknown[] = []
    set.between(0, Number.MAX_SAFE_INTEGER, (_from, _to, value) => void found.push(value))
    return new Set(found)
  }
  const after = values(redrawBoxes(decorations, boxes, change).decorations)
  expect(after.size).toBeGreaterThan(0)
  // A title is made for each drawing.
  expect([...after].every((value) => values(decorations).has(value))).toBe(true)
})
