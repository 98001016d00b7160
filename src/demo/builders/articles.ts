import type { Tables } from '../../server/platform/db/db.ts'
import { authorSlug, slugify } from '../../rules/slug.ts'
import { autoExcerpt } from '../../rules/articles.ts'
import { fold } from '../../rules/fold.ts'
import { searchableText } from '../../rules/search-text.ts'
import type { Insertable, Selectable } from 'kysely'
import { listManuscripts } from './corpus.ts'
import { writeBody } from './bodies.ts'
import type { Kit } from './kit.ts'

export type ArticleRow = Insertable<Tables['articles']>

/**
 * An article, a draft by default. Text comes from a manuscript of the corpus; slug, excerpt, dates and search
 * text follow from what is given: a published one was published at its `published_at` (default: a day ago), a scheduled
 * one has no date unless given (RUL-3), a draft none.
 */
export function articleRow(kit: Kit, given: Partial<ArticleRow> = {}): ArticleRow {
  const manuscript = kit.random.pick(listManuscripts())
  const title = given.title ?? manuscript.title
  const content = given.content_markdown ?? writeBody(kit, manuscript, { sections: kit.random.int(1, 4) })
  const excerpt = given.excerpt ?? (given.content_markdown === undefined ? manuscript.excerpt : autoExcerpt(content))
  const status = given.status ?? 'draft'
  const publishedAt =
    status === 'published'
      ? (given.published_at ?? kit.at(-1))
      : status === 'scheduled'
        ? (given.published_at ?? null)
        : null
  const createdAt =
    given.created_at ?? earlier(status === 'published' && publishedAt ? publishedAt : kit.now.toISOString(), kit)
  return {
    id: kit.id(createdAt),
    title,
    slug: given.deleted_at ? null : kit.slug(title),
    slug_is_custom: 0,
    status,
    excerpt,
    content_markdown: content,
    cover_image_url: null,
    category_id: null,
    byline: null,
    author_slug: authorSlug(given.byline ?? null),
    canonical_url: null,
    seo_description: null,
    unpublish_at: null,
    first_published_at: status === 'published' ? publishedAt : null,
    author_id: null,
    version: 1,
    search_text: searchableText(`${title}\n${excerpt}`),
    updated_at: given.updated_at ?? (status === 'published' && publishedAt ? publishedAt : createdAt),
    deleted_at: null,
    trashed_slug: null,
    ...given,
    published_at: publishedAt,
    created_at: createdAt,
  }
}

/** An hour to twelve days before the instant. */
function earlier(instant: string, { random }: Kit): string {
  return new Date(Date.parse(instant) - random.int(3_600, 12 * 86_400) * 1000).toISOString()
}

/** An article's text as searching finds it (`Treffer im Text`). */
export function textRow({ id, content_markdown }: ArticleRow): Insertable<Tables['article_texts']> {
  return { article_id: id, search_text: searchableText(content_markdown) }
}

/** The working text of a published article (RUL-27): its text with a new paragraph by default. */
export function workingCopyRow(
  kit: Kit,
  article: ArticleRow,
  given: Partial<Insertable<Tables['article_working_copies']>> = {},
): Insertable<Tables['article_working_copies']> {
  return {
    article_id: article.id,
    title: article.title,
    slug: article.slug ?? kit.slug(article.title),
    excerpt: article.excerpt,
    content_markdown: `${article.content_markdown}\n**Nachtrag:** Mehrere Leserinnen haben uns auf eine neuere Fassung hingewiesen. Wir prüfen die Zahlen und ergänzen sie hier.\n`,
    cover_image_url: article.cover_image_url ?? null,
    category_id: article.category_id ?? null,
    byline: article.byline ?? null,
    canonical_url: article.canonical_url ?? null,
    seo_description: article.seo_description ?? null,
    correction: article.correction ?? null,
    series: article.series ?? null,
    author_id: article.author_id ?? null,
    updated_at: kit.now.toISOString(),
    ...given,
  }
}

/** A kept version of an article's text, by default the present one. */
export function revisionRow(
  kit: Kit,
  article: ArticleRow,
  given: Partial<Insertable<Tables['article_revisions']>> = {},
): Insertable<Tables['article_revisions']> {
  return {
    id: kit.id(given.created_at ?? article.updated_at),
    article_id: article.id,
    version: article.version,
    title: article.title,
    excerpt: article.excerpt,
    content_markdown: article.content_markdown,
    author_id: article.author_id ?? null,
    created_at: article.updated_at,
    ...given,
  }
}

/** A former address of an article (RUL-5). */
export function formerSlugRow(kit: Kit, article: ArticleRow, title: string): Selectable<Tables['slug_history']> {
  return { slug: kit.slug(title), article_id: article.id, created_at: article.updated_at }
}

/** A secret preview link (RUL-37) of which only the token's hash is kept; valid for 14 days by default. */
export function previewLinkRow(
  kit: Kit,
  article: Pick<ArticleRow, 'id' | 'author_id'>,
  given: Partial<Insertable<Tables['preview_links']>> & { token_hash: string },
): Insertable<Tables['preview_links']> {
  const createdAt = given.created_at ?? kit.now.toISOString()
  return {
    id: kit.id(createdAt),
    article_id: article.id,
    author_id: article.author_id ?? null,
    created_at: createdAt,
    expires_at: new Date(Date.parse(createdAt) + 14 * 86_400_000).toISOString(),
    revoked_at: null,
    ...given,
  }
}

/** A category or tag: unique by its folded name, as the service would keep it (RUL-6). */
export function namedRow(
  kit: Kit,
  name: string,
  given: Partial<Pick<Selectable<Tables['tags']>, 'created_at'>> = {},
): Selectable<Tables['tags']> {
  const createdAt = given.created_at ?? kit.now.toISOString()
  const row = { id: kit.id(createdAt), name, folded_name: fold(name), slug: slugify(name), created_at: createdAt }
  return { ...row, description: '', picture: null, ...given }
}
