/** A span of time as it is named. */
export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** Lower case, without umlauts and with plain spaces: `Übermorgen` and `uebermorgen` are one word. */
export function plain(typed: string): string {
  return typed
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replace(/[\s\u2013]/g, (space) => (space === '\u2013' ? '-' : ' '))
}

/** Each word with its number; those of one group share it. */
function numbered(groups: string, from: number): ReadonlyMap<string, number> {
  return new Map(
    groups.split(' ').flatMap((group, index) => group.split('|').map((word) => [word, from + index] as const)),
  )
}

/** Monday is 0. */
export const WEEKDAY_WORDS = numbered(
  'montag|montags|mo dienstag|dienstags|di mittwoch|mittwochs|mi donnerstag|donnerstags|do freitag|freitags|fr samstag|samstags|sonnabend|sa sonntag|sonntags|so',
  0,
)

/** January is 1. */
export const MONTH_WORDS = numbered(
  'januar|jaenner|jan februar|feber|feb maerz|marz|mrz|maer april|apr mai juni|jun juli|jul august|aug september|sept|sep oktober|okt november|nov dezember|dez',
  1,
)

export const RELATIVE_DAYS = numbered('vorgestern gestern heute|heut morgen uebermorgen', -2)

export const NUMBER_WORDS = numbered(
  'ein|eine|einem|einen|einer zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf',
  1,
)

export const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['minute', 'minute minuten min'],
      ['hour', 'stunde stunden std h'],
      ['day', 'tag tage tagen'],
      ['week', 'woche wochen'],
      ['month', 'monat monate monaten'],
      ['year', 'jahr jahre jahren'],
    ] as const
  ).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
)

export type Token = { kind: 'number' | 'word' | 'mark'; text: string }

const kindOf = (character: string): Token['kind'] | 'space' | null => {
  if (character >= '0' && character <= '9') return 'number'
  if (character >= 'a' && character <= 'z') return 'word'
  if (character === ' ' || character === ',') return 'space'
  return '.:/-'.includes(character) ? 'mark' : null
}

/** Numbers, words and marks, each character looked at once; null where something else stands in between. */
export function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  let joins = false
  for (const character of text) {
    const kind = kindOf(character)
    if (kind === null) return null
    const last = tokens.at(-1)
    if (kind !== 'space' && joins && last?.kind === kind && kind !== 'mark') last.text += character
    else if (kind !== 'space') tokens.push({ kind, text: character })
    joins = kind !== 'space'
  }
  return tokens
}

/** When something may be tried again, within a sentence: `in 3 Minuten`. */
export function minutesFromNow(seconds: number): string {
  return seconds <= 60 ? 'in einer Minute' : `in ${Math.ceil(seconds / 60)} Minuten`
}
