import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml, type ScalarTag, type Tags } from 'yaml'
import { quoted } from './quoted.ts'

export type Fields = Readonly<Record<string, unknown>>
/** A text with what stands before it. */
export interface Matter {
  fields: Fields
  body: string
  /** Whether anything stands before it, be it empty. */
  found: boolean
  /** In German, what of it could not be read. */
  fault: string | null
  /** Whether all of it has come into the fields, at least as the words it is written with. */
  isWhole: boolean
}

/** Longest front matter, in characters. Longer text is none. */
const LONGEST = 256 * 1024
/** Aliases of YAML that stand for more than they are long. */
const MOST_ALIASES = 20

const NUMBERS = ['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']

/** Numbers that are written as they are printed; what is written otherwise (`007`, `1.0`, `8e15`) stays the words it is. */
const PRINTED: ScalarTag[] = [/^(?:0|-?[1-9]\d{0,14})$/, /^-?(?:0|[1-9]\d{0,9})\.\d{0,4}[1-9]$/].map((test, index) => ({
  tag: NUMBERS[index] ?? '',
  default: true,
  test,
  resolve: Number,
}))

const OPTIONS = {
  maxAliasCount: MOST_ALIASES,
  uniqueKeys: false,
  logLevel: 'error',
  prettyErrors: false,
  merge: true,
  customTags: (tags: Tags) => [
    ...tags.filter((tag) => typeof tag !== 'object' || !NUMBERS.includes(tag.tag)),
    ...PRINTED,
  ],
} as const

/** YAML as generators read it; null where it is none. Dates stay the words they are written with. */
export function readYaml(text: string): unknown {
  for (const spelled of [text, indented(text)])
    try {
      return parseYaml(spelled, OPTIONS)
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

interface Format {
  name: string
  read: (text: string) => unknown
  /** The key an entry begins with, and what stands behind it in its line; null where entries cannot be distinguished. */
  entry: RegExp | null
}

const YAML: Format = {
  name: 'YAML',
  read: readYaml,
  entry: /^(["']?)([\p{L}\p{N}_<][\p{L}\p{N}_. <-]{0,80}?)\1\s{0,9}:(?!\S)(.*)$/u,
}
const TOML: Format = {
  name: 'TOML',
  read: readToml,
  entry: /^(["']?)([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,80})\1\s{0,9}=(.*)$/u,
}
const JSON_FORMAT: Format = { name: 'JSON', read: (text) => readJson(`{${text}}`) ?? readJson(text), entry: null }

/** Lines that say nothing, before front matter: empty ones, and comments for programs. */
const BEFORE = /^(?:[ \t]{0,20}\n|<!--[^\n]{0,200}-->[ \t]{0,20}\n){0,20}/

/** Front matter in YAML (`---`), TOML (`+++`) or JSON (`{`), and the text behind it. */
export function matterOf(source: string): Matter {
  const whole = source.replace(/^\uFEFF/, '')
  // Old Macs end lines with a carriage return alone.
  const text = whole.includes('\n') ? whole.replaceAll('\r\n', '\n') : whole.replaceAll('\r', '\n')
  const [before = ''] = BEFORE.exec(text) ?? []
  const own = matterAt(text)
  if (own) return own
  // A line between two others may part the text, too.
  const behind = before === '' ? null : matterAt(text.slice(before.length))
  if (behind && Object.keys(behind.fields).length > 0) return behind
  const fault = !behind && OPEN_HEAD.test(text.slice(before.length)) ? NEVER_ENDS : null
  return { fields: {}, body: text, found: false, fault, isWhole: fault === null }
}

/** Front matter without an end that counts: its first line, and a key. */
const OPEN_HEAD =
  /^(?:(?:-{3}|\+{3}|;{3})[ \t]{0,20}\n(?:[ \t]{0,20}\n|#[^\n]{0,200}\n){0,20}[ \t]{0,20}["']?[\p{L}_][\p{L}\p{N}_.-]{0,80}["']?[ \t]{0,9}[:=](?!\/\/)|\{\s{0,20}"[^"\n]{1,80}"\s{0,20}:)/u
const NEVER_ENDS = 'Die Angaben am Anfang hören nicht auf, oder sie sind zu lang; sie stehen im Text.'

/** Front matter a text begins with; null where it begins with none. */
function matterAt(text: string): Matter | null {
  const [, sign = ''] = /^(-{3,10}|\+{3}|;{3})[ \t]{0,20}\n/.exec(text) ?? []
  if (sign === '') return jsonMatter(text)
  const from = text.indexOf('\n')
  const end = endOf(text, sign, from)
  if (end === null) return null
  const format = sign.startsWith('-') ? YAML : sign === '+++' ? TOML : JSON_FORMAT
  const read = readMatter(text.slice(from + 1, end.at), format)
  // Four dashes and more part texts, unless what they enclose says something.
  if (sign.length > 3 && Object.keys(read.fields).length === 0) return null
  return { ...read, body: text.slice(end.behind), found: true }
}

/** A key with a space behind its colon that YAML takes for a character. */
const ODD_SPACE =
  /^([ \t]?["']?[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,80}["']?[ \t]{0,9}:)[ \t]{0,9}[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff][\s\u200b]{0,9}/u
/**
 * A key that decides who may read a text, or what it is called. It begins a field even without a space behind its colon; otherwise
 * its words would become part of the line above, and a draft would become public.
 */
const DECIDING =
  /^([ \t]?)(["']?)((?:is_?)?draft|published|publish|public|private|privat|status|visibility|password|headless|(?:publish|pub|expiry|unpublish)_?date|date|title|slug)\2[\s\u200b]{0,9}[:=\uff1a](?!\/)\s{0,9}/i
/** Such a key below another field, as nothing but a slip of the keyboard puts it there. */
const MISPLACED =
  /^[ \t-]{1,9}(?=(?:(?:is_?)?draft|published|publish|private|status|visibility|password)["']?[ \t]{0,9}[:=])/i
/** A field that may have others below it: nothing behind its key, or the sign of a block. */
const OPEN_FIELD = /^[^:=]{1,90}[:=][ \t]{0,9}(?:$|[|>&!#])/

/** Front matter with each key that is meant as one written as its format has it. */
function spaced(written: string, name: string): string {
  if (name === 'JSON') return written
  const [, margin = ''] = /^(?:[ \t]{0,20}\n){0,20}( {1,20})\S/.exec(written) ?? []
  return written
    .split('\n')
    .map((line) => (margin !== '' && line.startsWith(margin) ? line.slice(margin.length) : line))
    .map((line) =>
      line.replace(ODD_SPACE, '$1 ').replace(DECIDING, (_all, space: string, quote: string, key: string) => {
        return `${space}${quote}${key}${quote}${name === 'TOML' ? ' = ' : ': '}`
      }),
    )
    .join('\n')
}

/** What front matter says: as a whole, else entry by entry, of which those that cannot be read stay the words they are. */
function readMatter(source: string, format: Format): Pick<Matter, 'fields' | 'fault' | 'isWhole'> {
  const { name, read, entry } = format
  const written = name === 'YAML' ? spaced(source, name) : source
  // An unknown tag (`title: !Achtung`) takes the words behind it along.
  const fields =
    name === 'YAML' && /^[^\s#:][^\n:]{0,80}:\s{1,9}!\w/mu.test(written) ? null : fieldsOf(read(written) ?? {})
  if (fields && !hasLost(written, fields)) {
    const [, key = '', comment = ''] = (name === 'YAML' && COMMENT.exec(written)) || []
    const fault =
      key && `${quoted(short(comment))} hinter ${quoted(key)} ist in YAML eine Anmerkung und kommt nicht mit.`
    return { fields: withTags(fields, written, name), fault: fault || null, isWhole: !fault }
  }
  const entries = entry && [...entriesIn(spaced(written, name), entry)]
  const found = entries && entries.length <= MOST_ENTRIES ? entryByEntry(entries, { ...format, entry }) : null
  if (!found || Object.values(found.fields).every((value) => value === null))
    return { fields: {}, fault: `Die Angaben am Anfang (${name}) sind nicht lesbar.`, isWhole: false }
  const said = [
    ...found.asWords.map((line) => quoted(line)),
    ...found.lost.map((line) => `${quoted(line)} (weggelassen)`),
  ]
  const more = said.length > MOST_SAID ? ` und ${said.length - MOST_SAID} weitere` : ''
  return {
    fields: found.fields,
    fault:
      said.length === 0
        ? null
        : `Diese Angaben am Anfang sind kein gültiges ${name} und gelten, wie sie dastehen: ${said.slice(0, MOST_SAID).join(', ')}${more}.`,
    isWhole: found.lost.length === 0,
  }
}

/** Words behind a field that YAML takes for a comment, though they are written like a part of it: `Platz #1 im Watt`. */
const COMMENT =
  /^(title|description|excerpt|summary|subtitle):[ \t][^\n"'#>|[{][^\n"'#]{0,300}[ \t](#[^\s#][^\n]{0,200})$/m

/** Entries that are read one by one; front matter of people has a few. */
const MOST_ENTRIES = 300
const MOST_SAID = 10
const LONGEST_SAID = 80

/** Tags written as `#meer #wind`, which YAML reads as a comment. */
function withTags(fields: Fields, written: string, name: string): Fields {
  if (name !== 'YAML') return fields
  const found = { ...fields }
  for (const [, key = '', words = ''] of written.matchAll(/^(tags|keywords):[ \t]{1,9}(#[^\s#][^\n]{0,1000})$/gm))
    if (found[key] === null || found[key] === undefined) found[key] = words
  return found
}

type Entries = { fields: Fields; asWords: string[]; lost: string[] }

/** The fields of front matter that is no YAML or TOML as a whole, each entry read by itself. */
function entryByEntry(entries: readonly string[][], { name, read, entry }: Format & { entry: RegExp }): Entries {
  const fields = Object.create(null) as Record<string, unknown>
  const found: Entries = { fields, asWords: [], lost: [] }
  let target = fields
  for (const lines of entries) {
    const [first = ''] = lines
    const [, table] = name === 'TOML' ? (/^\[([\w.-]{1,80})\]\s{0,20}$/.exec(first) ?? []) : []
    if (table !== undefined) {
      target = {}
      fields[table] = target
      continue
    }
    const [, , key = '', rest = ''] = entry.exec(first) ?? []
    if (key === '') {
      if (!/^\s{0,200}(?:#|$)/.test(first)) found.lost.push(short(first))
      continue
    }
    const known = fieldsOf(read(lines.join('\n')))
    const value = known?.[key]
    if (value !== undefined && value !== null && !/^\s{0,9}!/.test(rest)) {
      target[key] = value
      continue
    }
    for (const line of lines.slice(1)) if (/^[^\p{L}\p{N}\s][^\p{L}\p{N}]*$/u.test(line)) found.lost.push(short(line))
    const words = unquoted(
      [rest, ...lines.slice(1).filter((line) => /[\p{L}\p{N}]/u.test(line))]
        .map((line) => line.trim())
        .join(' ')
        .trim(),
    )
    const isNothing = /^(?:#|~$|null$|$)/.test(words)
    const isSaid = !isNothing && /[\p{L}\p{N}]/u.test(words)
    // A state that is not understood is not the same as none.
    target[key] = isSaid || (!isNothing && /^(?:draft|publish|private|status|password)/i.test(key)) ? words : null
    if (isSaid) found.asWords.push(short(`${key}: ${words}`))
    else if (!isNothing) found.lost.push(short(`${key}: ${words}`))
  }
  return found
}

/** The lines of each entry: the one with its key, and what goes on below it. Tabs and spaces that keep their place are spaces. */
function* entriesIn(written: string, entry: RegExp): Generator<string[]> {
  let open: string[] = []
  for (const line of written.split('\n')) {
    const plain = line.replace(/^\s{1,200}/, (space) => space.replaceAll(/[^ ]/g, '  ')).replaceAll('\u00a0', ' ')
    const tabbed = plain.replace(/^([^\s:]{1,80}:)\t+/, '$1 ')
    const isMisplaced = open.length > 0 && MISPLACED.test(tabbed) && !OPEN_FIELD.test(open[0]!)
    const own = isMisplaced ? tabbed.replace(MISPLACED, '') : tabbed
    const begins = entry.test(own) || own.startsWith('[')
    if (begins || (open.length === 0 && own.trim() !== '')) {
      if (open.length > 0) yield open
      open = [own]
    } else if (open.length > 0) open.push(own)
  }
  if (open.length > 0) yield open
}

/** Words without the quotes around all of them. */
function unquoted(words: string): string {
  const [, , inner] = /^(["'])(.{0,2000})\1$/s.exec(words) ?? []
  return inner ?? words
}

function short(line: string): string {
  const words = line.trim().replaceAll(/\s+/g, ' ')
  return words.length > LONGEST_SAID ? `${words.slice(0, LONGEST_SAID)}…` : words
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
    if (fields) return { fields, body: text.slice(end).replace(/^\n/, ''), found: true, fault: null, isWhole: true }
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

/** Whether a field says yes or no; null where it says neither. A list of one says what its entry does. */
export function flagField(fields: Fields, name: string): boolean | null {
  const given = fields[name]
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  const word =
    typeof value === 'string' ? (/^[^\p{L}\p{N}]{0,9}(\p{L}{1,5}|[01])[^\p{L}\p{N}]{0,9}$/u.exec(value)?.[1] ?? '') : ''
  if (/^(?:true|yes|y|ja|j|on|1)$/i.test(word)) return true
  return /^(?:false|no|n|nein|off|0)$/i.test(word) ? false : null
}
