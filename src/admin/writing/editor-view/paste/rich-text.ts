import TurndownService from 'turndown'
import type { PlacedImage } from '../uploads/picture-drafts.ts'
import { clean, EMBED_MARK } from './rich-text-cruft.ts'
import { escapeText } from './rich-text-escape.ts'
import { NOTE_MARK } from './rich-text-notes.ts'
import { tableLines } from '../tables/table-text.ts'

type RichText = { markdown: string; images: PlacedImage[]; notes: string[] }

/** No clipboard makes a cell wider or higher than that. */
const MOST_SPANNED = 100

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
})

/** Stands for a picture that came along, by its number, until its place in the markdown is known. */
const PICTURE = /^\uFDD0(\d+)\uFDD1$/
const PICTURES = /\uFDD0(\d+)\uFDD1/g

service.escape = escapeText

/** What is left of line breaks stands between words (rich-text-breaks.ts). */
service.addRule('break', {
  filter: 'br',
  replacement: (_content, node) => ((node as Element).hasAttribute('data-gap') ? '\n\n' : '  \n'),
})

service.addRule('note', {
  filter: (node) => node.hasAttribute(NOTE_MARK),
  replacement: (_content, node) => node.textContent ?? '',
})

service.addRule('embed', {
  filter: (node) => node.hasAttribute(EMBED_MARK),
  replacement: (_content, node) => `\n\n${(node as Element).getAttribute(EMBED_MARK) ?? ''}\n\n`,
})

/** Markdown has nothing that opens: the element stays, and what is in it is markdown. */
service.addRule('details', {
  filter: 'details',
  replacement: (content, node) =>
    `\n\n<details${(node as Element).hasAttribute('open') ? ' open' : ''}>\n${content.trim()}\n\n</details>\n\n`,
})
service.addRule('summary', {
  filter: 'summary',
  replacement: (_content, node) => {
    const words = (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    return `<summary>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</summary>\n\n`
  },
})

service.addRule('strikethrough', { filter: ['del', 's'], replacement: (content) => content && `~~${content}~~` })

/** The numbers of items; each is told after the one before it. */
const places = new WeakMap<Node, number>()
service.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const item = node as HTMLLIElement
    const list = item.parentElement
    const before = item.previousElementSibling
    const place = before ? (places.get(before) ?? 0) + 1 : Number(list?.getAttribute('start') ?? 1)
    places.set(item, place)
    const prefix = list?.nodeName === 'OL' ? `${place}. ` : '- '
    const text = content
      .trim()
      .replace(/^(\[[ x]\])\s*/, '$1 ')
      .replaceAll(/\n{2,}( *(?:[-*] |\d+\. ))?/g, (lines, item?: string) => (item ? `\n${item}` : lines))
    return `${prefix}${text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(prefix.length)}`)}${item.nextElementSibling ? '\n' : ''}`
  },
})

service.addRule('task', {
  filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
  replacement: (_content, node) => ((node as HTMLInputElement).hasAttribute('checked') ? '[x]' : '[ ]'),
})

service.addRule('image', {
  filter: 'img',
  replacement: (_content, node) => {
    const source = node instanceof Element ? (node.getAttribute('src') ?? '') : ''
    const alt = node instanceof Element ? (node.getAttribute('alt') ?? '') : ''
    if (PICTURE.test(source)) return source
    // Pictures elsewhere on the writer's machine (file:, cid:) lead nowhere for readers.
    const title = node instanceof Element ? (node.getAttribute('title') ?? '').replaceAll(/[\s"]+/g, ' ').trim() : ''
    const words = alt.replaceAll(/[[\]\s]+/g, ' ').trim()
    const address = /[\s()]/.test(source) ? `<${source}>` : source
    return /^(?:https?:\/\/|\/)/i.test(source) ? `![${words}](${address}${title && ` "${title}"`})` : ''
  },
})

/** Cells are told before their table is. */
const cells = new WeakMap<Node, string>()
service.addRule('cell', {
  filter: ['td', 'th'],
  replacement: (content, node) => {
    cells.set(node, content.replaceAll(PICTURES, ''))
    return ''
  },
})

/** GFM knows lines of cells alone: the first row is the head, what a cell holds becomes one line. */
service.addRule('table', {
  filter: 'table',
  replacement: (_content, node) => {
    const rows = gridOf(node as HTMLTableElement)
    // A table of one column is layout, not data.
    if (rows.every((row) => row.length < 2)) return `\n\n${rows.flat().join('\n\n')}\n\n`
    return `\n\n${tableLines(rows.filter((row) => row.some((cell) => cell.trim() !== ''))).join('\n')}\n\n`
  },
})

/** A cell that reaches over others leaves those empty. */
function gridOf(table: HTMLTableElement): string[][] {
  const below = new Map<number, number>()
  return [...table.rows].map((row) => {
    const line: string[] = []
    const takeOver = () => {
      for (let left = below.get(line.length) ?? 0; left > 0; left = below.get(line.length) ?? 0) {
        below.set(line.length, left - 1)
        line.push('')
      }
    }
    for (const cell of row.cells) {
      takeOver()
      if (cell.rowSpan > 1) below.set(line.length, Math.min(cell.rowSpan, MOST_SPANNED) - 1)
      line.push(cells.get(cell) ?? '')
      for (let more = 1; more < Math.min(cell.colSpan, MOST_SPANNED); more += 1) line.push('')
    }
    takeOver()
    return line
  })
}

/**
 * Formatted text of the clipboard as markdown, without what word processors leave around it; pictures that came along as
 * data, with their places in it. Footnotes are numbered beside those the text `used` already; their texts belong at its end.
 */
export function toMarkdown(html: string, used: ReadonlySet<string> = new Set()): RichText {
  const { body, notes } = clean(html)
  let number = 0
  const marks = notes.map(() => {
    do number += 1
    while (used.has(String(number)))
    return `[^${number}]`
  })
  for (const stand of [body, ...notes].flatMap((part) => [...part.querySelectorAll(`[${NOTE_MARK}]`)]))
    stand.textContent = marks[Number(stand.getAttribute(NOTE_MARK))] ?? ''
  const files = takePictures(body)
  const marked = turned(body)
  const images: PlacedImage[] = []
  let markdown = ''
  let end = 0
  for (const match of marked.matchAll(PICTURES)) {
    markdown += marked.slice(end, match.index)
    end = match.index + match[0].length
    const file = files[Number(match[1])]
    if (file) images.push({ file, at: markdown.length })
  }
  const texts = notes.map((note, index) => `${marks[index]}: ${turned(note).replaceAll(/\n(?=[^\n])/g, '\n    ')}`)
  return { markdown: markdown + marked.slice(end), images, notes: texts }
}

function turned(part: HTMLElement): string {
  return service.turndown(part).replaceAll(/\r\n?/g, '\n').trim()
}

/** Takes pictures that are data out of the document and leaves marks in their places. */
function takePictures(body: HTMLElement): File[] {
  const files: File[] = []
  for (const picture of body.querySelectorAll('img[src^="data:image/"]')) {
    const file = fileOf(picture.getAttribute('src') ?? '', picture.getAttribute('alt') || 'Bild')
    if (!file) {
      picture.remove()
      continue
    }
    // An image in a paragraph of its own cannot stand inside a link.
    const link = picture.closest('a')
    link?.replaceWith(...link.childNodes)
    picture.setAttribute('src', `\uFDD0${files.push(file) - 1}\uFDD1`)
  }
  return files
}

function fileOf(address: string, name: string): File | null {
  const [, type, kind, base64] = /^data:(image\/(\w+));base64,(.+)$/s.exec(address) ?? []
  if (!type || !base64) return null
  try {
    return new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], `${name}.${kind}`, { type })
  } catch {
    return null
  }
}
