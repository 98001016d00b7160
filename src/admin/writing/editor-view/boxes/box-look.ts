import { syntaxTree } from '@codemirror/language'
import type { ChangeDesc, ChangeSet, EditorState, Range } from '@codemirror/state'
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import { alertTitle, type AlertKind } from '../../../../markdown/alert-kinds.ts'
import { drawn } from '../../../../markdown/icons.ts'
import { element } from '../dom.ts'
import { changedParagraph, movedSpan, type Span } from '../changed-paragraph.ts'
import { boxesOf, type Boxes, type Details, type Note } from './boxes-in-text.ts'

/** The title of a note, in place of its mark. */
class NoteTitle extends WidgetType {
  readonly #kind: AlertKind

  constructor(kind: AlertKind) {
    super()
    this.#kind = kind
  }

  override eq(other: NoteTitle): boolean {
    return other.#kind === this.#kind
  }

  override toDOM(): HTMLElement {
    const title = element('span', 'md-note-title')
    title.innerHTML = drawn(this.#kind)
    title.append(alertTitle(this.#kind) ?? '')
    return title
  }

  override ignoreEvent(): boolean {
    return false
  }
}

const HIDDEN = Decoration.replace({})
const lines = new Map<string, Decoration>()

function lineOf(className: string): Decoration {
  const line = lines.get(className) ?? Decoration.line({ class: className })
  lines.set(className, line)
  return line
}

/** Whether the selection touches the line that contains a position. */
function isAtLine(state: EditorState, at: number): boolean {
  const line = state.doc.lineAt(at)
  return state.selection.ranges.some(({ from, to }) => from <= line.to && to >= line.from)
}

/** Marks each line of a box. `roleOf` names what else a line is, by its start. */
function drawLines(
  state: EditorState,
  { from, to }: Span,
  roleOf: (start: number) => string,
  into: Range<Decoration>[],
): void {
  for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) {
    const line = state.doc.lineAt(at)
    const edges = `${line.from === from ? ' md-box-first' : ''}${line.to >= to ? ' md-box-last' : ''}`
    const now = isAtLine(state, at) ? ' md-box-now' : ''
    into.push(lineOf(`${roleOf(line.from)}${edges}${now}`).range(line.from))
  }
}

function drawDetails(state: EditorState, details: Details, into: Range<Decoration>[]): void {
  const { tags, title } = details
  const tagged = new Set(tags.map((tag) => state.doc.lineAt(tag.from).from))
  const roleOf = (start: number) =>
    start === title ? 'md-details md-summary' : tagged.has(start) ? 'md-details md-details-edge' : 'md-details'
  drawLines(state, details, roleOf, into)
  // The tags are seen in the line that is edited.
  for (const tag of tags) if (!isAtLine(state, tag.from)) into.push(HIDDEN.range(tag.from, tag.to))
}

function drawNote(state: EditorState, note: Note, into: Range<Decoration>[]): void {
  const { kind, from, mark } = note
  drawLines(state, note, () => `md-box-note md-box-${kind}`, into)
  if (!isAtLine(state, from)) into.push(Decoration.replace({ widget: new NoteTitle(kind) }).range(mark.from, mark.to))
}

export function drawBoxes(state: EditorState, { notes, details }: Boxes): DecorationSet {
  const ranges: Range<Decoration>[] = []
  for (const note of notes) drawNote(state, note, ranges)
  for (const each of details) drawDetails(state, each, ranges)
  return Decoration.set(ranges, true)
}

function moved({ notes, details }: Boxes, changes: ChangeDesc): Boxes {
  const span = <T extends Span>(of: T) => movedSpan(of, changes)
  return {
    notes: notes.map((note) => ({ ...span(note), mark: span(note.mark) })),
    details: details.map((each) => ({
      ...span(each),
      tags: each.tags.map(span),
      title: changes.mapPos(each.title, 1),
    })),
  }
}

type Change = { startState: EditorState; state: EditorState; changes: ChangeSet }

/** Whether all lines stay what they were, but for the words in them. */
function keepsLines({ startState, changes }: Change): boolean {
  let keeps = true
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    keeps &&= inserted.lines === 1 && startState.doc.lineAt(fromA).to >= toA
  })
  return keeps
}

/** The lines that the selection touches. */
const linesAt = ({ doc, selection }: EditorState) =>
  selection.ranges.map(({ from, to }) => `${doc.lineAt(from).number}-${doc.lineAt(to).number}`).join()

/**
 * The boxes after a change and how they look. Where the change only moves them, so it does their looks: a long box has one for each
 * line.
 */
export function redrawBoxes(
  decorations: DecorationSet,
  boxes: Boxes,
  change: Change,
): { boxes: Boxes; decorations: DecorationSet } {
  const { startState, state, changes } = change
  const now = boxesOf(state)
  const isMoved = keepsLines(change) && JSON.stringify(moved(boxes, changes)) === JSON.stringify(now)
  const isSame = isMoved && linesAt(startState) === linesAt(state)
  return { boxes: now, decorations: isSame ? decorations.map(changes) : drawBoxes(state, now) }
}

/** Notes and foldable parts look as readers see them, except in the line of the cursor (WEEK-23). */
export const boxLook = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    #boxes: Boxes

    constructor({ state }: EditorView) {
      this.#boxes = boxesOf(state)
      this.decorations = drawBoxes(state, this.#boxes)
    }

    update(update: ViewUpdate): void {
      const { state, startState, docChanged, selectionSet } = update
      const parsed = syntaxTree(state) !== syntaxTree(startState)
      const has = this.#boxes.notes.length + this.#boxes.details.length > 0
      // Text typed in a paragraph moves boxes and changes nothing else.
      if (docChanged && changedParagraph(update) !== null) {
        if (!has) return
        this.#boxes = moved(this.#boxes, update.changes)
        this.decorations = this.decorations.map(update.changes)
        return
      }
      if (docChanged || parsed) {
        const { boxes, decorations } = redrawBoxes(this.decorations, this.#boxes, update)
        this.#boxes = boxes
        this.decorations = decorations
      } else if (selectionSet && has) this.decorations = drawBoxes(state, this.#boxes)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
