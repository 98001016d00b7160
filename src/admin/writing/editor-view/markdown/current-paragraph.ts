import { RangeSetBuilder, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'

const NOW = Decoration.line({ class: 'md-now' })

/** The lines around the cursor up to the next blank lines. */
function paragraph(state: EditorState): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const isBlank = (number: number) => state.doc.line(number).text.trim() === ''
  const here = state.doc.lineAt(state.selection.main.head).number
  let first = here
  let last = here
  while (first > 1 && !isBlank(here) && !isBlank(first - 1)) first -= 1
  while (last < state.doc.lines && !isBlank(here) && !isBlank(last + 1)) last += 1
  for (let number = first; number <= last; number += 1) {
    const { from } = state.doc.line(number)
    builder.add(from, from, NOW)
  }
  return builder.finish()
}

/** Focus mode: the current paragraph is bright, all others are dimmed. */
export const currentParagraph: Extension = [
  EditorView.editorAttributes.of({ class: 'md-focus' }),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = paragraph(view.state)
      }

      update({ docChanged, selectionSet, state }: ViewUpdate): void {
        if (docChanged || selectionSet) this.decorations = paragraph(state)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
]
