import { syntaxTree } from '@codemirror/language'
import {
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Range,
  type Transaction,
} from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { drawnPicture, PictureFigure } from './picture-figure.ts'
import { askFacts, factsCame, learnFacts, ownPicture } from './picture-facts.ts'
import { askReplacement } from './picture-tools.ts'
import { looksLikePictures, picturesOfLine, type TextPicture } from './pictures-in-text.ts'

/** The mouse is down: nothing is folded or unfolded under it. */
export const pressing = StateEffect.define<boolean>()

type Row = { at: number; to: number; pictures: readonly TextPicture[] }
type Rows = {
  /** Starts of lines that look like pictures; the tree says which are. */
  candidates: readonly number[]
  rows: readonly Row[]
  /** The row somebody is at, by its place in `rows`; -1 for none. */
  current: number
  pressed: boolean
  drawn: DecorationSet
}

const LINE = Decoration.line({ class: 'md-picture' })
const LINE_NOW = Decoration.line({ class: 'md-picture-source' })

/** The lines of the text that are pictures and nothing else, drawn as such; the text itself stays as it is. */
const pictureRows = StateField.define<Rows>({
  create: (state) => {
    const candidates: number[] = []
    scan(state, 1, state.doc.lines, candidates)
    return build(state, candidates, false)
  },
  update(value, transaction) {
    const { state, docChanged, effects } = transaction
    const pressed = effects.reduce((down, effect) => (effect.is(pressing) ? effect.value : down), value.pressed)
    const candidates = docChanged ? follow(value.candidates, transaction) : value.candidates
    const parsed = docChanged || syntaxTree(state) !== syntaxTree(transaction.startState)
    const told = effects.some((effect) => effect.is(factsCame))
    if (candidates.length === 0 && value.rows.length === 0) return { ...value, candidates, pressed }
    if (parsed || told) return build(state, candidates, pressed, pressed && !docChanged ? value.current : undefined)
    if (pressed) return { ...value, pressed }
    const current = rowOf(state, value.rows)
    return current === value.current ? { ...value, pressed } : draw(state, value.rows, { candidates, current, pressed })
  },
  provide: (field) => EditorView.decorations.from(field, ({ drawn }) => drawn),
})

function scan(state: EditorState, first: number, last: number, into: number[]): void {
  const lines = state.doc.iterLines(first, last + 1)
  let at = state.doc.line(first).from
  for (const text of lines) {
    if (looksLikePictures(text)) into.push(at)
    at += text.length + 1
  }
}

/** Candidates after a change: only the lines it touched are looked at. */
function follow(candidates: readonly number[], { changes, state }: Transaction): number[] {
  const touched: { from: number; to: number }[] = []
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    touched.push({ from: state.doc.lineAt(fromB).from, to: state.doc.lineAt(toB).to })
  })
  const kept = candidates.flatMap((at) => {
    const place = changes.mapPos(at, 1)
    const { from } = state.doc.lineAt(place)
    return touched.some((range) => from >= range.from && from <= range.to) ? [] : [from]
  })
  const found: number[] = []
  for (const { from, to } of touched) scan(state, state.doc.lineAt(from).number, state.doc.lineAt(to).number, found)
  return [...new Set([...kept, ...found])].toSorted((a, b) => a - b)
}

function build(state: EditorState, candidates: readonly number[], pressed: boolean, current?: number): Rows {
  const rows = candidates.flatMap((at) => {
    const pictures = picturesOfLine(state, at)
    return pictures.length > 0 ? [{ at, to: state.doc.lineAt(at).to, pictures }] : []
  })
  return draw(state, rows, { candidates, current: current ?? rowOf(state, rows), pressed })
}

function rowOf(state: EditorState, rows: readonly Row[]): number {
  const { from, to } = state.selection.main
  return rows.findIndex((row) => row.at <= from && to <= row.to)
}

function draw(state: EditorState, rows: readonly Row[], rest: Pick<Rows, 'candidates' | 'current' | 'pressed'>): Rows {
  const decorations: Range<Decoration>[] = []
  const piece = (span: { from: number; to: number } | null) => (span ? state.sliceDoc(span.from, span.to) : '')
  for (const [index, { at, to, pictures }] of rows.entries()) {
    const drawn = pictures.map(({ words, address, title }) => drawnPicture(piece(words), piece(address), piece(title)))
    const active = index === rest.current
    const widget = new PictureFigure(drawn, active)
    decorations.push((active ? LINE_NOW : LINE).range(at))
    decorations.push(Decoration.widget({ widget, block: true, side: active ? 1 : -1 }).range(active ? to : at))
  }
  return { ...rest, rows, drawn: Decoration.set(decorations, true) }
}

/** Asks the library for the pictures of the text, and tells when somebody is at one. */
const pictureReader = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView

    constructor(view: EditorView) {
      this.#view = view
      this.#ask()
    }

    update(update: ViewUpdate): void {
      if (update.startState.field(pictureRows).rows !== update.state.field(pictureRows).rows) this.#ask()
    }

    #ask(): void {
      const { state } = this.#view
      const addresses = state
        .field(pictureRows)
        .rows.flatMap(({ pictures }) =>
          pictures.flatMap(({ address }) => ownPicture(state.sliceDoc(address.from, address.to)) ?? []),
        )
      learnFacts(this.#view, addresses)
    }
  },
)

const hands = ViewPlugin.fromClass(
  class {
    readonly #up: () => void

    constructor(view: EditorView) {
      this.#up = () => view.dispatch({ effects: pressing.of(false) })
    }

    down(): void {
      for (const type of ['mouseup', 'dragend', 'blur'])
        window.addEventListener(type, this.#up, { once: true, capture: true })
    }

    destroy(): void {
      for (const type of ['mouseup', 'dragend', 'blur']) window.removeEventListener(type, this.#up, { capture: true })
    }
  },
  {
    eventHandlers: {
      mousedown(event, view) {
        if (event.button !== 0) return false
        view.dispatch({ effects: pressing.of(true) })
        this.down()
        return false
      },
    },
  },
)

/** Whether the mouse is down in the text. */
export function isPressed(state: EditorState): boolean {
  return state.field(pictureRows, false)?.pressed ?? false
}

/** Whether somebody is at a picture. */
export function isAtPicture(state: EditorState): boolean {
  const rows = state.field(pictureRows, false)
  return rows !== undefined && rows.current >= 0 && rows.rows[rows.current]!.pictures.length === 1
}

/** Pictures drawn as pictures: `ask` knows the library, `replace` lets another image be chosen. */
export function pictureBlocks({
  ask,
  replace,
}: {
  ask: Parameters<typeof askFacts.of>[0] | undefined
  replace: () => void
}): Extension {
  return [pictureRows, ask ? askFacts.of(ask) : [], askReplacement.of(replace), pictureReader, hands]
}
