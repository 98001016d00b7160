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

/** The form that networks expect: `de_DE`, `en_US`. */
export function openGraphLocale(lang: string): string {
  try {
    const { language, region } = new Intl.Locale(lang).maximize()
    return region === undefined ? language : `${language}_${region}`
  } catch {
    return lang
  }
}
