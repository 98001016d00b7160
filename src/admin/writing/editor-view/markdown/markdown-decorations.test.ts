import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { DecorationSet } from '@codemirror/view'
import { expect, test } from 'vitest'
import { oddDocument } from '../../../../demo/builders/documents.ts'
import { createKit } from '../../../../demo/builders/kit.ts'
import { openText } from '../../../../../tests/support/text-state.ts'
import { decorate, redecorate } from './markdown-decorations.ts'

const DOCUMENTS = 300
const CHANGES = 40
const TYPED = [
  'a',
  ' ',
  'ß',
  '*',
  '**',
  '`',
  '```',
  '~~~',
  '[',
  ']',
  '(x)',
  '\n',
  '\n\n',
  '#',
  '- ',
  '> ',
  '|',
  '===',
  '<!--',
  '\\',
]
/** Timeout in milliseconds: thousands of texts are parsed, possibly on a busy machine. */
const TIME = 60_000

function listed(decorations: DecorationSet): string[] {
  const list: string[] = []
  decorations.between(0, Number.MAX_SAFE_INTEGER, (from, to, { spec }) => {
    list.push(`${from}–${to} ${(spec as { class: string }).class}`)
  })
  return list.toSorted()
}

/** The state with its tree fully parsed. */
function parsed(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, 5000)
  return state.update({}).state
}

const all = ({ doc }: EditorState) => [{ from: 0, to: doc.length }]

test(
  'decorations updated after each character equal those computed from the whole text',
  () => {
    const { random } = createKit({ seed: 'drawn anew' })
    let within = 0
    for (let round = 0; round < DOCUMENTS; round += 1) {
      let state = parsed(openText(`${oddDocument(random)}\n\nEin Absatz mit *Worten*,\nder bleibt.\n\n[Nach](/ihm).`))
      let drawn = decorate(state, all(state))
      for (let step = 0; step < CHANGES; step += 1) {
        const from = random.int(0, state.doc.length)
        const change = random.chance(0.7)
          ? { from, insert: state.toText(random.pick(TYPED)) }
          : { from, to: Math.min(state.doc.length, from + random.int(1, 3)) }
        const { startState, changes, state: changed } = state.update({ changes: change })
        const next = parsed(changed)
        const ranges = all(next)
        const anew = redecorate(drawn, { startState, state: next, changes }, ranges)
        const whole = decorate(next, ranges)
        if (anew) within += 1
        expect(listed(anew ?? whole), `${round}, ${step}: ${JSON.stringify(change)}`).toEqual(listed(whole))
        drawn = anew ?? whole
        state = next
      }
    }
    // Otherwise the incremental path was not tested.
    expect(within).toBeGreaterThan((DOCUMENTS * CHANGES) / 10)
  },
  TIME,
)
