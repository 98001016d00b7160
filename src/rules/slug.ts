const GERMAN: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
const PLAIN: Record<string, string> = { ø: 'o', đ: 'd', ł: 'l', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', ı: 'i' }

/** Longest slug, in characters. */
const LONGEST = 180
/** Longest number behind it, in characters: `-999999`. */
const NUMBER_LETTERS = 7

/**
 * Slug of a title: German transliteration, other characters without their marks (RUL-5), then the rule of specification §5:
 * lower case, whitespace to hyphens, non-word characters removed, repeated hyphens collapsed, edge hyphens trimmed.
 * Empty where nothing is left; the caller then takes `artikel-{short id}`.
 */
export function slugify(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => GERMAN[letter] ?? letter)
    .replace(/[øđłæœþðı]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, '-')
    .replace(/[^\w-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST)
    .replace(/-$/, '')
}

/** Slug for a title that leaves nothing (RUL-5): `artikel-` and the last eight digits of the id. */
export function fallbackSlug(id: string): string {
  return `artikel-${id.replaceAll('-', '').slice(-8)}`
}

/** What a number is put behind: the slug itself, or so much of a long one that it stays a slug with a number behind it. */
export function slugStem(base: string): string {
  return base.slice(0, LONGEST - NUMBER_LETTERS).replace(/-$/, '')
}

/** The first free slug: `base`, else `base-2`, `base-3` … (RUL-5). `taken` holds `base`, where it is in use, and what begins with `slugStem(base)-`. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base
  const stem = slugStem(base)
  let number = 2
  while (taken.has(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}

/** A slug as people read it: other systems keep characters of other scripts as `%d0%b6`. What is no such spelling stays. */
export function decodedSlug(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** The slug of an author line (RUL-44): RUL-5, or the code points of its characters where nothing is left; null for no line at all. */
export function authorSlug(line: string | null): string | null {
  const name = (line ?? '').trim()
  if (name === '') return null
  return (
    slugify(name) ||
    `autor-${[...name]
      .slice(0, 12)
      .map((letter) => letter.codePointAt(0)?.toString(36))
      .join('-')}`
  )
}
