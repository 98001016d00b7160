import { syntaxTree } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { isHttpUrl } from '../../../../rules/url.ts'
import { ALONE, type PlacedImage, type Sending } from '../uploads/picture-drafts.ts'
import { withLineBreaks } from '../line-separator.ts'
import { tableAt } from '../tables/table.ts'
import { RangeTracker } from '../positions/tracked-ranges.ts'

/** Formatting that is kept. Pages also wrap plain text in markup, and that stays plain. */
const FORMATTED =
  /<(?:a\s[^>]{0,1000}href|strong|sup|sub|b|i|em|h[1-6]|ul|ol|table|blockquote|pre|code|img|del|s|strike|hr|q|details|iframe)\b|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through|MsoListParagraph/i

/** The embed code of a provider, copied as text. */
const FRAME = /^\s*<iframe\s/i

const LONGEST_FILE = 2_000_000

function isInCode(state: EditorState): boolean {
  for (let node = syntaxTree(state).resolveInner(state.selection.main.from, -1); ;) {
    if (/Code/.test(node.name)) return true
    if (!node.parent) return false
    node = node.parent
  }
}

/** Whether a text begins like front matter: a line of exactly three such characters. */
function beginsWithMatter(text: string): boolean {
  const [first = ''] = text.slice(text.startsWith('\uFEFF') ? 1 : 0, 50).split(/[\n\r]/, 1)
  return ['---', '+++', ';;;'].includes(first.trimEnd())
}

const isEmpty = ({ doc }: EditorState) => doc.length < 1000 && doc.toString().trim() === ''

/** The pasted text file, if it is the only file and not too long for an article. */
function textFileOf(data: DataTransfer | null): File | null {
  const [file, another] = data?.files ?? []
  const isText = file && !another && /\.(?:md|markdown|mdx|txt)$/i.test(file.name) && file.size <= LONGEST_FILE
  return isText ? file : null
}

/** Lines with tabs may be a table, and a table cell holds a single line. */
function needsFitting(state: EditorState, plain: string): boolean {
  if (!/[\n\r\t]/.test(plain)) return false
  if (tableAt(state, state.selection.main.from)) return true
  return plain.includes('\t') && /[\n\r]/.test(plain)
}

/** The footnote names in use; pasted footnotes get others. */
function notesOf(state: EditorState): Set<string> {
  return new Set([...state.sliceDoc().matchAll(/\[\^([^\]\s]{1,50})\]/g)].map(([, name = '']) => name))
}

/** Makes the selected words a link: `[words](address)`. */
function linkSelection(view: EditorView, address: string): boolean {
  const { state } = view
  const { from, to, empty } = state.selection.main
  const words = state.sliceDoc(from, to)
  // A selected address is replaced, also the mere beginning that the command menu inserts.
  if (empty || state.selection.ranges.length > 1 || /[\n\r]/.test(words) || /^https?:\/\//i.test(words)) return false
  const target = /[()<>]/.test(address) ? `<${address.replaceAll('<', '%3C').replaceAll('>', '%3E')}>` : address
  const insert = `[${words}](${target})`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  return true
}

const imagesOf = (data: DataTransfer | null): PlacedImage[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/')).map((file) => ({ file, at: ALONE }))

/**
 * Handles paste and drop. Formatted text becomes markdown, tab-separated lines a table, an address over selected words
 * a link, and images are uploaded while typing continues. Front matter of a text that is pasted into the empty one is
 * reported by `onMatter`. Strg Umschalt V and everything else insert the plain text unchanged.
 */
export function smartPaste(sending: () => Sending, onMatter: () => void): Extension {
  const tracker = new RangeTracker()
  let plainOnly = false

  /** Inserts formatted text, or tab-separated lines. */
  const pasteFitted = async (view: EditorView, html: string | null, plain: string) => {
    const { doc, selection } = view.state
    const range = tracker.track(selection.main.from, selection.main.to)
    // If the code cannot be loaded without a network, the plain text is inserted.
    const loaded = await Promise.all([
      import('./pasted-blocks.ts'),
      import('../tables/table-fill.ts'),
      html === null ? null : import('./rich-text.ts'),
      html === null ? null : import('../uploads/image-uploads.ts'),
    ]).catch(() => null)
    tracker.release(range)
    const [blocks, tables, rich, uploads] = loaded ?? []
    const isTable = html !== null && /<table\b/i.test(html)
    const grid = tables?.gridOf(plain, isTable)
    const filled = grid && tables?.fillCells(view.state, range.from, grid)
    if (filled) {
      view.dispatch({ ...filled, userEvent: 'input.paste', scrollIntoView: true })
      return
    }
    const { markdown, images, notes } = (html !== null && rich?.toMarkdown(html, notesOf(view.state))) || {
      markdown: blocks?.tableOf(plain) ?? '',
      images: [],
      notes: [],
    }
    const words = images.length > 0 ? markdown : markdown || plain
    const isFitted = markdown !== '' || tableAt(view.state, range.from)
    const place = (isFitted && blocks?.fitted(view.state, range, words)) || {
      ...range,
      insert: words,
      length: view.state.toText(withLineBreaks(words, view.state.lineBreak)).length,
    }
    const insert = view.state.toText(withLineBreaks(place.insert, view.state.lineBreak))
    // If the user typed or moved the cursor meanwhile, the cursor stays there.
    const waited = view.state.doc === doc && view.state.selection.eq(selection)
    const last = notes.length > 0 ? blocks?.atEnd(view.state, place.to, notes) : undefined
    view.dispatch({
      changes: [{ from: place.from, to: place.to, insert }, ...(last ? [last] : [])],
      userEvent: 'input.paste',
      ...(waited && { selection: { anchor: place.from + place.length }, scrollIntoView: true }),
    })
    const start = place.from + Math.max(0, place.insert.indexOf(words))
    if (images.length > 0) uploads?.uploadImages(view, images, { from: start, to: start }, sending())
  }

  /** Images without text; they replace the selection. */
  const uploadAt = async (view: EditorView, images: PlacedImage[], from: number, to: number) => {
    const range = tracker.track(from, to)
    try {
      const { uploadImages } = await import('../uploads/image-uploads.ts')
      uploadImages(view, images, range, sending())
    } catch {
      sending().onMissed()
    } finally {
      tracker.release(range)
    }
  }

  /** Inserts a whole text into the empty one, unchanged; front matter is left to `onMatter`. */
  const putIn = (view: EditorView, text: string) => {
    const { state } = view
    const insert = state.toText(withLineBreaks(text, state.lineBreak))
    view.dispatch({
      changes: { from: 0, to: state.doc.length, insert },
      selection: { anchor: insert.length },
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
    if (beginsWithMatter(text)) onMatter()
  }

  const putInFile = async (view: EditorView, file: File) => {
    const text = (await file.text()).replace(/^\uFEFF/, '')
    if (isEmpty(view.state)) putIn(view, text)
    else view.dispatch(view.state.replaceSelection(withLineBreaks(text, view.state.lineBreak)))
  }

  return [
    tracker.extension,
    EditorView.domEventHandlers({
      keydown: (event) => {
        if (event.key.toLowerCase() === 'v') plainOnly = event.shiftKey && (event.ctrlKey || event.metaKey)
        return false
      },
      paste: (event, view) => {
        const data = event.clipboardData
        const plain = data?.getData('text/plain') ?? ''
        const html = data?.getData('text/html') ?? ''
        const images = imagesOf(data)
        const { from, to } = view.state.selection.main
        const asPlain = plainOnly
        plainOnly = false
        const file = plain === '' && isEmpty(view.state) ? textFileOf(data) : null
        if (file) void putInFile(view, file)
        else if (!asPlain && beginsWithMatter(plain) && isEmpty(view.state)) putIn(view, plain)
        else if (images.length > 0 && plain === '') void uploadAt(view, images, from, to)
        else if (asPlain || isInCode(view.state)) return false
        else if (isHttpUrl(plain) && linkSelection(view, plain.trim())) return true
        else if (FORMATTED.test(html) && !isHttpUrl(plain)) void pasteFitted(view, html, plain)
        else if (FRAME.test(plain)) void pasteFitted(view, plain, plain)
        else if (needsFitting(view.state, plain)) void pasteFitted(view, null, plain)
        else return false
        return true
      },
      drop: (event, view) => {
        const images = imagesOf(event.dataTransfer)
        const file = isEmpty(view.state) ? textFileOf(event.dataTransfer) : null
        if (file) {
          event.preventDefault()
          void putInFile(view, file)
          return true
        }
        if (images.length === 0) return false
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
        event.preventDefault()
        view.dispatch({ selection: { anchor: at } })
        view.focus()
        void uploadAt(view, images, at, at)
        return true
      },
    }),
  ]
}
