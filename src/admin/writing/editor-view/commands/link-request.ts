import { isolateHistory } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import { StateEffect, type EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { CaughtTyping } from '../../../lib/catch-typing.ts'
import { RangeTracker } from '../positions/tracked-ranges.ts'

/** What becomes of the place for which a link was asked. */
export type LinkChoice =
  | { kind: 'target'; address: string; title: string; titleAsText: boolean }
  | { kind: 'address'; address: string }
  /** Brackets with the cursor where the address belongs. */
  | { kind: 'blank' }
  | { kind: 'remove' }
  /** Nothing; what was typed to look for stays in the text where it began there. */
  | { kind: 'none'; typed: string; focus: boolean }

/** A link asked for at a place of the text (WEEK-6). */
export type LinkRequest = {
  /** Where in the window the place is. */
  place: { left: number; top: number; bottom: number }
  /** The words that become the link; empty where the title does. */
  words: string
  /** Where the link leads that the cursor is in; null where it makes a new one. */
  address: string | null
  /** Two brackets in the text have asked: what is typed to look for belongs there. */
  inText: boolean
  /** What was typed since, taken along to look for: behind the two brackets, or before there was a field. */
  typed: () => string
  finish: (choice: LinkChoice) => void
}

type Link = { from: number; to: number; words: string; address: string }

/** The link with an address of its own that a place lies in. */
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

/** Brackets within an address or words would end them. */
function markdownLink(words: string, address: string): string {
  const target = /[\s()<>]/.test(address)
    ? `<${address.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll(/\s/g, '%20')}>`
    : address
  return `[${words}](${target})`
}

/** A title as words of a link: its signs mean nothing. */
function plainWords(title: string): string {
  return title
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}

/** Selected words stay as they are, unless a bracket among them has no partner. */
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

/** Places wait while others write on. */
function trackerOf(view: EditorView): RangeTracker {
  const tracker = trackers.get(view) ?? new RangeTracker()
  if (!trackers.has(view)) view.dispatch({ effects: StateEffect.appendConfig.of(tracker.extension) })
  trackers.set(view, tracker)
  return tracker
}

/** Asks for a link at the selection; `caught` is what was typed since it was asked for. */
export function linkRequest(view: EditorView, caught: CaughtTyping): LinkRequest {
  const { state } = view
  const { main } = state.selection
  const link = linkAt(state, main.head)
  // A link does not reach over paragraphs.
  const isLine = !/\n[ \t]*\n/.test(state.sliceDoc(main.from, main.to).replaceAll('\r', ''))
  const { from, to } = link ?? { from: isLine ? main.from : main.to, to: main.to }
  return request(view, { from, to, words: link?.words ?? state.sliceDoc(from, to), link, caught })
}

/** Asks for a link at two brackets just typed that begin at `from`; null where these are closed or left again by now. */
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
