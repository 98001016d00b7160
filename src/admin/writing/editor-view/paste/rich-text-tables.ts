import { codeIn, isLayout, rowsOf } from '../../../../markdown/html/tables.ts'
import {
  attribute,
  findIn,
  GAP,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  made,
  textOf,
} from '../../../../markdown/html/tree.ts'
import type { Around } from './rich-text-cruft.ts'

/** Limit of a cell's row and column span. */
const MOST_SPANNED = 100
/** Limit of cells per table that are added for spans. */
const MOST_FILLED_IN = 20_000

type Content = (element: HtmlElement, around: Around) => HtmlNode[]
type Cell = { name: string; children: HtmlNode[]; columns: number; rows: number }

/**
 * A table in the form of markdown: rows of cells with one line each. A cell with a span is followed by empty cells.
 * Null for layout tables: code with line numbers, or parts of a page.
 */
export function dataTable(table: HtmlElement, around: Around, content: Content): HtmlNode[] | null {
  if (codeIn(table)) return [table]
  const rows = rowsOf(table)
  if (isLayout(table, rows)) return null
  const cells = rows.map((row) =>
    row.map((cell): Cell => {
      const inner = content(cell, { ...around, isInCell: true, isBold: cell.name === 'th' })
      const [columns, height] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      return { name: cell.name, children: inner.flatMap(inOneLine), columns, rows: height }
    }),
  )
  const filled = grid(cells).filter((row) => row.some(isFilled))
  const head = table.children.find((child) => isElement(child) && child.name === 'caption') as HtmlElement | undefined
  const caption = head ? [made('p', content(head, around))] : []
  return [
    ...caption,
    made(
      'table',
      filled.map((row) => made('tr', row)),
    ),
  ]
}

function spanOf(cell: HtmlElement, name: string): number {
  return Math.min(Math.max(1, Math.trunc(Number(attribute(cell, name))) || 1), MOST_SPANNED)
}

function isFilled(cell: HtmlElement): boolean {
  return textOf(cell).trim() !== '' || findIn(cell, ({ name }) => name === 'img') !== null
}

function inOneLine(node: HtmlNode): HtmlNode[] {
  if (!isElement(node)) return [node]
  const { name, attributes } = node
  if (name === 'br' || name === GAP) return [' ']
  if (name === 'pre') return [' ', made('code', [textOf(node)]), ' ']
  const inner = node.children.flatMap(inOneLine)
  return isBlock(name) ? [' ', ...inner, ' '] : [made(name, inner, attributes)]
}

function grid(rows: readonly (readonly Cell[])[]): HtmlElement[][] {
  let left = MOST_FILLED_IN
  const below = new Map<number, number>()
  return rows.map((row) => {
    const line: HtmlElement[] = []
    const fill = () => {
      left -= 1
      line.push(made('td', []))
    }
    const takeOver = () => {
      for (let height = below.get(line.length) ?? 0; height > 0 && left > 0; height = below.get(line.length) ?? 0) {
        below.set(line.length, height - 1)
        fill()
      }
    }
    for (const { name, children, columns, rows: height } of row) {
      takeOver()
      if (height > 1) below.set(line.length, height - 1)
      line.push(made(name, children))
      for (let more = 1; more < columns && left > 0; more += 1) fill()
    }
    takeOver()
    return line
  })
}
