import type { MarkdownIt, Token } from 'markdown-it'
import { autoExcerpt } from '../rules/articles.ts'
import { readableText } from '../rules/readable-text.ts'
import { createEngine } from './engine.ts'
import { plainText } from './tokens.ts'

/** EDIT-8: so many characters an excerpt has at most. */
const LONGEST = 200
/** What stands between these is no running text. */
const LEFT_OUT = new Set(['heading_open', 'table_open', 'footnote_block_open', 'footnote_open'])
const ADDRESS_ALONE = /^https?:\/\/\S+$/
const TAGS = /<!--|-->|<\/?[a-z][^<>]{0,1000}>/gi
const TASK = /^\[[ xX]\] /
/** A mark that may end a sentence, with the quotes and brackets behind it. */
const END = /[.!?…]["”“»«’')\]]{0,3}(?=\s|$)/g
/** German abbreviations after which a sentence goes on. */
const ABBREVIATION =
  /(?:^|[\s(„"])(?:\p{L}|\d{1,2}|[IVX]{1,5}|Abb|Abs|Art|bspw|bzw|ca|Dr|evtl|geb|gegr|ggf|Hr|Fr|inkl|Jh|Kap|max|min|Mio|Mrd|Nr|Prof|sog|St|Std|Str|Tel|vgl|zzgl|Jan|Feb|Apr|Aug|Sept?|Okt|Nov|Dez)$/u

type Block = { text: string; isItem: boolean }

/** Definitions of links and notes, wherever they stand. */
const DEFINITION = /^ {0,3}\[[^\]]{1,300}\]:/
/** So much of a text is read first; more only where it holds too little running text. */
const BEGINNING = 16_384

let parser: MarkdownIt | undefined

/**
 * The automatic excerpt of an article (EDIT-8, WEEK-5): what the specified rule makes of its running text, in whole sentences.
 * Pictures, headings, code, tables, notes and addresses are no running text. A first sentence that is longer ends with `…`.
 */
export function excerptOf(markdown: string): string {
  const text = readableText(markdown)
  for (let size = BEGINNING; ; size *= 8) {
    const sentences = sentencesOf(blocksOf(tokensOf(text, size)))
    if (sentences.join(' ').length > LONGEST || size >= text.length) return fitting(sentences)
  }
}

function tokensOf(text: string, size: number): Token[] {
  parser ??= createEngine()
  if (text.length <= size) return parser.parse(text, {})
  const end = Math.max(text.lastIndexOf('\n\n', size), 0) || size
  const lines = text.slice(end).split(/\r\n?|\n/)
  const definitions = lines.filter((line) => DEFINITION.test(line)).slice(0, 500)
  return parser.parse(`${text.slice(0, end)}\n\n${definitions.join('\n\n')}`, {})
}

/** As many sentences as an excerpt holds. */
function fitting(sentences: readonly string[]): string {
  let excerpt = ''
  for (const sentence of sentences) {
    const longer = excerpt === '' ? sentence : `${excerpt} ${sentence}`
    if (longer.length > LONGEST) break
    excerpt = longer
  }
  return excerpt || shortened(sentences[0] ?? '')
}

/** Paragraphs and items as plain text, one after the other. */
function blocksOf(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = []
  let leftOut = 0
  let items = 0
  for (const token of tokens) {
    const { type, nesting } = token
    if (leftOut > 0 || LEFT_OUT.has(type)) leftOut += nesting
    else if (type === 'list_item_open' || type === 'list_item_close') items += nesting
    else if (type === 'inline') {
      const running = (token.children ?? []).filter((child) => child.type !== 'image')
      const plain = plainText(running).replace(TASK, '').replaceAll(TAGS, ' ').replaceAll(/\s+/g, ' ').trim()
      // As much as could be needed: what follows is never shown.
      const text = ADDRESS_ALONE.test(plain) ? '' : autoExcerptRule(plain.slice(0, 8 * LONGEST))
      if (text !== '') blocks.push({ text, isItem: items > 0 })
    }
  }
  return blocks
}

/** The specified rule for one block, with room for what is cut later by sentences. */
function autoExcerptRule(text: string): string {
  return autoExcerpt(text, text.length).replaceAll(/ {2,}/g, ' ').trim()
}

/** Items without a mark at their end are told one after the other, as one sentence with the words before them. */
function sentencesOf(blocks: readonly Block[]): string[] {
  const sentences: string[] = []
  let open = ''
  let length = 0
  for (const [index, { text, isItem }] of blocks.entries()) {
    if (length + open.length > LONGEST) break
    const pieces = piecesOf(text)
    for (const [at, piece] of pieces.entries()) {
      const last = at === pieces.length - 1
      const goesOn =
        last && !isEnded(piece) && (/[:,;–-]$/.test(piece) || (isItem && blocks[index + 1]?.isItem === true))
      open = open === '' ? piece : `${open} ${piece}`
      if (goesOn) {
        if (isItem && /[\p{L}\p{N})“"]$/u.test(open)) open += ','
        continue
      }
      sentences.push(open)
      length += open.length
      open = ''
    }
  }
  if (sentences.length === 0 && open !== '') sentences.push(open)
  return sentences
}

/** A paragraph in sentences; the last one may lack its mark. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length
    const goesOn = /^\s+\p{Ll}/u.test(text.slice(end, end + 9))
    const before = text.slice(Math.max(start, index - 12), index)
    if (goesOn || (mark.startsWith('.') && end < text.length && ABBREVIATION.test(before))) continue
    pieces.push(text.slice(start, end).trim())
    start = end
  }
  const rest = text.slice(start).trim()
  return rest === '' ? pieces : [...pieces, rest]
}

function isEnded(piece: string): boolean {
  return /[.!?…]["”“»«’')\]]{0,3}$/.test(piece)
}

function shortened(sentence: string): string {
  if (sentence.length <= LONGEST) return sentence
  const blank = sentence.lastIndexOf(' ', LONGEST - 1)
  if (blank <= 0) return autoExcerpt(sentence).replace(/[\uD800-\uDBFF]$/, '')
  return `${sentence.slice(0, blank).replace(/[\s,;:–-]{1,9}$/, '')}…`
}
