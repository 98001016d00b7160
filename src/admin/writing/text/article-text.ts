import type { Article } from '../../../contract/articles.ts'
import { slugify } from '../../../rules/slug.ts'

/** Everything people write about an article; what a save sends and the local copy keeps. */
export type ArticleText = {
  title: string
  /** Empty while it follows the title of a new article. */
  slug: string
  /** True once typed by hand or published: the slug no longer follows the title (RUL-5). */
  slugIsOwn: boolean
  excerpt: string
  content_markdown: string
  cover_image_url: string | null
  category_id: string | null
  tag_ids: string[]
  /** The name readers see instead of the settings' (RUL-39); null for none. */
  byline: string | null
  canonical_url: string | null
  seo_description: string | null
  /** What readers are told was wrong; null for nothing. */
  correction: string | null
  /** The series it is a part of; null for none. */
  series: string | null
  /** Search engines are asked to leave it out. */
  noindex: boolean
}

export const EMPTY_TEXT: ArticleText = {
  title: '',
  slug: '',
  slugIsOwn: false,
  excerpt: '',
  content_markdown: '',
  cover_image_url: null,
  category_id: null,
  tag_ids: [],
  byline: null,
  canonical_url: null,
  seo_description: null,
  correction: null,
  series: null,
  noindex: false,
}

/** The text editors see of an article: its working version where there is one (RUL-27). */
export function textOf(article: Article): ArticleText {
  const {
    title,
    slug,
    excerpt,
    content_markdown,
    cover_image_url,
    category_id,
    byline,
    canonical_url,
    seo_description,
    correction,
    series,
    noindex,
  } = article.working_copy ?? article
  return {
    title,
    slug,
    slugIsOwn: article.slug_is_own,
    excerpt,
    content_markdown,
    cover_image_url,
    category_id,
    tag_ids: article.working_copy?.tag_ids ?? article.tags.map((tag) => tag.id),
    byline,
    canonical_url,
    seo_description,
    correction,
    series,
    noindex,
  }
}

/** Whether two texts would be saved as the same; a slug that follows its title says nothing of its own. */
export function sameText(a: ArticleText, b: ArticleText): boolean {
  return (
    a.content_markdown === b.content_markdown &&
    a.title.trim() === b.title.trim() &&
    a.excerpt === b.excerpt &&
    a.cover_image_url === b.cover_image_url &&
    a.category_id === b.category_id &&
    sameLine(a.byline, b.byline) &&
    sameLine(a.canonical_url, b.canonical_url) &&
    sameLine(a.seo_description, b.seo_description) &&
    sameLine(a.correction, b.correction) &&
    sameLine(a.series, b.series) &&
    // a copy from before the field existed lacks it
    Boolean(a.noindex) === Boolean(b.noindex) &&
    a.slugIsOwn === b.slugIsOwn &&
    (!a.slugIsOwn || a.slug === b.slug) &&
    sameTags(a.tag_ids, b.tag_ids)
  )
}

/** A field that was emptied, and one a copy from before the field existed lacks, is a field without anything. */
function sameLine(a: string | null | undefined, b: string | null | undefined): boolean {
  return (a?.trim() || null) === (b?.trim() || null)
}

/** Whether two lists name the same tags, in whatever order. */
export function sameTags(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}

/** The slug as shown: typed or published, else what the title gives, with the number that made it free (RUL-5). */
export function shownSlug({ title, slug, slugIsOwn }: ArticleText): string {
  const derived = slugify(title)
  const made = derived === '' ? /^artikel-[0-9a-f]{8}$/.test(slug) : /^-\d+$/.test(slug.slice(derived.length))
  return slugIsOwn || (made && slug.startsWith(derived)) ? slug : derived
}
