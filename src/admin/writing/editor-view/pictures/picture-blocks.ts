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

/** While a mouse button is down, nothing is folded or unfolded below it. */
export const pressing = StateEffect.define<boolean>()

/** Typing elsewhere can turn pictures into code and back. This is checked once typing pauses. */
const lookAgain = StateEffect.define<null>()

const LOOK_AGAIN_MS = 200

type Row = { at: number; to: number; single: boolean }
type Rows = {
  /** Line starts that look like pictures; the tree decides whether they are. */
  candidates: readonly number[]
  rows: readonly Row[]
  /** The row at the cursor, as an index of `rows`; -1 for none. */
  current: number
  pressed: boolean
  drawn: DecorationSet
}

const LINE = Decoration.line({ class: 'md-picture' })
const LINE_NOW = Decoration.line({ class: 'md-picture-source' })

/** The lines that contain only pictures, shown as such. The text itself stays unchanged. */
const pictureRows = StateField.define<Rows>({
  create: (state) => {
    const candidates: number[] = []
    scan(state, 1, state.doc.lines, candidates)
    return build(state, candidates, false)
  },
  update(value, transaction) {
    const { state, docChanged, effects } = transaction
    const pressed = effects.reduce((down, effect) => (effect.is(pressing) ? effect.value : down), value.pressed)
    const { candidates, touched } = docChanged ? follow(value.candidates, transaction) : { ...value, touched: false }
    if (candidates.length === 0 && value.rows.length === 0) return { ...value, candidates, pressed }
    const parsed = !docChanged && syntaxTree(state) !== syntaxTree(transaction.startState)
    const told = effects.some((effect) => effect.is(factsCame) || effect.is(lookAgain))
    if (touched || parsed || told) return build(state, candidates, pressed, pressed && !docChanged ? value.current : -2)
    // Text typed elsewhere moves the pictures and changes nothing else.
    const rows = docChanged ? value.rows.map((row) => moved(row, transaction)) : value.rows
    const drawn = docChanged ? value.drawn.map(transaction.changes) : value.drawn
    const current = pressed && !docChanged ? value.current : rowOf(state, rows)
    if (current !== value.current) return build(state, candidates, pressed, current)
    return { candidates, rows, current, pressed, drawn }
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

function moved({ at, to, single }: Row, { changes }: Transaction): Row {
  return { at: changes.mapPos(at, 1), to: changes.mapPos(to, -1), single }
}

/** Candidates after a change, and whether it touched one. Only changed lines are scanned. */
function follow(
  candidates: readonly number[],
  { changes, state }: Transaction,
): { candidates: number[]; touched: boolean } {
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
  return {
    candidates: [...new Set([...kept, ...found])].toSorted((a, b) => a - b),
    touched: found.length > 0 || kept.length < candidates.length,
  }
}

/** Parses all candidates again. `current` is -2 if it has to be determined. */
function build(state: EditorState, candidates: readonly number[], pressed: boolean, current = -2): Rows {
  const found = candidates.flatMap((at) => {
    const pictures = picturesOfLine(state, at)
    return pictures.length > 0 ? [{ at, to: state.doc.lineAt(at).to, single: pictures.length === 1, pictures }] : []
  })
  const active = current === -2 ? rowOf(state, found) : current
  const rows = found.map(({ at, to, single }) => ({ at, to, single }))
  return { candidates, rows, current: active, pressed, drawn: draw(state, found, active) }
}

function rowOf(state: EditorState, rows: readonly Row[]): number {
  const { from, to } = state.selection.main
  return rows.findIndex((row) => row.at <= from && to <= row.to)
}

function draw(
  state: EditorState,
  rows: readonly (Row & { pictures: readonly TextPicture[] })[],
  current: number,
): DecorationSet {
  const decorations: Range<Decoration>[] = []
  const piece = (span: { from: number; to: number } | null) => (span ? state.sliceDoc(span.from, span.to) : '')
  for (const [index, { at, to, pictures }] of rows.entries()) {
    const drawn = pictures.map(({ words, address, title }) => drawnPicture(piece(words), piece(address), piece(title)))
    const active = index === current
    const widget = new PictureFigure(drawn, active)
    decorations.push((active ? LINE_NOW : LINE).range(at))
    decorations.push(Decoration.widget({ widget, block: true, side: active ? 1 : -1 }).range(active ? to : at))
  }
  return Decoration.set(decorations, true)
}

/** Requests data of the pictures in the text, and reports when the cursor enters or leaves one. */
const pictureReader = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView
    #pause: ReturnType<typeof setTimeout> | undefined

    constructor(view: EditorView) {
      this.#view = view
      this.#ask()
    }

    update({ docChanged, startState, state }: ViewUpdate): void {
      const { candidates, rows } = state.field(pictureRows)
      if (docChanged && candidates.length > 0) {
        clearTimeout(this.#pause)
        this.#pause = setTimeout(() => this.#view.dispatch({ effects: lookAgain.of(null) }), LOOK_AGAIN_MS)
      } else if (startState.field(pictureRows).rows !== rows) this.#ask()
    }

    destroy(): void {
      clearTimeout(this.#pause)
    }

    #ask(): void {
      const { state } = this.#view
      const addresses = state
        .field(pictureRows)
        .rows.flatMap(({ at }) =>
          picturesOfLine(state, at).flatMap(
            ({ address }) => ownPicture(state.sliceDoc(address.from, address.to)) ?? [],
          ),
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

/** Whether the mouse button is down in the text. */
export function isPressed(state: EditorState): boolean {
  return state.field(pictureRows, false)?.pressed ?? false
}

/** Whether the cursor is at a picture. */
export function isAtPicture(state: EditorState): boolean {
  const rows = state.field(pictureRows, false)
  return rows !== undefined && rows.current >= 0 && rows.rows[rows.current]?.single === true
}

/** Shows pictures as pictures. `ask` queries the library, `replace` lets the user choose another image. */
export function pictureBlocks({
  ask,
  replace,
}: {
  ask: Parameters<typeof askFacts.of>[0] | undefined
  replace: () => void
}): Extension {
  return [pictureRows, ask ? askFacts.of(ask) : [], askReplacement.of(replace), pictureReader, hands]
}
