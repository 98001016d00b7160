import { Facet, StateEffect, type EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { behind, joined, removed, replaced, separated } from './picture-edits.ts'
import { ownPicture } from './picture-facts.ts'
import { pictureRowAt, type PictureRow } from './pictures-in-text.ts'

/** What can be done with the picture at the cursor (docs/look.md rule 26). `alt` and `caption` go to their fields. */
export type PictureTool =
  | 'alt'
  | 'caption'
  | 'replace'
  | 'join'
  | 'separate'
  | 'remove'
  | 'markdown'
  | 'view'
  | 'behind'

/** Opens the dialog that chooses the replacement of a picture. */
export const askReplacement = Facet.define<() => void, (() => void) | null>({ combine: ([first]) => first ?? null })

/** Shows the markdown of the pictures at a position until the cursor leaves them. */
export const showMarkdown = StateEffect.define<number>()

/** The pictures of a line and the one at a position: the one whose markdown contains it, else the first. */
export function pictureAt(state: EditorState, at: number): { row: PictureRow; index: number } | null {
  const row = pictureRowAt(state, at)
  if (!row) return null
  const index = row.pictures.findIndex(({ from, to }) => from <= at && at <= to)
  return { row, index: index < 0 ? (at >= row.to ? row.pictures.length - 1 : 0) : index }
}

/** Moves the focus to a field of the picture at the cursor. False if it shows none. */
export function toField(view: EditorView, field: 'alt' | 'caption'): boolean {
  const input = view.dom.querySelector<HTMLInputElement>(`.md-pictures-now [data-field="${field}"]`)
  input?.focus()
  input?.select()
  return input !== null
}

/** Runs a tool on the picture at a position. Afterwards the text has the focus, unless a field or a dialog takes it. */
export function runPictureTool(view: EditorView, tool: PictureTool, at: number): void {
  const { state } = view
  const found = pictureAt(state, at)
  if (!found) return
  const { row, index } = found
  const picture = row.pictures[index]!
  const act = (spec: TransactionSpec | null) => {
    if (spec) view.dispatch({ ...spec, scrollIntoView: true })
    view.focus()
  }
  switch (tool) {
    case 'alt':
    case 'caption':
      view.dispatch({ selection: { anchor: picture.to } })
      toField(view, tool)
      return
    case 'replace':
      view.dispatch({ selection: { anchor: picture.to } })
      state.facet(askReplacement)?.()
      return
    case 'view': {
      const own = ownPicture(state.sliceDoc(picture.address.from, picture.address.to))
      if (own !== null) window.open(own, '_blank', 'noopener')
      return
    }
    case 'markdown':
      return act({ selection: { anchor: picture.words.from }, effects: showMarkdown.of(row.from) })
    case 'join':
      return act(joined(state, row))
    case 'separate':
      return act(separated(state, row, index))
    case 'remove':
      return act(removed(state, row, index))
    case 'behind':
      return act(behind(state, row))
  }
}

/** Replaces the picture at the cursor. */
export function replacePicture(view: EditorView, image: { url: string; alt: string }): void {
  const { state } = view
  const found = pictureAt(state, state.selection.main.head)
  if (found) view.dispatch(replaced(state, found.row.pictures[found.index]!, image))
}
