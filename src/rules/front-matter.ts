import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

export type Fields = Readonly<Record<string, unknown>>
/** A text with what stands before it; `fault` says in German why that could not be read. */
export interface Matter {
  fields: Fields
  body: string
  /** Whether anything stands before it, be it empty. */
  found: boolean
  fault: string | null
}

/** Letters of front matter; longer ones are none. */
const LONGEST = 256 * 1024
/** Aliases of YAML that stand for more than they are long. */
const MOST_ALIASES = 20

/** YAML as generators read it; null where it is none. Dates stay the words they are written with. */
export function readYaml(text: string): unknown {
  for (const spelled of [text, indented(text)])
    try {
      const options = {
        maxAliasCount: MOST_ALIASES,
        uniqueKeys: false,
        logLevel: 'error',
        prettyErrors: false,
      } as const
      return parseYaml(spelled, options)
    } catch {
      continue
    }
  return null
}

/** Quoted words that go on at the beginning of a line: the grammar forbids them, the parsers of Hugo and Jekyll take them. */
function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^(?:[\w.-]+ *:(?: |$)|[-#'"[\]{}&*!|>%@\s]|$)/.test(line) ? line : `  ${line}`))
    .join('\n')
}

/** TOML; null where it is none. */
export function readToml(text: string): unknown {
  try {
    return parseToml(text)
  } catch {
    return null
  }
}

/** JSON; null where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An object's fields; null for anything else. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? (value as Fields)
    : null
}

const FORMS = [
  { sign: '---', read: readYaml, name: 'YAML' },
  { sign: '+++', read: readToml, name: 'TOML' },
  { sign: ';;;', read: (text: string) => readJson(`{${text}}`) ?? readJson(text), name: 'JSON' },
]

/** Front matter in YAML (`---`), TOML (`+++`) or JSON (`{`), and the text behind it. */
export function matterOf(source: string): Matter {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  for (const { sign, read, name } of FORMS) {
    if (!text.startsWith(sign) || text.slice(3, 50).split('\n', 1)[0]!.trim() !== '') continue
    const from = text.indexOf('\n')
    if (from < 0) continue
    const end = endOf(text, sign, from)
    if (end === null) continue
    const fields = fieldsOf(read(text.slice(from + 1, end.at)) ?? {})
    return {
      fields: fields ?? {},
      body: text.slice(end.behind),
      found: true,
      fault:
        fields === null || hasLost(text.slice(from + 1, end.at), fields)
          ? `Die Angaben am Anfang (${name}) sind nicht lesbar.`
          : null,
    }
  }
  return jsonMatter(text) ?? { fields: {}, body: text, found: false, fault: null }
}

function hasLost(written: string, fields: Fields): boolean {
  return written.trim() !== '' && Object.keys(fields).length === 0 && !/^\s*(?:#|\{\s*\})/.test(written)
}

/** The line that ends front matter: where it begins, and where the text behind it does. */
function endOf(text: string, sign: string, from: number): { at: number; behind: number } | null {
  const bound = Math.min(text.length, LONGEST)
  for (let at = from; at >= 0 && at < bound; at = text.indexOf('\n', at + 1)) {
    const line = text
      .slice(at + 1, at + 12)
      .split('\n', 1)[0]!
      .trimEnd()
    if (line !== sign && !(sign === '---' && line === '...')) continue
    const next = text.indexOf('\n', at + 1)
    return { at: at + 1, behind: next < 0 ? text.length : next + 1 }
  }
  return null
}

/** An object at the very beginning, as Hugo has it: one line, or all up to the first `}` that stands alone in its line. */
function jsonMatter(text: string): Matter | null {
  if (!/^\{\s*"/.test(text.slice(0, 200))) return null
  const [first = ''] = text.slice(0, LONGEST).split('\n', 1)
  const last = text.slice(0, LONGEST).indexOf('\n}')
  for (const end of [first.length, ...(last < 0 ? [] : [last + 2])]) {
    const fields = fieldsOf(readJson(text.slice(0, end)))
    if (fields) return { fields, body: text.slice(end).replace(/^\n/, ''), found: true, fault: null }
  }
  return null
}

/** A field as one line of text; numbers too, as `title: 2019` is one. Empty where it is neither. */
export function textField(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name]
    const text =
      typeof value === 'string' || typeof value === 'number'
        ? String(value)
        : value instanceof Date
          ? value.toISOString()
          : ''
    const line = text.replaceAll(/\s+/g, ' ').trim()
    if (line !== '') return line
  }
  return ''
}

/** A field as a list of texts: a list, or one text; objects by their `name`. */
export function listField(fields: Fields, name: string, split?: RegExp): string[] {
  const value = fields[name]
  const values = Array.isArray(value)
    ? value.flat(3)
    : typeof value === 'string' && split
      ? value.split(split)
      : [value]
  return values
    .map((each) => (fieldsOf(each) ? textField(each as Fields, 'name', 'title', 'slug') : textField({ each }, 'each')))
    .filter((text) => text !== '')
}

/** Whether a field says yes or no; null where it says neither. */
export function flagField(fields: Fields, name: string): boolean | null {
  const value = fields[name]
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(?:true|yes|ja|1)$/i.test(value.trim())) return true
  if (typeof value === 'string' && /^(?:false|no|nein|0)$/i.test(value.trim())) return false
  return typeof value === 'number' ? value !== 0 : null
}
