import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** The words of the dictionary that occur in the text. */
export type ShownWords = { accepted: readonly string[]; flagged: readonly string[] }

const WORD = /[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu
/** Excluded from the spell checker of the browser. */
const ACCEPTED = Decoration.mark({ attributes: { spellcheck: 'false' } })
const FLAGGED = Decoration.mark({ class: 'cm-flagged', attributes: { title: 'Steht auf der Wortliste' } })

/** Marks the dictionary words in the visible range, so that the length of the text does not matter. */
export function ownWords({ accepted, flagged }: ShownWords): Extension {
  const marks = new Map([
    ...accepted.map((word) => [word, ACCEPTED] as const),
    ...flagged.map((word) => [word, FLAGGED] as const),
  ])
  const marksIn = (view: EditorView): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>()
    for (const { from, to } of view.visibleRanges)
      for (const { index, 0: word } of view.state.sliceDoc(from, to).matchAll(WORD)) {
        const mark = marks.get(word)
        if (mark) builder.add(from + index, from + index + word.length, mark)
      }
    return builder.finish()
  }
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = marksIn(view)
      }
      update({ view, docChanged, viewportChanged }: ViewUpdate) {
        if (docChanged || viewportChanged) this.decorations = marksIn(view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
}
