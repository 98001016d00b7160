import type { EditorView } from '@codemirror/view'

/** Position of the user in a text: the selection, and the scroll offset. */
export type Place = { anchor: number; head: number; scroll: number; focused: boolean }

export function viewPlace(view: EditorView): Place {
  const { anchor, head } = view.state.selection.main
  return { anchor, head, scroll: scroller(view)?.scrollTop ?? 0, focused: view.hasFocus }
}

/** Restores a position as far as the text still reaches. */
export function goTo(view: EditorView, { anchor, head, scroll, focused }: Place): void {
  const { length } = view.state.doc
  view.dispatch({ selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) } })
  if (focused) view.contentDOM.focus({ preventScroll: true })
  const element = scroller(view)
  // Heights are known only after rendering.
  if (element) view.requestMeasure({ read: () => null, write: () => (element.scrollTop = scroll) })
}

function scroller(view: EditorView): Element | null {
  for (let element = view.dom.parentElement; element; element = element.parentElement)
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element
  return null
}
