import { syntaxTree } from '@codemirror/language'
import type { ChangeDesc, EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'

export type Span = { from: number; to: number }
/** A range after changes around it; characters typed at its ends are not part of it. */
export function movedSpan<T extends Span>(span: T, changes: ChangeDesc): T {
  return { ...span, from: changes.mapPos(span.from, 1), to: changes.mapPos(span.to, -1) }
}

export type Change = { startState: EditorState; state: EditorState; changes: ChangeDesc }

/** The paragraph around a range, if it is in no list and no quote. */
function paragraphAround(state: EditorState, { from, to }: Span): SyntaxNode | null {
  const node = syntaxTree(state).topNode.childBefore(from + 1)
  return node?.name === 'Paragraph' && node.from < from && node.to >= to ? node : null
}

/**
 * The paragraph that contains the whole change and was a paragraph before it: nothing else of the tree has changed
 * then. Null if more may have changed.
 */
export function changedParagraph({ startState, state, changes }: Change): Span | null {
  const before = { from: startState.doc.length, to: 0 }
  const after = { from: state.doc.length, to: 0 }
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    before.from = Math.min(before.from, fromA)
    before.to = Math.max(before.to, toA)
    after.from = Math.min(after.from, fromB)
    after.to = Math.max(after.to, toB)
  })
  // More of the text was parsed meanwhile, so more of the tree is new.
  if (changes.mapPos(syntaxTree(startState).length, 1) !== syntaxTree(state).length) return null
  const [former, now] = [paragraphAround(startState, before), paragraphAround(state, after)]
  const isSame = former && now && former.from === now.from && changes.mapPos(former.to, 1) === now.to
  return isSame ? { from: now.from, to: now.to } : null
}
