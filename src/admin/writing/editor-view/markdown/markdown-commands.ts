import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state'

type Piece = { from: number; to: number }
/** The same mark on both sides of a range, `count` characters on each. */
type Marks = Piece & { count: number }

/** Asterisks and underscores are equivalent: three of them are italic and bold. */
const EMPHASIS = '*_'

/** Length of the run of `sign` from a position, backwards with a step of -1. */
function runOf(state: EditorState, position: number, sign: string, step: 1 | -1): number {
  let count = 0
  const at = () => (step === 1 ? position + count : position - count - 1)
  while (state.sliceDoc(Math.max(0, at()), at() + 1) === sign) count += 1
  return count
}

/** The marks of these signs around a range, the innermost first. `from` and `to` are those of the enclosed text. */
function marksAround(state: EditorState, { from, to }: Piece, signs: string): Marks[] {
  const marks: Marks[] = []
  for (let [start, end] = [from, to]; ;) {
    const sign = state.sliceDoc(Math.max(0, start - 1), start)
    if (sign === '' || !signs.includes(sign)) return marks
    const count = Math.min(runOf(state, start, sign, -1), runOf(state, end, sign, 1))
    // Within a word an underscore is an ordinary character.
    const outside =
      state.sliceDoc(Math.max(0, start - count - 1), start - count) + state.sliceDoc(end + count, end + count + 1)
    if (count === 0 || (sign === '_' && /[\p{L}\p{N}]/u.test(outside))) return marks
    marks.push({ from: start, to: end, count })
    start -= count
    end += count
  }
}

/** The content of a range without the marks at its ends. */
function withoutOwnMarks(state: EditorState, piece: Piece, signs: string): Piece {
  const text = state.sliceDoc(piece.from, piece.to)
  const [sign = ''] = text
  if (sign === '' || !signs.includes(sign) || !text.endsWith(sign)) return piece
  const count = Math.min(runOf(state, piece.from, sign, 1), runOf(state, piece.to, sign, -1))
  if (text.length < 2 * count || closesWithin(text.slice(count, -count), sign)) return piece
  return withoutOwnMarks(state, { from: piece.from + count, to: piece.to - count }, signs)
}

/** Whether a mark before `text` is closed within it: `*a* and *b*` has no mark around all of it. */
function closesWithin(text: string, sign: string): boolean {
  let open = 0
  for (const run of text.matchAll(/\*+|_+|`+/g)) {
    if (!run[0].startsWith(sign)) continue
    const before = text.slice(0, run.index).at(-1) ?? ' '
    const after = text.at(run.index + run[0].length) ?? ' '
    if (/\S/.test(before)) {
      if (open === 0) return true
      open -= 1
    } else if (/\S/.test(after)) open += 1
  }
  return false
}

/**
 * Puts `mark` around each selection or the word at the cursor, or removes it if `stands` recognises it from the number
 * of `signs`. Other marks stay. Blanks at the ends stay outside, since a mark next to a blank has no effect.
 */
function toggleAround(mark: string, signs: string, stands: (count: number) => boolean): StateCommand {
  const width = mark.length
  return ({ state, dispatch }) => {
    const edit = state.changeByRange((range) => {
      const chosen = range.empty ? (state.wordAt(range.head) ?? range) : trimmed(state, range)
      const inner = withoutOwnMarks(state, chosen, signs)
      const found = marksAround(state, inner, signs).find(({ count }) => stands(count))
      const { from, to } = found ?? inner
      const shift = found ? -width : width
      const moved = (position: number) => position + (position >= from ? shift : 0) + (position > to ? shift : 0)
      const changes = found
        ? [
            { from: from - width, to: from },
            { from: to, to: to + width },
          ]
        : [
            { from, insert: mark },
            { from: to, insert: mark },
          ]
      const after = range.empty
        ? EditorSelection.cursor(moved(range.head))
        : EditorSelection.range(moved(chosen.from), moved(chosen.to))
      return { changes, range: after }
    })
    dispatch(state.update(edit, { userEvent: 'input', scrollIntoView: true }))
    return true
  }
}

function trimmed(state: EditorState, { from, to }: Piece): Piece {
  const text = state.sliceDoc(from, to)
  if (text.trim() === '') return { from, to }
  return { from: from + text.length - text.trimStart().length, to: to - text.length + text.trimEnd().length }
}

/** Adds `prefix` to every selected line, or removes it if all lines have it. It replaces matches of `other`. */
function toggleLines(prefix: string, other: RegExp): StateCommand {
  return ({ state, dispatch }) => {
    const changes: ChangeSpec[] = []
    const lines = state.selection.ranges.flatMap((range) => {
      const first = state.doc.lineAt(range.from).number
      const last = state.doc.lineAt(range.to).number
      return Array.from({ length: last - first + 1 }, (_, offset) => state.doc.line(first + offset))
    })
    const all = lines.every((line) => line.text.startsWith(prefix))
    for (const line of new Map(lines.map((each) => [each.from, each])).values()) {
      const former = other.exec(line.text)?.[0].length ?? 0
      changes.push({ from: line.from, to: line.from + former, insert: all ? '' : prefix })
    }
    dispatch(state.update({ changes, userEvent: 'input', scrollIntoView: true }))
    return true
  }
}

export const toggleStrong = toggleAround('**', EMPHASIS, (count) => count >= 2)
export const toggleEmphasis = toggleAround('*', EMPHASIS, (count) => count % 2 === 1)
export const toggleInlineCode = toggleAround('`', '`', (count) => count >= 1)
export const toggleHeading = toggleLines('## ', /^#{1,6} +/)
export const toggleList = toggleLines('- ', /^[-*+] +(?:\[[ xX]\] +)?/)
export const toggleTasks = toggleLines('- [ ] ', /^[-*+] +(?:\[[ xX]\] +)?/)
export const toggleQuote = toggleLines('> ', /^> ?/)

const EMPTY_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?: +\[[ xX]\])? *$/

/**
 * Enter in an empty last item ends the list with a blank line. Without that line, text typed below an item would belong
 * to it.
 */
export const leaveList: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection
  const line = state.doc.lineAt(main.head)
  if (!main.empty || main.head !== line.to || line.number === 1 || !EMPTY_ITEM.test(line.text)) return false
  if (state.doc.line(line.number - 1).text.trim() === '') return false
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert: state.lineBreak },
      selection: { anchor: line.from + 1 },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}
