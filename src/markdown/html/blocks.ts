import type { FootnoteDefinition, Heading, List, ListItem, PhrasingContent, RootContent } from 'mdast'
import { embedOf } from '../embeds/providers.ts'
import { cardOf } from './cards.ts'
import { hostOf } from '../../rules/url.ts'
import { addressOf, type Conversion } from './conversion.ts'
import { figureOf, galleryOf, isGallery } from './figures.ts'
import {
  attribute,
  findIn,
  GAP,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  textOf,
} from './tree.ts'
import { keptHtml } from './passed-html.ts'
import { settled } from './lines.ts'
import { phrasesOf, linkTarget, type Wrap, wrapOf } from './phrases.ts'
import { oneLine } from './pictures.ts'
import { codeIn, isLayout, isPlain, rowsOf, tableOf } from './tables.ts'

export type Flow = RootContent[]

/** Lists and quotes stand in each other so deep; what is deeper stands beside the others. */
const DEEPEST = 12
const LANGUAGE = /(?:^|[\s:;])(?:language|lang|highlight-source|brush)[-:]\s?([\w+#-]{1,30})/
const VERSE = ['wp-block-verse', 'verse', 'poem', 'poetry']
const PLAYER_WORDS: Readonly<Record<string, string>> = { audio: 'Ton', video: 'Video' }

/** What words of a line that is not finished stand in, from the outside to the inside. */
type Wraps = readonly Wrap[]
type Block = (element: HtmlElement, walk: Walk) => Flow

/** One walk through blocks: what is known, what the words stand in, and how deep. */
interface Walk {
  conversion: Conversion
  wraps: Wraps
  depth: number
}

/** A paragraph for each line between blocks and gaps. */
function paragraph(nodes: readonly PhrasingContent[], wraps: Wraps): Flow {
  if (nodes.length === 0) return []
  const line = settled(wraps.reduceRight((inner, wrap) => wrap(inner), [...nodes]))
  return line.length === 0 ? [] : [{ type: 'paragraph', children: line }]
}

/** A call takes some 100,000 arguments; an element may hold more. */
function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one)
}

/** What stands in an element as blocks; an element within a line that holds blocks marks the words in each of them. */
function flowOf(nodes: readonly HtmlNode[], walk: Walk): Flow {
  const { conversion, wraps } = walk
  const flow: Flow = []
  let line: HtmlNode[] = []
  const flush = (): void => {
    if (line.length > 0) append(flow, paragraph(phrasesOf(line, conversion), wraps))
    line = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !(isBlock(node.name) || node.hasBlocks) || conversion.notes.marks.has(node)) {
      line.push(node)
      continue
    }
    flush()
    if (isBlock(node.name)) append(flow, blockOf(node, walk))
    else {
      const wrap = wrapOf(node, conversion)
      append(flow, flowOf(node.children, wrap ? { ...walk, wraps: [...wraps, wrap] } : walk))
    }
  }
  flush()
  return flow
}

function blockOf(element: HtmlElement, walk: Walk): Flow {
  const { conversion } = walk
  const { notes } = conversion
  if (notes.left.has(element) || notes.texts.has(element)) return []
  const block = Object.hasOwn(KNOWN, element.name) ? KNOWN[element.name]! : flow
  const made = block(element, walk)
  const [place] = linkTarget(element, conversion)
  if (!place) return made
  const [first] = made
  if (first?.type === 'heading' || first?.type === 'paragraph') first.children.unshift(place)
  else made.unshift({ type: 'paragraph', children: [place] })
  return made
}

const flow: Block = (element, walk) => {
  const { conversion } = walk
  const card = cardOf(element, conversion, (inner) => flowOf(inner.children, walk))
  if (card) return card
  if (isGallery(element)) return galleryOf(element, conversion)
  if (hasClass(element, 'wp-caption', 'captioned-image-container')) return figure(element, walk)
  return flowOf(element.children, walk)
}

const nothing: Block = () => []

/** A heading of markdown is one line. */
function inOneLine(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node): PhrasingContent => {
    if (node.type === 'break') return { type: 'text', value: ' ' }
    return 'children' in node ? ({ ...node, children: inOneLine(node.children) } as PhrasingContent) : node
  })
}

const heading: Block = ({ name, children }, { conversion, wraps }) => {
  const words = inOneLine(phrasesOf(children, conversion))
  const line = settled(wraps.reduceRight((inner, wrap) => wrap(inner), words))
  if (line.length === 0) return []
  if (line.every(({ type }) => type === 'image')) return [{ type: 'paragraph', children: line }]
  return [{ type: 'heading', depth: Number(name[1]) as Heading['depth'], children: line }]
}

const list: Block = (element, walk) => {
  const { name, children } = element
  if (isGallery(element)) return galleryOf(element, walk.conversion)
  if (walk.depth >= DEEPEST) return flowOf(children, walk)
  const items: ListItem[] = []
  for (const child of children) {
    if (!isElement(child) && child.trim() === '') continue
    const isItem = isElement(child) && child.name === 'li'
    if (isItem && walk.conversion.notes.texts.has(child)) continue
    const inner = isItem ? itemOf(child, walk) : itemAround(child, walk)
    const last = items.at(-1)
    // lists are nested beside items as often as inside of them
    if (!isItem && last && isElement(child) && (child.name === 'ul' || child.name === 'ol'))
      append(last.children, inner.children)
    else if (inner.children.length > 0) items.push(inner)
  }
  if (items.length === 0) return []
  const start = Number.parseInt(attribute(element, 'start'), 10)
  const isOrdered = name === 'ol'
  const spread = items.some(({ children: blocks }) => blocks.filter(({ type }) => type !== 'list').length > 1)
  for (const item of items) item.spread = spread
  return [
    {
      type: 'list',
      ordered: isOrdered,
      start: isOrdered && start >= 0 ? start : 1,
      spread,
      children: items,
    } satisfies List,
  ]
}

function itemOf(item: HtmlElement, walk: Walk): ListItem {
  const box = findIn(item, ({ name, attributes }) => name === 'input' && attributes.get('type') === 'checkbox')
  const checked = box && !isInList(box, item) ? box.attributes.has('checked') : null
  const children = flowOf(item.children, { ...walk, depth: walk.depth + 1 }) as ListItem['children']
  if (checked !== null && children[0]?.type !== 'paragraph') return { type: 'listItem', children }
  return { type: 'listItem', checked, children }
}

function isInList(element: HtmlElement, item: HtmlElement): boolean {
  for (let up = element.parent; up && up !== item; up = up.parent) if (up.name === 'li') return true
  return false
}

function itemAround(child: HtmlNode, walk: Walk): ListItem {
  return { type: 'listItem', children: flowOf([child], { ...walk, depth: walk.depth + 1 }) as ListItem['children'] }
}

const quote: Block = ({ children }, walk) => {
  if (walk.depth >= DEEPEST) return flowOf(children, walk)
  const inner = flowOf(children, { ...walk, depth: walk.depth + 1 })
  return inner.length === 0 ? [] : [{ type: 'blockquote', children: inner as ListItem['children'] }]
}

/** Words of code without the numbers of its lines. */
function codeText(node: HtmlNode): string {
  if (isElement(node) && hasClass(node, 'gutter', 'lineno', 'linenos', 'ln', 'lnt', 'line-number', 'line-numbers-rows'))
    return ''
  return isElement(node) && node.name !== 'br' ? node.children.map(codeText).join('') : textOf(node)
}

const code: Block = (element, walk) => {
  if (hasClass(element, ...VERSE)) return verse(element, walk)
  const inner = findIn(element, ({ name }) => name === 'code')
  const around = [element, ...(inner ? [inner] : []), ...above(element)]
  const marks = around.map((found) => `${attribute(found, 'class')} ${languageBeside(found)}`).join(' ')
  const lang = LANGUAGE.exec(marks)?.[1] ?? null
  const value = codeText(element).replace(/^\n/, '').trimEnd()
  return value.trim() === ''
    ? []
    : [{ type: 'code', lang: lang === 'text' || lang === 'plaintext' ? null : lang, value }]
}

/** What stands around code, as far as the box that shows it. */
function above(element: HtmlElement): HtmlElement[] {
  const around: HtmlElement[] = []
  for (let up = element.parent; up && up.name !== '' && around.length < 7; up = up.parent) {
    around.push(up)
    if (up.name === 'figure' || (up.name === 'div' && around.length > 1)) break
  }
  return around
}

function languageBeside(element: HtmlElement): string {
  const named =
    attribute(element, 'data-lang') ||
    attribute(element, 'data-language') ||
    attribute(element, 'data-enlighter-language')
  if (named !== '') return `lang-${named}`
  // hexo: `figure.highlight.javascript`
  const second =
    element.name === 'figure' ? /^highlight ([\w+#-]{1,30})$/.exec(attribute(element, 'class').trim())?.[1] : undefined
  return second ? `lang-${second}` : ''
}

/** Lines that end where their writer ended them. */
function verse(element: HtmlElement, { conversion, wraps }: Walk): Flow {
  const stanzas: PhrasingContent[][] = [[]]
  for (const phrase of phrasesOf(element.children, conversion)) {
    if (phrase.type !== 'text') {
      stanzas.at(-1)!.push(phrase)
      continue
    }
    for (const [index, lineText] of phrase.value.split('\n').entries()) {
      const stanza = stanzas.at(-1)!
      if (index > 0 && stanza.at(-1)?.type === 'break') stanzas.push([])
      else if (index > 0) stanza.push({ type: 'break' })
      if (lineText !== '') stanzas.at(-1)!.push({ type: 'text', value: lineText })
    }
  }
  return stanzas.flatMap((stanza) => paragraph(stanza, wraps))
}

const table: Block = (element, walk) => {
  const { conversion } = walk
  const lines = codeIn(element)
  if (lines) return code(lines, walk)
  const rows = rowsOf(element)
  if (isLayout(element, rows)) return flowOf(element.children, walk)
  return isPlain(element, rows) ? [tableOf(rows, conversion)] : kept(element, walk)
}

const kept: Block = (element, { conversion }) => {
  const value = keptHtml(element, conversion).trim()
  return oneLine(textOf(element)) === '' && !value.includes('<img') ? [] : [{ type: 'html', value }]
}

const details: Block = (element, walk) => {
  const summary = element.children.find((child): child is HtmlElement => isElement(child) && child.name === 'summary')
  const words = summary ? keptHtml(summary, walk.conversion).trim() : '<summary>Details</summary>'
  const inner = flowOf(
    element.children.filter((child) => child !== summary),
    walk,
  )
  const open = `<details${element.attributes.has('open') ? ' open' : ''}>\n${words}`
  return [{ type: 'html', value: open }, ...inner, { type: 'html', value: '</details>' }]
}

const figure: Block = (element, walk) => {
  const card = cardOf(element, walk.conversion, (inner) => flowOf(inner.children, walk))
  if (card) return card
  if (isGallery(element)) return galleryOf(element, walk.conversion)
  return figureOf(element, walk.conversion) ?? flowOf(element.children, walk)
}

/** What is embedded is the address alone in its paragraph: of known providers the product makes placeholders (RUL-49). */
const frame: Block = (element, { conversion }) => {
  const written = attribute(element, 'src') || attribute(element, 'data-src') || attribute(element, 'data')
  const address = addressOf(written, conversion)
  if (address === null) return []
  const embed = embedOf(address)
  if (embed) return [alone(embed.address, embed.address)]
  conversion.reasons.add(`Ein eingebettetes Fenster von ${hostOf(address).slice(0, 80)} wurde zu einem Link.`)
  return [alone(address, oneLine(attribute(element, 'title')) || address)]
}

function alone(url: string, words: string): Flow[number] {
  return { type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: words }] }] }
}

const player: Block = (element, walk) => {
  const source = findIn(element, ({ name }) => name === 'source')
  const address = addressOf(attribute(element, 'src') || (source ? attribute(source, 'src') : ''), walk.conversion)
  if (address === null) return flowOf(element.children, walk)
  const words = PLAYER_WORDS[element.name] ?? 'Datei'
  walk.conversion.reasons.add(`${words} wurde zu einem Link auf die Datei: ${address.slice(0, 200)}`)
  const file = address.split(/[?#]/)[0]!.split('/').at(-1)!
  return [alone(address, `${words}: ${file || hostOf(address).slice(0, 80)}`)]
}

const object: Block = (element, walk) => {
  const inner = flowOf(element.children, walk)
  return inner.length > 0 || !element.attributes.has('data') ? inner : frame(element, walk)
}

const form: Block = (element, walk) => {
  walk.conversion.reasons.add('Ein Formular ist nicht mitgekommen, nur seine Wörter.')
  return flowOf(element.children, walk)
}

/** What becomes of each block; all others stand for what is in them. */
const KNOWN: Readonly<Record<string, Block>> = {
  audio: player,
  blockquote: quote,
  dir: list,
  details,
  dl: kept,
  figure,
  form,
  [GAP]: nothing,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  head: nothing,
  hr: () => [{ type: 'thematicBreak' }],
  iframe: frame,
  menu: list,
  object,
  ol: list,
  pre: code,
  table,
  title: nothing,
  ul: list,
  video: player,
}

/** The blocks of a text, and the texts of its notes in their order. */
export function blocksOf(root: HtmlElement, conversion: Conversion): { text: Flow; notes: FootnoteDefinition[] } {
  const walk: Walk = { conversion, wraps: [], depth: 0 }
  const { marked, inPlace } = conversion.shown
  const text = flowOf(root.children, walk)
  const notes = conversion.notes.inOrder.flatMap((note, index): FootnoteDefinition[] => {
    const label = conversion.labelOf(index)
    const children = flowOf(note.children, walk) as FootnoteDefinition['children']
    if (inPlace.has(index) && !marked.has(index)) return []
    // what stood between its number and its words
    const words = children[0]?.type === 'paragraph' ? children[0].children[0] : undefined
    if (words?.type === 'text') words.value = words.value.trimStart()
    return [{ type: 'footnoteDefinition', identifier: label, label, children }]
  })
  return { text, notes }
}
