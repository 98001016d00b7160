import { isolateHistory } from '@codemirror/commands'
import {
  closeSearchPanel,
  getSearchQuery,
  openSearchPanel,
  search,
  SearchQuery,
  searchKeymap,
  setSearchQuery,
} from '@codemirror/search'
import { syntaxTree } from '@codemirror/language'
import { StateEffect, type EditorState } from '@codemirror/state'
import { EditorView, keymap, runScopeHandlers, type Panel, type ViewUpdate } from '@codemirror/view'
import { placesInWords } from '../../lib/counts.ts'
import { button, element, iconButton } from './dom.ts'
import { isShownAsBlock } from './pictures/picture-blocks.ts'

const equipped = new WeakSet<EditorView>()
/** Positions beyond are not counted, so that a search for one character stays fast in any text. */
const MOST_COUNTED = 5000
const COUNT_MS = 150
const LONGEST = 200

/**
 * Opens find and replace. Its code is loaded before it is needed, but not with the article. `typed` is the input typed
 * while it loaded.
 */
export function openFind(view: EditorView, typed: string): void {
  if (!equipped.has(view)) {
    equipped.add(view)
    view.dispatch({
      effects: StateEffect.appendConfig.of([
        search({ literal: true, createPanel: (of) => new FindPanel(of) }),
        keymap.of(searchKeymap),
      ]),
    })
  }
  openSearchPanel(view)
  const field = view.dom.querySelector<HTMLInputElement>('.md-find [main-field]')
  if (!field || typed === '') return
  field.value = typed
  field.setSelectionRange(typed.length, typed.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

type Found = { from: number; to: number }

/** Positions of a query in order, at most `MOST_COUNTED` and one more. Addresses that are not shown have none. */
function positionsOf(query: SearchQuery, state: EditorState): Found[] {
  if (!query.valid) return []
  const found: Found[] = []
  const cursor = query.getCursor(state)
  for (let next = cursor.next(); !next.done && found.length <= MOST_COUNTED; next = cursor.next()) {
    const { from, to } = next.value
    if (!isHiddenAddress(state, from)) found.push({ from, to })
  }
  return found
}

function isHiddenAddress(state: EditorState, at: number): boolean {
  return syntaxTree(state).resolveInner(at, 1).name === 'URL' && isShownAsBlock(state, at)
}

const number = (count: number) => count.toLocaleString('de-DE')
const countedInWords = (count: number) =>
  count > MOST_COUNTED ? `mehr als ${placesInWords(MOST_COUNTED)}` : placesInWords(count)

/** Find and replace in the open text, in the words of the dialog that replaces in all articles. */
class FindPanel implements Panel {
  readonly dom = document.createElement('form')
  readonly #view: EditorView
  readonly #find = field('Suchen nach')
  readonly #replace = field('Ersetzen durch')
  readonly #case = tick('Groß- und Kleinschreibung')
  readonly #words = tick('Nur ganze Wörter')
  readonly #count = document.createElement('output')
  readonly #one = button('Ersetzen', () => this.#replaceOne())
  readonly #all = button('Alle ersetzen', () => this.#replaceAll())
  readonly #steps: HTMLButtonElement[]
  #found: Found[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The search begins here while its words are typed. */
  #start: number

  constructor(view: EditorView) {
    this.#view = view
    this.#start = view.state.selection.main.from
    const query = getSearchQuery(view.state)
    this.#find.input.setAttribute('main-field', 'true')
    this.#find.input.value = query.search
    this.#replace.input.value = query.replace
    this.#case.input.checked = query.caseSensitive
    this.#words.input.checked = query.wholeWord
    const up = icon('Vorige Stelle', '⇧ ↵', '<path d="m18 15-6-6-6 6"/>', () => this.#step(-1))
    const down = icon('Nächste Stelle', '↵', '<path d="m6 9 6 6 6-6"/>', () => this.#step(1))
    const close = icon('Suche schließen', 'Esc', '<path d="M18 6 6 18"/><path d="m6 6 12 12"/>', () =>
      closeSearchPanel(view),
    )
    this.#steps = [up, down]
    this.#find.input.addEventListener('input', () => this.#commit())
    this.#replace.input.addEventListener('input', () => this.#commit())
    for (const { input } of [this.#case, this.#words]) input.addEventListener('change', () => this.#commit())

    this.#find.label.append(this.#count)
    const options = group('md-find-options', this.#case.label, this.#words.label)
    const steps = group('md-find-steps', up, down)
    const acts = group('md-find-acts', this.#one, this.#all)
    this.dom.className = 'md-find'
    this.dom.noValidate = true
    this.dom.setAttribute('role', 'search')
    this.dom.setAttribute('aria-label', 'Im Text suchen')
    this.dom.append(this.#find.label, steps, this.#replace.label, close, group('md-find-foot', options, acts))
    this.dom.addEventListener('submit', (event) => event.preventDefault())
    this.dom.addEventListener('keydown', (event) => this.#onKey(event))
    this.#look()
  }

  mount(): void {
    this.#find.input.focus({ preventScroll: true })
    this.#find.input.select()
  }

  update({ state, docChanged, selectionSet, transactions }: ViewUpdate): void {
    const asked = transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)))
    if (asked) this.#take(getSearchQuery(state))
    if (docChanged) {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#look(), COUNT_MS)
    } else if (asked || selectionSet) this.#show()
  }

  destroy(): void {
    clearTimeout(this.#timer)
  }

  get top(): boolean {
    return false
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return
    if (event.key === 'Enter' && event.target === this.#find.input) this.#step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && event.target === this.#replace.input) this.#replaceOne()
    else if (event.key === 'F3') this.#step(event.shiftKey ? -1 : 1)
    else if (!runScopeHandlers(this.#view, event, 'search-panel')) return
    event.preventDefault()
  }

  /** Goes to the next or previous position; behind the last one follows the first. */
  #step(by: 1 | -1): void {
    this.#look()
    const { from, to } = this.#view.state.selection.main
    const next =
      by === 1
        ? (this.#found.find((one) => one.from >= to && one.to > from) ?? this.#found[0])
        : (this.#found.findLast((one) => one.to <= from) ?? this.#found.at(-1))
    if (next) this.#goTo(next)
  }

  #goTo({ from, to }: Found): void {
    this.#start = from
    this.#view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true, userEvent: 'select.search' })
  }

  /** Replaces the current position and goes to the next one; without a current one it only goes there. */
  #replaceOne(): void {
    this.#look()
    const { from, to } = this.#view.state.selection.main
    if (this.#found.some((one) => one.from === from && one.to === to)) {
      const insert = this.#view.state.toText(this.#replace.input.value)
      this.#view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.replace',
      })
    }
    this.#step(1)
  }

  #replaceAll(): void {
    this.#look()
    const insert = this.#view.state.toText(this.#replace.input.value)
    this.#view.dispatch({
      changes: this.#found.slice(0, MOST_COUNTED).map(({ from, to }) => ({ from, to, insert })),
      effects: EditorView.announce.of(`${placesInWords(Math.min(this.#found.length, MOST_COUNTED))} ersetzt`),
      annotations: isolateHistory.of('full'),
      userEvent: 'input.replace.all',
    })
    this.#look()
  }

  /** A query that was set elsewhere, such as the selected words. */
  #take({ search: words, replace, caseSensitive, wholeWord }: SearchQuery): void {
    if (this.#find.input.value !== words) this.#find.input.value = words
    if (this.#replace.input.value !== replace) this.#replace.input.value = replace
    this.#case.input.checked = caseSensitive
    this.#words.input.checked = wholeWord
    this.#look()
  }

  /** Searches for what is typed, and goes to the first position from where the search began. */
  #commit(): void {
    const query = new SearchQuery({
      search: this.#find.input.value,
      replace: this.#replace.input.value,
      caseSensitive: this.#case.input.checked,
      wholeWord: this.#words.input.checked,
      // Backslashes in the words are characters, as in the dialog.
      literal: true,
    })
    const former = getSearchQuery(this.#view.state)
    if (query.eq(former)) return
    this.#view.dispatch({ effects: setSearchQuery.of(query) })
    const same = query.search === former.search && query.caseSensitive === former.caseSensitive
    if (same && query.wholeWord === former.wholeWord) return
    const next = this.#found.find(({ from }) => from >= this.#start) ?? this.#found[0]
    if (next) {
      const start = this.#start
      this.#goTo(next)
      this.#start = start
    }
  }

  #look(): void {
    clearTimeout(this.#timer)
    this.#found = positionsOf(getSearchQuery(this.#view.state), this.#view.state)
    this.#show()
  }

  #show(): void {
    const { from, to } = this.#view.state.selection.main
    const count = this.#found.length
    const at = this.#found.findIndex((one) => one.from === from && one.to === to)
    const none = this.#find.input.value === '' ? '' : 'Keine Stelle'
    const known = at >= 0 && count <= MOST_COUNTED
    const words = count === 0 ? none : known ? `${number(at + 1)} von ${number(count)}` : countedInWords(count)
    if (this.#count.textContent !== words) this.#count.textContent = words
    const acts = [...this.#steps, this.#one, this.#all]
    // A button that is switched off would lose the focus.
    if (count === 0 && acts.some((each) => each === document.activeElement)) this.#find.input.focus()
    for (const each of acts) each.disabled = count === 0
    this.#all.textContent = count === 0 ? 'Alle ersetzen' : `${placesInWords(Math.min(count, MOST_COUNTED))} ersetzen`
  }
}

function group(className: string, ...children: Element[]): HTMLElement {
  const box = element('div', className)
  box.append(...children)
  return box
}

function field(words: string): { label: HTMLLabelElement; input: HTMLInputElement } {
  const [label, name, input] = [
    document.createElement('label'),
    document.createElement('span'),
    document.createElement('input'),
  ]
  name.textContent = words
  input.type = 'text'
  input.autocomplete = 'off'
  input.spellcheck = false
  input.lang = 'de'
  input.maxLength = LONGEST
  input.setAttribute('aria-label', words)
  label.className = 'md-find-field'
  label.append(name, input)
  return { label, input }
}

function tick(words: string): { label: HTMLLabelElement; input: HTMLInputElement } {
  const [label, input] = [document.createElement('label'), document.createElement('input')]
  input.type = 'checkbox'
  label.append(input, words)
  return { label, input }
}

function icon(label: string, keys: string, lines: string, press: () => void): HTMLButtonElement {
  const made = iconButton(lines, press, label)
  made.className = 'md-find-icon'
  made.title = `${label} (${keys})`
  return made
}
