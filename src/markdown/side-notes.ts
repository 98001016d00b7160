import type { StateCore, Token } from 'markdown-it'
import { plainText } from './tokens.ts'

/** Notes that can stand beside the text, by their number: `styles/public/side-notes.css` has a pair of rules for each. */
const MOST_NOTES = 8
/** Longest note in characters, and the characters of text that take at least its height. */
const LONGEST_NOTE = 180
const APART = 350
/** The same heights in characters: the space below a block, around a heading, and below the text. */
const BLOCK = 50
const HEADING = 150
const END = 130

/** Blocks that stay in the column of the text; all others may reach into the margin. */
const IN_COLUMN = /^(?:p|h[1-6]|ul|ol|blockquote|aside)$/

type Reference = { id: number; at: number }

/**
 * Core rule: marks the footnotes that wide screens show beside the line that calls them. These are called once, are short and of
 * one paragraph, and stand apart from each other, from blocks that reach into the margin, and from the end of the text.
 */
export function sideNotes(state: StateCore): void {
  const { tokens } = state
  const end = tokens.findIndex(({ type }) => type === 'footnote_block_open')
  if (end < 0) return
  const short = shortNotes(tokens, end)
  const { references, walls } = textBefore(tokens, end)
  let [wall, former] = [0, -APART]
  for (const { id, at } of references) {
    while (walls[wall]! < at) wall += 1
    const note = short.get(id)
    if (!note || at - former < APART || walls[wall]! - at < APART) continue
    note.attrSet('class', 'beside')
    former = at
  }
}

/** Opening tokens of the notes that are short enough, by their index. */
function shortNotes(tokens: readonly Token[], from: number): Map<number, Token> {
  const found = new Map<number, Token>()
  for (let index = from; index < tokens.length && found.size < MOST_NOTES; index += 1) {
    const open = tokens[index]!
    if (open.type !== 'footnote_open') continue
    const { id } = open.meta as unknown as { id: number }
    if (id >= MOST_NOTES) break
    const [paragraph, inline, anchor, close, after] = tokens.slice(index + 1, index + 6)
    const isAlone =
      paragraph?.type === 'paragraph_open' &&
      anchor?.type === 'footnote_anchor' &&
      close?.type === 'paragraph_close' &&
      after?.type === 'footnote_close'
    if (isAlone && isWords(inline)) found.set(id, open)
  }
  return found
}

function isWords(inline: Token | undefined): boolean {
  const children = inline?.children ?? []
  if (children.some(({ type }) => ['image', 'hardbreak', 'footnote_ref', 'html_inline', 'formula'].includes(type)))
    return false
  return plainText(children).length <= LONGEST_NOTE
}

/** References in the column of the text, and where it is interrupted or ends, in characters from its beginning. */
function textBefore(tokens: readonly Token[], end: number): { references: Reference[]; walls: number[] } {
  const references: Reference[] = []
  const walls: number[] = []
  let [at, depth, isInColumn] = [0, 0, true]
  for (const token of tokens.slice(0, end)) {
    if (depth === 0 && token.nesting >= 0) {
      isInColumn = IN_COLUMN.test(token.tag)
      if (!isInColumn) walls.push(at)
      at += token.type === 'heading_open' ? HEADING : BLOCK
    }
    depth += token.nesting
    for (const child of token.children ?? []) {
      if (child.type !== 'footnote_ref') at += plainText([child]).length
      else if (isInColumn) references.push({ id: (child.meta as unknown as { id: number }).id, at })
    }
  }
  return { references, walls: [...walls, at + END] }
}
