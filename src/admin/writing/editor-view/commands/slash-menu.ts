import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, ViewPlugin, type Command, type PluginValue, type ViewUpdate } from '@codemirror/view'
import { fold, withUmlauts } from '../../../../rules/fold.ts'
import { SLASH_COMMANDS, type SlashCommand } from './slash-commands.ts'
import { TABLE_COMMANDS } from '../tables/table-commands.ts'
import { tableAt } from '../tables/table.ts'

/** `from`: start of the typed text, including the slash. `typed`: start of the query. */
type Menu = { from: number; typed: number; current: number }

const LIST_ID = 'article-commands'
const open = StateEffect.define<Menu>()
const close = StateEffect.define()
const move = StateEffect.define<number>()

function matching(state: EditorState, menu: Menu): SlashCommand[] {
  const typed = plain(state.sliceDoc(menu.typed, state.selection.main.head).trim())
  // A table cell cannot contain blocks, so the menu offers table and inline commands only.
  const offered = tableAt(state, menu.from)
    ? [...TABLE_COMMANDS, ...SLASH_COMMANDS.filter(({ id }) => id === 'footnote' || id === 'quotes')]
    : SLASH_COMMANDS
  if (typed === '') return offered
  const words = ({ label, words: others }: SlashCommand) => plain(`${label} ${others}`).split(' ')
  const found = offered.filter((command) => words(command).some((word) => word.startsWith(typed)))
  const byName = (command: SlashCommand) => (plain(command.label).startsWith(typed) ? 0 : 1)
  return found.toSorted((a, b) => byName(a) - byName(b))
}

/** Makes `ueber` match `Überschrift`. */
const plain = (words: string) => fold(withUmlauts(words.toLowerCase()))

const menuField = StateField.define<Menu | null>({
  create: () => null,
  update(menu, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(open)) return effect.value
      if (effect.is(close)) return null
      if (effect.is(move) && menu) return { ...menu, current: effect.value }
    }
    if (!menu || (!transaction.docChanged && !transaction.selection)) return menu
    const { state } = transaction
    const next = {
      from: transaction.changes.mapPos(menu.from, -1),
      typed: transaction.changes.mapPos(menu.typed, -1),
      current: transaction.docChanged ? 0 : menu.current,
    }
    const { head, empty } = state.selection.main
    const typed = empty && head >= next.typed ? state.sliceDoc(next.from, head) : '\n'
    // A deleted slash, a line break or a second blank closes the menu.
    if (/[\n\r]| $/.test(typed) || (menu.typed > menu.from && !typed.startsWith('/'))) return null
    return matching(state, next).length > 0 ? next : null
  },
  provide: (field) =>
    EditorView.contentAttributes.compute([field], (state): Record<string, string> => {
      const menu = state.field(field)
      if (!menu) return {}
      const current = matching(state, menu)[menu.current]
      return {
        'aria-controls': LIST_ID,
        'aria-haspopup': 'listbox',
        'aria-autocomplete': 'list',
        ...(current && { 'aria-activedescendant': `${LIST_ID}-${current.id}` }),
      }
    }),
})

function choose(view: EditorView, command: SlashCommand, onImage: () => void): void {
  const menu = view.state.field(menuField)
  if (!menu) return
  const to = view.state.selection.main.head
  const edit = command.run(view.state, menu.from, to)
  if (edit === 'image') {
    view.dispatch({ changes: { from: menu.from, to }, effects: close.of(null), userEvent: 'input' })
    onImage()
    return
  }
  view.dispatch({ ...edit, effects: close.of(null), userEvent: 'input', scrollIntoView: true })
  view.focus()
}

/** The list beside the cursor. It is no part of the text and takes no focus. */
class MenuBox implements PluginValue {
  readonly #box = document.createElement('div')
  readonly #view: EditorView
  readonly #onImage: () => void
  #drawn: string | null = null

  constructor(view: EditorView, onImage: () => void) {
    this.#view = view
    this.#onImage = onImage
    this.#box.className = 'md-slash'
    this.#box.id = LIST_ID
    this.#box.hidden = true
    // The list scrolls in narrow windows, so it must be focusable. Its keys are handled by the text, which keeps the focus.
    this.#box.tabIndex = 0
    this.#box.setAttribute('role', 'listbox')
    this.#box.setAttribute('aria-label', 'Befehle')
    view.dom.append(this.#box)
    this.#draw()
  }

  update(update: ViewUpdate): void {
    if (update.startState.field(menuField, false) !== update.state.field(menuField)) this.#draw()
  }

  #draw(): void {
    const menu = this.#view.state.field(menuField)
    this.#box.hidden = !menu
    if (!menu) {
      this.#drawn = null
      this.#box.replaceChildren()
      return
    }
    const commands = matching(this.#view.state, menu)
    const names = commands.map(({ id }) => id).join()
    if (names !== this.#drawn) this.#box.replaceChildren(...commands.map((command) => this.#option(command)))
    this.#drawn = names
    const options = [...this.#box.children]
    for (const [index, option] of options.entries())
      option.setAttribute('aria-selected', String(index === menu.current))
    this.#scrollTo(options[menu.current])
    this.#place(menu)
  }

  /** Scrolls the list alone. `scrollIntoView` would also scroll the text to where the list was before it is placed. */
  #scrollTo(option: Element | undefined): void {
    if (!(option instanceof HTMLElement)) return
    const { offsetTop: top, offsetHeight: height } = option
    this.#box.scrollTop = Math.max(top + height - this.#box.clientHeight, Math.min(top, this.#box.scrollTop))
  }

  #option(command: SlashCommand): HTMLElement {
    const option = document.createElement('div')
    option.id = `${LIST_ID}-${command.id}`
    option.setAttribute('role', 'option')
    const hint = document.createElement('span')
    hint.setAttribute('aria-hidden', 'true')
    hint.textContent = command.hint
    option.append(command.label, hint)
    // The text keeps the focus.
    option.addEventListener('mousedown', (event) => event.preventDefault())
    option.addEventListener('click', () => choose(this.#view, command, this.#onImage))
    return option
  }

  /** Below the line of the cursor, or above it if there is no room; within the edges of the text. */
  #place({ from }: Menu): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        const at = view.coordsAtPos(from)
        const frame = view.dom.getBoundingClientRect()
        const bottom = Math.min(window.visualViewport?.height ?? innerHeight, innerHeight) - 56
        const { offsetHeight: height, offsetWidth: width } = this.#box
        if (!at) return null
        const above = at.bottom + height + 8 > bottom && at.top - height > 56
        return {
          top: (above ? at.top - height - 4 : at.bottom + 4) - frame.top,
          left: Math.max(0, Math.min(at.left - frame.left, frame.width - width)),
        }
      },
      write: (place) => {
        if (!place) return
        this.#box.style.translate = `${Math.round(place.left)}px ${Math.round(place.top)}px`
      },
    })
  }

  destroy(): void {
    this.#box.remove()
  }
}

const step =
  (by: number): Command =>
  (view) => {
    const menu = view.state.field(menuField)
    if (!menu) return false
    const { length } = matching(view.state, menu)
    view.dispatch({ effects: move.of((menu.current + by + length) % length) })
    return true
  }

function menuExtension(onImage: () => void): Extension {
  const pick: Command = (view) => {
    const menu = view.state.field(menuField)
    const command = menu && matching(view.state, menu)[menu.current]
    if (!command) return false
    choose(view, command, onImage)
    return true
  }
  const leave: Command = (view) => {
    if (!view.state.field(menuField)) return false
    view.dispatch({ effects: close.of(null) })
    return true
  }
  return [
    menuField,
    ViewPlugin.define((view) => new MenuBox(view, onImage)),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        leave(view)
      },
    }),
    Prec.highest(
      keymap.of([
        { key: 'ArrowDown', run: step(1) },
        { key: 'ArrowUp', run: step(-1) },
        { key: 'Enter', run: pick },
        { key: 'Tab', run: pick },
        { key: 'Escape', run: leave, stopPropagation: true },
      ]),
    ),
  ]
}

/** Opens the command menu for the input from `from` on. `slash` is true if the opening slash is in the text. */
export function openSlashMenu(
  view: EditorView,
  { from, slash }: { from: number; slash: boolean },
  onImage: () => void,
): void {
  if (view.state.field(menuField, false) === undefined) {
    view.dispatch({ effects: StateEffect.appendConfig.of(menuExtension(onImage)) })
  }
  const menu = { from, typed: from + (slash ? 1 : 0), current: 0 }
  // The slash may be deleted, or more typed, before this code is loaded.
  const { head } = view.state.selection.main
  if (slash && (view.state.sliceDoc(from, from + 1) !== '/' || head <= from)) return
  if (matching(view.state, menu).length > 0) view.dispatch({ effects: open.of(menu) })
}
