import { RangeSetBuilder, type Extension } from '@codemirror/state'
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'
import { blanksOf } from '../../../../rules/blanks.ts'

const BLANK = Decoration.mark({ class: 'md-blank' })

function marksIn({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to;) {
      const line = doc.lineAt(at)
      for (const blank of blanksOf(line.text)) builder.add(line.from + blank.from, line.from + blank.to, BLANK)
      at = line.to + 1
    }
  }
  return builder.finish()
}

/** Highlights the blanks of a template. */
export const blankMarks: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = marksIn(view)
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = marksIn(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
