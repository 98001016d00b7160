import { EditorSelection, type ChangeSpec, type StateCommand } from '@codemirror/state'

/** Puts `mark` around each selection or the word at the cursor, or takes it away where it already stands. */
function toggleAround(mark: string): StateCommand {
  const width = mark.length
  return ({ state, dispatch }) => {
    const edit = state.changeByRange((range) => {
      const target = range.empty ? (state.wordAt(range.head) ?? range) : range
      const { from, to } = target
      const inside = state.sliceDoc(from, to)
      const keep = (start: number, end: number) =>
        range.empty ? EditorSelection.cursor(range.head + start - from) : EditorSelection.range(start, end)
      if (state.sliceDoc(from - width, from) === mark && state.sliceDoc(to, to + width) === mark) {
        const changes = [
          { from: from - width, to: from },
          { from: to, to: to + width },
        ]
        return { changes, range: keep(from - width, to - width) }
      }
      if (inside.length >= 2 * width && inside.startsWith(mark) && inside.endsWith(mark)) {
        const changes = [
          { from, to: from + width },
          { from: to - width, to },
        ]
        return { changes, range: EditorSelection.range(from, to - 2 * width) }
      }
      const changes = [
        { from, insert: mark },
        { from: to, insert: mark },
      ]
      return { changes, range: keep(from + width, to + width) }
    })
    dispatch(state.update(edit, { userEvent: 'input', scrollIntoView: true }))
    return true
  }
}

/** Puts `prefix` before every selected line, or takes it away when all have it; `other` is what it replaces. */
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

export const toggleStrong = toggleAround('**')
export const toggleEmphasis = toggleAround('*')
export const toggleInlineCode = toggleAround('`')
export const toggleHeading = toggleLines('## ', /^#{1,6} +/)
export const toggleList = toggleLines('- ', /^[-*+] +(?:\[[ xX]\] +)?/)
export const toggleTasks = toggleLines('- [ ] ', /^[-*+] +(?:\[[ xX]\] +)?/)
export const toggleQuote = toggleLines('> ', /^> ?/)

const EMPTY_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?: +\[[ xX]\])? *$/

/**
 * Enter in an empty item below others ends the list with a blank line: text typed right under an item would belong to it.
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
