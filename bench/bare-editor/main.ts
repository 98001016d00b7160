// Baseline for typing figures: CodeMirror without a language, decorations or a surrounding screen.
import { defaultKeymap, history } from '@codemirror/commands'
import { EditorView, keymap } from '@codemirror/view'

const parent = document.getElementById('root')
if (parent) {
  const view = new EditorView({ parent, extensions: [history(), keymap.of(defaultKeymap), EditorView.lineWrapping] })
  Object.assign(window, {
    fill: (text: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
  })
}
