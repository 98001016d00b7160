/** Labels for paid articles (§ 22 MStV); the two words the press uses. */
export const ADVERTS = ['anzeige', 'werbung'] as const
export type Advert = (typeof ADVERTS)[number]
export const ADVERT_WORDS: Record<Advert, string> = { anzeige: 'Anzeige', werbung: 'Werbung' }

/** A category as lists of titles name it, behind the word that says somebody paid. */
export function withAdvert(category: string | null, advert: Advert | null): string | null {
  return [advert && ADVERT_WORDS[advert], category].filter(Boolean).join(' · ') || null
}

/** A title where nothing but titles stands. */
export function titleWithAdvert(title: string, advert: Advert | null): string {
  return advert ? `${ADVERT_WORDS[advert]}: ${title}` : title
}

/** What a machine did of a text or a picture; where it did nothing, nothing is said. */
export const AI_SHARES = ['assisted', 'generated'] as const
export type AiShare = (typeof AI_SHARES)[number]
export const AI_TEXT_WORDS: Record<AiShare, string> = { assisted: 'Mit KI-Unterstützung', generated: 'KI-generiert' }
export const AI_PICTURE_WORDS: Record<AiShare, string> = {
  assisted: 'Bild mit KI bearbeitet',
  generated: 'Bild KI-generiert',
}

/** The line beside a picture: its author, and the part AI had in it. */
export function pictureCredit(credit: string, share: AiShare | null): string {
  return [credit.trim(), share && AI_PICTURE_WORDS[share]].filter(Boolean).join(' · ')
}
