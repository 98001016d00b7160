import { redo, undo } from '@codemirror/commands'
import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { oddDocument } from '../../../demo/builders/documents.ts'
import { createKit } from '../../../demo/builders/kit.ts'
import { openText } from '../../../../tests/support/text-state.ts'
import { toggleHeading, toggleList, toggleStrong, toggleTasks } from './markdown/markdown-commands.ts'
import { headingsOf } from './markdown/headings.ts'

const COUNT = 1200
/** Timeout in milliseconds: two thousand documents on a busy machine. */
const TIME = 60_000

/** Runs a command on a state and returns the next state. */
function after(state: EditorState, command: StateCommand): EditorState {
  let next = state
  command({ state, dispatch: (transaction) => (next = transaction.state) })
  return next
}

test(
  `${COUNT} odd documents are byte for byte the same after being opened in the editor state and read`,
  () => {
    const { random } = createKit({ seed: 'bytes' })
    for (let round = 0; round < COUNT; round += 1) {
      const text = oddDocument(random)
      const state = openText(text)
      ensureSyntaxTree(state, state.doc.length, 1000)
      headingsOf(state)
      expect(state.sliceDoc(), `round ${round}`).toBe(text)
    }
  },
  TIME,
)

test(
  `${COUNT} odd documents are byte for byte the same after random changes and undo, and redo restores the change`,
  () => {
    const { random } = createKit({ seed: 'undo' })
    const commands = [toggleStrong, toggleHeading, toggleList, toggleTasks]
    for (let round = 0; round < COUNT; round += 1) {
      const text = oddDocument(random)
      let state = openText(text)
      const steps = random.int(1, 6)
      for (let step = 0; step < steps; step += 1) {
        const from = random.int(0, state.doc.length)
        const to = random.int(from, Math.min(state.doc.length, from + 5))
        if (random.chance(0.4)) {
          state = state.update({ selection: { anchor: from, head: to } }).state
          state = after(state, random.pick(commands))
        } else {
          const insert = state.toText(random.pick(['x', 'ß🦊', '\n', '\t', `a${state.lineBreak}b`, '']))
          state = state.update({ changes: { from, to, insert }, userEvent: 'input.type' }).state
        }
      }
      const changed = state.sliceDoc()
      for (let step = 0; step <= steps; step += 1) state = after(state, undo)
      expect(state.sliceDoc(), `round ${round}`).toBe(text)
      for (let step = 0; step <= steps; step += 1) state = after(state, redo)
      expect(state.sliceDoc(), `round ${round}, again`).toBe(changed)
    }
  },
  TIME,
)
