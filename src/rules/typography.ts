/** A piece of a text: from which character to which (UTF-16). */
export type Range = { from: number; to: number }

export type TypographyKind = 'quotes' | 'apostrophe' | 'dash' | 'dots' | 'space'

/** What is to stand in the place of a piece. */
export type TypographyChange = Range & { insert: string; kind: TypographyKind }

const NBSP = '\u00a0'
/** A single quotation mark is closed within this number of characters, or it is an apostrophe. */
const REACH = 120

const isLetter = (sign: string) => /[\p{L}\p{N}]/u.test(sign)
/** What may stand before an opening mark, marks of markdown among it. */
const OPENS = new Set([...' \t\n\u00a0\u202f([{–—-/„‚»›*_~>|', ''])
const isBlank = (sign: string) => sign === '' || /\s/.test(sign)

/** Abbreviations of parts that stay together. */
const PARTS = /(?<![\p{L}\p{N}])(?:z|d|u|i|o|s|v|n)\. ?(?:B|h|a|d|Ä|U|T|e|o|u|Chr|R)\.(?: ?R\.)?(?!\p{L})/gu
const KEPT_PARTS = new Set([
  'z.B.',
  'd.h.',
  'u.a.',
  'i.d.R.',
  'o.Ä.',
  'u.U.',
  'z.T.',
  'i.e.',
  's.o.',
  's.u.',
  'v.a.',
  'v.Chr.',
  'n.Chr.',
  'u.Ä.',
])
const UNITS =
  /(?<=\d) (?=(?:%|‰|€|\$|£|°C|°F|km\/h|km|cm|mm|nm|m²|m³|m|kg|mg|g|t|ml|l|ms|min|h|s|kWh|kW|MW|GW|W|V|A|Hz|kHz|MHz|GHz|KB|kB|MB|GB|TB|Uhr|Euro|Cent|Prozent|Mio\.|Mrd\.|Millionen|Milliarden|Minuten|Stunden|Tage|Jahre)(?![\p{L}\p{N}]))/gu
const BEFORE_NUMBER =
  /(?<=(?<![\p{L}\p{N}])(?:§§?|Nr\.|S\.|Art\.|Abs\.|Kap\.|Bd\.|Abb\.|Tab\.|Seite|Kapitel|Platz|Band)) (?=\d)/gu
const TITLES = /(?<=(?<![\p{L}\p{N}])(?:Dr\.|Prof\.)) (?=\p{Lu})/gu
const MONTHS =
  /(?<=(?<!\d)\d{1,2}\.) (?=(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L}))/gu

/**
 * What German typography writes otherwise: „quotes“, ’apostrophes, – dashes, … dots and no-break spaces. Nothing within the
 * protected pieces, which are given in order; what is right already stays. Reads the text a fixed number of times.
 */
export function typographyOf(text: string, protectedRanges: readonly Range[]): TypographyChange[] {
  const changes = [...marks(text, protectedRanges), ...spaces(text)]
    .filter((change) => change.insert !== text.slice(change.from, change.to))
    .sort((a, b) => a.from - b.from || a.to - b.to)
  return outside(apart(changes), protectedRanges)
}

/** Those that touch no protected piece; both are in order. */
export function outside<R extends Range>(ranges: readonly R[], protectedRanges: readonly Range[]): R[] {
  let next = 0
  return ranges.filter(({ from, to }) => {
    while (next < protectedRanges.length && protectedRanges[next]!.to <= from) next += 1
    return next === protectedRanges.length || protectedRanges[next]!.from >= to
  })
}

/** Of changes that meet the first one alone. */
function apart(changes: readonly TypographyChange[]): TypographyChange[] {
  let end = -1
  return changes.filter(({ from, to }) => {
    if (from < end) return false
    end = to
    return true
  })
}

function* marks(text: string, protectedRanges: readonly Range[]): Generator<TypographyChange> {
  let next = 0
  /** Double marks that are open in this paragraph. */
  let open = 0
  /** Where the single mark stands that closes the open one. */
  let closesAt = -1
  for (let at = 0; at < text.length; at++) {
    while (next < protectedRanges.length && protectedRanges[next]!.to <= at) next += 1
    const held = protectedRanges[next]
    if (held && held.from <= at) {
      at = held.to - 1
      continue
    }
    const sign = text[at]!
    const before = text[at - 1] ?? ''
    const after = text[at + 1] ?? ''
    if (sign === '\n' && after === '\n') [open, closesAt] = [0, -1]
    else if (sign === '„') open += 1
    else if (sign === '“' || sign === '”') open = Math.max(0, open - 1)
    else if (sign === '"') {
      if (OPENS.has(before) && !isBlank(after)) {
        open += 1
        yield { from: at, to: at + 1, insert: '„', kind: 'quotes' }
      } else if (open > 0) {
        open -= 1
        yield { from: at, to: at + 1, insert: '“', kind: 'quotes' }
      }
    } else if (sign === "'") {
      if (at === closesAt) yield { from: at, to: at + 1, insert: '‘', kind: 'quotes' }
      else if (OPENS.has(before) && !isBlank(after)) {
        closesAt = closingAfter(text, at)
        yield closesAt < 0
          ? { from: at, to: at + 1, insert: '’', kind: 'apostrophe' }
          : { from: at, to: at + 1, insert: '‚', kind: 'quotes' }
      } else if (isLetter(before) && !/\d/.test(before)) yield { from: at, to: at + 1, insert: '’', kind: 'apostrophe' }
    } else if (sign === '-' && before !== '-') {
      const two = after === '-'
      const end = at + (two ? 2 : 1)
      const behind = text[end] ?? ''
      const spaced = (before === ' ' || before === NBSP) && behind === ' ' && !isBlank(text[at - 2] ?? '')
      if (behind !== '-' && (spaced || (two && isLetter(before) && isLetter(behind))))
        yield { from: at, to: end, insert: '–', kind: 'dash' }
    } else if (sign === '.' && after === '.' && text[at + 2] === '.' && before !== '.' && text[at + 3] !== '.')
      yield { from: at, to: at + 3, insert: '…', kind: 'dots' }
  }
}

/** The single mark that closes one, near by and in the same paragraph; -1 for none. */
function closingAfter(text: string, open: number): number {
  for (let at = open + 1; at < Math.min(text.length, open + REACH); at++) {
    if (text[at] === '\n' && text[at + 1] === '\n') return -1
    if (text[at] === "'" && !isBlank(text[at - 1] ?? '') && !isLetter(text[at + 1] ?? '')) return at
  }
  return -1
}

function* spaces(text: string): Generator<TypographyChange> {
  for (const { index, 0: found } of text.matchAll(PARTS)) {
    const bare = found.replaceAll(' ', '')
    if (!KEPT_PARTS.has(bare)) continue
    const insert = bare.replace(/\.(?=.)/g, `.${NBSP}`)
    yield { from: index, to: index + found.length, insert, kind: 'space' }
  }
  for (const pattern of [UNITS, BEFORE_NUMBER, TITLES, MONTHS])
    for (const { index } of text.matchAll(pattern)) yield { from: index, to: index + 1, insert: NBSP, kind: 'space' }
}
