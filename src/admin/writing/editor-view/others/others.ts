import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import { isForeignStep } from '../shared-steps.ts'

/** Another person in this text: where they are, as the text is here. */
export type OtherCursor = {
  /** The account. */
  id: string
  name: string
  /** The hue of the person, 1 to 5. */
  hue: number
  anchor: number
  head: number
}

const setOthers = StateEffect.define<readonly OtherCursor[]>()
const setFollowed = StateEffect.define<string | null>()

/** Cursors and selections of others. They go along with each change of the text. */
const others = StateField.define<readonly OtherCursor[]>({
  create: () => [],
  update(value, transaction) {
    let cursors = value
    if (transaction.docChanged)
      cursors = cursors.map((one) => ({
        ...one,
        anchor: transaction.changes.mapPos(one.anchor, 1),
        head: transaction.changes.mapPos(one.head, 1),
      }))
    for (const effect of transaction.effects) if (effect.is(setOthers)) cursors = effect.value
    return cursors
  },
  provide: (field) => EditorView.decorations.from(field, drawn),
})

/** The account that is followed, until something is typed here. */
const followed = StateField.define<string | null>({
  create: () => null,
  update(value, transaction) {
    const isTyped = transaction.docChanged && !isForeignStep(transaction)
    let id = isTyped ? null : value
    for (const effect of transaction.effects) if (effect.is(setFollowed)) id = effect.value
    return id
  },
})

class CursorWidget extends WidgetType {
  readonly #one: OtherCursor

  constructor(one: OtherCursor) {
    super()
    this.#one = one
  }

  override eq(other: CursorWidget): boolean {
    const [a, b] = [this.#one, other.#one]
    return a.id === b.id && a.name === b.name && a.hue === b.hue && a.head === b.head
  }

  toDOM(): HTMLElement {
    const { name, hue } = this.#one
    const dom = document.createElement('span')
    dom.className = `cm-person cm-person-${hue}`
    dom.setAttribute('role', 'img')
    dom.setAttribute('aria-label', `Hier ist ${name}`)
    // The name is drawn by the style, so that it is never a part of the text.
    dom.dataset.name = name
    return dom
  }

  override ignoreEvent(): boolean {
    return true
  }
}

function drawn(cursors: readonly OtherCursor[]): DecorationSet {
  return Decoration.set(
    cursors.flatMap((one) => {
      const [from, to] = [Math.min(one.anchor, one.head), Math.max(one.anchor, one.head)]
      const cursor = Decoration.widget({ widget: new CursorWidget(one), side: 1 }).range(one.head)
      const mark = Decoration.mark({ class: `cm-person-selection cm-person-${one.hue}` })
      return from < to ? [mark.range(from, to), cursor] : [cursor]
    }),
    true,
  )
}

/** Scrolls after the followed person, and reports when following ends. */
const following = (onFollow: (id: string | null) => void) =>
  EditorView.updateListener.of(({ state, startState, view }) => {
    const id = state.field(followed)
    if (id !== startState.field(followed, false)) onFollow(id)
    const find = (one: EditorState) => one.field(others, false)?.find((other) => other.id === id)?.head
    const head = id === null ? undefined : find(state)
    if (head === undefined || head === find(startState)) return
    // Not inside of the update.
    requestAnimationFrame(() => {
      if (!view.dom.isConnected || view.state.field(followed, false) !== id) return
      view.dispatch({ effects: EditorView.scrollIntoView(Math.min(head, view.state.doc.length), { y: 'center' }) })
    })
  })

const stopOnEscape = EditorView.domEventHandlers({
  keydown(event, view) {
    if (event.key !== 'Escape' || view.state.field(followed, false) === null) return false
    follow(view, null)
    return true
  },
})

/** The extension for a text that several people write. */
export function otherCursors(onFollow: (id: string | null) => void): Extension {
  return [others, followed, following(onFollow), stopOnEscape]
}

/** Shows where others are. Places beyond the text are at its end. */
export function showOthers(view: EditorView, cursors: readonly OtherCursor[]): void {
  const { length } = view.state.doc
  const within = (at: number) => Math.max(0, Math.min(at, length))
  const placed = cursors.map((one) => ({ ...one, anchor: within(one.anchor), head: within(one.head) }))
  view.dispatch({ effects: setOthers.of(placed) })
}

/** Where others are now. */
export function othersIn(state: EditorState): readonly OtherCursor[] {
  return state.field(others, false) ?? []
}

/** Follows a person: the text scrolls to where they are, until something is typed here or Escape is pressed. */
export function follow(view: EditorView, id: string | null): void {
  const head = othersIn(view.state).find((one) => one.id === id)?.head
  const effects: StateEffect<unknown>[] = [setFollowed.of(id)]
  if (head !== undefined) effects.push(EditorView.scrollIntoView(head, { y: 'center' }))
  view.dispatch({ effects })
}
