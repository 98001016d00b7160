import type { MarkdownIt, Token } from 'markdown-it'
import { autoExcerpt } from '../rules/articles.ts'
import { readableText } from '../rules/readable-text.ts'
import { alertOf } from './alerts.ts'
import { createEngine, createGrammar } from './engine.ts'
import { chapterLines } from './sounds.ts'
import { isCaption } from './tables.ts'
import { closings, plainText } from './tokens.ts'

/** Maximum characters of a generated excerpt (EDIT-8), and of a text's opening words. */
const LONGEST = 200
/** Maximum characters before `<!--more-->`, as for a typed excerpt. */
const LONGEST_TEASER = 2000
/** Ends the teaser that its author chose for lists. */
const MORE = /<!--\s{0,9}more\b[^<>]{0,200}-->/i
/** Content of these is no running text. */
const LEFT_OUT = new Set(['heading_open', 'table_open', 'footnote_block_open', 'footnote_open'])
/** An address (an embed) or a formula, alone in its paragraph. */
const ALONE = /^(?:https?:\/\/\S+|\$\$[^$]+\$\$)$/
const TAGS = /<!--|-->|<\/?[a-z][^<>]{0,1000}>/gi
const TASK = /^\[[ xX]\] /
/** Punctuation that may end a sentence, with the quotes and brackets after it. */
const END = /[.!?…]["”“»«’')\]]{0,3}(?=\s|$)/g
/** German abbreviations that do not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(„"])(?:\p{L}|\d{1,2}|[IVX]{1,5}|Abb|Abs|Art|bspw|bzw|ca|Dr|evtl|geb|gegr|ggf|Hr|Fr|inkl|Jh|Kap|max|min|Mio|Mrd|Nr|Prof|sog|St|Std|Str|Tel|vgl|zzgl|Jan|Feb|Apr|Aug|Sept?|Okt|Nov|Dez)$/u

type Block = { text: string; isItem: boolean }

/** Definitions of links and notes, anywhere in the text. */
const DEFINITION = /^ {0,3}\[[^\]]{1,300}\]:/
/** Characters parsed first; more only if they contain too little running text. */
const BEGINNING = 16_384

const CODE = new Set(['fence', 'code_block', 'code_inline'])

let parser: MarkdownIt | undefined
let grammar: MarkdownIt | undefined

/** Blocks omitted from the generated excerpt, by their token names. */
const NO_EXCERPT = new Set(['heading_open', 'fence', 'code_block', 'table_open'])
/** HTML of the same blocks, or of a picture. */
const NO_EXCERPT_HTML = /^\s*<(?:h[1-6]|pre|table|figure|picture)\b/i
/** A picture, with the link around it. The bounds keep the search linear. */
const PICTURE =
  /!\[(?:[^[\]]|\[[^[\]]{0,300}\]){0,1000}\](?:\((?:\\[\s\S]|[^()\\]|\((?:\\[\s\S]|[^()\\]){0,500}\)){0,1000}\)|\[[^[\]]{0,300}\])?|<img\b[^<>]{0,2000}>/gi
const EMPTY_LINK = /\[\s{0,9}\]\([^()]{0,1000}\)/g

/**
 * The generated excerpt of an article (EDIT-8): exactly the specified rule, applied to the markdown without pictures,
 * headings, code blocks, tables, footnote definitions and comments, with white space collapsed. Empty for a text
 * without other content. Takes linear time.
 */
export function excerptOf(markdown: string): string {
  const text = readableText(markdown).replaceAll(/\r\n?/g, '\n')
  for (let size = BEGINNING; ; size *= 8) {
    const source = withoutComments(excerptSource(beginningOf(text, size)))
      .replaceAll(PICTURE, '')
      .replaceAll(EMPTY_LINK, '')
    const excerpt = autoExcerpt(source, source.length).replaceAll(/\s+/g, ' ').trim()
    if (excerpt.length >= LONGEST || size >= text.length)
      return excerpt.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')
  }
}

/** The lines of a text outside the omitted blocks. */
function excerptSource(text: string): string {
  grammar ??= createGrammar()
  const tokens: Token[] = []
  grammar.block.parse(text, grammar, {}, tokens)
  const lines = text.split('\n')
  let notes = 0
  for (const { type, nesting, map, content } of tokens) {
    if (type === 'footnote_reference_open' || type === 'footnote_reference_close') notes += nesting
    const isLeftOut = notes > 0 || NO_EXCERPT.has(type) || (type === 'html_block' && NO_EXCERPT_HTML.test(content))
    if (isLeftOut && map) lines.fill('', map[0], map[1])
  }
  return lines.join('\n')
}

function withoutComments(text: string): string {
  let kept = ''
  for (let at = 0; ;) {
    const start = text.indexOf('<!--', at)
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (end < 0) return kept + text.slice(at)
    kept += text.slice(at, start)
    at = end + 3
  }
}

/**
 * Opening words of a text without an excerpt: the part before `<!--more-->`, otherwise its first sentences up to 200
 * characters. A longer first sentence is cut at a word and ends with `…`. Pictures, headings, code, tables, notes, chapters of
 * a recording, addresses and formulas alone are no running text. Empty for a text without any. Takes linear time.
 */
export function openingWords(markdown: string): string {
  const text = readableText(markdown)
  const teaser = teaserOf(text)
  if (teaser !== '') return teaser
  for (let size = BEGINNING; ; size *= 8) {
    const sentences = sentencesOf(blocksOf(tokensOf(text, size)))
    if (sentences.join(' ').length > LONGEST || size >= text.length) return fitting(sentences)
  }
}

/** The words before `<!--more-->`; empty where it is missing, inside code, or has no words before it. */
function teaserOf(text: string): string {
  const more = MORE.exec(text)
  if (!more) return ''
  const before = text.slice(0, more.index)
  // Inside code the comment is shown literally.
  const end = text.indexOf('\n\n', more.index)
  const tokens = tokensOf(text.slice(0, end < 0 ? text.length : end), Infinity)
  const pieces = tokens.flatMap((token) => [token, ...(token.children ?? [])])
  if (pieces.some(({ type, content }) => CODE.has(type) && MORE.test(content))) return ''
  const words = blocksOf(tokensOf(before, BEGINNING), LONGEST_TEASER).map((block) => block.text)
  return shortened(words.join(' '), LONGEST_TEASER)
}

function beginningOf(text: string, size: number): string {
  if (text.length <= size) return text
  return text.slice(0, Math.max(text.lastIndexOf('\n\n', size), 0) || size)
}

function tokensOf(text: string, size: number): Token[] {
  parser ??= createEngine()
  const beginning = beginningOf(text, size)
  if (beginning.length === text.length) return parser.parse(text, {})
  const lines = text.slice(beginning.length).split(/\r\n?|\n/)
  const definitions = lines.filter((line) => DEFINITION.test(line)).slice(0, 500)
  return parser.parse(`${beginning}\n\n${definitions.join('\n\n')}`, {})
}

/** As many sentences as fit an excerpt. */
function fitting(sentences: readonly string[]): string {
  let excerpt = ''
  for (const sentence of sentences) {
    const longer = excerpt === '' ? sentence : `${excerpt} ${sentence}`
    if (longer.length > LONGEST) break
    excerpt = longer
  }
  return excerpt || shortened(sentences[0] ?? '')
}

/** Paragraphs and list items as plain text, in order. */
function blocksOf(tokens: readonly Token[], longest = 8 * LONGEST): Block[] {
  const blocks: Block[] = []
  const ends = closings(tokens)
  let leftOut = 0
  let items = 0
  for (const [index, token] of tokens.entries()) {
    const { type, nesting } = token
    const isBesides = isCaptionOfTable(tokens, index) || isChapters(tokens, index, ends[index]!)
    if (leftOut > 0 || LEFT_OUT.has(type) || isBesides) leftOut += nesting
    else if (type === 'list_item_open' || type === 'list_item_close') items += nesting
    else if (type === 'inline') {
      const children = token.children ?? []
      const isAlert = tokens[index - 2]?.type === 'blockquote_open' && alertOf(token) !== null
      const running = (isAlert ? children.slice(2) : children).filter((child) => child.type !== 'image')
      const plain = wordsOf(running).replace(TASK, '').replaceAll(/\s+/g, ' ').trim()
      // Bounded, since the rest is never shown.
      const text = ALONE.test(plain) ? '' : plain.slice(0, longest)
      if (text !== '') blocks.push({ text, isItem: items > 0 })
    }
  }
  return blocks
}

function isCaptionOfTable(tokens: readonly Token[], index: number): boolean {
  const isBeside = tokens[index + 3]?.type === 'table_open' || tokens[index - 1]?.type === 'table_close'
  return isBeside && isCaption(tokens, index)
}

/** A list of times right behind a picture or recording. */
function isChapters(tokens: readonly Token[], index: number, end: number): boolean {
  if (!tokens[index]!.type.endsWith('_list_open')) return false
  const before = tokens[index - 2]?.type === 'inline' ? (tokens[index - 2]!.children ?? []) : []
  return before.some(({ type }) => type === 'image') && chapterLines(tokens.slice(index + 1, end)) !== null
}

/** The words of a paragraph as readers see them: quotes around `<q>`, code as written, no other tags. */
function wordsOf(tokens: readonly Token[]): string {
  let words = ''
  let depth = 0
  for (const token of tokens) {
    if (token.type === 'html_q_open') words += depth++ % 2 === 0 ? '„' : '‚'
    else if (token.type === 'html_q_close') words += --depth % 2 === 0 ? '“' : '‘'
    else if (token.type === 'code_inline') words += token.content
    else words += plainText([token]).replaceAll(TAGS, ' ')
  }
  return words
}

/** Items without final punctuation are joined to one sentence with the words before them. */
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

/** The sentences of a paragraph; the last one may lack its punctuation. */
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

function shortened(sentence: string, longest = LONGEST): string {
  if (sentence.length <= longest) return sentence
  const blank = sentence.lastIndexOf(' ', longest - 1)
  if (blank <= 0) return sentence.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')
  return `${sentence.slice(0, blank).replace(/[\s,;:–-]{1,9}$/, '')}…`
}
