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

/** What word processors and web pages put around text that is copied; it is no part of the text. */
const CRUFT: ReadonlySet<string> = new Set(
  'audio button canvas link meta nav noscript o:p object script select style svg template textarea title video xml'.split(
    ' ',
  ),
)
const HIDDEN = /display:\s?none|mso-hide:\s?all|mso-list:\s?Ignore/i
const BOLD = /(?<![\w-])font-weight:\s*(?:bold|[6-9]00);?/i
const RAISED: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' }

/** What surrounds an element that is cleaned. */
export interface Around {
  /** Takes a picture that came along as data; returns what stands for it, null where it is unreadable. */
  takePicture: (image: HtmlElement) => string | null
  /** A heading is bold anyway. */
  isBold: boolean
  isInCell: boolean
  isInList: boolean
  /** In a figure with a picture, whose caption is words alone: the title of the picture. */
  isPictured: boolean
  quotes: number
}
type Rule = (element: HtmlElement, around: Around) => HtmlNode[]

function isCruft({ name, attributes }: HtmlElement): boolean {
  if (CRUFT.has(name) || attributes.has('hidden') || HIDDEN.test(attributes.get('style') ?? '')) return true
  return attributes.get('aria-hidden') === 'true' && name !== 'img'
}

/** A node of the clipboard's HTML as plain elements; nothing is left of what is no part of the text. */
function cleaned(node: HtmlNode, around: Around): HtmlNode[] {
  if (!isElement(node)) return [node]
  if (isCruft(node)) return []
  const rule = Object.hasOwn(RULES, node.name) ? RULES[node.name]! : kept
  return rule(node, around)
}

/** The content of an element, with lists where word processors write something else. */
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
  // Google Docs draws the box of a check list as a picture
  const isBox = (child: HtmlNode) => isElement(child) && child.name === 'img'
  const children =
    attribute(element, 'role') === 'checkbox' ? element.children.filter((child) => !isBox(child)) : element.children
  return [listItem(element, content({ children }, around))]
}

/** `<q>` draws quotation marks that are no characters of the text. */
const quotation: Rule = (element, around) => {
  const [open, close] = around.quotes > 0 ? ['‚', '‘'] : ['„', '“']
  return [open!, ...content(element, { ...around, quotes: around.quotes + 1 }), close!]
}

/** `m<sup>2</sup>` is m²; other raised text keeps its element. */
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

/** Links lead where readers can follow. Browsers copy links within a page with the page's address. */
const link: Rule = (element, around) => {
  const children = content(element, around)
  const hash = hashOf(element.attributes)
  const written = attribute(element, 'href').trim()
  const redirected = written.startsWith('https://www.google.com/url?')
    ? URL.parse(written)?.searchParams.get('q')
    : null
  const href = redirected || (isNoteAddress(hash) ? hash : written)
  // a picture that is uploaded stands in a paragraph of its own, which a link cannot hold
  if (children.some((child) => textOf(child).includes('\uFDD0'))) return children
  const attributes = new Map(element.attributes)
  if (/^(?:https?:|mailto:|tel:|\/|#)/i.test(href)) attributes.set('href', href)
  else attributes.delete('href')
  const isNamed = attributes.has('id') || attributes.has('name')
  return attributes.has('href') || isNamed ? [made('a', children, attributes)] : children
}

/** Pictures elsewhere on the writer's computer (`file:`, `cid:`) are missing for readers. */
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

/** A frame of a provider that the site knows is the address that the site embeds, in a paragraph of its own (RUL-49). */
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
  // code stays as it is, with the colours and line numbers by which the conversion knows it
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
  // layout and tracked changes more often than meaning
  ...Object.fromEntries(
    'abbr bdi bdo cite dfn ins rp rt ruby small time u var'.split(' ').map((name) => [name, unwrapped]),
  ),
}

/** The clipboard's HTML as plain elements for what Word, Google Docs and web pages say by styles. */
export function withoutCruft(root: HtmlElement, takePicture: Around['takePicture']): HtmlElement {
  const around = { takePicture, isBold: false, isInCell: false, isInList: false, isPictured: false, quotes: 0 }
  return made('', content(root, around))
}
