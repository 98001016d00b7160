import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import { mapPieces, type Piece } from '../../../../rules/passages.ts'

/** The passage of a remark, as the text is here. */
export type MarkedPassage = { id: string; pieces: Piece[] }

type Marked = { passages: readonly MarkedPassage[]; current: string | null }

const setPassages = StateEffect.define<readonly MarkedPassage[]>()
const setCurrent = StateEffect.define<string | null>()

/** Passages with remarks. They go along with each change of the text. */
const marked = StateField.define<Marked>({
  create: () => ({ passages: [], current: null }),
  update(value, transaction) {
    let { passages, current } = value
    if (transaction.docChanged)
      passages = passages.map((one) => ({ ...one, pieces: mapPieces(one.pieces, transaction.changes) }))
    for (const effect of transaction.effects) {
      if (effect.is(setPassages)) passages = effect.value
      if (effect.is(setCurrent)) current = effect.value
    }
    return passages === value.passages && current === value.current ? value : { passages, current }
  },
  provide: (field) => EditorView.decorations.from(field, drawn),
})

/** From the first piece to the last: what was typed between them is shown as a part of the passage. */
export function extentOf(pieces: readonly Piece[]): { from: number; to: number } | null {
  const [first, last] = [pieces[0], pieces.at(-1)]
  return first && last ? { from: first[0], to: last[1] } : null
}

function drawn({ passages, current }: Marked): DecorationSet {
  return Decoration.set(
    passages.flatMap(({ id, pieces }) => {
      const extent = extentOf(pieces)
      const look = id === current ? 'cm-remark cm-remark-now' : 'cm-remark'
      const mark = Decoration.mark({ class: look, attributes: { 'data-remark': id } })
      return extent ? [mark.range(extent.from, extent.to)] : []
    }),
    true,
  )
}

/** The extension for a text with remarks; `onPick` is called for the passage that was clicked. */
export function remarkedPassages(onPick: (id: string) => void): Extension {
  const clicks = EditorView.domEventHandlers({
    click(event) {
      const passage = event.target instanceof Element && event.target.closest<HTMLElement>('[data-remark]')
      if (passage && passage.dataset.remark) onPick(passage.dataset.remark)
      return false
    },
  })
  return [marked, clicks]
}

/** Marks passages in place of the former ones. Those beyond the text are left out. */
export function markPassages(view: EditorView, passages: readonly MarkedPassage[]): void {
  const { length } = view.state.doc
  const within = passages.filter(({ pieces }) => (pieces.at(-1)?.[1] ?? 0) <= length)
  view.dispatch({ effects: setPassages.of(within) })
}

/** Shows which remark is open; null for none. */
export function markCurrent(view: EditorView, id: string | null): void {
  view.dispatch({ effects: setCurrent.of(id) })
}

/** The passages as the text is now. */
export function passagesIn(view: EditorView): readonly MarkedPassage[] {
  return view.state.field(marked, false)?.passages ?? []
}
