import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { writingExtensions } from '../../src/admin/writing/editor-view/setup.ts'

const nothing = () => undefined
const EVENTS = {
  onChange: nothing,
  onLeaveUp: nothing,
  onImage: nothing,
  onLink: nothing,
  pictures: {
    upload: () => Promise.reject(new Error('nothing is uploaded here')),
    keeper: {
      keep: () => Promise.resolve(false),
      note: () => Promise.resolve(),
      drop: () => Promise.resolve(),
      hold: () => Promise.resolve(nothing),
      textKept: () => Promise.resolve(),
    },
    onDiscarded: nothing,
    onMissed: nothing,
  },
}

/** A text as the article editor opens it, byte for byte. */
export function openText(text: string): EditorState {
  return EditorState.create({ doc: text, extensions: writingExtensions(text, () => EVENTS) })
}

/** The same for a text in which `▮` is the cursor, fully parsed. */
export function atCursor(marked: string): EditorState {
  const anchor = marked.replaceAll('\r\n', '\n').indexOf('▮')
  const { state } = openText(marked.replace('▮', '')).update({ selection: { anchor } })
  ensureSyntaxTree(state, state.doc.length, 5000)
  return state
}

/** The text of a state with `▮` for its cursor. */
export function withCursor(state: EditorState): string {
  const { head } = state.selection.main
  return `${state.sliceDoc(0, head)}▮${state.sliceDoc(head)}`
}
