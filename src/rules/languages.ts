/** The language of a text that names none. */
export const DEFAULT_LANGUAGE = 'de'

/** Languages that are proposed; any other tag can be typed. */
export const PROPOSED_LANGUAGES = ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl', 'tr', 'uk', 'ar', 'he', 'fa'] as const

/** A language tag in its canonical form (BCP 47); null for none that is valid. */
export function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag.trim())[0] ?? null
  } catch {
    return null
  }
}

/** Whether this is German of any kind. */
export function isGerman(lang: string): boolean {
  return /^de(?:-|$)/i.test(lang)
}

/** The `lang` of a part of a German page; undefined where it changes nothing. */
export function foreignLanguage(lang: string): string | undefined {
  return isGerman(lang) ? undefined : lang
}

/** The name of a language in itself, such as `English`; the tag where it has none. */
export function languageName(lang: string): string {
  try {
    return new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang
  } catch {
    return lang
  }
}

/** The name of a language in German. */
export function languageInGerman(lang: string): string {
  try {
    return new Intl.DisplayNames(['de'], { type: 'language' }).of(lang) ?? lang
  } catch {
    return lang
  }
}

/** People with the words that stand between their names in a language: `A, B und C`. */
export function joined<Person extends { name: string }>(people: readonly Person[], lang: string): (Person | string)[] {
  const next = people.values()
  return new Intl.ListFormat([lang, DEFAULT_LANGUAGE])
    .formatToParts(people.map(({ name }) => name))
    .flatMap(({ type, value }) => (type === 'element' ? (next.next().value ?? []) : value))
}

/** The form that networks expect: `de_DE`, `en_US`. */
export function openGraphLocale(lang: string): string {
  try {
    const { language, region } = new Intl.Locale(lang).maximize()
    return region === undefined ? language : `${language}_${region}`
  } catch {
    return lang
  }
}

/** Words that most sentences of a language have, and no sentence of the other; not as part of an address or a name in code. */
const GERMAN_WORDS =
  /(?<![\p{L}\p{N}/_.-])(?:und|der|das|ist|nicht|ein|eine|mit|auf|den|dem|sich|auch|es|von|zu)(?![\p{L}\p{N}/_(=-])/giu
const ENGLISH_WORDS =
  /(?<![\p{L}\p{N}/_.-])(?:the|and|of|to|is|that|with|for|you|this|are|it|have|be|on)(?![\p{L}\p{N}/_(=-])/giu
/** Fewer say nothing, such as a name or a quotation. */
const FEWEST_WORDS = 5
/** Characters that are read of a text. */
const READ = 20_000

/** The language of a text that names none, by its commonest words outside code: English, or the default. */
export function guessedLanguage(markdown: string): string {
  const text = withoutCode(markdown.slice(0, READ))
  const english = text.match(ENGLISH_WORDS)?.length ?? 0
  const german = text.match(GERMAN_WORDS)?.length ?? 0
  return english >= FEWEST_WORDS && english > 2 * german ? 'en' : DEFAULT_LANGUAGE
}

/** Code speaks English in texts of every language. */
function withoutCode(markdown: string): string {
  let isCode = false
  const lines = markdown.split('\n').filter((line) => {
    const isFence = /^ {0,3}(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    return !isCode && !isFence && !/^(?: {4}|\t)/.test(line)
  })
  return lines.join('\n').replaceAll(/`[^`\n]{0,200}`/g, ' ')
}

/** Characters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a text holds such characters. Without them it runs from left to right, whatever its block says. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** The `dir` of a block with this text (RUL-100); undefined where it changes nothing. */
export function directionOf(text: string): 'auto' | undefined {
  return hasRightToLeft(text) ? 'auto' : undefined
}

/** The `lang` and `dir` of an element with a text of this language on a German page. */
export function languageOf(lang: string, text: string): { lang: string | undefined; dir: 'auto' | undefined } {
  return { lang: foreignLanguage(lang), dir: directionOf(text) }
}
