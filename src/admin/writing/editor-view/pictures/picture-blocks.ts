import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import {
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Range,
  type Transaction,
} from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import type { Embed } from '../../../../markdown/embeds/provider.ts'
import { movedSpan, type Span } from '../changed-paragraph.ts'
import { EmbedFigure } from '../embeds/embed-figure.ts'
import { embedAt, looksLikeEmbed } from '../embeds/embeds-in-text.ts'
import { rowBefore } from './picture-edits.ts'
import { askEmbedFacts, askFacts, factsCame, isLibraryAddress, learnFacts, ownPicture } from './picture-facts.ts'
import { addressOf, drawnRow, PictureFigure } from './picture-figure.ts'
import { askReplacement, pictureAt, showMarkdown } from './picture-tools.ts'
import { looksLikePictures, pictureRowAt, type PictureRow } from './pictures-in-text.ts'

/** While a mouse button is down, nothing is folded or unfolded below it. */
export const pressing = StateEffect.define<boolean>()

/** Typing elsewhere can turn pictures into code and back. This is checked once typing pauses. */
const lookAgain = StateEffect.define<null>()

const LOOK_AGAIN_MS = 200

/** Lines that are shown as what they become. `from` and `to` are whole lines. */
type Row = { from: number; to: number; kind: 'pictures' | 'embed' }
type Rows = {
  /** Line starts that look like pictures or embeds; the tree decides whether they are. */
  candidates: readonly number[]
  rows: readonly Row[]
  /** The row at the cursor, as an index of `rows`; -1 for none. */
  current: number
  /** The picture of the row at the cursor, by its number; its markdown is shown while `raw`. */
  index: number
  raw: boolean
  pressed: boolean
  drawn: DecorationSet
  /** Ranges that the cursor passes and keys delete as a whole. */
  atoms: RangeSet<Decoration>
}

const SOURCE = Decoration.line({ class: 'md-picture-source' })
const ATOM = Decoration.mark({})
const PARSE_MS = 30
/** Constant, so that typing elsewhere compares no attributes. */
const [AT_PICTURE, ELSEWHERE] = [{ class: 'md-at-picture' }, {}]

const looksLikeBlock = (text: string) => looksLikePictures(text) || looksLikeEmbed(text)

/** The lines that contain only pictures or an embed, shown as such. The text itself stays unchanged. */
const pictureRows = StateField.define<Rows>({
  create: (state) => {
    const candidates: number[] = []
    scan(state, 1, state.doc.lines, candidates)
    return build(state, { candidates, pressed: false, raw: false })
  },
  update(value, transaction) {
    const { state, docChanged, effects } = transaction
    const pressed = effects.reduce((down, effect) => (effect.is(pressing) ? effect.value : down), value.pressed)
    const { candidates, touched } = docChanged ? follow(value.candidates, transaction) : { ...value, touched: false }
    if (candidates.length === 0 && value.rows.length === 0) return { ...value, candidates, pressed }
    const parsed = !docChanged && syntaxTree(state) !== syntaxTree(transaction.startState)
    const told = effects.some((effect) => effect.is(factsCame) || effect.is(lookAgain))
    const asked = effects.some((effect) => effect.is(showMarkdown))
    const isHeld = pressed && !docChanged
    if (touched) ensureSyntaxTree(state, state.doc.lineAt(state.selection.main.head).to, PARSE_MS)
    if (touched || parsed || told || asked) {
      const raw = asked || (value.raw && (isHeld || isSameRow(value, transaction))) || isTyped(value, transaction)
      return build(state, { candidates, pressed, raw }, isHeld ? value.current : undefined)
    }
    // Text typed elsewhere moves the pictures and changes nothing else.
    const rows = docChanged ? value.rows.map((row) => movedSpan(row, transaction.changes)) : value.rows
    const current = isHeld ? value.current : rowOf(state, rows)
    const raw = value.raw && current === value.current
    const index = current < 0 || isHeld ? value.index : indexOf(state)
    if (current !== value.current || (current >= 0 && index !== value.index))
      return build(state, { candidates, pressed, raw }, current)
    if (!docChanged) return { ...value, current, pressed }
    const [drawn, atoms] = [value.drawn.map(transaction.changes), value.atoms.map(transaction.changes)]
    return { candidates, rows, current, index: value.index, raw, pressed, drawn, atoms }
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ drawn }) => drawn),
    EditorView.atomicRanges.of((view) => view.state.field(field).atoms),
    EditorView.editorAttributes.from(field, ({ current, raw, rows }) =>
      current >= 0 && !raw && rows[current]?.kind === 'pictures' ? AT_PICTURE : ELSEWHERE,
    ),
  ],
})

/** Pictures whose markdown is typed by hand stay markdown until the cursor leaves them. */
function isTyped(value: Rows, transaction: Transaction): boolean {
  return transaction.isUserEvent('input.type') && (value.current < 0 || value.raw)
}

function isSameRow({ rows, current }: Rows, { changes, state }: Transaction): boolean {
  const row = rows[current]
  const { head } = state.selection.main
  return row !== undefined && head >= changes.mapPos(row.from, -1) && head <= changes.mapPos(row.to, 1)
}

function indexOf(state: EditorState): number {
  return pictureAt(state, state.selection.main.head)?.index ?? 0
}

function scan(state: EditorState, first: number, last: number, into: number[]): void {
  const lines = state.doc.iterLines(first, last + 1)
  let at = state.doc.line(first).from
  for (const text of lines) {
    if (looksLikeBlock(text)) into.push(at)
    at += text.length + 1
  }
}

/** Candidates after a change, and whether it touched one. Only changed lines are scanned. */
function follow(
  candidates: readonly number[],
  { changes, state }: Transaction,
): { candidates: number[]; touched: boolean } {
  // In order. Many changes of one line are one range, and each line is read once.
  const touched: Span[] = []
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    const [from, to] = [state.doc.lineAt(fromB).from, state.doc.lineAt(toB).to]
    const last = touched.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else touched.push({ from, to })
  })
  let next = 0
  const kept = candidates.flatMap((at) => {
    const { from } = state.doc.lineAt(changes.mapPos(at, 1))
    while (next < touched.length && touched[next]!.to < from) next += 1
    const range = touched[next]
    return range && from >= range.from ? [] : [from]
  })
  const found: number[] = []
  for (const { from, to } of touched) scan(state, state.doc.lineAt(from).number, state.doc.lineAt(to).number, found)
  return {
    candidates: [...new Set([...kept, ...found])].toSorted((a, b) => a - b),
    touched: found.length > 0 || kept.length < candidates.length,
  }
}

type Wanted = { candidates: readonly number[]; pressed: boolean; raw: boolean }
type Found = Row & ({ kind: 'pictures'; row: PictureRow } | { kind: 'embed'; embed: Embed })

/** Parses all candidates again. Without `given` the row at the cursor is determined. */
function build(state: EditorState, { candidates, pressed, raw }: Wanted, given?: number): Rows {
  const found: Found[] = []
  for (const at of candidates) {
    if (at <= (found.at(-1)?.to ?? -1)) continue
    const block = readBlock(state, at)
    if (block) found.push(block)
  }
  const rows = found.map(({ from, to, kind }) => ({ from, to, kind }))
  const current = given ?? rowOf(state, rows)
  const index = current < 0 ? 0 : indexOf(state)
  const isRaw = raw && current >= 0
  return { candidates, rows, current, index, raw: isRaw, pressed, ...draw(state, found, { current, raw: isRaw }) }
}

function readBlock(state: EditorState, at: number): Found | null {
  const { doc } = state
  const row = pictureRowAt(state, at)
  if (row) return { kind: 'pictures', row, from: doc.lineAt(row.from).from, to: doc.lineAt(row.to).to }
  const embed = embedAt(state, at)
  return embed && { kind: 'embed', embed, from: at, to: doc.lineAt(at).to }
}

function rowOf(state: EditorState, rows: readonly Row[]): number {
  const { from, to } = state.selection.main
  return rows.findIndex((row) => row.from <= from && to <= row.to)
}

function draw(
  state: EditorState,
  blocks: readonly Found[],
  { current, raw }: { current: number; raw: boolean },
): { drawn: DecorationSet; atoms: RangeSet<Decoration> } {
  const drawn: Range<Decoration>[] = []
  const atoms: Range<Decoration>[] = []
  for (const [index, block] of blocks.entries()) {
    const { from, to, kind } = block
    const isNow = index === current
    if (isNow && (raw || kind === 'embed')) {
      // The markdown is text, and what it becomes is below it.
      for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) drawn.push(SOURCE.range(at))
      const widget =
        kind === 'embed' ? new EmbedFigure(block.embed, true) : new PictureFigure(drawnRow(state, block.row, null))
      drawn.push(Decoration.widget({ widget, block: true, side: 1 }).range(to))
      if (kind === 'pictures') atoms.push(...addressAtoms(state, block.row))
      continue
    }
    if (kind === 'embed') {
      drawn.push(Decoration.replace({ widget: new EmbedFigure(block.embed, false), block: true }).range(from, to))
      continue
    }
    const { row } = block
    const figure = drawnRow(state, row, isNow ? state.selection.main.head : null)
    const widget = new PictureFigure(figure)
    // In a quote or list item the mark before the pictures stays.
    const [start, end] = figure.inline ? [row.from, row.to] : [from, to]
    drawn.push(Decoration.replace({ widget, block: !figure.inline }).range(start, end))
    atoms.push(ATOM.range(start, end))
  }
  return { drawn: Decoration.set(drawn, true), atoms: RangeSet.of(atoms, true) }
}

/** An address of the library is one token: deleted as a whole, never by characters (WEEK-23). */
function addressAtoms(state: EditorState, row: PictureRow): Range<Decoration>[] {
  return row.pictures.flatMap((picture) => {
    const { from, to } = picture.address
    const own = ownPicture(addressOf(state, picture))
    return own !== null && isLibraryAddress(own) && from < to ? [ATOM.range(from, to)] : []
  })
}

/** Requests data of the pictures in the text, and looks again once typing pauses. */
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
      const { rows } = state.field(pictureRows)
      const pictures = rows.flatMap(({ kind, from }) =>
        kind === 'pictures' ? (pictureRowAt(state, from)?.pictures ?? []) : [],
      )
      const embeds = rows.flatMap(({ kind, from }) => (kind === 'embed' ? (embedAt(state, from)?.address ?? []) : []))
      learnFacts(
        this.#view,
        pictures.flatMap((picture) => ownPicture(addressOf(state, picture)) ?? []),
        embeds,
      )
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

/** The picture at the cursor, for the tools above a phone's keyboard; null for none. */
export type AtPicture = { joins: boolean; gallery: boolean; markdown: boolean }

/** Whether the cursor is at a picture. */
export function isAtPicture(state: EditorState): boolean {
  return blockAtCursor(state) !== null
}

/** What the tools need to know of the picture at the cursor; null away from pictures. */
export function atPicture(state: EditorState): AtPicture | null {
  const value = state.field(pictureRows, false)
  const row = value?.rows[value.current]
  if (!value || row?.kind !== 'pictures') return null
  const found = pictureRowAt(state, row.from)
  return found && { joins: rowBefore(state, found) !== null, gallery: found.pictures.length > 1, markdown: value.raw }
}

/** The row at the cursor if it is shown as pictures, without its markdown. */
export function blockAtCursor(state: EditorState): { from: number; to: number } | null {
  const value = state.field(pictureRows, false)
  const row = value?.rows[value.current]
  return value && row?.kind === 'pictures' && !value.raw && state.selection.main.empty ? row : null
}

/** The row of pictures or the embed at a position, away from the cursor. */
export function blockAt(state: EditorState, at: number): { from: number; to: number } | null {
  return state.field(pictureRows, false)?.rows.find(({ from, to }) => from <= at && at <= to) ?? null
}

/** Whether a position is in markdown that is shown as pictures or as an embed. */
export function isShownAsBlock(state: EditorState, at: number): boolean {
  const value = state.field(pictureRows, false)
  const index = value?.rows.findIndex(({ from, to }) => from <= at && at <= to) ?? -1
  const row = value?.rows[index]
  return value !== undefined && row !== undefined && !(index === value.current && (value.raw || row.kind === 'embed'))
}

/** Shows pictures as pictures. `ask` queries the library, `replace` lets the user choose another image. */
export function pictureBlocks({
  ask,
  askEmbeds,
  replace,
}: {
  ask: Parameters<typeof askFacts.of>[0] | undefined
  askEmbeds: Parameters<typeof askEmbedFacts.of>[0] | undefined
  replace: () => void
}): Extension {
  return [
    pictureRows,
    ask ? askFacts.of(ask) : [],
    askEmbeds ? askEmbedFacts.of(askEmbeds) : [],
    askReplacement.of(replace),
    pictureReader,
    hands,
  ]
}
