import { CODE_FENCE } from './attributes.ts'

/** A definition, as PHP Markdown Extra, kramdown and goldmark write it: a colon in front of it, its term in the line above. */
const DEFINITION = /^ {0,3}:[ \t]{1,8}(?=\S)/
/** What begins a block that is no paragraph, so that no term stands in it. */
const OTHER_BLOCK = /^(?: {4}|\t| {0,3}(?:#{1,6}\s|>|[*+-]\s|\d{1,9}[.)]\s|\||<|`{3}|~{3}|:[ \t]))/
const INDENTED = /^(?: {2,4}|\t)/
/** A term that is the same as HTML. */
const PLAIN = /^[^*_`[\]<>&\\!~$]*$/

/**
 * The definition lists of a text as HTML, the one way markdown here has for them; code stays as it is. Takes time in proportion to
 * its letters.
 */
export function withDefinitionLists(body: string): string {
  if (!/\n {0,3}:[ \t]/.test(body)) return body
  const source = body.split('\n')
  const lines: string[] = []
  let code: string | null = null
  /** Where the paragraph above the next line begins in `lines`; null where there is none. */
  let paragraph: number | null = null
  for (let at = 0; at < source.length; at += 1) {
    const line = source[at]!
    const sign = CODE_FENCE.exec(line)?.[1]
    if (code === null && paragraph !== null && DEFINITION.test(line)) {
      const terms = lines.splice(paragraph).filter((term) => term.trim() !== '')
      const { definitions, next } = definitionsFrom(source, at)
      // A list goes on where the one before it ended with nothing between them.
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
    // One empty line may stand between a term and its definition.
    if (code !== null || sign || OTHER_BLOCK.test(line)) paragraph = null
    else if (isBlank && (source[at - 1] ?? '').trim() === '') paragraph = null
    else if (!isBlank && (paragraph === null || (source[at - 1] ?? '').trim() === '')) paragraph = lines.length
    lines.push(line)
  }
  return lines.join('\n')
}

/** The definitions that begin in a line, each as lines of its own, and the line behind the last of them. */
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
