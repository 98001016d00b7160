import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** A place in the text that stays where it was meant while typing goes on around it. */
export type TrackedRange = { from: number; to: number }

/** Keeps ranges in step with the text until they are released; what is being fetched or uploaded is inserted there. */
export class RangeTracker {
  readonly #ranges = new Set<TrackedRange>()

  readonly extension: Extension = EditorView.updateListener.of(({ changes, docChanged }) => {
    if (!docChanged) return
    for (const range of this.#ranges) {
      // What is typed at the place meanwhile comes behind what was pasted before it.
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
