import type { ListItem, RootContent } from 'mdast'
import { addressOf, type Conversion } from './conversion.ts'
import { attribute, elementsIn, findIn, hasClass, type HtmlElement, textOf } from './tree.ts'
import { escaped } from './passed-html.ts'
import { settled } from './lines.ts'
import { phrasesOf } from './phrases.ts'
import { oneLine } from './pictures.ts'

type Flow = RootContent[]
/** Converts the content of an element to blocks. */
type FlowOf = (element: HtmlElement) => Flow
type Card = (card: HtmlElement, conversion: Conversion, flowOf: FlowOf) => Flow | null

function part(card: HtmlElement, ...classes: string[]): HtmlElement | null {
  return findIn(card, (element) => hasClass(element, ...classes))
}

function wordsIn(card: HtmlElement, ...classes: string[]): string {
  const found = part(card, ...classes)
  return found ? oneLine(textOf(found)) : ''
}

function line(value: string): Flow {
  return value === '' ? [] : [{ type: 'paragraph', children: [{ type: 'text', value }] }]
}

function link(url: string, words: string): Flow {
  return [{ type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: words || url }] }] }]
}

function captionOf(card: HtmlElement, conversion: Conversion): Flow {
  const caption = findIn(card, ({ name }) => name === 'figcaption')
  const words = caption ? settled(phrasesOf(caption.children, conversion)) : []
  return words.length > 0 ? [{ type: 'paragraph', children: words }] : []
}

/** A link preview: its title is the link, followed by its description. */
const bookmark: Card = (card, conversion) => {
  const leading = findIn(card, ({ name }) => name === 'a')
  const url = leading && addressOf(attribute(leading, 'href'), conversion)
  if (!url) return null
  const by = [wordsIn(card, 'kg-bookmark-author'), wordsIn(card, 'kg-bookmark-publisher')].filter(Boolean).join(' ')
  return [
    ...link(url, wordsIn(card, 'kg-bookmark-title')),
    ...line(wordsIn(card, 'kg-bookmark-description')),
    ...line(by),
    ...captionOf(card, conversion),
  ]
}

const callout: Card = (card, _conversion, flowOf) => {
  const emoji = wordsIn(card, 'kg-callout-emoji')
  const inner = part(card, 'kg-callout-text')
  const flow = flowOf(inner ?? card)
  const [first] = flow
  if (inner && emoji !== '' && first?.type === 'paragraph') first.children.unshift({ type: 'text', value: `${emoji} ` })
  return [{ type: 'blockquote', children: flow as ListItem['children'] }]
}

const toggle: Card = (card, _conversion, flowOf) => {
  const content = part(card, 'kg-toggle-content')
  if (!content) return null
  const summary = `<details>\n<summary>${escaped(wordsIn(card, 'kg-toggle-heading-text', 'kg-toggle-heading'))}</summary>`
  return [{ type: 'html', value: summary }, ...flowOf(content), { type: 'html', value: '</details>' }]
}

/** Players without their controls. */
const player: Card = (card, conversion, flowOf) => {
  const played = elementsIn(card).find(({ name }) => name === 'audio' || name === 'video')
  if (!played) return null
  const around: HtmlElement = { ...played, parent: null, name: '', children: [played] }
  return [...flowOf(around), ...line(wordsIn(card, 'kg-audio-title')), ...captionOf(card, conversion)]
}

const file: Card = (card, conversion) => {
  const leading = findIn(card, ({ name }) => name === 'a')
  const url = leading && addressOf(attribute(leading, 'href'), conversion)
  if (!url) return null
  const name = wordsIn(card, 'kg-file-card-filename')
  const about = [name, wordsIn(card, 'kg-file-card-filesize')].filter(Boolean).join(' ')
  conversion.reasons.add(`Eine Datei blieb ein Link: ${url.slice(0, 200)}`)
  return [
    ...link(url, wordsIn(card, 'kg-file-card-title') || name),
    ...line(wordsIn(card, 'kg-file-card-caption')),
    ...line(about),
  ]
}

/** Cards of Ghost, by their class. */
const CARDS: Readonly<Record<string, Card>> = {
  'kg-audio-card': player,
  'kg-bookmark-card': bookmark,
  'kg-callout-card': callout,
  'kg-file-card': file,
  'kg-toggle-card': toggle,
  'kg-video-card': player,
}

/** The conversion of a Ghost card; null for all other elements. */
export function cardOf(element: HtmlElement, conversion: Conversion, flowOf: FlowOf): Flow | null {
  const classes = attribute(element, 'class').split(/\s+/)
  const name = classes.find((found) => Object.hasOwn(CARDS, found))
  return name === undefined ? null : CARDS[name]!(element, conversion, flowOf)
}
