import { syntaxTree } from '@codemirror/language'
import {
  EditorSelection,
  Prec,
  type ChangeDesc,
  type EditorState,
  type Extension,
  type Line,
  type Range,
} from '@codemirror/state'
import { Decoration, EditorView, keymap, ViewPlugin, WidgetType, type Command, type ViewUpdate } from '@codemirror/view'
import type { SyntaxNode } from '@lezer/common'
import type { Span } from '../changed-paragraph.ts'
import { element, iconButton, stepAlong } from '../dom.ts'
import { cellsOf, endOf, isInTable, placeIn, startOf, tableAt, type Cell } from './table.ts'
import { runTableTool, TABLE_TOOLS, type TableTool } from './table-tools.ts'

type Alignment = 'left' | 'center' | 'right'
/** Layout of the columns: shares of the width, and alignment. */
type Columns = { widths: readonly number[]; alignments: readonly Alignment[] }

/** Rows read to compute column widths. The bound keeps typing fast in any table. */
const ROWS_READ = 60
const LONGEST_READ = 200
const MOST_MARKS = 1000
/** Upper limits for the longest word and the text of a column. Steps keep columns from moving with every character. */
const [LONGEST_WORD, LONGEST_TEXT, STEP] = [14, 44, 4]
/** Texts up to this length are not wrapped: a number and its unit. */
const UNBROKEN = 8
const HOLDS_TABLES = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem)$/
const FOLDED_TARGET = /\]\([^)]{0,2000}\)/g

const PIPE = Decoration.mark({ class: 'md-pipe' })
const ROW = Decoration.line({ class: 'md-row' })
const ROW_NOW = Decoration.line({ class: 'md-row md-row-now' })
const HEAD = Decoration.line({ class: 'md-row md-row-head' })
const HEAD_NOW = Decoration.line({ class: 'md-row md-row-head md-row-now' })
/** The empty line above a table. */
const GAP = Decoration.line({ class: 'md-gap-table' })
/** The delimiter row takes no room, but shows its markdown with the cursor in it. */
const HYPHENS = Decoration.line({ class: 'md-row-hyphens' })

function isRowOf(line: Line, node: { from: number; to: number }): boolean {
  return line.from >= node.from && line.from < node.to
}

/** The wanted width of a column: its longest word, and a share of longer text. */
function weightOf(texts: readonly string[]): number {
  let [word, text] = [0, 0]
  for (const cell of texts) {
    const shown = cell.replaceAll(FOLDED_TARGET, ']····')
    const words = shown.length <= UNBROKEN ? [shown] : shown.split(' ')
    word = Math.max(word, ...words.map(({ length }) => Math.min(LONGEST_WORD, length)))
    text = Math.max(text, Math.min(LONGEST_TEXT, shown.length))
  }
  return 3 + word + (Math.ceil(Math.max(0, text - word) / STEP) * STEP) / 3
}

function columnsOf({ doc }: EditorState, node: { from: number; to: number }): Columns {
  const head = doc.lineAt(node.from)
  const last = Math.min(doc.lineAt(node.to).number, head.number + ROWS_READ)
  const texts: string[][] = cellsOf(head, head.from).map(({ text }) => [text.slice(0, LONGEST_READ)])
  for (let number = head.number + 2; number <= last; number += 1) {
    const line = doc.line(number)
    for (const [index, { text }] of cellsOf(line, line.from).entries()) texts[index]?.push(text.slice(0, LONGEST_READ))
  }
  const weights = texts.map(weightOf)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const hyphens = doc.line(Math.min(head.number + 1, doc.lines))
  return {
    widths: weights.map((weight) => Math.floor((weight / sum) * 1000) / 10),
    alignments: cellsOf(hyphens, hyphens.from).map(({ text }) =>
      text.endsWith(':') ? (text.startsWith(':') ? 'center' : 'right') : 'left',
    ),
  }
}

const cellMarks = new Map<string, Decoration>()

/** The mark of a cell. Equal cells share one object, which saves comparisons. */
function cellMark(index: number, { widths, alignments }: Columns, now: boolean): Decoration | null {
  const width = widths[index]
  if (width === undefined) return null
  const place = `md-cell md-cell-${alignments[index] ?? 'left'}${index === 0 ? ' md-cell-first' : ''}`
  const [name, style] = [now ? `${place} md-cell-now` : place, `width:${width}%`]
  const key = name + style
  const mark = cellMarks.get(key) ?? Decoration.mark({ class: name, attributes: { style } })
  if (cellMarks.size >= MOST_MARKS) cellMarks.clear()
  cellMarks.set(key, mark)
  return mark
}

/** Placeholder of an empty cell. */
class NoLetters extends WidgetType {
  readonly #width: number

  constructor(width: number) {
    super()
    this.#width = width
  }

  override eq(other: NoLetters): boolean {
    return other.#width === this.#width
  }

  override toDOM(): HTMLElement {
    const room = element('span', 'md-cell')
    room.style.width = `${this.#width}%`
    return room
  }
}

/** The toolbar above the table at the cursor. It takes room of its own if there is no empty line above. */
class Tools extends WidgetType {
  readonly #alignment: Alignment
  readonly #first: boolean

  constructor(alignment: Alignment, first: boolean) {
    super()
    this.#alignment = alignment
    this.#first = first
  }

  override eq(other: Tools): boolean {
    return other.#alignment === this.#alignment && other.#first === this.#first
  }

  override updateDOM(bar: HTMLElement): boolean {
    bar.classList.toggle('md-table-tools-first', this.#first)
    this.#press(bar)
    return true
  }

  override toDOM(view: EditorView): HTMLElement {
    const bar = element('span', 'md-table-tools')
    bar.classList.toggle('md-table-tools-first', this.#first)
    bar.contentEditable = 'false'
    bar.setAttribute('role', 'toolbar')
    bar.setAttribute('aria-label', 'Tabellenwerkzeuge')
    for (const group of TABLE_TOOLS) {
      if (group !== TABLE_TOOLS[0]) bar.append(document.createElement('i'))
      for (const { tool, label, words, icon } of group) {
        const press = (event: MouseEvent) => {
          runTableTool(view, tool)
          // After a click the text gets the focus; with the keyboard the toolbar keeps it.
          if (event.detail > 0) view.focus()
        }
        const button = iconButton(icon, press, label)
        button.dataset.tool = tool
        button.tabIndex = bar.querySelector('button') ? -1 : 0
        if (words) button.dataset.words = words
        bar.append(button)
      }
    }
    this.#press(bar)
    bar.addEventListener('mousedown', (event) => event.preventDefault())
    bar.addEventListener('keydown', (event) => moveWithin(event, bar, view))
    return bar
  }

  override ignoreEvent(): boolean {
    return true
  }

  #press(bar: HTMLElement): void {
    for (const button of bar.querySelectorAll<HTMLElement>('[data-tool^=align-]'))
      button.setAttribute('aria-pressed', String(button.dataset.tool === `align-${this.#alignment}`))
  }
}

/** One tab stop for the whole row: arrows move within it, Escape returns to the text. */
function moveWithin(event: KeyboardEvent, bar: HTMLElement, view: EditorView): void {
  const buttons = [...bar.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = stepAlong(buttons, at, event.key)
  if (event.key === 'Escape') view.focus()
  else if (!next) return
  else {
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1
    next.focus()
  }
  event.preventDefault()
  event.stopPropagation()
}

/** A handle in the margin of the current row, to move it with the mouse. The keyboard uses the tools. */
class Grip extends WidgetType {
  override eq(): boolean {
    return true
  }

  override toDOM(view: EditorView): HTMLElement {
    const grip = element('span', 'md-grip')
    grip.contentEditable = 'false'
    grip.title = 'Zeile verschieben'
    grip.setAttribute('aria-hidden', 'true')
    grip.innerHTML =
      '<svg viewBox="0 0 24 24"><circle cx="9" cy="12" r="1"/><circle cx="9" cy="5" r="1"/><circle cx="9" cy="19" r="1"/><circle cx="15" cy="12" r="1"/><circle cx="15" cy="5" r="1"/><circle cx="15" cy="19" r="1"/></svg>'
    grip.addEventListener('mousedown', (event) => {
      event.preventDefault()
      event.stopPropagation()
      follow(view)
    })
    return grip
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** Moves the row at the cursor with the mouse until the button is released. */
function follow(view: EditorView): void {
  const over = (event: MouseEvent) => {
    const now = view.dom.querySelector('.md-row-now')?.getBoundingClientRect()
    if (!now) return
    const tool: TableTool | null = event.clientY < now.top ? 'row-up' : event.clientY > now.bottom ? 'row-down' : null
    if (tool) runTableTool(view, tool)
  }
  const done = () => {
    window.removeEventListener('mousemove', over)
    window.removeEventListener('mouseup', done)
    view.focus()
  }
  window.addEventListener('mousemove', over)
  window.addEventListener('mouseup', done)
}

/** Renders the rows of a table within a range. In a quote or a list item a table stays plain text. */
function drawTable({ state }: EditorView, node: SyntaxNode, { from, to }: Span, into: Range<Decoration>[]): void {
  const { doc } = state
  const head = doc.lineAt(node.from)
  const now = doc.lineAt(state.selection.main.head)
  const here = state.selection.main.head
  const isHere = isRowOf(now, node) || (now.from <= node.to && now.from >= node.from)
  const isPlain = head.from === node.from
  const columns = columnsOf(state, node)
  const end = Math.min(to, node.to)
  for (let { number } = doc.lineAt(Math.max(from, node.from)); number <= doc.lines; number += 1) {
    const line = doc.line(number)
    if (line.from > end) break
    if (!isPlain) break
    const current = isHere && line.number === now.number
    if (number === head.number + 1) {
      if (!current) into.push(HYPHENS.range(line.from))
      continue
    }
    const isHead = number === head.number
    into.push((isHead ? (current ? HEAD_NOW : HEAD) : current ? ROW_NOW : ROW).range(line.from))
    if (current && !isHead) into.push(Decoration.widget({ widget: new Grip(), side: -2 }).range(line.from))
    drawCells(line, columns, current ? here : -1, into)
  }
  const above = head.number > 1 ? doc.line(head.number - 1) : null
  const isFree = above !== null && above.length === 0
  // Reserves room for the toolbar, so that nothing moves when it appears.
  if (isFree && isPlain && head.from >= from) into.push(GAP.range(above.from))
  if (isHere && head.from >= from && head.from <= to) {
    const cells = cellsOf(now, now.from)
    const column = Math.max(
      0,
      cells.findLastIndex((cell) => cell.from <= here),
    )
    const widget = new Tools(columns.alignments[column] ?? 'left', !isFree)
    into.push(Decoration.widget({ widget, side: -3 }).range(head.from))
  }
}

/** Blanks at the edges of a cell take no room, except with the cursor in them. */
function wordsOf(
  { text }: Line,
  { from, to, ...cell }: Cell,
  start: number,
  here: number,
): { from: number; to: number } {
  if (cell.text === '') return { from, to }
  const inside = text.slice(from - start, to - start)
  const words = { from: from + inside.length - inside.trimStart().length, to: from + inside.trimEnd().length }
  if (here < from || here > to) return words
  // The cursor at the end of the text needs the blank after it.
  return { from: Math.min(words.from, here), to: Math.min(to, Math.max(words.to, here) + 1) }
}

function drawCells(line: Line, columns: Columns, here: number, into: Range<Decoration>[]): void {
  let end = line.from
  const between = (to: number) => {
    if (to > end) into.push(PIPE.range(end, to))
  }
  for (const [index, cell] of cellsOf(line, line.from).entries()) {
    const width = columns.widths[index]
    const { from, to } = wordsOf(line, cell, line.from, here)
    if (width === undefined) break
    between(from)
    end = to
    if (from < to) {
      const mark = cellMark(index, columns, here >= cell.from && here <= cell.to)
      if (mark) into.push(mark.range(from, to))
    } else into.push(Decoration.widget({ widget: new NoLetters(width), side: 1 }).range(from))
  }
  between(line.to)
}

/** The visible tables. */
function tablesInSight({ state, visibleRanges }: EditorView): { node: SyntaxNode; sight: Span }[] {
  const tables: { node: SyntaxNode; sight: Span }[] = []
  for (const sight of visibleRanges) {
    syntaxTree(state).iterate({
      ...sight,
      enter: (node) => {
        if (node.name === 'Table') tables.push({ node: node.node, sight })
        return node.type.isAnonymous || HOLDS_TABLES.test(node.name)
      },
    })
  }
  return tables
}

/** Whether the cursor or a change touches one of these tables, including the lines around it. */
function isAt(tables: readonly Span[], from: number, to = from): boolean {
  return tables.some((table) => from <= table.to + 1 && to >= table.from - 2)
}

/** Alt F10 moves to the toolbar of the table, as in other editors. */
const toTools: Command = (view) => {
  const tool = view.dom.querySelector<HTMLElement>('.md-table-tools [tabindex="0"]')
  tool?.focus()
  return tool !== null
}

/** The position under the mouse as the browser reports it: CodeMirror does not know that cells are side by side. */
function placeUnder(view: EditorView, { clientX: x, clientY: y }: MouseEvent): number | null {
  const under = document.elementFromPoint(x, y)
  if (!under?.closest('.md-row') || !view.contentDOM.contains(under)) return view.posAtCoords({ x, y }, false)
  const found = document.caretPositionFromPoint?.(x, y)
  const range = found ? null : document.caretRangeFromPoint?.(x, y)
  const [node, offset] = [found?.offsetNode ?? range?.startContainer, found?.offset ?? range?.startOffset ?? 0]
  return node && view.contentDOM.contains(node) ? view.posAtDOM(node, offset) : view.posAtCoords({ x, y }, false)
}

/** Mouse selection in rows. Double and triple clicks are left to the editor. */
const mouseInRows = EditorView.mouseSelectionStyle.of((view, event) => {
  if (event.button !== 0 || event.detail !== 1 || event.altKey) return null
  if (!(event.target instanceof Element) || !event.target.closest('.md-row')) return null
  let start = placeUnder(view, event) ?? 0
  return {
    get: (now, extend) => {
      const head = placeUnder(view, now) ?? start
      return EditorSelection.single(extend ? view.state.selection.main.anchor : start, head)
    },
    update: (update) => {
      start = update.changes.mapPos(start)
    },
  }
})

/** Up and down move within the column, or to the next line of a cell with several lines. */
function byRow(by: 1 | -1): Command {
  return (view) => {
    const { state } = view
    const { main } = state.selection
    const table = main.empty ? tableAt(state, main.head) : null
    if (!table) return false
    const { row, column } = placeIn(table, main.head)
    const cell = table.rows[row]?.cells[column]
    const next = table.rows[row + by === 1 ? row + 2 * by : row + by]?.cells[column]
    if (!cell || !next || row === 1) return false
    const { head } = view.moveVertically(main, by > 0)
    if (head !== main.head && head >= cell.from && head <= cell.to) return false
    const anchor = Math.min(next.from + Math.max(0, main.head - cell.from), endOf(state, next))
    view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' })
    return true
  }
}

/** Home and End stay within a cell. */
function toEdge(edge: 'start' | 'end'): Command {
  return (view) => {
    const { state } = view
    const { head } = state.selection.main
    const table = isInTable(state, head) ? tableAt(state, head) : null
    const place = table && placeIn(table, head)
    const cell = place && place.row !== 1 ? table.rows[place.row]?.cells[place.column] : undefined
    if (!cell) return false
    const anchor = edge === 'end' ? endOf(state, cell) : startOf(state, cell)
    view.dispatch({ selection: { anchor }, userEvent: 'select' })
    return true
  }
}

/** Shows tables as tables. Every character stays in the text (docs/look.md rule 27). */
export const tableLook: Extension = [
  Prec.highest(
    keymap.of([
      { key: 'Alt-F10', run: toTools },
      { key: 'Home', run: toEdge('start') },
      { key: 'End', run: toEdge('end') },
    ]),
  ),
  // Lower precedence than the command menu, which uses the arrows while it is open.
  Prec.high(
    keymap.of([
      { key: 'ArrowUp', run: byRow(-1) },
      { key: 'ArrowDown', run: byRow(1) },
    ]),
  ),
  mouseInRows,
  Prec.lowest(
    ViewPlugin.fromClass(
      class {
        decorations = Decoration.none
        #tables: Span[] = []

        constructor(view: EditorView) {
          this.#draw(view, tablesInSight(view))
        }

        update(update: ViewUpdate): void {
          const { view, state, startState, docChanged, viewportMoved, selectionSet, changes } = update
          const parsed = syntaxTree(state) !== syntaxTree(startState)
          if (!docChanged && !viewportMoved && !parsed && !(selectionSet && this.#tables.length > 0)) return
          const tables = tablesInSight(view)
          if (viewportMoved || this.#isTouched(update) || !this.#areSame(tables, changes)) this.#draw(view, tables)
          else if (docChanged) {
            // Text typed elsewhere moves tables and changes nothing else.
            this.decorations = this.decorations.map(changes)
            this.#tables = tables.map(({ node: { from, to } }) => ({ from, to }))
          }
        }

        #draw(view: EditorView, tables: { node: SyntaxNode; sight: Span }[]): void {
          const ranges: Range<Decoration>[] = []
          for (const { node, sight } of tables) drawTable(view, node, sight, ranges)
          this.decorations = Decoration.set(ranges, true)
          this.#tables = tables.map(({ node: { from, to } }) => ({ from, to }))
        }

        #isTouched({ state, startState, changes }: ViewUpdate): boolean {
          let touched = isAt(this.#tables, startState.selection.main.head)
          touched ||= isAt(this.#tables, changes.invertedDesc.mapPos(state.selection.main.head))
          changes.iterChangedRanges((from, to) => {
            touched ||= isAt(this.#tables, from, to)
          })
          return touched
        }

        #areSame(tables: { node: SyntaxNode }[], changes: ChangeDesc): boolean {
          return (
            tables.length === this.#tables.length &&
            tables.every(({ node }, index) => {
              const { from, to } = this.#tables[index]!
              return changes.mapPos(from, 1) === node.from && changes.mapPos(to, -1) === node.to
            })
          )
        }
      },
      { decorations: (plugin) => plugin.decorations },
    ),
  ),
]
