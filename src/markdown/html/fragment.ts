import {
  defaultTreeAdapter as tree,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes as Nodes,
  Parser,
  type Token,
} from 'parse5'
import { elementRule } from './elements.ts'

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '))
/** Elements stand in each other so deep. Of what is deeper only the words and pictures are read. */
const DEEPEST = 220
/** Elements that go on in the next paragraph where no tag has closed them, and how many of them may be open at a time. */
const MARKS = words('a b big code em font i nobr s small strike strong tt u')
const MOST_MARKS = 50
/** They go on so often in a text: a few times in any, and in long ones in proportion to the letters. */
const FEW_REPEATS = 1000
const LETTERS_A_REPEAT = 16

/** parse5's tree, which searches the nodes beside one from the front. The parser works at their end. */
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
 * parse5's parser, bounded. By itself it searches all open elements at nearly every tag, and repeats in every paragraph each mark
 * that no tag has closed: both cost the square of the letters.
 */
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  /** Start tags that were left out, by name: their end tags close nothing else. */
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
 * A piece of HTML as browsers read it, in time and memory proportional to its letters. `parseFragment` of parse5 takes the topmost
 * nodes out of their list one by one from its front, which costs the square of their number.
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
