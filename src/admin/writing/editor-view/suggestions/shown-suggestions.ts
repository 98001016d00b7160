import { StateEffect, StateField, type Range } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import { mapParts, type Part } from '../../../../rules/suggestions.ts'
import { breakSigns } from './break-sign.ts'
import './suggestions.css'

/** A stored suggestion, as the text is here. */
export type ShownSuggestion = { id: string; parts: Part[]; hue: number; author: string }

type Shown = { all: readonly ShownSuggestion[]; current: string | null }

const setAll = StateEffect.define<readonly ShownSuggestion[]>()
const setCurrent = StateEffect.define<string | null>()

/** Suggestions of the list. They go along with each change of the text. */
const shown = StateField.define<Shown>({
  create: () => ({ all: [], current: null }),
  update(value, transaction) {
    let { all, current } = value
    if (transaction.docChanged) all = all.map((one) => ({ ...one, parts: mapParts(one.parts, transaction.changes) }))
    for (const effect of transaction.effects) {
      if (effect.is(setAll)) all = effect.value
      if (effect.is(setCurrent)) current = effect.value
    }
    return all === value.all && current === value.current ? value : { all, current }
  },
  provide: (field) => [EditorView.decorations.compute([field, 'doc'], (state) => drawn(state.field(field), state.doc))],
})

class InsertedText extends WidgetType {
  readonly #text: string
  readonly #look: string
  readonly #id: string
  readonly #author: string

  constructor(text: string, look: string, { id, author }: ShownSuggestion) {
    super()
    this.#text = text
    this.#look = look
    this.#id = id
    this.#author = author
  }

  override eq(other: InsertedText): boolean {
    return this.#text === other.#text && this.#look === other.#look && this.#id === other.#id
  }

  toDOM(): HTMLElement {
    const dom = document.createElement('ins')
    dom.className = this.#look
    dom.dataset.suggestion = this.#id
    dom.title = `Vorschlag von ${this.#author}`
    dom.textContent = this.#text.replaceAll('\n', '↵\n')
    return dom
  }

  override ignoreEvent(event: Event): boolean {
    return event.type !== 'click'
  }
}

function drawn({ all, current }: Shown, doc: EditorView['state']['doc']): DecorationSet {
  const ranges: Range<Decoration>[] = []
  for (const one of all) {
    const now = one.id === current ? ' sugg-now' : ''
    const look = (name: string) => `${name} sugg-${one.hue}${now}`
    for (const [from, to, insert] of one.parts) {
      const attributes = { 'data-suggestion': one.id, title: `Vorschlag von ${one.author}` }
      if (from < to)
        ranges.push(
          Decoration.mark({ tagName: 'del', class: look('sugg-del'), attributes }).range(from, to),
          ...breakSigns(doc, from, to, look('sugg-del')),
        )
      if (insert !== '')
        ranges.push(Decoration.widget({ widget: new InsertedText(insert, look('sugg-add'), one), side: 1 }).range(to))
    }
  }
  return Decoration.set(ranges, true)
}

/** Who is notified of clicks in a view: the screen changes, the view stays. */
const picks = new WeakMap<EditorView, (id: string) => void>()

/** Shows suggestions in place of the former ones; those beyond the text are left out. `onPick` is called for the one clicked. */
export function showSuggestions(
  view: EditorView,
  all: readonly ShownSuggestion[],
  { current, onPick }: { current: string | null; onPick: (id: string) => void },
): void {
  picks.set(view, onPick)
  const { length } = view.state.doc
  const within = all.filter(({ parts }) => (parts.at(-1)?.[1] ?? 0) <= length)
  const effects: StateEffect<unknown>[] = [setAll.of(within), setCurrent.of(current)]
  if (!view.state.field(shown, false)) {
    if (within.length === 0) return
    const clicks = EditorView.domEventHandlers({
      click(event, clicked) {
        const one = event.target instanceof Element && event.target.closest<HTMLElement>('[data-suggestion]')
        if (one && one.dataset.suggestion) picks.get(clicked)?.(one.dataset.suggestion)
        return false
      },
    })
    view.dispatch({ effects: StateEffect.appendConfig.of([shown, clicks]) })
  }
  view.dispatch({ effects })
}

/** Suggestions as the text is now. */
export function suggestionsIn(view: EditorView): readonly ShownSuggestion[] {
  return view.state.field(shown, false)?.all ?? []
}

/** Shows which suggestion is the current one; null for none. */
export function showCurrent(view: EditorView, id: string | null): void {
  if (view.state.field(shown, false)) view.dispatch({ effects: setCurrent.of(id) })
}
