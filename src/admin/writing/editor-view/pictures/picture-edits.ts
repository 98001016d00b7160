import { isolateHistory } from '@codemirror/commands'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../changed-paragraph.ts'
import { continuationAt, structureOf } from './picture-place.ts'
import { asAlternative, asCaption, readable } from './picture-words.ts'
import { pictureRowAt, type PictureRow, type TextPicture } from './pictures-in-text.ts'

/** Edits of the pictures of a row. Each is one transaction; characters around them stay as they are. */

const slice = (state: EditorState, span: Span | null) => (span ? state.sliceDoc(span.from, span.to) : '')

/** Alternative text and caption of a picture in readable words. */
export function wordsOf(state: EditorState, { words, title }: TextPicture): { alt: string; caption: string } {
  return { alt: readable(slice(state, words)), caption: readable(slice(state, title)) }
}

/** Writes an alternative text. Null if it is already there, whatever its spelling. */
export function withAlternative(state: EditorState, picture: TextPicture, alt: string): TransactionSpec | null {
  if (wordsOf(state, picture).alt === alt) return null
  return { changes: { ...picture.words, insert: asAlternative(alt) }, userEvent: 'input.picture' }
}

/** Writes a caption as the picture's title; an empty one removes the title. Null if it is already there. */
export function withCaption(state: EditorState, picture: TextPicture, caption: string): TransactionSpec | null {
  if (wordsOf(state, picture).caption === caption) return null
  const { title, address, target } = picture
  const insert = caption === '' ? '' : `"${asCaption(caption)}"`
  // The quotes belong to the title. Without an address, the title would be taken for one.
  const lead = address.to === address.from ? '<> ' : ' '
  const changes =
    title && insert !== ''
      ? { from: title.from - 1, to: title.to + 1, insert }
      : { from: address.to, to: target.to, insert: insert === '' ? '' : lead + insert }
  return { changes, userEvent: 'input.picture' }
}

/**
 * The picture whose title is the caption of a gallery: the one that has it, or the first. If several have titles, readers
 * see all of them, and each belongs to its picture.
 */
export function captioned(row: PictureRow, at: number): TextPicture {
  const titled = row.pictures.filter(({ title }) => title !== null && title.to > title.from)
  return (titled.length > 1 ? row.pictures[at] : titled[0]) ?? row.pictures[0]!
}

const isBlank = (text: string) => /^[ \t>]*$/.test(text)

/** The pictures directly before a row, with nothing but blank lines between. Null if text or a list item is between. */
export function rowBefore(state: EditorState, row: PictureRow): PictureRow | null {
  const { doc } = state
  const first = doc.lineAt(row.from)
  if (structureOf(first.text).item) return null
  let number = first.number - 1
  while (number >= 1 && isBlank(doc.line(number).text)) number -= 1
  const before = number >= 1 ? pictureRowAt(state, doc.line(number).from) : null
  if (!before || before.to >= row.from) return null
  const prefix = continuationAt(state, row.from).trimEnd()
  return continuationAt(state, before.to).trimEnd() === prefix ? before : null
}

/** Moves the pictures of a row to those before it: several in one paragraph are a gallery. Null without any before. */
export function joined(state: EditorState, row: PictureRow): TransactionSpec | null {
  const before = rowBefore(state, row)
  if (!before) return null
  const head = before.to + 1 + (row.to - row.from)
  return {
    changes: { from: before.to, to: row.from, insert: ' ' },
    selection: { anchor: head },
    effects: EditorView.announce.of('Zur Galerie genommen'),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.picture',
  }
}

/** Moves one picture of a gallery to a paragraph of its own after it. Null if it is the only one. */
export function separated(state: EditorState, row: PictureRow, at: number): TransactionSpec | null {
  const picture = row.pictures[at]
  if (!picture || row.pictures.length < 2) return null
  const prefix = continuationAt(state, row.to)
  const gap = `\n${prefix.trimEnd()}\n${prefix}`
  const { from, to } = withSpace(row, at)
  const insert = state.toText((gap + slice(state, picture)).replaceAll('\n', state.lineBreak))
  return {
    changes: [
      { from, to },
      { from: row.to, insert },
    ],
    selection: { anchor: row.to - (to - from) + insert.length },
    effects: EditorView.announce.of('Aus der Galerie genommen'),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.picture',
  }
}

/** Removes one picture: of several with the space beside it, a single one with the empty line after it. */
export function removed(state: EditorState, row: PictureRow, at: number): TransactionSpec {
  const { doc } = state
  const common = {
    effects: EditorView.announce.of('Bild entfernt'),
    annotations: isolateHistory.of('full'),
    userEvent: 'delete.picture',
  }
  if (row.pictures.length > 1) {
    const { from, to } = withSpace(row, at)
    return { ...common, changes: { from, to }, selection: { anchor: from } }
  }
  const [first, last] = [doc.lineAt(row.from), doc.lineAt(row.to)]
  const isFree = (number: number) => number >= 1 && number <= doc.lines && doc.line(number).text.trim() === ''
  // The mark of a list item stays, as it does when its text is deleted.
  const whole = !structureOf(first.text).item
  let [start, end] = [whole ? first.from : row.from, whole ? last.to : row.to]
  if (whole && isFree(last.number + 1)) end = Math.min(doc.length, doc.line(last.number + 1).to + 1)
  else if (whole && last.number === doc.lines && isFree(first.number - 1))
    start = Math.max(0, doc.line(first.number - 1).from - 1)
  return { ...common, changes: { from: start, to: end }, selection: { anchor: start } }
}

/** A picture of several and the blanks between it and its neighbour. */
function withSpace({ pictures }: PictureRow, at: number): Span {
  const picture = pictures[at]!
  const [former, next] = [pictures[at - 1], pictures[at + 1]]
  if (next) return { from: picture.from, to: next.from }
  return { from: former?.to ?? picture.from, to: picture.to }
}

/** Another image for a picture. Its words stay if it has any. */
export function replaced(
  state: EditorState,
  { words, address }: TextPicture,
  image: { url: string; alt: string },
): TransactionSpec {
  const named = slice(state, words).trim() !== ''
  return {
    changes: [...(named ? [] : [{ ...words, insert: asAlternative(image.alt) }]), { ...address, insert: image.url }],
    effects: EditorView.announce.of('Bild ersetzt'),
    userEvent: 'input.picture',
  }
}

/** Moves the cursor to the text after a row; a paragraph is added if there is none. */
export function behind(state: EditorState, row: PictureRow): TransactionSpec {
  const { doc } = state
  const line = doc.lineAt(row.to)
  const next = line.number < doc.lines ? doc.line(line.number + 1) : null
  if (next && !isBlank(next.text)) return { selection: { anchor: next.from } }
  const after = next && next.number < doc.lines ? doc.line(next.number + 1) : null
  if (after) return { selection: { anchor: after.from + (isBlank(after.text) ? after.length : 0) } }
  const prefix = continuationAt(state, row.to)
  const insert = state.toText(`\n${prefix.trimEnd()}\n${prefix}`.replaceAll('\n', state.lineBreak))
  return {
    changes: { from: line.to, to: doc.length, insert },
    selection: { anchor: line.to + insert.length },
    userEvent: 'input',
  }
}
