import { defaultTreeAdapter, type DefaultTreeAdapterMap, serialize } from 'parse5'
import { htmlFragment } from '../../../../markdown/html/fragment.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

export interface AbsoluteTextInput {
  /** Markup of a text as on its page. */
  html: string
  /** Absolute address of that page. */
  page: string
}

/** Attributes that hold an address. */
const ADDRESSES = new Set(['href', 'src', 'poster', 'cite'])
/** Attributes that are useful only on the site's own page, or that feed readers would treat as an attack. */
const DROPPED = new Set(['style', 'tabindex', 'loading', 'decoding', 'fetchpriority', 'sizes'])

/** Elements that work only on the page. */
const REMOVED = new Set(['button', 'script', 'style', 'svg', 'template', 'iframe', 'form'])

/** The text with absolute addresses, its internal links pointing to its page: it can be read anywhere (RUL-45). */
export function run({ html, page }: AbsoluteTextInput): string {
  const fragment = htmlFragment(html)
  const waiting: Node[] = [...fragment.childNodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    if (REMOVED.has(node.tagName)) defaultTreeAdapter.detachNode(node)
    else if (node.tagName === 'input') asText(node)
    else if (isPlaceholder(node)) asLink(node, page)
    else {
      settle(node, page)
      // A call takes some 100,000 arguments; an element may have more children.
      for (const child of node.childNodes) waiting.push(child)
    }
  }
  return serialize(fragment).trim()
}

/** A task's checkbox as a character of its first line: feed readers remove input elements. */
function asText(box: Element): void {
  const mark = box.attrs.some(({ name }) => name === 'checked') ? '☑ ' : '☐ '
  const { parentNode } = box
  if (!parentNode) return
  const content = parentNode.childNodes.find((node) => 'tagName' in node && node.tagName === 'div')
  if (content && 'tagName' in content) {
    const line = content.childNodes.find((node) => !('value' in node) || node.value.trim() !== '')
    const within = line && 'tagName' in line && line.tagName === 'p' ? line : content
    const [start] = within.childNodes
    if (start) defaultTreeAdapter.insertTextBefore(within, mark, start)
    else defaultTreeAdapter.insertText(within, mark)
    for (const node of [...content.childNodes]) defaultTreeAdapter.insertBefore(parentNode, node, content)
    defaultTreeAdapter.detachNode(content)
  } else defaultTreeAdapter.insertTextBefore(parentNode, mark, box)
  defaultTreeAdapter.detachNode(box)
}

/** True for the placeholder of a player before a click (RUL-49). */
function isPlaceholder(element: Element): boolean {
  return (
    element.tagName === 'figure' &&
    element.attrs.some(({ name, value }) => name === 'class' && value.split(' ').includes('poster'))
  )
}

/** Turns a placeholder into a link (RUL-45) with its caption as text. */
function asLink(figure: Element, page: string): void {
  const inside = elementsIn(figure)
  const link = inside.find(({ attrs }) => attrs.some(({ name }) => name === 'data-embed'))
  const address = link?.attrs.find(({ name }) => name === 'href')?.value ?? ''
  const name = inside.find(({ tagName }) => tagName === 'b')
  const words = (name ? elementText(name) : '') || address
  const { parentNode } = figure
  if (parentNode) {
    const [paragraph] = htmlFragment('<p><a></a></p>').childNodes
    const [anchor] = paragraph && 'childNodes' in paragraph ? paragraph.childNodes : []
    if (paragraph && anchor && 'attrs' in anchor) {
      anchor.attrs.push({ name: 'href', value: absolute(address, page) })
      defaultTreeAdapter.insertText(anchor, words)
      defaultTreeAdapter.insertBefore(parentNode, paragraph, figure)
    }
  }
  defaultTreeAdapter.detachNode(figure)
}

function elementsIn(root: Element): Element[] {
  const found: Element[] = []
  const waiting: Node[] = [...root.childNodes]
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    if (!('tagName' in node)) continue
    found.push(node)
    waiting.unshift(...node.childNodes)
  }
  return found
}

function elementText({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('')
}

function settle(element: Element, page: string): void {
  element.attrs = element.attrs.filter(({ name }) => !DROPPED.has(name) && !name.startsWith('data-'))
  for (const attribute of element.attrs) {
    if (ADDRESSES.has(attribute.name)) attribute.value = absolute(attribute.value, page)
    if (attribute.name === 'srcset') attribute.value = absoluteSet(attribute.value, page)
  }
}

function absolute(address: string, page: string): string {
  return URL.canParse(address, page) ? new URL(address, page).href : address
}

/** Addresses of the own pictures contain neither blank nor comma. */
function absoluteSet(set: string, page: string): string {
  return set
    .split(',')
    .map((candidate) => {
      const [address = '', ...size] = candidate.trim().split(' ')
      return [absolute(address, page), ...size].join(' ')
    })
    .join(', ')
}
