import type { StateCore, Token } from 'markdown-it'
import { isFollowed } from '../addresses.ts'
import { attributesOf, keptValue, SPOKEN } from './elements.ts'
import { text } from '../tokens.ts'

type Attributes = ReadonlyMap<string, string>
/** An open inline element: of the text's HTML with its closing token (null if removed), or a mark. */
type Open = { name: string; mark: boolean; close: Token | null }

/** Maximum nesting of elements; deeper ones lose their tags. */
const DEEPEST = 30
/** Maximum width in pixels; larger values are ignored. */
const LARGEST = 10_000
/** A share of the column in per cent; 100 % is the default. */
const PERCENT = /^([1-9]\d?)%$/

/** The language and direction that an element states, as far as they are valid. */
export function spokenIn(attributes: Attributes): [string, string][] {
  return SPOKEN.flatMap((name) => {
    const kept = keptValue(name, attributes.get(name) ?? '')
    return kept === null ? [] : [[name, kept] as [string, string]]
  })
}

/** Assembles a line from marks, text and HTML, with every element closed at the end. */
export class Phrases {
  readonly #state: StateCore
  readonly #open: Open[] = []
  #tokens: Token[] = []

  constructor(state: StateCore) {
    this.#state = state
  }

  /** Whether a mark is open, so that the line cannot end here. */
  get isWithinMark(): boolean {
    return this.#open.some(({ mark }) => mark)
  }

  get isEmpty(): boolean {
    return this.#tokens.every(isBlank)
  }

  /** Adds a token of markdown. */
  add(token: Token): void {
    if (token.type === 'link_open') this.close('a')
    if (token.nesting < 0) this.#closeDownTo(this.#open.findLastIndex(({ mark }) => mark) + 1)
    if (token.nesting < 0) this.#open.pop()
    this.#tokens.push(token)
    if (token.nesting > 0) this.#open.push({ name: token.type, mark: true, close: null })
  }

  text(words: string): void {
    if (words !== '') this.#tokens.push(text(this.#state, words))
  }

  break(): void {
    const token = new this.#state.Token('hardbreak', 'br', 0)
    this.#tokens.push(token)
  }

  /** A possible break in a long word. */
  mayBreak(): void {
    this.#tokens.push(new this.#state.Token('html_wbr', 'wbr', 0))
  }

  /** Opens an element; false for a link with a forbidden target. */
  open(name: string, attributes: Attributes): boolean {
    const shown = this.#open.length < DEEPEST && !(name === 'a' && this.#isInLink())
    if (name === 'a') return this.#openLink(attributes, shown)
    let close: Token | null = null
    if (shown) {
      const open = new this.#state.Token(`html_${name}_open`, name, 1)
      for (const attribute of attributesOf(name)) {
        const value = attributes.get(attribute)
        const kept = value === undefined ? null : keptValue(attribute, value)
        if (kept !== null) open.attrSet(attribute, kept)
      }
      this.#tokens.push(open)
      close = new this.#state.Token(`html_${name}_close`, name, -1)
    }
    this.#open.push({ name, mark: false, close })
    return true
  }

  #isInLink(): boolean {
    return this.#open.some(({ name, close }) => name === 'link_open' || (name === 'a' && close !== null))
  }

  #openLink(attributes: Attributes, shown: boolean): boolean {
    const href = attributes.get('href')?.trim()
    const followed = href !== undefined && isFollowed(href)
    const close = shown && followed ? new this.#state.Token('link_close', 'a', -1) : null
    if (close) {
      const open = new this.#state.Token('link_open', 'a', 1)
      open.attrSet('href', this.#state.md.normalizeLink(href!))
      const title = attributes.get('title')
      if (title !== undefined) open.attrSet('title', title)
      for (const [attribute, kept] of spokenIn(attributes)) open.attrSet(attribute, kept)
      this.#tokens.push(open)
    }
    this.#open.push({ name: 'a', mark: false, close })
    return href === undefined || followed
  }

  /** Closes an element of the text's HTML, with everything open in it. */
  close(name: string): void {
    const marked = this.#open.findLastIndex(({ mark }) => mark)
    const at = this.#open.findLastIndex((open) => !open.mark && open.name === name)
    if (at > marked) this.#closeDownTo(at)
  }

  #closeDownTo(at: number): void {
    for (const { close } of this.#open.splice(at).toReversed()) if (close) this.#tokens.push(close)
  }

  /** A picture as in markdown; false for a forbidden address: its alternative text replaces it. */
  image(attributes: Attributes): boolean {
    const alt = attributes.get('alt') ?? ''
    const src = attributes.get('src')?.trim() || firstOf(attributes.get('srcset'))
    if (src === '' || !isFollowed(src)) {
      this.text(alt)
      return src === ''
    }
    const image = new this.#state.Token('image', 'img', 0)
    image.attrs = [
      ['src', this.#state.md.normalizeLink(src)],
      ['alt', ''],
    ]
    const title = attributes.get('title')
    if (title !== undefined) image.attrSet('title', title)
    const [, share] = PERCENT.exec(attributes.get('width') ?? '') ?? []
    if (share !== undefined) image.meta = { share: Number(share) / 100 }
    for (const side of ['width', 'height']) {
      const pixels = Number(attributes.get(side)?.replace(/px$/, ''))
      if (Number.isInteger(pixels) && pixels > 0 && pixels <= LARGEST) image.attrSet(side, pixels)
    }
    image.content = alt
    image.children = alt === '' ? [] : [text(this.#state, alt)]
    this.#tokens.push(image)
    return true
  }

  /**
   * A frame becomes a link to its source: the address of a known provider, alone in its paragraph, becomes a
   * placeholder. `kind` is the word before the file name.
   */
  frame(attributes: Attributes, kind = ''): boolean {
    const src = attributes.get('src')?.trim() ?? ''
    const address = src.startsWith('//') ? `https:${src}` : src
    if (address === '' || !isFollowed(address) || this.#isInLink()) return false
    const [open, close] = [new this.#state.Token('link_open', 'a', 1), new this.#state.Token('link_close', 'a', -1)]
    open.attrSet('href', this.#state.md.normalizeLink(address))
    open.markup = 'linkify'
    open.info = 'auto'
    const name = this.#state.md.normalizeLinkText(address)
    const words = attributes.get('title')?.trim() || (kind === '' ? name : `${kind}: ${name.split('/').at(-1)}`)
    this.#tokens.push(open, text(this.#state, words), close)
    return true
  }

  /** An own sound or film as in markdown: a picture of the file, or its poster with a link to the film. */
  player(file: string, attributes: Attributes): void {
    const title = attributes.get('title') ?? ''
    const alt = attributes.get('aria-label') ?? title
    const given = attributes.get('poster')?.trim() ?? ''
    const poster = given !== '' && isFollowed(given) ? given : undefined
    const open = new this.#state.Token('link_open', 'a', 1)
    open.attrSet('href', this.#state.md.normalizeLink(file))
    if (poster !== undefined) this.#tokens.push(open)
    this.image(
      new Map([
        ['src', poster ?? file],
        ['alt', alt],
        ['title', title],
      ]),
    )
    if (poster !== undefined) this.#tokens.push(new this.#state.Token('link_close', 'a', -1))
  }

  /** Everything so far, with open elements closed; null where nothing is visible. */
  take(): Token[] | null {
    this.#closeDownTo(0)
    const tokens = this.#tokens
    this.#tokens = []
    const first = tokens.findIndex((token) => !isSpace(token))
    if (tokens.every(isBlank)) return null
    const last = tokens.findLastIndex((token) => !isSpace(token))
    const kept = tokens.slice(first, last + 1)
    const [begin, end] = [kept[0], kept.at(-1)]
    if (begin?.type === 'text') begin.content = begin.content.trimStart()
    if (end?.type === 'text') end.content = end.content.trimEnd()
    return kept
  }
}

function isSpace({ type, content }: Token): boolean {
  return type === 'softbreak' || (type === 'text' && content.trim() === '')
}

/** The first address of a `srcset`; empty for none. */
function firstOf(srcset = ''): string {
  return srcset.trim().split(' ', 1)[0]!.replace(/,$/, '')
}

/** Only white space, and elements around it. */
function isBlank(token: Token): boolean {
  return isSpace(token) || (token.nesting !== 0 && token.type.startsWith('html_'))
}
