/** Elements that carry meaning within a line (RUL-47, RUL-102), and their attributes that do. */
export const PHRASES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  abbr: ['title'],
  b: [],
  bdi: ['dir'],
  bdo: ['dir'],
  cite: [],
  code: [],
  del: [],
  dfn: ['title'],
  em: [],
  i: [],
  ins: [],
  kbd: [],
  mark: [],
  q: [],
  rp: [],
  rt: [],
  ruby: [],
  s: [],
  samp: [],
  small: [],
  strong: [],
  sub: [],
  sup: [],
  time: ['datetime'],
  u: [],
  var: [],
}

/** Elements that stand by themselves within a line. */
export const ALONE: ReadonlySet<string> = new Set(['br', 'img', 'iframe', 'wbr'])

/** Elements that carry meaning as blocks, and their attributes that do. */
export const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  blockquote: [],
  caption: [],
  dd: [],
  details: ['open'],
  dl: [],
  dt: [],
  figcaption: [],
  figure: [],
  li: ['value'],
  ol: ['start', 'reversed'],
  summary: [],
  table: [],
  tbody: [],
  td: ['colspan', 'rowspan'],
  tfoot: [],
  th: ['colspan', 'rowspan', 'scope'],
  thead: [],
  tr: [],
  ul: [],
}

/** Headings, code and rules, which the renderer writes as it writes those of markdown. */
export const OWN_WAY: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'hr'])

/** Elements without meaning of their own: what stands in them stands for itself. */
export const UNWRAPPED: ReadonlySet<string> = new Set(['div', 'p', 'picture', 'source', 'span'])

/** What plays a file is not shown, but the file can be followed: what stands before its name. */
export const PLAYERS: Readonly<Record<string, string>> = { audio: 'Ton', video: 'Video' }

/** Of all others these end a paragraph where they stand. */
const BREAKING: ReadonlySet<string> = new Set(
  (
    'address article aside body center dialog dir div fieldset footer form frameset head header hgroup html legend main menu nav ' +
    'optgroup option p search section title video audio object'
  ).split(' '),
)

/** Whether an element that is not shown itself still parts what stands before it from what follows. */
export function parts(name: string): boolean {
  return BREAKING.has(name)
}

/** Whether an element of this name is shown, or stands for what is in it. */
export function isAllowed(name: string): boolean {
  return (
    Object.hasOwn(PHRASES, name) ||
    Object.hasOwn(BLOCKS, name) ||
    ALONE.has(name) ||
    OWN_WAY.has(name) ||
    UNWRAPPED.has(name)
  )
}

/** Whole numbers that an attribute may hold. */
const NUMBERS: Readonly<Record<string, { least: number; most: number }>> = {
  colspan: { least: 1, most: 100 },
  rowspan: { least: 1, most: 1000 },
  start: { least: -99_999, most: 999_999_999 },
  value: { least: -99_999, most: 999_999_999 },
}
const DIRECTIONS = new Set(['ltr', 'rtl', 'auto'])
/** A date, a time, a zone, a duration or a week, as far as letters and signs go. */
const INSTANT = /^[\d:TWZPDHMSY.+ -]{1,60}$/
const SCOPES = new Set(['col', 'row', 'colgroup', 'rowgroup'])

/** What of an attribute's value is kept; null for nothing. */
export function keptValue(name: string, value: string): string | null {
  const range = NUMBERS[name]
  if (range) {
    const number = Number(value)
    return value.trim() !== '' && Number.isInteger(number) && number >= range.least && number <= range.most
      ? String(number)
      : null
  }
  if (name === 'scope') return SCOPES.has(value.toLowerCase()) ? value.toLowerCase() : null
  if (name === 'dir') return DIRECTIONS.has(value.toLowerCase()) ? value.toLowerCase() : null
  if (name === 'datetime') return INSTANT.test(value.trim()) ? value.trim() : null
  if (name === 'open' || name === 'reversed') return ''
  return value
}
