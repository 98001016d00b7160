import type { Advert, AiShare } from './labels.ts'

/**
 * Every field of a text beside its address and tags, with its empty value. The live text, the working text, revisions, copies
 * in the browser and the API consist of these fields.
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
  /** Search engines are asked not to list it. It is left out of the sitemap, but not of lists and feeds. */
  noindex: false,
  /** The label of a paid text; null for none. */
  advert: null as Advert | null,
  /** The part AI had in the text, which readers see as a label; null for none. */
  ai_share: null as AiShare | null,
  /** The language of the text (BCP 47). */
  lang: 'de',
  /** The article that this one is another language version of; null for none. Readers get the links between versions, not this id. */
  version_of: null as string | null,
  /** The name of its template, whose words in brackets are blanks to fill in. Not for readers. */
  template: null as string | null,
}
export type Text = typeof BLANK_TEXT

export const TEXT_FIELDS = Object.keys(BLANK_TEXT) as (keyof Text)[]

/** The text fields of a record or row. A field that did not exist when it was written gets its empty value. */
export function textIn(record: Text): Text {
  return Object.fromEntries(TEXT_FIELDS.map((field) => [field, record[field] ?? BLANK_TEXT[field]])) as Text
}

/** A text with these changes; missing or undefined fields stay. */
export function changedText(text: Text, changes: { [Field in keyof Text]?: Text[Field] | undefined }): Text {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, changes[field] === undefined ? text[field] : changes[field]]),
  ) as Text
}
