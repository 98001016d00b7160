import { isolateHistory } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import { StateEffect, type EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { CaughtTyping } from '../../../lib/catch-typing.ts'
import { RangeTracker } from '../positions/tracked-ranges.ts'

/** How a link request ends. */
export type LinkChoice =
  | { kind: 'target'; address: string; title: string; titleAsText: boolean }
  | { kind: 'address'; address: string }
  /** Inserts empty brackets with the cursor in the place of the address. */
  | { kind: 'blank' }
  | { kind: 'remove' }
  /** Inserts no link. A query typed inside the text stays there. */
  | { kind: 'none'; typed: string; focus: boolean }

/** A request for a link at a position of the text (WEEK-6). */
export type LinkRequest = {
  /** Position in the window. */
  place: { left: number; top: number; bottom: number }
  /** The link text; empty if the title of the target is used. */
  words: string
  /** Address of the link around the cursor; null for a new link. */
  address: string | null
  /** The request came from `[[` in the text, so the query belongs to the text. */
  inText: boolean
  /** The query typed so far: after `[[`, or before the dialog was loaded. */
  typed: () => string
  finish: (choice: LinkChoice) => void
}

type Link = { from: number; to: number; words: string; address: string }

/** The inline link that contains a position. */
function linkAt(state: EditorState, position: number): Link | null {
  for (const side of [-1, 1] as const) {
    let node = syntaxTree(state).resolveInner(position, side).node
    while (node.parent && node.name !== 'Link') node = node.parent
    const url = node.name === 'Link' ? node.getChild('URL') : null
    const [open, close] = node.getChildren('LinkMark')
    if (!url || !open || !close) continue
    const address = state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/s, '$1')
    return { from: node.from, to: node.to, words: state.sliceDoc(open.to, close.from), address }
  }
  return null
}

/** Brackets within an address or link text would end it. */
function markdownLink(words: string, address: string): string {
  const target = /[\s()<>]/.test(address)
    ? `<${address.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll(/\s/g, '%20')}>`
    : address
  return `[${words}](${target})`
}

/** Escapes a title for use as link text. */
function plainWords(title: string): string {
  return title
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}

/** Selected text is kept unless it has unbalanced brackets. */
function ownWords(words: string): string {
  let depth = 0
  for (const sign of words) {
    if (sign === '[') depth += 1
    if (sign === ']') depth -= 1
    if (depth < 0) break
  }
  return depth === 0 ? words : words.replaceAll(/(?<!\\)[[\]]/g, '\\$&')
}

const trackers = new WeakMap<EditorView, RangeTracker>()

/** Positions are tracked, since the text may change while a link is chosen. */
function trackerOf(view: EditorView): RangeTracker {
  const tracker = trackers.get(view) ?? new RangeTracker()
  if (!trackers.has(view)) view.dispatch({ effects: StateEffect.appendConfig.of(tracker.extension) })
  trackers.set(view, tracker)
  return tracker
}

/** Requests a link at the selection. `caught` is the input typed since the request. */
export function linkRequest(view: EditorView, caught: CaughtTyping): LinkRequest {
  const { state } = view
  const { main } = state.selection
  const link = linkAt(state, main.head)
  // A link cannot span paragraphs.
  const isLine = !/\n[ \t]*\n/.test(state.sliceDoc(main.from, main.to).replaceAll('\r', ''))
  const { from, to } = link ?? { from: isLine ? main.from : main.to, to: main.to }
  return request(view, { from, to, words: link?.words ?? state.sliceDoc(from, to), link, caught })
}

/** Requests a link at `[[` that begins at `from`. Null if it has been closed or left. */
export function bracketsRequest(view: EditorView, from: number): LinkRequest | null {
  const { state } = view
  if (!/^\[\[[^\]\n\r]{0,200}$/.test(state.sliceDoc(from, state.selection.main.head))) return null
  return request(view, { from, to: from + 2, words: '', link: null, caught: null })
}

type Wanted = { from: number; to: number; words: string; link: Link | null; caught: CaughtTyping | null }

function request(view: EditorView, { from, to, words, link, caught }: Wanted): LinkRequest {
  const tracker = trackerOf(view)
  const range = tracker.track(from, to)
  const start = view.coordsAtPos(from)
  const end = view.coordsAtPos(to) ?? start
  const frame = view.contentDOM.getBoundingClientRect()

  const put = (insert: string, cursor = insert.length): TransactionSpec => ({
    changes: { from: range.from, to: range.to, insert },
    selection: { anchor: range.from + cursor },
    annotations: isolateHistory.of('full'),
    userEvent: 'input',
    scrollIntoView: true,
  })

  const editOf = (choice: LinkChoice): TransactionSpec | null => {
    switch (choice.kind) {
      case 'target':
        return put(
          markdownLink(words === '' || choice.titleAsText ? plainWords(choice.title) : ownWords(words), choice.address),
        )
      case 'address': {
        const text = words === '' ? choice.address.replace(/^https?:\/\/(?:www\.)?|\/$/g, '') : ownWords(words)
        return put(markdownLink(text, choice.address))
      }
      case 'blank': {
        const text = `[${ownWords(words)}](`
        return put(`${text})`, words === '' ? 1 : text.length)
      }
      case 'remove':
        return put(words)
      case 'none':
        if (caught || choice.typed === '') return null
        return {
          changes: { from: range.to, insert: choice.typed },
          selection: { anchor: range.to + choice.typed.length },
          userEvent: 'input.type',
        }
    }
  }

  return {
    place: {
      left: start?.left ?? frame.left,
      top: start?.top ?? frame.top,
      bottom: end?.bottom ?? frame.top + 32,
    },
    words: words.replaceAll(/\s+/g, ' '),
    address: link?.address ?? null,
    inText: caught === null,
    typed: () => {
      if (caught) {
        caught.release()
        return caught.text()
      }
      const { head } = view.state.selection.main
      const typed = view.state.sliceDoc(range.to, Math.max(range.to, head))
      if (typed === '' || /[\n\r\]]/.test(typed)) return ''
      view.dispatch({ changes: { from: range.to, to: range.to + typed.length }, userEvent: 'input' })
      return typed
    },
    finish: (choice) => {
      caught?.release()
      tracker.release(range)
      const edit = editOf(choice)
      if (edit) view.dispatch(edit)
      if (choice.kind !== 'none' || choice.focus) view.focus()
    },
  }
}
