import type { Article } from '../../../contract/articles.ts'
import { BLANK_TEXT, TEXT_FIELDS, textIn, type Text } from '../../../rules/article-text.ts'
import { slugify } from '../../../rules/slug.ts'

/** Everything an author writes about an article; the content of a save and of the local copy. */
export type ArticleText = Text & {
  /** Empty while it follows the title of a new article. */
  slug: string
  /** True once typed by hand or published: the slug no longer follows the title (RUL-5). */
  slugIsOwn: boolean
  tag_ids: string[]
}

export const EMPTY_TEXT: ArticleText = { ...BLANK_TEXT, slug: '', slugIsOwn: false, tag_ids: [] }

/** Names of the fields on screens. */
export const FIELD_LABELS: Record<keyof Text | 'slug' | 'tag_ids', string> = {
  title: 'Titel',
  slug: 'Adresse',
  excerpt: 'Auszug',
  content_markdown: 'Text',
  cover_image_url: 'Titelbild',
  category_id: 'Kategorie',
  tag_ids: 'Schlagwörter',
  byline: 'Autorenzeile',
  canonical_url: 'Kanonische Adresse',
  seo_description: 'Beschreibung für Suchmaschinen',
  correction: 'Korrekturhinweis',
  series: 'Serie',
  noindex: 'Von Suchmaschinen fernhalten',
  advert: 'Werbekennzeichnung',
  ai_share: 'KI-Kennzeichnung',
  lang: 'Sprache',
  version_of: 'Fassung von',
  template: 'Vorlage',
}

/** The text that editors see of an article: its working text if there is one (RUL-27). */
export function textOf(article: Article): ArticleText {
  const written = article.working_copy ?? article
  return {
    ...textIn(written),
    slug: written.slug,
    slugIsOwn: article.slug_is_own,
    tag_ids: article.working_copy?.tag_ids ?? article.tags.map((tag) => tag.id),
  }
}

/** Whether two texts would be saved as the same. A slug that follows its title is not compared. */
export function sameText(a: ArticleText, b: ArticleText): boolean {
  return (
    TEXT_FIELDS.every((field) => sameField(field, a[field], b[field])) &&
    a.slugIsOwn === b.slugIsOwn &&
    (!a.slugIsOwn || a.slug === b.slug) &&
    sameTags(a.tag_ids, b.tag_ids)
  )
}

/** Whether two values of a field would be saved as the same. */
export function sameField<Field extends keyof Text>(field: Field, a: Text[Field], b: Text[Field]): boolean {
  return a === b || (field !== 'excerpt' && field !== 'content_markdown' && asSaved(a) === asSaved(b))
}

/** An emptied field equals one that is missing, as in copies from before the field existed. */
function asSaved(value: string | boolean | null | undefined): string | boolean | null {
  return (typeof value === 'string' ? value.trim() : value) || null
}

/** Whether two lists contain the same tags, in any order. */
export function sameTags(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}

/** The slug as shown: typed or published, else derived from the title, with the number that made it unique (RUL-5). */
export function shownSlug({ title, slug, slugIsOwn }: ArticleText): string {
  const derived = slugify(title)
  const made = derived === '' ? /^artikel-[0-9a-f]{8}$/.test(slug) : /^-\d+$/.test(slug.slice(derived.length))
  return slugIsOwn || (made && slug.startsWith(derived)) ? slug : derived
}

/** The record with another working text, as a fold of steps leaves it. */
export function withBody(record: Article, content_markdown: string): Article {
  if (record.working_copy) return { ...record, working_copy: { ...record.working_copy, content_markdown } }
  if (record.status !== 'published' || record.content_markdown === content_markdown) {
    return record.status === 'published' ? record : { ...record, content_markdown }
  }
  const { slug, tags, updated_at } = record
  const tag_ids = tags.map((tag) => tag.id)
  const working_copy = { ...textIn(record), slug, tag_ids, updated_at, content_markdown, goes_live_at: null }
  return { ...record, has_unpublished_changes: true, working_copy }
}
