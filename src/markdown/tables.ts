import type { StateCore, Token } from 'markdown-it'
import { block, closingIndex, plainText } from './tokens.ts'

const CAPTION = /^(?:Tabelle|Table):\s+/
const NUMBER = /^[+\-−±~≈]?\s?[\d.,\u202f\u00a0 ]*\d(?:\s?(?:%|‰|°C|[€$£]|\p{L}{1,4}))?$/u
/** Cells with more text than this wrap; shorter ones stay on one line (characters). */
const SHORT = 32
/** Tables with more columns than this may grow past the text's measure. */
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

/** Alignment moves from style attributes, which a strict Content-Security-Policy ignores, to classes. */
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

/** The three tokens of a paragraph `Tabelle: …` that starts at `index`, without that word. */
function captionAt(tokens: readonly Token[], index: number): Token[] | null {
  const [open, inline, close] = tokens.slice(Math.max(0, index), index + 3)
  const first = inline?.children?.[0]
  if (open?.type !== 'paragraph_open' || close?.type !== 'paragraph_close' || first?.type !== 'text') return null
  return CAPTION.test(first.content) ? [open, inline!, close] : null
}

/**
 * Core rule: a table stands in a figure with its caption (a paragraph `Tabelle: …` right before or after it) above a scroller
 * that a keyboard can reach; columns of numbers are set right.
 */
export function tables(state: StateCore): void {
  const { tokens } = state
  let number = tokens.filter((token) => token.type === 'table_open').length
  for (let index = tokens.length - 1; index >= 0; index--) {
    if (tokens[index]!.type !== 'table_open') continue
    const end = closingIndex(tokens, index)
    const rows = readRows(tokens.slice(index, end))
    dress(rows)

    const id = `tabelle-${number}`
    const before = captionAt(tokens, index - 3)
    const after = before ? null : captionAt(tokens, end + 1)
    const caption = before ?? after
    const name: Record<string, string> = caption ? { 'aria-labelledby': id } : { 'aria-label': `Tabelle ${number}` }
    const wide: Record<string, string> = (rows[0]?.length ?? 0) > NARROW ? { class: 'wide' } : {}
    number--
    // from the back, so that the positions in front stay true
    tokens.splice(
      end + 1,
      after ? after.length : 0,
      block(state, 'scroll_close', 'div', -1),
      block(state, 'figure_close', 'figure', -1),
    )
    const start = before ? index - 3 : index
    tokens.splice(
      start,
      index - start,
      block(state, 'figure_open', 'figure', 1, wide),
      ...(caption ? captionTokens(caption, id) : []),
      block(state, 'scroll_open', 'div', 1, { class: 'scroll', role: 'region', tabindex: '0', ...name }),
    )
    index = start
  }
}

function captionTokens([open, inline, close]: Token[], id: string): Token[] {
  const first = inline!.children![0]!
  first.content = first.content.replace(CAPTION, '')
  open!.tag = 'figcaption'
  open!.attrSet('id', id)
  close!.tag = 'figcaption'
  return [open!, inline!, close!]
}
