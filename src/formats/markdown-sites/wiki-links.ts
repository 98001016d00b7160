import { pictureTag } from './tag-texts.ts'
import type { Writing } from './text-places.ts'

const LINK = /(!?)\[\[([^[\]\n]{1,500})\]\]/g
const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i
const HIGHLIGHT = /==(?=\S)([^=\n]{1,500})==/g
const COMMENT = /%%[^%]{0,5000}%%/g
const FENCE = /^ {0,3}(?:```|~~~)/

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

/** Links, pictures, marks and comments of Obsidian as markdown; code stays as it is. */
export function writeWikiLinks(body: string, writing: Writing): string {
  if (!/\[\[|==|%%/.test(body)) return body
  const parts: string[] = []
  let lines: string[] = []
  let code = false
  const flush = () => {
    if (lines.length > 0) parts.push(code ? lines.join('\n') : inWords(lines.join('\n'), writing))
    lines = []
  }
  for (const line of body.split('\n')) {
    const isFence = FENCE.test(line)
    if (isFence && !code) {
      flush()
      code = true
      lines.push(line)
    } else if (isFence) {
      lines.push(line)
      flush()
      code = false
    } else lines.push(line)
  }
  flush()
  return parts.join('\n')
}

function inWords(text: string, writing: Writing): string {
  // what stands between ticks is code
  return text
    .split(/(`[^`\n]{1,500}`)/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece
            .replaceAll(COMMENT, '')
            .replaceAll(LINK, (_all, sign: string, inner: string) => linkOf(sign, inner, writing))
            .replaceAll(HIGHLIGHT, '<mark>$1</mark>'),
    )
    .join('')
}
