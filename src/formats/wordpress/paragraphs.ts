import { defaultTreeAdapter as tree, html, type DefaultTreeAdapterTypes as Nodes } from 'parse5'
import { endsLine } from '../../markdown/html/elements.ts'

type Node = Nodes.ChildNode
type Element = Nodes.Element

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '))
/** Elements that end the paragraph beside them (block elements of WordPress' `wpautop`). */
const ALSO = words('map math script style')
const isBlock = (name: string): boolean => endsLine(name) || ALSO.has(name)
/** Elements whose text is divided into paragraphs by empty lines. */
const HOLDING = words('article aside blockquote center details div footer header li main section td th')
const EMPTY_LINE = /\n[ \t\r]{0,99}\n/

/**
 * Makes paragraphs in a classic WordPress text: an empty line separates them, a line end is a break. Changes the tree
 * in place.
 */
export function makeParagraphs(parent: Nodes.ParentNode): void {
  const made: Node[] = []
  let paragraph: Element | null = null
  const place = (node: Node) => {
    if (!paragraph) made.push((paragraph = create('p')))
    tree.appendChild(paragraph, node)
  }
  const nodes = parent.childNodes
  parent.childNodes = []
  for (const node of nodes) {
    node.parentNode = null
    if (tree.isElementNode(node) && isBlock(node.tagName)) {
      if (HOLDING.has(node.tagName) && hasEmptyLine(node)) makeParagraphs(node)
      made.push(node)
      paragraph = null
    } else if (tree.isTextNode(node)) {
      const lines = node.value.split('\n')
      for (const [index, line] of lines.entries()) {
        if (line.trim() === '' && index > 0 && index < lines.length - 1) paragraph = null
        else {
          if (index > 0 && paragraph && !endsWithBreak(paragraph)) place(create('br'))
          if (line !== '' && (paragraph || line.trim() !== '')) place(tree.createTextNode(line))
        }
      }
    } else place(node)
  }
  for (const node of made) {
    if (tree.isElementNode(node) && node.tagName === 'p') trimmed(node)
    if (!(tree.isElementNode(node) && node.tagName === 'p' && node.childNodes.length === 0))
      tree.appendChild(parent, node)
  }
}

function create(name: string): Element {
  return tree.createElement(name, html.NS.HTML, [])
}

function hasEmptyLine(parent: Element): boolean {
  return parent.childNodes.some(
    (node) => tree.isTextNode(node) && EMPTY_LINE.test(node.value) && node.value.trim() !== '',
  )
}

function isBreak(node: Node | undefined): boolean {
  return node !== undefined && tree.isElementNode(node) && node.tagName === 'br'
}

function endsWithBreak(paragraph: Element): boolean {
  return isBreak(paragraph.childNodes.at(-1))
}

/** Removes breaks and white space from the end of a paragraph. */
function trimmed(paragraph: Element): void {
  for (let last = paragraph.childNodes.at(-1); last; last = paragraph.childNodes.at(-1)) {
    if (!isBreak(last) && !(tree.isTextNode(last) && last.value.trim() === '')) return
    paragraph.childNodes.pop()
    last.parentNode = null
  }
}
