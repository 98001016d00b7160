import type { InlineCode, RootContent, Text } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'

/** An address as it stands in words. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>|]+/g
/** Words without a sign that could mean something, wherever they stand: the library looks for each of thirty anew. */
const PLAIN = /^[\p{L} ,][\p{L}\p{N} ,.;:?–—„“”‚‘’…%€/'"]*$/u
/** Signs in it that would be read as marks. */
const MARKS = /[*_~[\]\\`]/

/** The library compares each sign it guards with all others of a piece. */
const LONGEST_PIECE = 800

function endOfPiece(words: string, start: number, to: number): number {
  if (to - start <= LONGEST_PIECE) return to
  const blank = words.lastIndexOf(' ', start + LONGEST_PIECE)
  if (blank > start) return blank
  const end = start + LONGEST_PIECE
  return /[\uD800-\uDBFF]/.test(words[end - 1]!) ? end + 1 : end
}

/**
 * Words with backslashes only where a sign would mean something, as careful hands write. The library guards more than needs be:
 * a low line inside a word is one, and an ampersand before a blank.
 */
const text: Handle & { peek?: Handle } = (node: Text, _parent, state, info) => {
  if (PLAIN.test(node.value)) return node.value
  const isWords = !state.stack.includes('link') && !state.stack.includes('autolink')
  const pieces: string[] = []
  let at = 0
  const safe = (from: number, to: number, behind = info.after) => {
    for (let start = from, end = from; start < to; start = end) {
      end = endOfPiece(node.value, start, to)
      const before = start === 0 ? info.before : node.value[start - 1]!
      const after = end === to ? behind : node.value[end]!
      pieces.push(
        state
          .safe(node.value.slice(start, end), { ...info, before, after })
          .replaceAll(/(?<!\\)\\&(?=[^#\p{L}\p{N}]|#?[\p{L}\p{N}]{1,31}[^;\p{L}\p{N}])/gu, '&')
          .replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_'),
      )
    }
  }
  for (const { index, 0: address } of isWords ? node.value.matchAll(ADDRESS) : []) {
    if (!MARKS.test(address) || address.startsWith('www.')) continue
    safe(at, index, '<')
    pieces.push(`<${address}>`)
    at = index + address.length
  }
  safe(at, node.value.length)
  // in a link an address is not one of its own: with signs in it that are guarded it would run on past the bracket
  const written = isWords
    ? pieces.join('')
    : pieces
        .join('')
        .replaceAll(ADDRESS, (address) => (MARKS.test(address) ? address.replace(/[:.]/, '\\$&') : address))
  // before a bracket it begins a note
  return info.after === '[' && written.endsWith('^') ? `${written.slice(0, -1)}\\^` : written
}

// what stands before asks for its first sign alone
text.peek = (node: Text) => node.value.slice(0, 1)

const inlineCode: Handle = ({ value }: InlineCode, _parent, state) => {
  const longest = (value.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const blank = /^`|`$|^ .* $/.test(value) ? ' ' : ''
  const code = state.stack.includes('tableCell') ? value.replaceAll('|', '\\|') : value
  return `${fence}${blank}${code}${blank}${fence}`
}
const inlineCodePeek: Handle & { peek?: Handle } = inlineCode
inlineCodePeek.peek = () => '`'

const lineBreak: Handle = (_node, _parent, state) =>
  state.stack.includes('headingAtx') || state.stack.includes('tableCell') ? ' ' : '  \n'

const OPTIONS: Options = {
  bullet: '-',
  bulletOther: '*',
  emphasis: '*',
  strong: '*',
  fence: '`',
  fences: true,
  rule: '-',
  listItemIndent: 'one',
  incrementListMarker: true,
  extensions: [
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmStrikethroughToMarkdown(),
    gfmTaskListItemToMarkdown(),
    gfmFootnoteToMarkdown({ firstLineBlank: false }),
  ],
  handlers: { text, inlineCode: inlineCodePeek, break: lineBreak },
}

/** Markdown of the product for blocks. */
export function writeMarkdown(blocks: readonly RootContent[]): string {
  return toMarkdown({ type: 'root', children: [...blocks] }, OPTIONS)
}
