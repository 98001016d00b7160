import { changeOutsideFences } from '../../markdown/block-lines.ts'
import { pictureTag } from './tag-texts.ts'
import type { Writing } from './text-places.ts'

const LINK = /(!?)\[\[([^[\]\n]{1,500})\]\]/g
const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i
const HIGHLIGHT = /==(?=\S)([^=\n]{1,500})==/g
/** Beginnings of fenced code and inline code, and the comment marker. */
const CODE_OR_COMMENT = /^ {0,3}(?:`{3,}|~{3,})|`[^`\n]{1,500}`|%%/gm

function linkOf(sign: string, inner: string, { addressOf, reasons }: Writing): string {
  const bar = inner.indexOf('|')
  const target = (bar < 0 ? inner : inner.slice(0, bar)).replace(/\\$/, '').trim()
  const words = bar < 0 ? '' : inner.slice(bar + 1).trim()
  const hash = target.indexOf('#')
  const name = hash < 0 ? target : target.slice(0, hash)
  const anchor = hash < 0 ? '' : target.slice(hash + 1)
  if (sign === '!' && PICTURE.test(name))
    return pictureTag({ src: name, alt: /^\d{1,5}(?:x\d{1,5})?$/.test(words) ? '' : words })
  const shown = words || (name === '' ? anchor : anchor === '' ? name.split('/').at(-1)! : `${name} > ${anchor}`)
  const address = name === '' ? '' : addressOf(name)
  if (address === null) {
    reasons.add(`Ein Verweis führt auf eine Notiz, die nicht dabei ist: ${target.slice(0, 200)}`)
    return shown
  }
  const place =
    anchor.startsWith('^') || anchor === ''
      ? ''
      : `#${anchor.split('#').at(-1)!.trim().toLowerCase().replaceAll(/\s+/g, '-')}`
  const to = `${address}${place}`
  if (to === '') return shown
  if (sign === '!') reasons.add(`Eine eingebettete Notiz wurde zu einem Link: ${target.slice(0, 200)}`)
  return `[${shown}](${/[\s()]/.test(to) ? `<${to}>` : to})`
}

/** Converts links, pictures, highlights and comments of Obsidian to markdown; code stays unchanged. */
export function writeWikiLinks(body: string, writing: Writing): string {
  if (!/\[\[|==|%%/.test(body)) return body
  return changeOutsideFences(withoutComments(body, writing), (line) => inWords(line, writing))
}

/**
 * Comments may contain anything, including code and a single `%`; none begins in code. An unterminated one hides
 * nothing.
 */
function withoutComments(body: string, { reasons }: Writing): string {
  let shown = ''
  let from = 0
  for (let at = 0; ;) {
    CODE_OR_COMMENT.lastIndex = at
    const found = CODE_OR_COMMENT.exec(body)
    if (!found) break
    at = found.index + found[0].length
    if (!found[0].endsWith('%%')) {
      const fence = /^ {0,3}(`{3,}|~{3,})$/.exec(found[0])?.[1]
      if (fence !== undefined) at = behindFence(body, at, fence)
      continue
    }
    const end = body.indexOf('%%', at)
    if (end < 0) {
      reasons.add('Ein Kommentar (%%) hat kein Ende; er steht im Text.')
      break
    }
    shown += body.slice(from, found.index)
    from = at = end + 2
  }
  return shown + body.slice(from)
}

/** The position after fenced code: its last line consists of at least as many fence characters as its first. */
function behindFence(body: string, from: number, fence: string): number {
  for (let at = body.indexOf('\n', from); at >= 0;) {
    const next = body.indexOf('\n', at + 1)
    const line = body.slice(at + 1, next < 0 ? body.length : next)
    const sign = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (sign?.startsWith(fence) && line.trim() === sign) return at + 1 + line.length
    at = next
  }
  return body.length
}

function inWords(line: string, writing: Writing): string {
  // Text between backticks is code.
  return line
    .split(/(`[^`\n]{1,500}`)/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece
            .replaceAll(LINK, (_all, sign: string, inner: string) => linkOf(sign, inner, writing))
            .replaceAll(HIGHLIGHT, '<mark>$1</mark>'),
    )
    .join('')
}
