import TurndownService from 'turndown'
import { clean } from './rich-text-cruft.ts'

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
})

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
      .replaceAll(/\n{2,}(?= *(?:[-*] |\d+\. ))/g, '\n')
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
    // Pictures inside the clipboard (data:, file:, cid:) lead nowhere for readers.
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
      return `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
    })
    lines.splice(1, 0, `|${' --- |'.repeat(width)}`)
    return `\n\n${lines.join('\n')}\n\n`
  },
})

/** Formatted text of the clipboard as markdown, without what word processors leave around it. */
export function toMarkdown(html: string): string {
  return service.turndown(clean(html)).trim()
}
