import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { StateEffect } from '@codemirror/state'
import { keymap, type EditorView } from '@codemirror/view'

const equipped = new WeakSet<EditorView>()

/** Opens find and replace; the first time the editor learns how, which is why opening an article does not weigh it. */
export function openFind(view: EditorView): void {
  if (!equipped.has(view)) {
    equipped.add(view)
    view.dispatch({ effects: StateEffect.appendConfig.of([search(), keymap.of(searchKeymap)]) })
  }
  openSearchPanel(view)
}
