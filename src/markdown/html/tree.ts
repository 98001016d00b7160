import { elementRule, endsLine } from './elements.ts'
import { type Piece, piecesOf } from './pieces.ts'

/** A page's elements and words as they stand in each other. */
export type HtmlNode = HtmlElement | string
export interface HtmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: HtmlNode[]
  parent: HtmlElement | null
  /** Something in it ends the line it stands in. */
  hasBlocks: boolean
}

/** Two or more line breaks in a row; they part paragraphs as an element would. */
export const GAP = 'gap'

/** Elements stand in each other so deep; of what is deeper only the words are read. */
const DEEPEST = 100

const HEADING = /^h[1-6]$/
/** No start or end tag reaches out of these. */
const CELLS: ReadonlySet<string> = new Set(['caption', 'table', 'td', 'th'])
const TABLE: ReadonlySet<string> = new Set(['table'])
/** An end tag of these may end a cell it stands in. */
const TABLE_PARTS: ReadonlySet<string> = new Set(['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'])

/** Whether an element stands by itself: what is before and behind it is no line with it. */
export function isBlock(name: string): boolean {
  return name === GAP || endsLine(name)
}

export function isElement(node: HtmlNode | undefined): node is HtmlElement {
  return typeof node === 'object'
}

/** Builds the tree in one walk: what is left open ends where it has to, what is closed twice is closed once. */
class Tree {
  readonly root: HtmlElement = { name: '', attributes: new Map(), children: [], parent: null, hasBlocks: true }
  readonly #open: HtmlElement[] = [this.root]
  /** Start tags that were passed over because of their depth, so that their end tags close nothing else. */
  readonly #passedOver = new Map<string, number>()

  add(piece: Piece): void {
    if (piece.kind === 'text') this.#text(piece.text)
    else if (piece.kind === 'open') this.#start(piece.name, piece.attributes)
    else this.#end(piece.name)
  }

  get #top(): HtmlElement {
    return this.#open.at(-1)!
  }

  #text(text: string): void {
    const { children } = this.#top
    const last = children.length - 1
    if (typeof children[last] === 'string') children[last] += text
    else children.push(text)
  }

  #start(name: string, attributes: ReadonlyMap<string, string>): void {
    const rule = elementRule(name)
    if (rule.ends) this.#endBefore(rule.ends, rule.inside ?? [])
    if (isBlock(name) && !rule.isWithinParagraph) this.#close((open) => open === 'p', CELLS)
    if (HEADING.test(name) && HEADING.test(this.#top.name)) this.#open.pop()
    const isEmpty = rule.isEmpty === true
    if (!isEmpty && this.#open.length > DEEPEST) {
      this.#passedOver.set(name, (this.#passedOver.get(name) ?? 0) + 1)
      return
    }
    const element: HtmlElement = { name, attributes, children: [], parent: this.#top, hasBlocks: false }
    this.#top.children.push(element)
    if (!isEmpty) this.#open.push(element)
  }

  #end(name: string): void {
    const passedOver = this.#passedOver.get(name) ?? 0
    if (passedOver > 0) return void this.#passedOver.set(name, passedOver - 1)
    if (name === 'br') return this.#start('br', new Map())
    if (elementRule(name).isEmpty) return
    const closed = this.#close((open) => open === name, TABLE_PARTS.has(name) ? new Set() : CELLS)
    // as browsers do: it parts what is before and behind it
    if (!closed && name === 'p') {
      this.#start('p', new Map())
      this.#open.pop()
    }
  }

  /** Closes the outermost open element that a start tag ends, within what it stands in. */
  #endBefore(ends: readonly string[], inside: readonly string[]): void {
    const bounds = inside.includes('table') ? TABLE : CELLS
    let outermost = 0
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const { name } = this.#open[at]!
      if (ends.includes(name)) outermost = at
      else if (inside.includes(name) || bounds.has(name)) break
    }
    if (outermost > 0) this.#open.length = outermost
  }

  /** Closes the nearest open element that fits, and what is open in it; looks no further than one of `within`. */
  #close(fits: (name: string) => boolean, within: ReadonlySet<string>): boolean {
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const { name } = this.#open[at]!
      if (fits(name)) {
        this.#open.length = at
        return true
      }
      if (within.has(name)) return false
    }
    return false
  }
}

const PICTURES: ReadonlySet<string> = new Set(['img', 'picture'])

/** Puts one gap for line breaks in a row, and says of each element whether it holds blocks. */
function finish(element: HtmlElement): void {
  const kept: HtmlNode[] = []
  let lastBreak = -1
  let lastElement = ''
  for (const child of element.children) {
    // beside a picture that is loaded later stands the same one for those without scripts
    if (isElement(child) && child.name === 'noscript' && PICTURES.has(lastElement)) continue
    if (isElement(child)) lastElement = child.name
    const isBreak = isElement(child) && child.name === 'br'
    if (isBreak && lastBreak >= 0 && element.name !== 'pre') {
      // what stands between breaks is blank
      kept.length = lastBreak + 1
      kept[lastBreak] = { name: GAP, attributes: new Map(), children: [], parent: element, hasBlocks: false }
      element.hasBlocks = true
      continue
    }
    if (isBreak) lastBreak = kept.length
    else if (isElement(child) || child.trim() !== '') lastBreak = -1
    kept.push(child)
    if (!isElement(child)) continue
    finish(child)
    if (child.hasBlocks || isBlock(child.name)) element.hasBlocks = true
  }
  element.children = kept
}

/** The tree of a page or of a piece of one, valid or not. Takes linear time. */
export function treeOf(html: string): HtmlElement {
  const tree = new Tree()
  for (const piece of piecesOf(html)) tree.add(piece)
  finish(tree.root)
  return tree.root
}

/** An element that holds these nodes. */
export function made(
  name: string,
  children: readonly HtmlNode[],
  attributes: ReadonlyMap<string, string> = new Map(),
): HtmlElement {
  const hasBlocks = children.some((child) => isElement(child) && (child.hasBlocks || isBlock(child.name)))
  const element: HtmlElement = { name, attributes, children: [...children], parent: null, hasBlocks }
  for (const child of children) if (isElement(child)) child.parent = element
  return element
}

/** The words in an element, as they stand there. */
export function textOf(node: HtmlNode): string {
  if (typeof node === 'string') return node
  if (node.name === 'br' || node.name === GAP) return '\n'
  return elementRule(node.name).isUnread ? '' : node.children.map(textOf).join('')
}

/** Every element in one, in the order they begin. */
export function elementsIn(element: HtmlElement, found: HtmlElement[] = []): HtmlElement[] {
  for (const child of element.children) {
    if (!isElement(child)) continue
    found.push(child)
    elementsIn(child, found)
  }
  return found
}

/** The first element in one that fits. */
export function findIn(element: HtmlElement, fits: (element: HtmlElement) => boolean): HtmlElement | null {
  for (const child of element.children) {
    if (!isElement(child)) continue
    const found = fits(child) ? child : findIn(child, fits)
    if (found) return found
  }
  return null
}

export function attribute(element: HtmlElement, name: string): string {
  return element.attributes.get(name) ?? ''
}

/** Whether one of an element's classes is, or with a `*` at its end begins with, one of those. */
export function hasClass(element: HtmlElement, ...names: string[]): boolean {
  const classes = attribute(element, 'class').split(/\s+/)
  return names.some((name) =>
    name.endsWith('*') ? classes.some((found) => found.startsWith(name.slice(0, -1))) : classes.includes(name),
  )
}
