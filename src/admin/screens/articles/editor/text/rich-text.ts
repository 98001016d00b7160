import TurndownService from 'turndown'
import type { PlacedImage } from './image-uploads.ts'
import { clean } from './rich-text-cruft.ts'

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

service.addRule('strikethrough', { filter: ['del', 's'], replacement: (content) => content && `~~${content}~~` })

service.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const item = node as HTMLLIElement
    const list = item.parentElement
    const siblings = [...(list?.children ?? [])].filter(({ nodeName }) => nodeName === 'LI')
    const start = Number(list?.getAttribute('start') ?? 1)
    const prefix = list?.nodeName === 'OL' ? `${start + siblings.indexOf(item)}. ` : '- '
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
    return /^(?:https?:\/\/|\/)/i.test(source) ? `![${alt.replaceAll(/[[\]\s]+/g, ' ')}](${source})` : ''
  },
})

/** GFM knows lines of cells alone: the first row is the head, what a cell holds becomes one line. */
service.addRule('table', {
  filter: 'table',
  replacement: (_content, node) => {
    const rows = [...(node as HTMLTableElement).rows].map((row) =>
      [...row.cells].map((cell) => service.turndown(cell.innerHTML)),
    )
    const width = Math.max(0, ...rows.map((row) => row.length))
    // A table of one column is layout, not data.
    if (width < 2) return `\n\n${rows.flat().join('\n\n')}\n\n`
    const lines = rows.map((row) => {
      const cells = Array.from({ length: width }, (_, index) => row[index] ?? '')
      return `| ${cells
        .map((cell) =>
          cell
            .replaceAll(PICTURES, '')
            .replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
            .replaceAll('|', '\\|'),
        )
        .join(' | ')} |`
    })
    lines.splice(1, 0, `|${' --- |'.repeat(width)}`)
    return `\n\n${lines.join('\n')}\n\n`
  },
})

/**
 * Formatted text of the clipboard as markdown, without what word processors leave around it; pictures that came along as
 * data, with their places in it.
 */
export function toMarkdown(html: string): { markdown: string; images: PlacedImage[] } {
  const body = clean(html)
  const files = takePictures(body)
  const marked = service.turndown(body).trim().replaceAll(/\r\n?/g, '\n')
  const images: PlacedImage[] = []
  let markdown = ''
  let end = 0
  for (const match of marked.matchAll(PICTURES)) {
    markdown += marked.slice(end, match.index)
    end = match.index + match[0].length
    const file = files[Number(match[1])]
    if (file) images.push({ file, at: markdown.length })
  }
  return { markdown: markdown + marked.slice(end), images }
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
