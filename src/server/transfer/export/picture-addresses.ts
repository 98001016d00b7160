import { changeOutsideFences } from '../../../markdown/block-lines.ts'
import { publicUrl } from '../../files/bucket/addresses.ts'

/** Common prefix of the library's picture addresses on this server. */
const BUCKET = publicUrl('')
/** The folder of pictures, relative to a text of the archive. */
const MEDIA = '../media/'
/** Maximum length of an image description, searched backwards for its `![`. */
const LONGEST_WORDS = 2000

/**
 * A markdown text with the addresses of library pictures in the archive (`../media/NAME`), and their names. Rewritten
 * is what an import reads as a picture: `![…](…)`, definitions, `src` of HTML; code and links stay. `own` are the
 * origins of this site. Linear in the text.
 */
export function withArchivePictures(text: string, own: readonly string[]): { text: string; names: Set<string> } {
  const names = new Set<string>()
  if (!text.includes(BUCKET)) return { text, names }
  const changed = changeOutsideFences(text, (line) => (line.includes(BUCKET) ? inLine(line, own, names) : line))
  return { text: changed, names }
}

/** The same for a cover's address; null where it is not in the library. */
export function archivePicture(address: string, own: readonly string[]): { address: string; name: string } | null {
  const origin = own.find((one) => address.startsWith(one + BUCKET)) ?? ''
  if (!address.startsWith(origin + BUCKET)) return null
  const encoded = address.slice((origin + BUCKET).length).split(/[?#]/, 1)[0] ?? ''
  const name = nameOf(encoded)
  return name === null ? null : { address: MEDIA + encoded, name }
}

function inLine(line: string, own: readonly string[], names: Set<string>): string {
  const code = codeSpans(line)
  let span = 0
  let made = ''
  let from = 0
  for (let at = line.indexOf(BUCKET); at !== -1; at = line.indexOf(BUCKET, at + BUCKET.length)) {
    const origin = own.find((one) => line.startsWith(one, at - one.length)) ?? ''
    const start = at - origin.length
    while (span < code.length && code[span]![1] <= start) span += 1
    const isCode = span < code.length && code[span]![0] <= start
    if (start < from || isCode || !isPicture(line, start)) continue
    const encoded = /^[^\s"'()<>?#]*/.exec(line.slice(at + BUCKET.length, at + BUCKET.length + 1000))?.[0] ?? ''
    const name = nameOf(encoded)
    if (name === null) continue
    names.add(name)
    made += line.slice(from, start) + MEDIA + encoded
    from = at + BUCKET.length + encoded.length
  }
  return made + line.slice(from)
}

/** Whether the text at this position of a line is read as the address of a picture. */
function isPicture(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - 20), at)
  if (/\]\(\s*<?$/.test(before)) return isImage(line, line.lastIndexOf('](', at))
  return /\ssrc=["']$/i.test(before) || /^ {0,3}\[[^\]]{1,200}\]:[ \t]{1,20}<?$/.test(line.slice(0, at))
}

/** Whether the bracket that closes at `end` was opened by `![`. */
function isImage(line: string, end: number): boolean {
  let depth = 0
  for (let at = end - 1; at >= Math.max(0, end - LONGEST_WORDS); at -= 1) {
    if (line[at - 1] === '\\') continue
    if (line[at] === ']') depth += 1
    else if (line[at] === '[') {
      if (depth === 0) return line[at - 1] === '!'
      depth -= 1
    }
  }
  return false
}

/** Code spans between backticks in a line, in order. */
function codeSpans(line: string): [number, number][] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: ticks, index }) => ({ length: ticks.length, index }))
  const nextOfLength = new Map<number, number>()
  const closing = runs.map(() => -1)
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length } = runs[at]!
    closing[at] = nextOfLength.get(length) ?? -1
    nextOfLength.set(length, at)
  }
  const spans: [number, number][] = []
  for (let at = 0; at < runs.length; at += 1) {
    const close = closing[at]!
    if (close === -1) continue
    spans.push([runs[at]!.index, runs[close]!.index + runs[close]!.length])
    at = close
  }
  return spans
}

function nameOf(encoded: string): string | null {
  if (encoded === '' || encoded.includes('/')) return null
  try {
    return decodeURIComponent(encoded).normalize('NFC')
  } catch {
    return null
  }
}
