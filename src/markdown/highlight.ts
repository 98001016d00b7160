import { StringStream } from '@codemirror/streamparser'
import { type Language, languageNamed } from './highlight-languages.ts'

/** Longer lines are no readable code; they stay plain, so that the time per line is bounded. */
const LONGEST_LINE = 500
/** Columns of a tab and of an indentation step, which some languages count in. */
const INDENT = 2
/** Characters after which a tokeniser restarts: some scan everything still open with every line. */
const FRESH = 10_000
/** Constant cost of a line in characters. */
const A_LINE = 20
/** Maximum state changes of a tokeniser without progress, which could otherwise loop for ever. */
const MOST_TURNS = 10

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Classes by the tokenisers' names. */
const KINDS: Readonly<Record<string, string>> = {
  atom: 's',
  bool: 's',
  color: 's',
  comment: 'c',
  controlKeyword: 'k',
  deleted: 'd',
  heading: 'k',
  header: 'k',
  inserted: 'i',
  keyword: 'k',
  modifier: 'k',
  number: 's',
  quote: 'c',
  regexp: 's',
  string: 's',
  'string-2': 's',
  tag: 'k',
  tagName: 'k',
  unit: 's',
  url: 's',
}

function escape(source: string): string {
  return source.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)
}

/** Display name of a language; null for an unknown one. */
export function languageLabel(name: string): string | null {
  return languageNamed(name)?.label ?? null
}

/**
 * The lines of source code as HTML with few classes: `k` keywords, `s` literals, `c` comments, `i` and `d` inserted and
 * deleted lines. Unknown languages are escaped and plain.
 */
export function highlight(source: string, language: string): string[] {
  const lines = source.split('\n')
  const mode = languageNamed(language)?.mode
  if (!mode) return lines.map(escape)
  let state: unknown = {}
  let failed = false
  let left = 0
  return lines.map((line) => {
    if (left <= 0) {
      state = mode.startState?.(INDENT) ?? {}
      left = FRESH
    }
    left -= line.length + A_LINE
    if (failed || line.length > LONGEST_LINE) return escape(line)
    const stream = new StringStream(line, INDENT, INDENT)
    let html = ''
    try {
      if (stream.eol()) mode.blankLine?.(state, INDENT)
      while (!stream.eol()) {
        html += next(mode, stream, state)
      }
      return html
    } catch {
      // Code that the tokeniser cannot read is shown plain.
      failed = true
      return escape(line)
    }
  })
}

function next(mode: Language['mode'], stream: StringStream, state: unknown): string {
  stream.start = stream.pos
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const style = mode.token(stream, state)
    if (stream.pos > stream.start) return span(stream.current(), style)
  }
  stream.pos = stream.start + 1
  return span(stream.current(), null)
}

function span(words: string, style: string | null): string {
  const kind = style && KINDS[style.split(/[ .]/, 1)[0]!]
  return kind ? `<span class="${kind}">${escape(words)}</span>` : escape(words)
}
