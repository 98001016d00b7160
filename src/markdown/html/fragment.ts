import {
  defaultTreeAdapter as tree,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes as Nodes,
  Parser,
  type Token,
} from 'parse5'
import { elementRule } from './elements.ts'

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '))
/** Maximum nesting of elements. Of deeper ones only text and pictures are kept. */
const DEEPEST = 220
/** Formatting elements reopened in the next paragraph if unclosed, and the maximum number of open ones. */
const MARKS = words('a b big code em font i nobr s small strike strong tt u')
const MOST_MARKS = 50
/** Maximum reopenings: a constant for any text, and for long ones in proportion to their length. */
const FEW_REPEATS = 1000
const LETTERS_A_REPEAT = 16

/** parse5's tree adapter, which searches siblings from the front. The parser works at their end. */
const ADAPTER: typeof tree = {
  ...tree,
  insertBefore(parent, node, behind) {
    parent.childNodes.splice(parent.childNodes.lastIndexOf(behind), 0, node)
    node.parentNode = parent
  },
  insertTextBefore(parent, text, behind) {
    const before = parent.childNodes[parent.childNodes.lastIndexOf(behind) - 1]
    if (before && tree.isTextNode(before)) before.value += text
    else ADAPTER.insertBefore(parent, tree.createTextNode(text), behind)
  },
}

/**
 * parse5's parser, bounded. By itself it searches all open elements at nearly every tag, and repeats every unclosed
 * formatting element in each paragraph: both take quadratic time.
 */
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  /** Number of dropped start tags by name: their end tags close nothing else. */
  readonly #leftOut = new Map<string, number>()
  repeatsLeft = FEW_REPEATS

  override onStartTag(token: Token.TagToken): void {
    const { tagName: name } = token
    const isDeep = this.openElements.stackTop >= DEEPEST && !elementRule(name).isEmpty
    const isMarked = MARKS.has(name) && this.activeFormattingElements.entries.length >= MOST_MARKS
    if (!isDeep && !isMarked) return super.onStartTag(token)
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1)
  }

  override onEndTag(token: Token.TagToken): void {
    const leftOut = this.#leftOut.get(token.tagName) ?? 0
    if (leftOut === 0) super.onEndTag(token)
    else this.#leftOut.set(token.tagName, leftOut - 1)
  }

  override _reconstructActiveFormattingElements(): void {
    if (this.repeatsLeft <= 0) this.activeFormattingElements.entries.length = 0
    const before = this.openElements.stackTop
    super._reconstructActiveFormattingElements()
    this.repeatsLeft -= this.openElements.stackTop - before
  }
}

/**
 * Parses a piece of HTML as browsers do, in linear time and memory. `parseFragment` of parse5 removes the topmost nodes
 * one by one from the front of their list, which takes quadratic time.
 */
export function htmlFragment(html: string): Nodes.DocumentFragment {
  const parser = BoundedParser.getFragmentParser<DefaultTreeAdapterMap>(null, { treeAdapter: ADAPTER }) as BoundedParser
  parser.repeatsLeft += html.length / LETTERS_A_REPEAT
  parser.tokenizer.write(html, true)
  const root = tree.getFirstChild(parser.document)
  const fragment = tree.createDocumentFragment()
  if (root && tree.isElementNode(root)) fragment.childNodes = root.childNodes
  for (const node of fragment.childNodes) node.parentNode = fragment
  return fragment
}
