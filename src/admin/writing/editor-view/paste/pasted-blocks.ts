import type { EditorState, Text } from '@codemirror/state'
import { oneLine, tableLines, tabulated } from '../tables/table-text.ts'
import { tableAt } from '../tables/table.ts'

const BLOCK = /^(?: {0,3}(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~|\||<details)|---$|https?:\/\/\S+$|<\/details>$)/
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)]) /

/** A markdown table from tab-separated text; null if it is no table. */
export function tableOf(plain: string): string | null {
  const rows = tabulated(plain)
  return rows && tableLines(rows).join('\n')
}

/** `length` is the part of `insert` that is the paste itself; the cursor goes behind it. */
type Fitted = { from: number; to: number; insert: string; length: number }

/** The change that appends pasted footnotes at the end of the text, below existing ones. */
export function atEnd(state: EditorState, pasteEnd: number, notes: readonly string[]): { from: number; insert: Text } {
  const { doc, lineBreak } = state
  let from = doc.length
  const rest = doc.sliceString(pasteEnd)
  if (rest.trim() === '') from = pasteEnd
  const last = doc.lineAt(from)
  const below = from > pasteEnd && (last.text.startsWith('[^') || last.text.startsWith('    '))
  const gap = from > pasteEnd && last.text.trim() === '' ? '' : below ? '\n' : '\n\n'
  return { from, insert: state.toText((gap + notes.join('\n')).replaceAll('\n', lineBreak)) }
}

/**
 * Adapts markdown to the position of the paste: lists, tables and similar blocks are separated from adjacent
 * paragraphs, a quote continues on each line, a table cell holds one line.
 */
export function fitted(state: EditorState, { from, to }: { from: number; to: number }, markdown: string): Fitted {
  if (tableAt(state, from)) {
    const insert = oneLine(markdown)
    return { from, to, insert, length: insert.length }
  }
  const { doc } = state
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
  const quote = /^(?:\s{0,3}>)+ ?/.exec(first.text)?.[0] ?? ''
  const before = first.text.slice(quote.length, Math.max(quote.length, from - first.from))
  const lines = markdown.split('\n')
  const isBlock = BLOCK.test(lines[0] ?? '')
  // An item pasted into an empty item replaces it.
  const inItem = /^\s*(?:[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?$/.test(before) && ITEM.test(lines[0] ?? '')
  const above = first.number > 1 ? doc.line(first.number - 1).text.slice(quote.length) : ''
  const below = last.number < doc.lines ? doc.line(last.number + 1).text.slice(quote.length) : ''
  const rest = doc.sliceString(to, last.to)
  const goesOn = (line: string, other: string) => ITEM.test(line) && (ITEM.test(other) || /^\s/.test(other))
  const lead: string[] = []
  if (isBlock && before.trim() !== '' && !inItem) lead.push('', '')
  else if (isBlock && above.trim() !== '' && !goesOn(lines[0] ?? '', above)) lead.push('')
  const tail: string[] = []
  const end = lines.at(-1) ?? ''
  const endsBlock = BLOCK.test(end) || (lines.length > 1 && ITEM.test(end))
  if (endsBlock && rest.trim() !== '') tail.push('', '')
  else if (endsBlock && rest.trim() === '' && below.trim() !== '' && !goesOn(end, below)) tail.push('')
  const blanks = isBlock ? before.length - before.trimEnd().length : 0
  const start = inItem ? first.from + quote.length : from - blanks
  const prefixed = (line: string) => (line === '' ? quote.trimEnd() : `${quote}${line}`)
  const all = [...lead, ...lines].map((line, index) => (index === 0 ? line : prefixed(line)))
  // Text after the paste continues behind its own mark.
  const ending = tail.map((line, index) => `\n${index === tail.length - 1 && tail.length > 1 ? quote : prefixed(line)}`)
  const words = all.join('\n')
  return {
    from: start,
    to: tail.length > 1 ? to + rest.length - rest.trimStart().length : to,
    insert: words + ending.join(''),
    length: words.length,
  }
}
