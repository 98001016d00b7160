import type { PhrasingContent, Table, TableRow } from 'mdast'
import type { Conversion } from './conversion.ts'
import { attribute, elementsIn, findIn, hasClass, type HtmlElement, isElement } from './tree.ts'
import { settled } from './lines.ts'
import { phrasesOf } from './phrases.ts'

/** Blocks that are not allowed in a cell of a markdown table. */
const TOO_MUCH: ReadonlySet<string> = new Set(
  'blockquote dl figure h1 h2 h3 h4 h5 h6 hr iframe ol pre table ul'.split(' '),
)
/** Maximum empty cells added to shorter rows. */
const MOST_FILLED_IN = 1000
const LINE_NUMBERS = [
  'gutter',
  'lineno*',
  'linenos',
  'line-numbers*',
  'rouge-gutter',
  'hljs-ln-numbers',
  'lntd-numbers',
]

type Rows = readonly (readonly HtmlElement[])[]

/** The rows of a table with their cells, without those of nested tables. */
export function rowsOf(table: HtmlElement): Rows {
  const rows: HtmlElement[][] = []
  const walk = (element: HtmlElement, row: HtmlElement[] | null): void => {
    for (const child of element.children) {
      if (!isElement(child)) continue
      if (child.name === 'td' || child.name === 'th') {
        if (row) row.push(child)
        else rows.push([child])
      } else if (child.name === 'tr') {
        const cells: HtmlElement[] = []
        rows.push(cells)
        walk(child, cells)
      } else if (child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot') walk(child, null)
    }
  }
  walk(table, null)
  return rows.filter((row) => row.length > 0)
}

/** The code in a table of lines and line numbers, as made by highlighters; null without one. */
export function codeIn(table: HtmlElement): HtmlElement | null {
  const pres = elementsIn(table).filter(({ name }) => name === 'pre')
  if (pres.length === 0 || pres.length > 2) return null
  const isCode = hasClass(table, 'highlighttable', 'rouge-table', 'lntable', 'codehilitetable', 'hljs-ln')
  const around = table.parent
  const isMarked = around !== null && hasClass(around, 'highlight', 'chroma', 'codehilite', 'rouge-highlight', 'code')
  const first = pres[0]!
  const inGutter = first.parent !== null && hasClass(first.parent, ...LINE_NUMBERS)
  const isNumbers = pres.length === 2 && /^[\d\s]*$/.test(pres[0]!.children.length === 0 ? '' : digitsOf(first))
  return isCode || isMarked || inGutter || isNumbers ? pres.at(-1)! : null
}

function digitsOf(element: HtmlElement): string {
  return element.children.map((child) => (isElement(child) ? digitsOf(child) : child)).join('')
}

/** Whether a table is only layout: it has one column, or contains tables and is not marked as data. */
export function isLayout(table: HtmlElement, rows: Rows): boolean {
  const isData = attribute(table, 'role') === 'table'
  return rows.every((row) => row.length < 2) || (!isData && findIn(table, ({ name }) => name === 'table') !== null)
}

/** Whether a table can be expressed in markdown: rows of cells with one line each. */
export function isPlain(table: HtmlElement, rows: Rows): boolean {
  const cells = rows.flat()
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (rows.length * columns > cells.length + MOST_FILLED_IN) return false
  if (table.children.some((child) => isElement(child) && child.name === 'caption' && child.children.length > 0))
    return false
  return cells.every(
    (cell) =>
      Number(attribute(cell, 'colspan') || 1) === 1 &&
      Number(attribute(cell, 'rowspan') || 1) === 1 &&
      !(cell.hasBlocks && findIn(cell, ({ name }) => TOO_MUCH.has(name))),
  )
}

/** A plain table in markdown; lines in a cell are separated by `<br>`. */
export function tableOf(rows: Rows, conversion: Conversion): Table {
  const children = rows.map((row): TableRow => ({
    type: 'tableRow',
    children: row.map((cell) => ({ type: 'tableCell', children: cellOf(cell, conversion) })),
  }))
  const align = (rows[0] ?? []).map((cell) => {
    const side = attribute(cell, 'align').toLowerCase() || /text-align:\s*(\w+)/i.exec(attribute(cell, 'style'))?.[1]
    return side === 'right' || side === 'center' ? side : null
  })
  return { type: 'table', align, children }
}

function cellOf(cell: HtmlElement, conversion: Conversion): PhrasingContent[] {
  const line = settled(phrasesOf(cell.children, conversion, { type: 'break' }))
  const asTags = (nodes: readonly PhrasingContent[]): PhrasingContent[] =>
    nodes.flatMap((node, index): PhrasingContent[] => {
      if (node.type === 'break') return nodes[index - 1]?.type === 'break' ? [] : [{ type: 'html', value: '<br>' }]
      return 'children' in node ? [{ ...node, children: asTags(node.children) } as PhrasingContent] : [node]
    })
  return asTags(line)
}
