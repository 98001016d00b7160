import { getSearchQuery, openSearchPanel, search, SearchQuery, searchKeymap, setSearchQuery } from '@codemirror/search'
import { StateEffect } from '@codemirror/state'
import { keymap, type EditorView } from '@codemirror/view'

const equipped = new WeakSet<EditorView>()

/**
 * Opens find and replace. Its code is loaded on first use to keep opening an article fast. `typed` is the input typed
 * meanwhile.
 */
export function openFind(view: EditorView, typed: string): void {
  if (!equipped.has(view)) {
    equipped.add(view)
    view.dispatch({ effects: StateEffect.appendConfig.of([search(), keymap.of(searchKeymap)]) })
  }
  openSearchPanel(view)
  if (typed === '') return
  const { caseSensitive, regexp, replace, wholeWord } = getSearchQuery(view.state)
  const query = new SearchQuery({ search: typed, caseSensitive, regexp, replace, wholeWord })
  view.dispatch({ effects: setSearchQuery.of(query) })
  const field = view.dom.querySelector<HTMLInputElement>('.cm-search [main-field]')
  field?.setSelectionRange(typed.length, typed.length)
}
