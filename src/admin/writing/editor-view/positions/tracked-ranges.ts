import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** A range of the text that moves along with changes around it. */
export type TrackedRange = { from: number; to: number }

/** Keeps ranges in step with the text until they are released. Results of a request or an upload are inserted there. */
export class RangeTracker {
  readonly #ranges = new Set<TrackedRange>()

  readonly extension: Extension = EditorView.updateListener.of(({ changes, docChanged }) => {
    if (!docChanged) return
    for (const range of this.#ranges) {
      // Text typed at the position goes after the inserted result.
      range.from = changes.mapPos(range.from, -1)
      range.to = Math.max(range.from, changes.mapPos(range.to, -1))
    }
  })

  track(from: number, to: number): TrackedRange {
    const range = { from, to }
    this.#ranges.add(range)
    return range
  }

  release(range: TrackedRange): void {
    this.#ranges.delete(range)
  }
}
