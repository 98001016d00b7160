import type { Token } from 'markdown-it'
import { readableText } from '../rules/readable-text.ts'
import { presentedTokens } from './render.ts'
import { plainText } from './tokens.ts'

/** A heading with an anchor, and the start of its chapter in the plain text (UTF-16 offset). */
export type PlainChapter = { id: string; text: string; at: number }

const TAG = /<[^<>]{0,2000}>/g
/** A tag shown as text, or a comment. */
const SHOWN_TAG = /<(?:\/?[a-z]|!--)[^<>]{0,2000}>/gi
/** Placeholder for code while tags are removed; texts do not contain it (see `readableText`). */
const CODE = '\uffff'

/** The visible text without syntax, one block per line, with its chapters. */
export function plainParts(markdown: string): { plain: string; chapters: PlainChapter[] } {
  const tokens = presentedTokens(markdown)
  const chapters: PlainChapter[] = []
  const blocks: string[] = []
  let length = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.level === 0 && !token.hidden) {
      const id = token.attrGet('id')
      const text = plainText(tokens[index + 1]?.children ?? null).trim()
      if (typeof id === 'string' && text !== '') chapters.push({ id, text, at: length })
    }
    const words = blockWords(token)
    if (words === '') continue
    blocks.push(words)
    length += words.length + 1
  }
  return { plain: blocks.join('\n'), chapters }
}

function blockWords(token: Token): string {
  if (token.type === 'inline') return oneLine(inlineWords(token.children ?? []))
  if (token.type === 'fence' || token.type === 'code_block') return oneLine(token.content)
  if (token.type === 'html_block') return oneLine(token.content.replace(TAG, ' '))
  return ''
}

/** The text of a block without tags shown as text; code keeps them. */
function inlineWords(children: readonly Token[]): string {
  const codes: string[] = []
  const words = children.map((token) => {
    if (token.type !== 'code_inline') return plainText([token])
    codes.push(token.content)
    return CODE
  })
  const plain = words.join('').replace(SHOWN_TAG, ' ')
  return plain.replaceAll(CODE, () => codes.shift() ?? '')
}

function oneLine(text: string): string {
  return readableText(text).replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim()
}
