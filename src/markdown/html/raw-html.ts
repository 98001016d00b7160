import type { StateCore, Token } from 'markdown-it'
import {
  attributesOf,
  elementRule,
  isAllowed,
  isMarkdownBlock,
  isMeaningfulBlock,
  isPhrase,
  keptValue,
  parts,
} from './elements.ts'
import { Phrases, spokenIn } from './token-phrases.ts'
import { type Piece, piecesOf, vanishes } from './pieces.ts'
import { ownPath } from '../../rules/url.ts'
import type { MediaOptions } from '../media.ts'
import { placeTokens } from '../positions.ts'
import { block } from '../tokens.ts'

/** A removed element of a text, with its line (from 1). */
export type RefusedElement = { line: number; element: string }

type OpenPiece = Extract<Piece, { kind: 'open' }>
/** An open block: an element of the text's HTML, or one of markdown. */
type Open = { name: string; mark: boolean }

/** Maximum nesting of elements; deeper ones lose their tags. */
const DEEPEST = 100
/** Maximum reported elements of a text. */
const MOST_REFUSED = 200

/** Attribute values that mark content as markdown. */
const MARKDOWN = new Set(['1', 'block', 'span'])
/** Assembles the blocks of a text from markdown and its HTML, with every element closed at the end. */
class Blocks {
  readonly #state: StateCore
  readonly #open: Open[] = []
  readonly #phrases: Phrases
  readonly #refused: RefusedElement[] = []
  /** Tokens made from HTML. */
  readonly #raw = new Set<Token>()
  #out: Token[] = []
  /** The markdown paragraph being processed; its tokens have the line numbers. */
  #paragraph: Token | null = null
  /** Names of the open elements with markdown content. */
  readonly #markdown: string[] = []
  /** Anchor names that belong to the next line. */
  #places: string[] = []
  /** The open player without a file so far. */
  #player: OpenPiece | null = null
  /** Name of the open player of an own file, whose content is only for old browsers; empty for none. */
  #playing = ''
  /** The source lines being processed. */
  #map: [number, number] | null = null
  #isParagraph = false
  #heading: string | null = null
  /** Language and direction of the next paragraph or heading. */
  #spoken: [string, string][] = []
  /** Open elements without meaning, and whether each is kept. */
  readonly #unmeaning: Record<'span' | 'div', boolean[]> = { span: [], div: [] }
  #code: { language: string; text: string } | null = null

  constructor(state: StateCore) {
    this.#state = state
    this.#phrases = new Phrases(state)
  }

  /** The text's blocks without raw HTML, and the removed elements. */
  build(): { tokens: Token[]; refused: RefusedElement[]; raw: ReadonlySet<Token> } {
    const { tokens } = this.#state
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index]!
      if (token.map) this.#map = token.map
      const inline = token.type === 'paragraph_open' ? tokens[index + 1]! : token
      // A picture in the text's own figure gets no second one.
      if (inline !== token && this.#isIn('figure')) {
        token.hidden = true
        tokens[index + 2]!.hidden = true
      }
      if (token.type === 'html_block') this.#read(token)
      else if (inline.type === 'inline' && inline !== token && holdsHtml(inline)) {
        this.#readParagraph(token, inline)
        index += 2
      } else this.#add(token)
    }
    this.#closeDownTo(0)
    return { tokens: this.#out, refused: this.#refused, raw: this.#raw }
  }

  #isIn(name: string): boolean {
    const top = this.#open.at(-1)
    return top !== undefined && !top.mark && top.name === name
  }

  #read({ content }: Token): void {
    const first = this.#map?.[0] ?? 0
    this.#playing = ''
    for (const piece of piecesOf(content)) this.#piece(piece, first + piece.line)
    this.#endCode()
    this.#flush()
    this.#heading = null
  }

  #readParagraph(open: Token, inline: Token): void {
    this.#flush()
    this.#paragraph = open
    this.#line(inline, (piece, line) => this.#piece(piece, line))
    this.#endCode()
    this.#flush()
    this.#heading = null
    this.#paragraph = null
  }

  /** Processes a line of markdown, including its HTML. */
  #line({ children, content, map }: Token, onPiece: (piece: Piece, line: number) => void): void {
    const first = map?.[0] ?? this.#map?.[0] ?? 0
    this.#playing = ''
    let vanishing: string | null = null
    let at = 0
    let counted = 0
    let line = first
    for (const child of children ?? []) {
      const found =
        child.type === 'html_inline' || child.type === 'code_inline' ? content.indexOf(child.content, at) : -1
      if (found >= 0) {
        line += lineBreaks(content, counted, found)
        counted = found
        at = found + child.content.length
      }
      if (child.type === 'html_inline') {
        for (const piece of piecesOf(child.content)) {
          if (vanishing === null) onPiece(piece, line)
          if (piece.kind === 'open' && vanishes(piece.name)) vanishing ??= piece.name
          if (piece.kind === 'close' && piece.name === vanishing) vanishing = null
        }
      } else if ((vanishing === null && this.#playing === '') || child.nesting !== 0) this.#phrases.add(child)
    }
  }

  /** Adds a token of markdown. */
  #add(token: Token): void {
    this.#flush()
    if (token.nesting > 0) {
      if (token.type === 'footnote_block_open') this.#closeDownTo(0)
      this.#makeRoom()
      this.#open.push({ name: token.type, mark: true })
    } else if (token.nesting < 0) {
      this.#closeDownTo(this.#open.findLastIndex(({ mark }) => mark) + 1)
      this.#open.pop()
    } else if (token.type === 'inline') {
      if (holdsHtml(token)) {
        token.children = this.#withoutBlocks(token)
        this.#raw.add(token)
      }
      token.children = this.#withPlaces(token.children ?? [])
    } else this.#makeRoom()
    this.#out.push(token)
  }

  /** A line that cannot be split, such as a heading or a cell: blocks in it become lines. */
  #withoutBlocks(inline: Token): Token[] {
    const phrases = this.#phrases
    this.#line(inline, (piece, line) => {
      this.#place(piece)
      if (piece.kind === 'open' && !isAllowed(piece.name)) this.#refuse(piece.name, line)
      if (piece.kind === 'text') phrases.text(piece.text)
      else if (this.#phrase(piece, line) || piece.kind === 'close') return
      else if (piece.name === 'iframe') phrases.frame(piece.attributes)
      else if (this.#ends(piece.name) && !phrases.isEmpty) phrases.break()
    })
    return phrases.take() ?? []
  }

  #ends(name: string): boolean {
    return parts(name) || isMarkdownBlock(name) || isMeaningfulBlock(name)
  }

  #refuse(element: string, line: number): void {
    if (this.#refused.length < MOST_REFUSED) this.#refused.push({ line: line + 1, element })
  }

  #place(piece: Piece): void {
    if (piece.kind !== 'open') return
    const { name, attributes } = piece
    const place = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined)
    if (place) this.#places.push(place)
  }

  #withPlaces(children: Token[]): Token[] {
    if (this.#places.length === 0) return children
    const places = this.#places.flatMap((name) => placeTokens(this.#state, name))
    this.#places = []
    return [...places, ...children]
  }

  #piece(piece: Piece, line: number): void {
    if (this.#code) return this.#codePiece(piece)
    if (this.#playing !== '') {
      if (piece.kind === 'close' && piece.name === this.#playing) this.#playing = ''
      return
    }
    this.#place(piece)
    if (piece.kind === 'text') return this.#text(piece.text)
    const { name, kind } = piece
    const isOpen = kind === 'open'
    this.#countMarkdown(piece)
    if (isOpen && !isAllowed(name)) this.#refuse(name, line)
    if (this.#phrase(piece, line)) return
    if (this.#phrases.isWithinMark) return
    if (name === 'div' && this.#isKept(piece)) {
      if (isOpen) this.#openBlock(piece)
      else this.#closeBlock(name)
    } else if (parts(name)) {
      this.#flush()
      this.#isParagraph = isOpen && name === 'p'
      this.#spoken = isOpen && name === 'p' ? spokenIn(piece.attributes) : []
      if (elementRule(name).plays !== undefined) this.#player = isOpen ? piece : null
      if (isOpen) this.#file(piece)
    } else if (isOpen && name === 'source') this.#file(piece)
    else if (isMarkdownBlock(name)) this.#ownWay(piece)
    else if (isMeaningfulBlock(name)) {
      if (isOpen) this.#openBlock(piece)
      else this.#closeBlock(name)
    } else if (isOpen && name === 'iframe') {
      this.#flush()
      if (!this.#phrases.frame(piece.attributes)) this.#refuse(name, line)
      this.#flush(true)
    }
  }

  /** Text in an element is markdown if marked (`markdown="1"`, as in PHP Markdown Extra and kramdown). */
  #text(words: string): void {
    if (this.#markdown.length === 0) return this.#phrases.text(words)
    const { md } = this.#state
    const tokens: Token[] = []
    // Escaped characters stay literal, and are no tags; without references, whose addresses are counted (`bounds.ts`).
    md.inline.parse(words.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), md, {}, tokens)
    for (const token of tokens) {
      if (token.type === 'code_inline') token.content = token.content.replaceAll('&lt;', '<').replaceAll('&amp;', '&')
      if (token.type === 'text_special') this.#phrases.text(token.content)
      else this.#phrases.add(token)
    }
  }

  #countMarkdown(piece: Exclude<Piece, { kind: 'text' }>): void {
    const says = piece.kind === 'open' ? piece.attributes.get('markdown') : undefined
    if (says !== undefined && MARKDOWN.has(says)) this.#markdown.push(piece.name)
    if (piece.kind === 'close' && this.#markdown.at(-1) === piece.name) this.#markdown.pop()
  }

  /** A player of an own file plays it; any other becomes a link to its file, of several sources the first. */
  #file({ attributes }: OpenPiece): void {
    const player = this.#player
    if (player === null) return
    const { origins = [], sound } = (this.#state.env.media ?? {}) as MediaOptions
    const own = ownPath(attributes.get('src')?.trim() ?? '', origins)
    if (own !== null && sound?.(own)) {
      this.#phrases.player(own, player.attributes)
      this.#playing = player.name
    } else if (!this.#phrases.frame(attributes, elementRule(player.name).plays)) return
    this.#player = null
    this.#flush()
  }

  /** Handles inline content; false for anything else. */
  #phrase(piece: Exclude<Piece, { kind: 'text' }>, line: number): boolean {
    const { name } = piece
    const phrases = this.#phrases
    if (isPhrase(name) || (name === 'span' && this.#isKept(piece))) {
      if (piece.kind === 'close') phrases.close(name)
      else if (!phrases.open(name, piece.attributes)) this.#refuse(name, line)
      return true
    }
    const { role } = elementRule(name)
    if (role !== 'alone' && role !== 'frame') return false
    if (piece.kind === 'close') return name !== 'br' || (phrases.break(), true)
    if (name === 'br') phrases.break()
    else if (name === 'wbr') phrases.mayBreak()
    else if (name === 'img') {
      if (!phrases.image(piece.attributes)) this.#refuse(name, line)
    } else if (phrases.isWithinMark) {
      if (!phrases.frame(piece.attributes)) this.#refuse(name, line)
    } else return false
    return true
  }

  /** Whether an element without meaning is kept, because it states a language or direction (RUL-100). */
  #isKept(piece: Exclude<Piece, { kind: 'text' }>): boolean {
    const open = this.#unmeaning[piece.name as 'span']
    if (piece.kind === 'close') return open.pop() ?? false
    const isKept = spokenIn(piece.attributes).length > 0
    open.push(isKept)
    return isKept
  }

  #ownWay(piece: Exclude<Piece, { kind: 'text' }>): void {
    const { name } = piece
    this.#flush()
    this.#heading = null
    if (piece.kind === 'close') return
    this.#spoken = spokenIn(piece.attributes)
    if (name === 'hr') {
      this.#makeRoom()
      this.#out.push(block(this.#state, 'hr', 'hr', 0))
    } else if (name === 'pre') this.#code = { language: languageOf(piece), text: '' }
    // The page's title is its only first-level heading.
    else this.#heading = name === 'h1' ? 'h2' : name
  }

  #codePiece(piece: Piece): void {
    const code = this.#code!
    if (piece.kind === 'text') code.text += piece.text
    else if (piece.kind === 'open' && piece.name === 'br') code.text += '\n'
    else if (piece.kind === 'open' && piece.name === 'code') code.language ||= languageOf(piece)
    else if (piece.kind === 'close' && piece.name === 'pre') this.#endCode()
  }

  #endCode(): void {
    const code = this.#code
    if (!code) return
    this.#code = null
    this.#makeRoom()
    const fence = block(this.#state, 'fence', 'code', 0)
    fence.info = code.language
    // As in browsers: a line break right after `<pre>` is not part of the text.
    fence.content = `${code.text.replace(/^\n/, '').replace(/\n$/, '')}\n`
    fence.map = this.#map
    this.#raw.add(fence)
    this.#out.push(fence)
  }

  #openBlock({ name, attributes }: OpenPiece): void {
    this.#flush()
    this.#heading = null
    const { inside, ends } = elementRule(name)
    if (inside && !this.#makeWay(inside, ends ?? [], name)) return
    if (!inside) this.#makeRoom()
    if (this.#open.length < DEEPEST) this.#push(name, attributes)
  }

  /** Closes what a part of a list or table ends; false outside of them. */
  #makeWay(inside: readonly string[], ends: readonly string[], name: string): boolean {
    const whole = this.#open.findLastIndex((open) => !open.mark && inside.includes(open.name))
    const marked = this.#open.findLastIndex(({ mark }) => mark)
    if (whole <= marked) return false
    if ((name === 'summary' || name === 'figcaption') && whole !== this.#open.length - 1) return false
    const ended = this.#open.findIndex((open, index) => index > whole && ends.includes(open.name))
    if (ended >= 0) this.#closeDownTo(ended)
    if ((name === 'td' || name === 'th') && this.#open.at(-1)?.name !== 'tr') this.#push('tr')
    return true
  }

  /** Ensures that a block is allowed here: text directly in a list becomes an item, in a table a cell. */
  #makeRoom(isLine = false): void {
    for (;;) {
      const top = this.#open.at(-1)
      if (!top || top.mark) return
      const { implies: implied, holds } = elementRule(top.name)
      if (!isLine && holds === 'line') this.#closeDownTo(this.#open.length - 1)
      else if (implied !== undefined) this.#push(implied)
      else return
    }
  }

  #push(name: string, attributes: ReadonlyMap<string, string> = new Map()): void {
    const token = block(this.#state, typeOf(name, 'open'), name, 1)
    token.map = this.#map
    token.level = this.#open.length
    for (const attribute of attributesOf(name)) {
      const value = attributes.get(attribute)
      const kept = value === undefined ? null : keptValue(attribute, value)
      if (kept !== null) token.attrSet(attribute, kept)
    }
    const align = attributes.get('align')?.toLowerCase()
    if (name === 'td' || name === 'th') {
      if (align === 'right') token.attrSet('class', 'n')
      if (align === 'center') token.attrSet('class', 'm')
    }
    this.#raw.add(token)
    this.#out.push(token)
    this.#open.push({ name, mark: false })
  }

  #closeBlock(name: string): void {
    this.#flush()
    this.#heading = null
    const marked = this.#open.findLastIndex(({ mark }) => mark)
    const at = this.#open.findLastIndex((open) => !open.mark && open.name === name)
    if (at > marked) this.#closeDownTo(at)
  }

  #closeDownTo(at: number): void {
    this.#flush()
    for (const { name, mark } of this.#open.splice(at).toReversed()) {
      if (!mark) this.#out.push(block(this.#state, typeOf(name, 'close'), name, -1))
    }
  }

  /** Ends the current line: it becomes a paragraph, a heading, or the text of an item; a frame one of its own. */
  #flush(isFrame = false): void {
    const words = this.#phrases.take()
    const isParagraph = this.#isParagraph
    const spoken = this.#spoken
    this.#isParagraph = false
    this.#spoken = []
    if (!words) return
    const children = this.#withPlaces(words)
    if (!this.#heading) this.#makeRoom(true)
    const within = this.#open.at(-1)
    const type = this.#heading ? 'heading' : 'paragraph'
    const open = block(this.#state, `${type}_open`, this.#heading ?? 'p', 1)
    open.map = this.#map
    for (const [name, value] of spoken) open.attrSet(name, value)
    open.level = this.#open.length
    const holds = within && !within.mark ? elementRule(within.name).holds : undefined
    open.hidden =
      !this.#heading &&
      (this.#paragraph?.hidden ?? (holds !== undefined && (!isParagraph || holds === 'line'))) === true
    if (this.#isIn('figure')) open.hidden = true
    if (isFrame) open.hidden = false
    if (open.hidden && this.#join(children)) return
    const inline = block(this.#state, 'inline', '', 0)
    inline.children = children
    inline.map = this.#map
    this.#raw.add(inline)
    const close = block(this.#state, `${type}_close`, this.#heading ?? 'p', -1)
    close.hidden = open.hidden
    this.#out.push(open, inline, close)
  }

  /** Joins consecutive lines of one item. */
  #join(children: Token[]): boolean {
    const [inline, close] = this.#out.slice(-2)
    if (close?.type !== 'paragraph_close' || !close.hidden || !inline?.children) return false
    // Added in place: an item may have many lines.
    inline.children.push(new this.#state.Token('hardbreak', 'br', 0))
    for (const child of children) inline.children.push(child)
    this.#raw.add(inline)
    return true
  }
}

function typeOf(name: string, end: 'open' | 'close'): string {
  return name === 'blockquote' ? `blockquote_${end}` : `html_${name}_${end}`
}

function languageOf({ attributes }: OpenPiece): string {
  const classes = (attributes.get('class') ?? '').split(/\s+/)
  const named = classes.find((name) => name.startsWith('language-') || name.startsWith('lang-'))
  return named?.slice(named.indexOf('-') + 1) ?? ''
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function holdsHtml({ children }: Token): boolean {
  return children?.some(({ type }) => type === 'html_inline') ?? false
}

/**
 * Core rule: converts the text's HTML to the tokens of markdown, so that later rules see only one kind of text.
 * Elements of the allow-list keep their meaning, of others the text stays (RUL-47). Removed elements are listed in
 * `env.refused`, tokens made from HTML in `env.raw`: their markup has to be sanitised.
 */
export function rawHtml(state: StateCore): void {
  if (!state.tokens.some((token) => token.type === 'html_block' || (token.type === 'inline' && holdsHtml(token))))
    return
  const { tokens, refused, raw } = new Blocks(state).build()
  state.tokens = tokens
  state.env['refused'] = refused
  state.env['raw'] = raw
}
