/** Longest name of a person, in characters as people count them (code points). */
export const LONGEST_NAME = 80

// What joins characters (Persian, emoji) and picks a glyph is invisible and still part of names; everything else that cannot be
// seen, or turns the reading direction of what stands around it, is not.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/g
const SEEN = /[\p{L}\p{N}]/u

/** A name as it is kept, or why it cannot be one. */
export type NameRead = { name: string } | { fault: string }

/**
 * Reads what somebody calls themselves (RUL-69): spaces at the ends and doubled ones go, characters are composed. Refused are names
 * without an alphanumeric character, with control, direction or invisible characters, longer than 80 characters, and e-mail
 * addresses, since lists name people and not addresses. Two people may have the same name.
 */
export function readPersonName(typed: string): NameRead {
  if (typed.length > LONGEST_NAME * 4) return { fault: `Höchstens ${LONGEST_NAME} Zeichen` }
  if (INVISIBLE.test(typed.replace(JOINERS, ''))) return { fault: 'Enthält Steuerzeichen oder unsichtbare Zeichen' }
  const name = typed
    .normalize('NFC')
    .split(/\p{Zs}/u)
    .filter(Boolean)
    .join(' ')
  if (!SEEN.test(name)) return { fault: 'Bitte einen Namen eingeben' }
  if (name.includes('@')) return { fault: 'Bitte einen Namen, keine E-Mail-Adresse' }
  if ([...name].length > LONGEST_NAME) return { fault: `Höchstens ${LONGEST_NAME} Zeichen` }
  return { name }
}

/** What people are called by (RUL-69): the name they gave, until then the part of their address before the @. */
export function personName({ display_name, email }: { display_name: string | null; email: string | null }): string {
  return display_name ?? (email?.split('@')[0] || 'Ohne Namen')
}

const CHARACTERS = new Intl.Segmenter('de', { granularity: 'grapheme' })
const firstCharacters = (word: string, count: number) =>
  [...CHARACTERS.segment(word)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('')

/** The initials of a name: of its first and last word, or the first two characters of a single one. */
export function initialsOf(name: string): string {
  const all = name.split(/[^\p{L}\p{N}\p{M}'’]+/u).filter(Boolean)
  const [first = name, ...rest] = all
  const last = rest.at(-1)
  return (
    last === undefined ? firstCharacters(first, 2) : firstCharacters(first, 1) + firstCharacters(last, 1)
  ).toLocaleUpperCase('de')
}
