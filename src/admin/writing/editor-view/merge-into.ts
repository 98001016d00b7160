import { isolateHistory } from '@codemirror/commands'
import { Transaction, type ChangeSpec, type Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { changedLines } from '../../../rules/merge.ts'

/** The line diff to use, and whether undo reverts the change. */
export type MergeOptions = { changed: typeof changedLines; undoable: boolean }

/**
 * Changes the text in the editor to `next` by minimal line changes, so that cursor, selection and scroll position stay.
 * Text of others is not undoable; the user's own choice (`undoable`) is.
 */
export function mergeInto(view: EditorView, next: string, { changed, undoable }: MergeOptions): void {
  const { doc } = view.state
  const wanted = view.state.toText(next)
  const [before, after] = [linesOf(doc), linesOf(wanted)]
  const changes: ChangeSpec[] = changed(before, after).map(({ from, to, newFrom, newTo }) => {
    // An added or removed line includes the line break before it, except at the very top.
    const start = from < before.length ? doc.line(from + 1).from : doc.length
    const end = to < before.length ? doc.line(to + 1).from : doc.length
    const text = after.slice(newFrom, newTo).join('\n')
    if (to < before.length) return within(doc.sliceString(start, end), start, newFrom < newTo ? `${text}\n` : '')
    const lead = from > 0 && newFrom < newTo ? '\n' : ''
    const begin = from > 0 ? doc.line(from).to : 0
    return within(doc.sliceString(begin, end), begin, `${lead}${text}`)
  })
  view.dispatch({
    changes,
    annotations: [
      Transaction.addToHistory.of(undoable),
      Transaction.remote.of(!undoable),
      // A choice is an undo step of its own, even directly after typing.
      ...(undoable ? [isolateHistory.of('full')] : []),
    ],
  })

  /** Trims common text at both ends, whole characters of it: a cursor there does not move. */
  function within(old: string, at: number, text: string): ChangeSpec {
    const shorter = Math.min(old.length, text.length)
    let head = 0
    while (head < shorter && old[head] === text[head]) head += 1
    if (/[\uD800-\uDBFF]$/.test(old.slice(0, head))) head -= 1
    let tail = 0
    while (tail < shorter - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1
    if (/^[\uDC00-\uDFFF]/.test(old.slice(old.length - tail))) tail -= 1
    const insert = view.state.toText(toEditor(text.slice(head, text.length - tail)))
    return { from: at + head, to: at + old.length - tail, insert }
  }

  /** The editor splits inserted text by its own line separator. */
  function toEditor(text: string): string {
    return text.replaceAll('\n', view.state.lineBreak)
  }
}

function linesOf(doc: Text): string[] {
  return [...doc.iterLines()]
}
