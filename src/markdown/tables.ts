import type { StateCore, Token } from 'markdown-it'
import { block, closings, Insertions, plainText } from './tokens.ts'

const CAPTION = /^(?:Tabelle|Table):\s+/
const NUMBER = /^[+\-−±~≈]?\s?[\d.,\u202f\u00a0 ]*\d(?:\s?(?:%|‰|°C|[€$£]|\p{L}{1,4}))?$/u
/** Cells with more characters wrap; shorter ones stay on one line. */
const SHORT = 32
/** Tables with more columns may exceed the text column. */
const NARROW = 4

interface Cell {
  open: Token
  close: Token
  text: string
  align: string
}

function readRows(tokens: readonly Token[]): Cell[][] {
  const rows: Cell[][] = []
  tokens.forEach((token, index) => {
    if (token.type === 'tr_open') rows.push([])
    if (token.type !== 'th_open' && token.type !== 'td_open') return
    const align = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? ''
    rows
      .at(-1)!
      .push({ open: token, close: tokens[index + 2]!, text: plainText(tokens[index + 1]!.children).trim(), align })
  })
  return rows
}

/** Moves alignment from style attributes, which a strict Content-Security-Policy ignores, to classes. */
function dress([head = [], ...body]: Cell[][]): void {
  const numeric = head.map(({ align }, column) => {
    const filled = body.map((row) => row[column]?.text ?? '').filter((cell) => cell !== '')
    return align === 'right' || (align === '' && filled.length > 0 && filled.every((cell) => NUMBER.test(cell)))
  })
  for (const cell of head) cell.open.attrSet('scope', 'col')
  for (const row of [head, ...body]) {
    row.forEach((cell, column) => {
      cell.open.attrs = cell.open.attrs?.filter(([name]) => name !== 'style') ?? null
      if (numeric[column]) cell.open.attrSet('class', 'n')
      else if (cell.align === 'center') cell.open.attrSet('class', 'm')
      else if (cell.text.length > SHORT) cell.open.attrSet('class', 'long')
    })
  }
  for (const [first, ...others] of body) {
    if (!first || others.length === 0 || first.text === '' || first.open.attrGet('class') === 'n') continue
    first.open.tag = 'th'
    first.close.tag = 'th'
    first.open.attrSet('scope', 'row')
  }
}

/**
 * Lets long cells of an HTML table (`start` to `end`) wrap; returns its number of columns. Nested tables are handled
 * separately.
 */
function dressHtml(tokens: readonly Token[], ends: readonly number[], start: number, end: number): number {
  let columns = 0
  let rows = 0
  let cell: Token | null = null
  for (let index = start + 1; index < end; index += 1) {
    const token = tokens[index]!
    if (token.type === 'html_table_open') index = ends[index]!
    else if (token.type === 'html_tr_open') rows += 1
    else if (token.type === 'html_td_open' || token.type === 'html_th_open') {
      cell = token
      if (rows <= 1) columns += Number(token.attrGet('colspan') ?? 1)
    } else if (cell && token.type === 'inline' && longestLine(token.children ?? []) > SHORT) {
      if (cell.attrGet('class') === null) cell.attrSet('class', 'long')
    }
  }
  return columns
}

/** Characters of the longest line between breaks. */
function longestLine(children: readonly Token[]): number {
  let [longest, from] = [0, 0]
  for (let to = 0; to <= children.length; to += 1) {
    if (to < children.length && children[to]!.type !== 'hardbreak') continue
    longest = Math.max(longest, plainText(children.slice(from, to)).trim().length)
    from = to + 1
  }
  return longest
}

/** Whether the three tokens from `index` on are a paragraph `Tabelle: …`. */
export function isCaption(tokens: readonly Token[], index: number): boolean {
  const [open, inline, close] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  const first = inline?.children?.[0]
  if (open?.type !== 'paragraph_open' || close?.type !== 'paragraph_close' || first?.type !== 'text') return false
  return CAPTION.test(first.content)
}

/**
 * Core rule: a table becomes a figure with its caption (a paragraph `Tabelle: …` right before or after it) above a
 * scroller that can be reached by keyboard; columns of numbers are right-aligned.
 */
export function tables(state: StateCore): void {
  const { tokens } = state
  const ends = closings(tokens)
  const insertions = new Insertions()
  const moved = new Set<number>()
  let number = 0
  for (const [index, token] of tokens.entries()) {
    const isRaw = token.type === 'html_table_open'
    if (token.type !== 'table_open' && !isRaw) continue
    const end = ends[index]!
    if (isRaw) {
      number += 1
      const wide: Record<string, string> = dressHtml(tokens, ends, index, end) > NARROW ? { class: 'wide' } : {}
      const scroller = { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': `Tabelle ${number}` }
      insertions.add(
        index,
        block(state, 'figure_open', 'figure', 1, wide),
        block(state, 'scroll_open', 'div', 1, scroller),
      )
      insertions.add(end + 1, block(state, 'scroll_close', 'div', -1), block(state, 'figure_close', 'figure', -1))
      continue
    }
    const rows = readRows(tokens.slice(index, end))
    dress(rows)

    number += 1
    const id = `tabelle-${number}`
    // A paragraph between two tables belongs to the second.
    const places = tokens[end + 4]?.type === 'table_open' ? [index - 3] : [index - 3, end + 1]
    const caption = places.find((place) => !moved.has(place) && isCaption(tokens, place))
    const name: Record<string, string> =
      caption === undefined ? { 'aria-label': `Tabelle ${number}` } : { 'aria-labelledby': id }
    const wide: Record<string, string> = (rows[0]?.length ?? 0) > NARROW ? { class: 'wide' } : {}
    insertions.add(index, block(state, 'figure_open', 'figure', 1, wide))
    if (caption !== undefined) {
      for (const place of [caption, caption + 1, caption + 2]) moved.add(place)
      insertions.add(index, ...captionTokens(tokens.slice(caption, caption + 3), id))
    }
    insertions.add(
      index,
      block(state, 'scroll_open', 'div', 1, { class: 'scroll', role: 'region', tabindex: '0', ...name }),
    )
    insertions.add(end + 1, block(state, 'scroll_close', 'div', -1), block(state, 'figure_close', 'figure', -1))
  }
  state.tokens = insertions.into(tokens, moved)
}

function captionTokens([open, inline, close]: Token[], id: string): Token[] {
  const first = inline!.children![0]!
  first.content = first.content.replace(CAPTION, '')
  open!.tag = 'figcaption'
  open!.attrSet('id', id)
  close!.tag = 'figcaption'
  return [open!, inline!, close!]
}
