import type { Advert, AiShare } from './labels.ts'

/**
 * Everything an author writes of an article beside its address and tags, as it is where nobody has written anything. The live
 * text, the working text, revisions, copies on a machine and what the wire says of them are made of these fields.
 */
export const BLANK_TEXT = {
  title: '',
  excerpt: '',
  content_markdown: '',
  cover_image_url: null as string | null,
  category_id: null as string | null,
  /** The name readers see instead of the settings' (RUL-39); null for none. */
  byline: null as string | null,
  canonical_url: null as string | null,
  seo_description: null as string | null,
  /** The correction that readers see below the text; null for none. */
  correction: null as string | null,
  /** The name of a series: articles that carry the same one are its parts. */
  series: null as string | null,
  /** Search engines are asked to leave it out: it stands in no sitemap, but in lists and feeds. */
  noindex: false,
  /** The word that says somebody paid for it; null for none. */
  advert: null as Advert | null,
  /** What AI did of the text, as its label for readers says; null for nothing. */
  ai_share: null as AiShare | null,
  /** The language of the text (BCP 47). */
  lang: 'de',
  /** The article that this one is another language version of; null for none. Readers get the links between versions, not this id. */
  version_of: null as string | null,
  /** The name of the template it was made of: what stands in brackets is a blank. Never for readers. */
  template: null as string | null,
}
export type Text = typeof BLANK_TEXT

export const TEXT_FIELDS = Object.keys(BLANK_TEXT) as (keyof Text)[]

/** Of a record or row the fields of its text alone; a text from before a field existed has nothing there. */
export function textIn(record: Text): Text {
  return Object.fromEntries(TEXT_FIELDS.map((field) => [field, record[field] ?? BLANK_TEXT[field]])) as Text
}

/** A text with what was changed of it; what is left out, or undefined, stays. */
export function changedText(text: Text, changes: { [Field in keyof Text]?: Text[Field] | undefined }): Text {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, changes[field] === undefined ? text[field] : changes[field]]),
  ) as Text
}
