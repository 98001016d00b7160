import { elementRule, isMarkdownBlock, isMeaningfulBlock, isPhrase, keptValue } from './elements.ts'
import { embedOf } from '../embeds/providers.ts'
import { addressOf, type Conversion } from './conversion.ts'
import { attribute, findIn, GAP, type HtmlElement, type HtmlNode, isBlock, textOf } from './tree.ts'
import { oneLine, pictureOf } from './pictures.ts'

/** Elements without text of their own, beside those that are removed. */
const WORDLESS = new Set(['noscript', 'select', 'svg', 'textarea'])
const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!)
}

/**
 * The HTML to keep where markdown has no syntax (RUL-47): elements and attributes of the allow-list, without a blank
 * line, which would end it; of all others the text.
 */
export function keptHtml(node: HtmlNode, conversion: Conversion): string {
  if (typeof node === 'string') return escaped(node.replaceAll(/[ \t\n\r\f]+/g, ' '))
  const { name } = node
  const { notes } = conversion
  const note = notes.marks.get(node)
  if (note !== undefined) return noteInPlace(note, conversion)
  if (elementRule(name).isUnread || WORDLESS.has(name) || notes.left.has(node) || notes.texts.has(node)) return ''
  if (name === 'br' || name === GAP) return '<br>'
  if (name === 'img') return image(node, conversion)
  if (name === 'iframe') return frame(node, conversion)
  if (name === 'pre') return `<pre>${escaped(textOf(node)).replace(/^\n/, '')}</pre>`
  const inner = node.children.map((child) => keptHtml(child, conversion)).join('')
  const isKept = isPhrase(name) || isMeaningfulBlock(name) || isMarkdownBlock(name) || name === 'p'
  if (!isKept) return isBlock(name) && inner.trim() !== '' ? `<p>${inner.trim()}</p>` : inner
  if (name === 'a') {
    const href = addressOf(attribute(node, 'href'), conversion)
    return href === null ? inner : `<a href="${escaped(href)}"${titleOf(node)}>${inner}</a>`
  }
  if (name === 'hr') return '<hr>'
  const between = elementRule(name).implies === undefined ? '' : '\n'
  const tag = `<${name}${attributesOf(node)}>${between}${isBlock(name) ? inner.trim() : inner}${between}</${name}>`
  return LINES.has(name) ? `${tag}\n` : tag
}

/** The text of a note after the words it belongs to, once: footnote references of markdown do not work within HTML. */
function noteInPlace(note: number, conversion: Conversion): string {
  const { notes, shown } = conversion
  if (shown.inPlace.has(note)) return ''
  shown.inPlace.add(note)
  const text = notes.inOrder[note]?.children ?? []
  return ` (${text
    .map((child) => keptHtml(child, conversion).replaceAll(/<\/?p>/g, ''))
    .join('')
    .trim()})`
}

/** Each of these is written on a line of its own, for readability of the source. */
const LINES = new Set(['caption', 'dd', 'dt', 'figcaption', 'li', 'td', 'th', 'tr'])

function attributesOf({ name, attributes }: HtmlElement): string {
  const names = [...(elementRule(name).attributes ?? []), ...(name === 'td' || name === 'th' ? ['align'] : [])]
  return names
    .flatMap((key) => {
      const value = attributes.get(key)
      const kept = value === undefined ? null : keptValue(key, value)
      return kept === null || kept === '1' ? [] : kept === '' ? [` ${key}`] : [` ${key}="${escaped(kept)}"`]
    })
    .join('')
}

function titleOf(element: HtmlElement): string {
  const title = oneLine(attribute(element, 'title'))
  return title === '' ? '' : ` title="${escaped(title)}"`
}

function image(element: HtmlElement, conversion: Conversion): string {
  const picture = pictureOf(element, conversion)
  if (!picture) return ''
  if (picture.type === 'text') return escaped(picture.value)
  return `<img src="${escaped(picture.url)}" alt="${escaped(picture.alt ?? '')}"${titleOf(element)}>`
}

function frame(element: HtmlElement, conversion: Conversion): string {
  const address = addressOf(attribute(element, 'src') || attribute(element, 'data-src'), conversion)
  if (address === null) return ''
  const href = embedOf(address)?.address ?? address
  return `<a href="${escaped(href)}">${escaped(oneLine(attribute(element, 'title')) || href)}</a>`
}

/** A figure whose caption contains more than text: captions of markdown are plain text. */
export function keptFigure(figure: HtmlElement, caption: HtmlElement, conversion: Conversion): string {
  const picture = findIn(figure, ({ name }) => name === 'img')!
  const link = picture.parent?.name === 'a' ? picture.parent : picture
  const words = caption.children.map((child) => keptHtml(child, conversion)).join('')
  return `<figure>\n${keptHtml(link, conversion)}\n<figcaption>${words.trim()}</figcaption>\n</figure>`
}
