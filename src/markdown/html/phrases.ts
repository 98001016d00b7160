import type { PhrasingContent } from 'mdast'
import { elementRule, isPhrase } from './elements.ts'
import { addressOf, type Conversion } from './conversion.ts'
import { attribute, findIn, GAP, type HtmlElement, type HtmlNode, isBlock, textOf } from './tree.ts'
import { escaped } from './passed-html.ts'
import { isLargerCopy, oneLine, pictureOf } from './pictures.ts'

const CONTROLS: ReadonlySet<string> = new Set(['input', 'select', 'textarea'])
const BOLD = /(?:^|;)\s*font-weight:\s*(?:bold|[6-9]00)/i
const NOT_BOLD = /(?:^|;)\s*font-weight:\s*(?:normal|[1-5]00)/i
const ITALIC = /(?:^|;)\s*font-style:\s*italic/i

/** What words in an element are wrapped in: a mark, a link, tags; null for nothing. */
export type Wrap = (children: PhrasingContent[]) => PhrasingContent[]

/** How an element within a line changes what stands in it; null where it stands for its content. */
export function wrapOf(element: HtmlElement, conversion: Conversion): Wrap | null {
  const { name } = element
  const style = attribute(element, 'style')
  if (name === 'a') return linkOf(element, conversion)
  if ((name === 'b' || name === 'strong') && NOT_BOLD.test(style)) return null
  const { mark, attributes: meaningful = [] } = elementRule(name)
  if (mark) return (children) => [{ type: mark, children }]
  // Markdown has no marks for the others: they stay as they are, with the attributes that carry meaning (RUL-47, RUL-102).
  if (isPhrase(name) && name !== 'code') {
    const attributes = meaningful.flatMap((key) => {
      const value = oneLine(attribute(element, key))
      return value === '' ? [] : [` ${key}="${escaped(value)}"`]
    })
    // Without its machine-readable moment it says nothing that its words do not.
    if (name === 'time' && attributes.length === 0) return null
    const open = `<${name}${attributes.join('')}>`
    return (children) =>
      children.every((child) => child.type === 'text' && child.value.trim() === '')
        ? children
        : [{ type: 'html', value: open }, ...children, { type: 'html', value: `</${name}>` }]
  }
  if (name === 'span' || name === 'font') {
    const marks = [
      BOLD.test(style) && 'strong',
      ITALIC.test(style) && 'emphasis',
      /line-through/i.test(style) && 'delete',
    ]
    const wraps = marks.filter((found): found is 'strong' | 'emphasis' | 'delete' => found !== false)
    if (wraps.length > 0) return (children) => wraps.reduce((inner, type) => [{ type, children: inner }], children)
  }
  return null
}

function linkOf(element: HtmlElement, conversion: Conversion): Wrap | null {
  const written = attribute(element, 'href')
  const url = addressOf(written, conversion)
  if (url === null) {
    if (written.trim() !== '')
      conversion.reasons.add(`Ein Link, dem niemand folgen kann, wurde zu Text: ${written.slice(0, 80)}`)
    return null
  }
  const title = oneLine(attribute(element, 'title')) || null
  return (children) => {
    const shown = children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
    if (shown.length === 0) return children
    const [only] = shown
    // a picture that leads to itself in full size is that picture
    if (shown.length === 1 && only?.type === 'image' && isLargerCopy(url, only.url)) return [{ ...only, url }]
    // a link cannot stand in a link
    return shown.some((child) => child.type === 'link') ? children : [{ type: 'link', url, title, children }]
  }
}

/** Elements that are something of their own within a line; null for all others. */
function ownPhrase(element: HtmlElement, conversion: Conversion): PhrasingContent[] | null {
  const { name } = element
  const { notes, reasons } = conversion
  const note = notes.marks.get(element)
  if (note !== undefined) {
    const label = conversion.labelOf(note)
    conversion.shown.marked.add(note)
    return [{ type: 'footnoteReference', identifier: label, label }]
  }
  if (elementRule(name).isUnread || notes.left.has(element)) return []
  if (name === 'br') return [{ type: 'break' }]
  if (name === 'img') {
    const picture = pictureOf(element, conversion)
    return picture ? [picture] : []
  }
  if (name === 'picture') {
    const image = findIn(element, (inner) => inner.name === 'img')
    return image ? phrasesOf([image], conversion) : []
  }
  if (name === 'code') return codeOf(element, conversion)
  if (CONTROLS.has(name)) {
    if (attribute(element, 'type') !== 'checkbox' && attribute(element, 'type') !== 'hidden')
      reasons.add('Felder eines Formulars wurden weggelassen.')
    return []
  }
  if (name === 'svg' || name === 'canvas') {
    if (attribute(element, 'aria-hidden') !== 'true')
      reasons.add('Eine im Text gezeichnete Grafik (SVG) wurde weggelassen.')
    return []
  }
  return null
}

function codeOf(element: HtmlElement, conversion: Conversion): PhrasingContent[] {
  const link = findIn(element, ({ name }) => name === 'a')
  const value = oneLine(textOf(element))
  if (value === '') return []
  const code: PhrasingContent = { type: 'inlineCode', value }
  const wrap = link && oneLine(textOf(link)) === value ? linkOf(link, conversion) : null
  return wrap ? wrap([code]) : [code]
}

/** Names of places that links lead to stay where they are. */
export function linkTarget(element: HtmlElement, { targets }: Conversion): PhrasingContent[] {
  if (targets.size === 0) return []
  const name = [attribute(element, 'id'), element.name === 'a' ? attribute(element, 'name') : ''].find((id) =>
    targets.has(id),
  )
  return name === undefined || name === '' ? [] : [{ type: 'html', value: `<a id="${escaped(name)}"></a>` }]
}

/** Words, marks and pictures as one line; blocks in it are parted by blanks, or by what is given. */
export function phrasesOf(
  nodes: readonly HtmlNode[],
  conversion: Conversion,
  parting: PhrasingContent = { type: 'text', value: ' ' },
): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    if (typeof node === 'string') return [{ type: 'text', value: node }]
    if (node.name === GAP) return [{ ...parting }]
    const own = ownPhrase(node, conversion)
    if (own) return own
    const children = phrasesOf(node.children, conversion, parting)
    const inner = wrapOf(node, conversion)?.(children) ?? children
    const parts = isBlock(node.name) ? [{ ...parting }, ...inner, { ...parting }] : inner
    return [...linkTarget(node, conversion), ...parts]
  })
}
