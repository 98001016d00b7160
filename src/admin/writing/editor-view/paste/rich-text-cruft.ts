import { embedOf } from '../../../../markdown/embeds/providers.ts'
import { isNoteAddress } from '../../../../markdown/html/notes.ts'
import {
  attribute,
  findIn,
  type HtmlElement,
  type HtmlNode,
  isElement,
  made,
  textOf,
} from '../../../../markdown/html/tree.ts'
import { listItem, nestLists, wordParagraph } from './rich-text-lists.ts'
import { dataTable } from './rich-text-tables.ts'

/** Elements that word processors and web pages put around copied text; they are no part of it. */
const CRUFT: ReadonlySet<string> = new Set(
  'audio button canvas link meta nav noscript o:p object script select style svg template textarea title video xml'.split(
    ' ',
  ),
)
const HIDDEN = /display:\s?none|mso-hide:\s?all|mso-list:\s?Ignore/i
const BOLD = /(?<![\w-])font-weight:\s*(?:bold|[6-9]00);?/i
const RAISED: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' }

/** The context of an element that is cleaned. */
export interface Around {
  /** Takes a picture that is included as data; returns its placeholder, null if it is unreadable. */
  takePicture: (image: HtmlElement) => string | null
  /** Headings are bold anyway. */
  isBold: boolean
  isInCell: boolean
  isInList: boolean
  /** Inside a figure with a picture and a plain-text caption, which becomes the title of the picture. */
  isPictured: boolean
  quotes: number
}
type Rule = (element: HtmlElement, around: Around) => HtmlNode[]

function isCruft({ name, attributes }: HtmlElement): boolean {
  if (CRUFT.has(name) || attributes.has('hidden') || HIDDEN.test(attributes.get('style') ?? '')) return true
  return attributes.get('aria-hidden') === 'true' && name !== 'img'
}

/** A node of the clipboard's HTML as plain elements; empty for nodes that are no part of the text. */
function cleaned(node: HtmlNode, around: Around): HtmlNode[] {
  if (!isElement(node)) return [node]
  if (isCruft(node)) return []
  const rule = Object.hasOwn(RULES, node.name) ? RULES[node.name]! : kept
  return rule(node, around)
}

/** The cleaned content of an element, with lists in place of the word processors' own forms. */
export function content({ children }: Pick<HtmlElement, 'children'>, around: Around): HtmlNode[] {
  return nestLists(
    children.flatMap((child) => cleaned(child, around)),
    around.isInList,
  )
}

const kept: Rule = (element, around) => [made(element.name, content(element, around), element.attributes)]
const unwrapped: Rule = content
const renamed =
  (name: string): Rule =>
  (element, around) => [made(name, content(element, around))]

const bold: Rule = (element, around) => (around.isBold ? content(element, around) : kept(element, around))

const styled: Rule = (element, around) => {
  if (!around.isBold) return kept(element, around)
  const style = attribute(element, 'style').replace(BOLD, '')
  return [made(element.name, content(element, around), new Map([...element.attributes, ['style', style]]))]
}

const heading: Rule = (element, around) =>
  around.isInCell
    ? [made('p', content(element, around))]
    : [made(element.name, content(element, { ...around, isBold: true }), element.attributes)]

const paragraph: Rule = (element, around) => [wordParagraph(element, content(element, around))]

const list: Rule = (element, around) => [
  made(element.name, content(element, { ...around, isInList: true }), element.attributes),
]

const item: Rule = (element, around) => {
  // Google Docs writes the box of a checklist as a picture
  const isBox = (child: HtmlNode) => isElement(child) && child.name === 'img'
  const children =
    attribute(element, 'role') === 'checkbox' ? element.children.filter((child) => !isBox(child)) : element.children
  return [listItem(element, content({ children }, around))]
}

/** `<q>` shows quotation marks that are no characters of the text. */
const quotation: Rule = (element, around) => {
  const [open, close] = around.quotes > 0 ? ['‚', '‘'] : ['„', '“']
  return [open!, ...content(element, { ...around, quotes: around.quotes + 1 }), close!]
}

/** `m<sup>2</sup>` becomes m²; other superscripts keep their element. */
const raised: Rule = (element, around) => {
  const text = textOf(element)
  const signs = RAISED[element.name]!
  const holdsNote = findIn(element, ({ name, attributes }) => name === 'a' && isNoteAddress(hashOf(attributes)))
  if (!/^\d{1,9}$/.test(text) || holdsNote) return kept(element, around)
  return [text.replaceAll(/\d/g, (digit) => signs[Number(digit)]!)]
}

function hashOf(attributes: ReadonlyMap<string, string>): string {
  const href = attributes.get('href') ?? ''
  return href.includes('#') ? href.slice(href.lastIndexOf('#')) : ''
}

/** Keeps links that readers can follow. Browsers copy links within a page with the page's address. */
const link: Rule = (element, around) => {
  const children = content(element, around)
  const hash = hashOf(element.attributes)
  const written = attribute(element, 'href').trim()
  const redirected = written.startsWith('https://www.google.com/url?')
    ? URL.parse(written)?.searchParams.get('q')
    : null
  const href = redirected || (isNoteAddress(hash) ? hash : written)
  // an uploaded picture gets a paragraph of its own, which a link cannot contain
  if (children.some((child) => textOf(child).includes('\uFDD0'))) return children
  const attributes = new Map(element.attributes)
  if (/^(?:https?:|mailto:|tel:|\/|#)/i.test(href)) attributes.set('href', href)
  else attributes.delete('href')
  const isNamed = attributes.has('id') || attributes.has('name')
  return attributes.has('href') || isNamed ? [made('a', children, attributes)] : children
}

/** Pictures elsewhere on the author's computer (`file:`, `cid:`) are not available to readers. */
const picture: Rule = (element, around) => {
  const source = attribute(element, 'src').trim()
  if (/^data:image\//i.test(source)) {
    const sign = around.isInCell ? null : around.takePicture(element)
    return sign === null ? [] : [sign]
  }
  if (!/^(?:https?:\/\/|\/)/i.test(source)) return []
  const attributes = [...element.attributes].filter(([name]) => !name.startsWith('data-'))
  return [made('img', [], new Map(attributes))]
}

const figure: Rule = (element, around) => {
  const isPictured = findIn(element, ({ name }) => name === 'img') !== null
  return [made('figure', content(element, { ...around, isPictured }), element.attributes)]
}

const caption: Rule = (element, around) => {
  const children = content(element, around)
  return [made('figcaption', around.isPictured ? [children.map(textOf).join('')] : children)]
}

/** A frame of a known provider becomes its address in a paragraph of its own, which the site embeds (RUL-49). */
const frame: Rule = (element) => {
  const address = URL.parse(attribute(element, 'src'), 'https://x.example')
  const embed = address && embedOf(address.href)
  return embed ? [made('p', [embed.address])] : []
}

const RULES: Readonly<Record<string, Rule>> = {
  a: link,
  b: bold,
  figcaption: caption,
  figure,
  font: styled,
  iframe: frame,
  img: picture,
  kbd: renamed('code'),
  li: item,
  ol: list,
  p: paragraph,
  // code is unchanged, since the conversion recognises it by its colours and line numbers
  pre: (element) => [element],
  q: quotation,
  samp: renamed('code'),
  span: styled,
  strong: bold,
  sub: raised,
  sup: raised,
  table: (element, around) => dataTable(element, around, content) ?? kept(element, around),
  ul: list,
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
  // usually layout and tracked changes, not meaning
  ...Object.fromEntries(
    'abbr bdi bdo cite dfn ins rp rt ruby small time u var'.split(' ').map((name) => [name, unwrapped]),
  ),
}

/**
 * The clipboard's HTML reduced to plain elements. Formatting that Word, Google Docs and web pages express by styles
 * becomes elements.
 */
export function withoutCruft(root: HtmlElement, takePicture: Around['takePicture']): HtmlElement {
  const around = { takePicture, isBold: false, isInCell: false, isInList: false, isPictured: false, quotes: 0 }
  return made('', content(root, around))
}
