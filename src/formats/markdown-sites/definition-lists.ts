import { CODE_FENCE } from './attributes.ts'

/** A definition in PHP Markdown Extra, kramdown and goldmark: a colon at its beginning, its term in the line above. */
const DEFINITION = /^ {0,3}:[ \t]{1,8}(?=\S)/
/** Beginnings of blocks other than paragraphs, which contain no term. */
const OTHER_BLOCK = /^(?: {4}|\t| {0,3}(?:#{1,6}\s|>|[*+-]\s|\d{1,9}[.)]\s|\||<|`{3}|~{3}|:[ \t]))/
const INDENTED = /^(?: {2,4}|\t)/
/** A term that needs no conversion for HTML. */
const PLAIN = /^[^*_`[\]<>&\\!~$]*$/

/**
 * Converts definition lists to HTML, since our markdown has no syntax for them; code stays unchanged. Takes linear
 * time.
 */
export function withDefinitionLists(body: string): string {
  if (!/\n {0,3}:[ \t]/.test(body)) return body
  const source = body.split('\n')
  const lines: string[] = []
  let code: string | null = null
  /** Index in `lines` of the paragraph above the next line; null without one. */
  let paragraph: number | null = null
  for (let at = 0; at < source.length; at += 1) {
    const line = source[at]!
    const sign = CODE_FENCE.exec(line)?.[1]
    if (code === null && paragraph !== null && DEFINITION.test(line)) {
      const terms = lines.splice(paragraph).filter((term) => term.trim() !== '')
      const { definitions, next } = definitionsFrom(source, at)
      // A list continues the one right before it.
      if (lines.at(-1) === '' && lines.at(-2) === '</dl>') lines.splice(-2)
      else lines.push('<dl>')
      lines.push(...terms.flatMap((term) => htmlOf('dt', [term.trim()])))
      lines.push(...definitions.flatMap((definition) => htmlOf('dd', definition)), '</dl>', '')
      at = next - 1
      paragraph = null
      continue
    }
    if (code !== null) code = sign?.startsWith(code) ? null : code
    else if (sign) code = sign
    const isBlank = line.trim() === ''
    // One empty line is allowed between a term and its definition.
    if (code !== null || sign || OTHER_BLOCK.test(line)) paragraph = null
    else if (isBlank && (source[at - 1] ?? '').trim() === '') paragraph = null
    else if (!isBlank && (paragraph === null || (source[at - 1] ?? '').trim() === '')) paragraph = lines.length
    lines.push(line)
  }
  return lines.join('\n')
}

/** The definitions that begin in a line, each as its own lines, and the index of the line after the last one. */
function definitionsFrom(source: readonly string[], start: number): { definitions: string[][]; next: number } {
  const definitions: string[][] = []
  let at = start
  for (; at < source.length; at += 1) {
    const line = source[at]!
    const isAfterBlank = (source[at - 1] ?? '').trim() === ''
    if (DEFINITION.test(line)) definitions.push([line.replace(DEFINITION, '')])
    else if (line.trim() === '') definitions.at(-1)!.push('')
    else if (INDENTED.test(line)) definitions.at(-1)!.push(line.replace(INDENTED, ''))
    else if (isAfterBlank || OTHER_BLOCK.test(line)) break
    else definitions.at(-1)!.push(line)
  }
  return { definitions, next: at }
}

function htmlOf(name: 'dd' | 'dt', lines: readonly string[]): string[] {
  const text = lines.join('\n').trim()
  if (!text.includes('\n') && PLAIN.test(text)) return [`<${name}>${text}</${name}>`]
  return [`<${name}>`, '', text, '', `</${name}>`]
}
