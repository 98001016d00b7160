import { Facet, type EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { continuationAt } from './picture-place.ts'
import { picturesOfLine, type TextPicture } from './pictures-in-text.ts'

/** `behind` has a button only on touch devices: with a keyboard, Enter does that. */
export type PictureTool = 'caption' | 'alt' | 'replace' | 'remove' | 'behind'

/** Tools of the picture at the cursor (docs/look.md rule 26). The icons are those of lucide. */
export const PICTURE_TOOLS: { tool: PictureTool; label: string; icon: string }[] = [
  {
    tool: 'caption',
    label: 'Bildunterschrift',
    icon: '<rect width="18" height="14" x="3" y="5" rx="2" ry="2"/><path d="M7 15h4M15 15h2M7 11h2M13 11h4"/>',
  },
  {
    tool: 'alt',
    label: 'Alternativtext',
    icon: '<circle cx="16" cy="4" r="1"/><path d="m18 19 1-7-6 1"/><path d="m5 8 3-3 5.5 3-2.36 3.5"/><path d="M4.24 14.5a5 5 0 0 0 6.88 6"/><path d="M13.76 17.5a5 5 0 0 0-6.88-6"/>',
  },
  {
    tool: 'replace',
    label: 'Bild ersetzen',
    icon: '<path d="M14 4a1 1 0 0 1 1-1"/><path d="M15 10a1 1 0 0 1-1-1"/><path d="M21 4a1 1 0 0 0-1-1"/><path d="M21 9a1 1 0 0 1-1 1"/><path d="m3 7 3 3 3-3"/><path d="M6 10V5a2 2 0 0 1 2-2h2"/><rect x="3" y="14" width="7" height="7" rx="1"/>',
  },
  {
    tool: 'remove',
    label: 'Bild entfernen',
    icon: '<path d="M10 11v6"/><path d="M14 11v6"/><path d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"/><path d="M3 6h18"/><path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"/>',
  },
]

/** Opens the dialog that chooses the replacement of a picture. */
export const askReplacement = Facet.define<() => void, (() => void) | null>({ combine: ([first]) => first ?? null })

/** The picture at a position. Of several in a line, the one whose markdown contains it, else the first. */
export function pictureAt(state: EditorState, at: number): TextPicture | null {
  const pictures = picturesOfLine(state, at)
  return pictures.find(({ from, to }) => from <= at && at <= to) ?? pictures[0] ?? null
}

/** Runs a tool on the picture at a position. Afterwards the text has the focus, unless an image is being chosen. */
export function runPictureTool(view: EditorView, tool: PictureTool, at: number): void {
  const { state } = view
  const picture = pictureAt(state, at)
  if (!picture) return
  if (tool === 'replace') {
    view.dispatch({ selection: { anchor: picture.to } })
    state.facet(askReplacement)?.()
    return
  }
  const act = { alt: atWords, caption: atCaption, remove: removal, behind }[tool]
  view.dispatch({ ...act(state, picture), scrollIntoView: true })
  view.focus()
}

function atWords(_state: EditorState, { words }: TextPicture): TransactionSpec {
  return { selection: { anchor: words.from, head: words.to } }
}

/** Moves the cursor into the quotes of the caption, which are added if missing. */
function atCaption(_state: EditorState, { title, address, target }: TextPicture): TransactionSpec {
  if (title) return { selection: { anchor: title.from, head: title.to } }
  return {
    changes: { from: address.to, to: target.to, insert: ' ""' },
    selection: { anchor: address.to + 2 },
    userEvent: 'input',
  }
}

/** Moves the cursor to the text after the picture; a paragraph is added if there is none. */
function behind(state: EditorState, { to }: TextPicture): TransactionSpec {
  const line = state.doc.lineAt(to)
  const next = line.number + 2 <= state.doc.lines ? state.doc.line(line.number + 2) : null
  if (next) return { selection: { anchor: next.from } }
  const rest = state.sliceDoc(line.to)
  const prefix = continuationAt(state, to)
  const insert = `\n${prefix.trimEnd()}\n${prefix}`
  return {
    changes: {
      from: line.to,
      to: rest.trim() === '' ? state.doc.length : line.to,
      insert: state.toText(insert.replaceAll('\n', state.lineBreak)),
    },
    selection: { anchor: line.to + insert.length },
    userEvent: 'input',
  }
}

/** Removes the picture and the empty line after it. */
function removal(state: EditorState, { from, to }: TextPicture): TransactionSpec {
  const { doc } = state
  const line = doc.lineAt(from)
  const said = EditorView.announce.of('Bild entfernt')
  if (picturesOfLine(state, from).length > 1) return { changes: { from, to }, effects: said, userEvent: 'delete' }
  const isBlank = (number: number) => number >= 1 && number <= doc.lines && doc.line(number).text.trim() === ''
  let [start, end] = [line.from, line.to]
  if (isBlank(line.number + 1)) end = Math.min(doc.length, doc.line(line.number + 1).to + 1)
  else if (line.number === doc.lines && isBlank(line.number - 1))
    start = Math.max(0, doc.line(line.number - 1).from - 1)
  return { changes: { from: start, to: end }, selection: { anchor: start }, effects: said, userEvent: 'delete' }
}

/** Replaces the picture at the cursor. Its alternative text and caption stay if they were edited. */
export function replacePicture(view: EditorView, image: { url: string; alt: string }): void {
  const { state } = view
  const picture = pictureAt(state, state.selection.main.head)
  if (!picture) return
  const { words, address } = picture
  const named = state.sliceDoc(words.from, words.to).trim() !== ''
  view.dispatch({
    changes: [
      ...(named ? [] : [{ ...words, insert: image.alt.replaceAll(/[[\]\n\r]/g, ' ') }]),
      { ...address, insert: image.url },
    ],
    effects: EditorView.announce.of('Bild ersetzt'),
    userEvent: 'input',
  })
}
