import { type DefaultTreeAdapterMap, defaultTreeAdapter, serialize } from 'parse5'
import { htmlFragment } from '../../../markdown/html/fragment.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

export interface IssueTextInput {
  /** A rendered text with absolute addresses. */
  html: string
  /** Address of its page, and the origin of the blog: no other host is asked for a picture. */
  page: string
  /** Largest result in bytes; the rest is left out after a whole block. */
  most: number
}

export interface IssueText {
  html: string
  /** The same as plain text of 72 columns, links numbered below their part. */
  text: string
  /** Something was left out. */
  isCut: boolean
}

const SERIF = 'font-family:Charter,Georgia,serif'
export const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const READING = `${SERIF};font-size:18px;line-height:28px;color:#22242a`
const HEADING = `${SERIF};font-weight:600;color:#22242a;margin:36px 0 12px`

/** Inline styles, since mail programs drop stylesheets; the classes change colours in dark mode. */
const STYLES: Record<string, { style: string; className?: string }> = {
  p: { style: `${READING};margin:0 0 20px`, className: 'ink' },
  h2: { style: `${HEADING};font-size:24px;line-height:30px`, className: 'ink' },
  h3: { style: `${HEADING};font-size:20px;line-height:28px`, className: 'ink' },
  h4: { style: `${HEADING};font-size:18px;line-height:28px`, className: 'ink' },
  h5: { style: `${HEADING};font-size:18px;line-height:28px`, className: 'ink' },
  h6: { style: `${HEADING};font-size:18px;line-height:28px`, className: 'ink' },
  ul: { style: 'margin:0 0 20px;padding:0 0 0 24px' },
  ol: { style: 'margin:0 0 20px;padding:0 0 0 28px' },
  li: { style: `${READING};margin:0 0 6px`, className: 'ink' },
  dt: { style: `${READING};font-weight:600`, className: 'ink' },
  dd: { style: `${READING};margin:0 0 8px 24px`, className: 'ink' },
  blockquote: { style: 'margin:28px 0;padding:0 0 0 20px;border-left:2px solid #c4c6cc', className: 'rule' },
  pre: {
    style:
      'margin:0 0 20px;padding:12px;border:1px solid #e2e3e7;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/20px Menlo,Consolas,monospace;color:#22242a',
    className: 'ink rule',
  },
  code: { style: 'font-family:Menlo,Consolas,monospace;font-size:0.9em' },
  a: { style: 'color:inherit' },
  img: { style: 'display:block;max-width:100%;height:auto;border:0' },
  figure: { style: 'margin:28px 0' },
  figcaption: { style: `${SANS};font-size:13px;line-height:20px;color:#565a63;margin:8px 0 0`, className: 'sec' },
  hr: { style: 'border:0;border-top:1px solid #c4c6cc;margin:32px 0', className: 'rule' },
  table: { style: 'width:100%;border-collapse:collapse;margin:0 0 20px' },
  summary: { style: `${READING};font-weight:600;margin:0 0 8px`, className: 'ink' },
  aside: { style: 'margin:28px 0;padding:0 0 0 20px;border-left:2px solid #c4c6cc', className: 'rule' },
  caption: { style: `${SANS};font-size:13px;line-height:20px;color:#565a63;text-align:left`, className: 'sec' },
  th: {
    style: `${SANS};font-size:14px;line-height:20px;text-align:left;padding:6px 8px 6px 0;overflow-wrap:anywhere;border-bottom:1px solid #c4c6cc;color:#22242a`,
    className: 'ink rule',
  },
  td: {
    style: `${SANS};font-size:14px;line-height:20px;text-align:left;vertical-align:top;padding:6px 8px 6px 0;overflow-wrap:anywhere;border-bottom:1px solid #e2e3e7;color:#22242a`,
    className: 'ink rule',
  },
}

const KEPT = new Set([
  'href',
  'src',
  'alt',
  'width',
  'height',
  'lang',
  'dir',
  'colspan',
  'rowspan',
  'start',
  'value',
  'title',
])
/** Elements whose content a mail cannot show. */
const PLAYED = new Set(['audio', 'video', 'object', 'embed', 'picture'])

/** A text as a mail shows it (NEWS-9, NEWS-10): inline styles, nothing from other hosts, at most `most` bytes. */
export function run({ html, page, most }: IssueTextInput): IssueText {
  const fragment = htmlFragment(html)
  style(fragment, page)
  const whole: string[] = []
  let bytes = 0
  let isCut = false
  const shown: Node[] = []
  for (const node of fragment.childNodes) {
    const piece = serialize({ ...fragment, childNodes: [node] })
    bytes += Buffer.byteLength(piece)
    if (bytes > most) {
      isCut = true
      break
    }
    whole.push(piece)
    shown.push(node)
  }
  return { html: whole.join('').trim(), text: plainText(shown), isCut }
}

function style(root: DefaultTreeAdapterMap['documentFragment'], page: string): void {
  const { origin } = new URL(page)
  const waiting: Node[] = [...root.childNodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    const source = valueOf(node, 'src')
    const role = valueOf(node, 'role')
    if (node.tagName === 'math') replace(node, formula(node, page))
    else if (PLAYED.has(node.tagName)) replace(node, link(page, 'Im Blog ansehen'))
    // Notes stand at the end of the mail itself: no way leads there and back by the blog.
    else if (role === 'doc-noteref') replace(node, [...node.childNodes])
    else if (role === 'doc-backlink') defaultTreeAdapter.detachNode(node)
    else if (node.tagName === 'img' && !isOf(source, origin)) replace(node, textOf(valueOf(node, 'alt')))
    else {
      const own = STYLES[node.tagName]
      const isTask = valueOf(node, 'class') === 'task'
      node.attrs = node.attrs.filter(({ name }) => KEPT.has(name))
      if (node.tagName === 'img') fit(node)
      if (node.tagName === 'details') node.attrs.push({ name: 'open', value: '' })
      if (own) node.attrs.push({ name: 'style', value: `${own.style}${isTask ? ';list-style:none' : ''}` })
      if (own?.className) node.attrs.push({ name: 'class', value: own.className })
      for (const child of node.childNodes) waiting.push(child)
    }
  }
}

/** Width of the column in pixels. */
const COLUMN = 536

/** Some mail programs go by the attributes alone: a wide picture gets the width of the column. */
function fit(picture: Element): void {
  const [width, height] = ['width', 'height'].map((name) => Number(valueOf(picture, name)))
  if (!width || width <= COLUMN) return
  for (const attribute of picture.attrs) {
    if (attribute.name === 'width') attribute.value = String(COLUMN)
    if (attribute.name === 'height' && height) attribute.value = String(Math.round((height * COLUMN) / width))
  }
}

function isOf(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin
}

function valueOf(element: Element, name: string): string {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? ''
}

function textOf(words: string): Node[] {
  return htmlFragment(words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).childNodes
}

/** A formula as it was typed, since mail programs remove MathML; one without its source is seen in the blog. */
function formula(element: Element, page: string): Node[] {
  const waiting: Node[] = [...element.childNodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    if (node.tagName === 'annotation') {
      const nodes = htmlFragment(`<code style="${STYLES.code?.style}"></code>`).childNodes
      const [code] = nodes
      if (code && 'tagName' in code) defaultTreeAdapter.insertText(code, inlineText(node, { links: [] }).trim())
      return nodes
    }
    waiting.push(...node.childNodes)
  }
  return link(page, 'Im Blog ansehen')
}

function link(address: string, words: string): Node[] {
  const nodes = htmlFragment('<a></a>').childNodes
  const [anchor] = nodes
  if (anchor && 'attrs' in anchor) {
    anchor.attrs.push({ name: 'href', value: address }, { name: 'style', value: 'color:inherit' })
    defaultTreeAdapter.insertText(anchor, words)
  }
  return nodes
}

function replace(element: Element, nodes: Node[]): void {
  const { parentNode } = element
  if (!parentNode) return
  for (const node of [...nodes])
    defaultTreeAdapter.insertBefore(parentNode, node as DefaultTreeAdapterMap['childNode'], element)
  defaultTreeAdapter.detachNode(element)
}

/** Columns of the plain text. */
export const COLUMNS = 72

type Writing = { links: string[] }

function plainText(nodes: readonly Node[]): string {
  const parts: string[] = []
  let writing: Writing = { links: [] }
  const flush = () => {
    if (writing.links.length > 0) parts.push(writing.links.join('\n'))
    writing = { links: [] }
  }
  for (const node of nodes) {
    if ('tagName' in node && /^h[1-6]$/.test(node.tagName)) flush()
    const part = blockText(node, writing, '')
    if (part.trim() !== '') parts.push(part)
  }
  flush()
  return parts.join('\n\n')
}

const BLOCKS =
  /^(?:p|div|section|article|ul|ol|li|dl|dt|dd|blockquote|pre|figure|figcaption|table|details|summary|h[1-6]|hr)$/
/** Nesting that a person writes; deeper text is written on one level. */
const DEEPEST = 12

function blockText(node: Node, writing: Writing, indent: string): string {
  if (!('tagName' in node)) return wrapped(inlineText(node, writing), indent)
  const { tagName: tag, childNodes } = node
  if (tag === 'hr') return `${indent}* * *`
  if (tag === 'pre') {
    const code = inlineText(node, writing).trimEnd()
    return code
      .split('\n')
      .map((line) => `${indent}    ${line}`)
      .join('\n')
  }
  if (/^h[1-6]$/.test(tag)) {
    const words = inlineText(node, writing).trim()
    return `\n${wrapped(words, indent)}\n${indent}${'-'.repeat(Math.min(words.length, COLUMNS))}`
  }
  if (tag === 'table') return tableText(node, writing, indent)
  const isList = tag === 'ul' || tag === 'ol'
  const deeper = indent.length < DEEPEST * 2 ? `${indent}${tag === 'blockquote' ? '> ' : isList ? '  ' : ''}` : indent
  const hasBlocks = childNodes.some((child) => 'tagName' in child && BLOCKS.test(child.tagName))
  if (!hasBlocks) return wrapped(inlineText(node, writing), deeper)
  const parts: string[] = []
  let number = Number(valueOf(node, 'start')) || 1
  let line: Node[] = []
  const endLine = () => {
    const words = line.map((child) => inlineText(child, writing)).join('')
    line = []
    if (words.trim() !== '') parts.push(wrapped(words, deeper))
  }
  for (const child of childNodes) {
    if (!('tagName' in child) || !BLOCKS.test(child.tagName)) {
      line.push(child)
      continue
    }
    endLine()
    const part = blockText(child, writing, deeper)
    if (part.trim() === '') continue
    if (!isList) parts.push(part)
    else parts.push(`${indent}${tag === 'ol' ? `${number++}.` : '–'} ${part.trimStart()}`)
  }
  endLine()
  return parts.join(isList ? '\n' : '\n\n')
}

function tableText(table: Element, writing: Writing, indent: string): string {
  const rows: string[] = []
  const waiting: Node[] = [...table.childNodes].toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    if (node.tagName === 'tr')
      rows.push(
        indent +
          node.childNodes
            .filter((cell) => 'tagName' in cell)
            .map((cell) => inlineText(cell, writing).trim().replace(/\s+/g, ' '))
            .join(' | '),
      )
    else if (node.tagName === 'caption') rows.push(wrapped(inlineText(node, writing), indent))
    else waiting.push(...node.childNodes.toReversed())
  }
  return rows.join('\n')
}

/** The words of a node in one line, pictures by their description, links with their number. */
function inlineText(root: Node, writing: Writing): string {
  const words: string[] = []
  const waiting: (Node | string)[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') words.push(node)
    else if ('value' in node) words.push(node.value)
    else if ('tagName' in node) {
      if (node.tagName === 'br') words.push('\n')
      else if (node.tagName === 'img') words.push(valueOf(node, 'alt') && `[Bild: ${valueOf(node, 'alt')}]`)
      else if (node.tagName === 'sup') words.push(raised(inlineText({ ...node, tagName: 'span' }, writing)))
      else {
        const address = node.tagName === 'a' ? valueOf(node, 'href') : ''
        // An address that is its own text needs no number.
        if (/^https?:/.test(address) && inlineText({ ...node, tagName: 'span' }, { links: [] }).trim() !== address) {
          const number = writing.links.push(`[${writing.links.length + 1}] ${address}`)
          waiting.push(` [${number}]`)
        }
        waiting.push(...node.childNodes.toReversed())
      }
    }
  }
  return words.join('')
}

/** A number above the line, as that of a note. */
function raised(words: string): string {
  return /^\d+$/.test(words) ? words.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))) : words
}

/** Words in lines of 72 columns, each with this indent. */
export function wrapped(words: string, indent = ''): string {
  const lines: string[] = []
  for (const given of words.trim().split('\n')) {
    let line = indent
    for (const word of given.split(/\s+/).filter(Boolean)) {
      if (line.length > indent.length && line.length + 1 + word.length > COLUMNS) {
        lines.push(line)
        line = indent
      }
      line += (line.length > indent.length ? ' ' : '') + word
    }
    if (line.trim() !== '') lines.push(line.trimEnd())
  }
  return lines.join('\n')
}
