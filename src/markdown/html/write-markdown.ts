import type { InlineCode, RootContent, Table, Text } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown'

/** An address as it stands in words. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>|]+/g
/** Words without any character that markdown could read as a mark. They skip the library, which searches each text thirty times. */
const PLAIN = /^[\p{L} ,][\p{L}\p{N} ,.;:?–—„“”‚‘’…%€/'"]*$/u
/** Signs in it that would be read as marks. */
const MARKS = /[*_~[\]\\`]/

/** Guarded words in brackets; not at the beginning, where they may be a box. */
const BRACKET = /(?<=[^!\\[\]])\\\[([^\s\\[\]^][^\\[\]]{0,100})\]/g
/** Behind brackets these begin an address, or what an address is given to. */
const ADDRESSES = /^[([:\]]/

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
 * Words with backslashes only where a sign would mean something, as careful hands write. The library guards more than is needed:
 * a low line inside a word, an ampersand or a star between blanks, one tilde, a bracket that no address follows.
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
          .replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
          .replaceAll(/(?<=[^\s\\] )\\\*(?= )/g, '*')
          .replaceAll(/(?<![\\~])\\~(?=[^\\~])/g, '~')
          .replaceAll(BRACKET, (guarded, inner: string, index: number, all: string) =>
            ADDRESSES.test(all[index + guarded.length] ?? after) ? guarded : `[${inner}]`,
          ),
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

const DELIMITERS: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' }

/** A table as the editor writes it. */
const table: Handle = ({ children, align }: Table, _parent, state, info) => {
  const exit = state.enter('table')
  const width = children.reduce((most, row) => Math.max(most, row.children.length), 0)
  const rows = children.map((row) => {
    const cells = row.children.map((cell) => state.handle(cell, row, state, info))
    while (cells.length < width) cells.push('')
    return `| ${cells.join(' | ')} |`
  })
  exit()
  const delimiters = Array.from({ length: width }, (_, column) => DELIMITERS[align?.[column] ?? ''] ?? '---')
  return [rows[0], `| ${delimiters.join(' | ')} |`, ...rows.slice(1)].join('\n')
}

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
    gfmTableToMarkdown(),
    gfmStrikethroughToMarkdown(),
    gfmTaskListItemToMarkdown(),
    gfmFootnoteToMarkdown({ firstLineBlank: false }),
  ],
  handlers: { text, inlineCode: inlineCodePeek, break: lineBreak, table },
}

/** Markdown of the product for blocks. */
export function writeMarkdown(blocks: readonly RootContent[]): string {
  return toMarkdown({ type: 'root', children: [...blocks] }, OPTIONS)
}
