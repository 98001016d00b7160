import { z } from 'zod'
import { ARTICLE_SORTS, ARTICLE_STATUSES, MOST_TAGS, TITLE_MISSING } from '../rules/articles.ts'
import { bulkInput, bulkResult } from './articles/bulk.ts'
import { articleFilter, textHits, textHitsInput } from './articles/text-hits.ts'
import { isHttpUrl } from '../rules/url.ts'
import { articleAddresses } from './articles/addresses.ts'
import { articlePreviewLinks } from './articles/preview-links.ts'
import { endpoint, readingEndpoint } from './endpoint.ts'
import { byId, id, instant, instantInput, line, listQuery, page, text } from './fields.ts'
import { category, tag } from './taxonomy.ts'

export const articleStatus = z.enum(ARTICLE_STATUSES)
export type ArticleStatus = z.infer<typeof articleStatus>

const articleSort = z.enum(ARTICLE_SORTS)
export type ArticleSort = z.infer<typeof articleSort>

export const title = line(300, TITLE_MISSING).refine((value) => value !== '', TITLE_MISSING)
export const slug = line(200).refine((value) => value !== '', 'Die Adresse darf nicht leer sein')
const coverImageUrl = line(2000)
  .refine(
    (value) => value === '' || value.startsWith('/') || /^https?:\/\//i.test(value),
    'Nur http(s)-Adressen oder Pfade dieses Servers',
  )
  .transform((value) => value || null)
  .nullable()

const canonicalUrl = line(2000)
  .refine((value) => value === '' || isHttpUrl(value), 'Bitte geben Sie eine Adresse mit http:// oder https:// ein')
  .transform((value) => value || null)
  .nullable()
const lineOrNull = (max: number) =>
  line(max)
    .transform((value) => value || null)
    .nullable()

/** What stands around a text: who wrote it (RUL-39) and what search engines are told. Null where nothing is. */
const details = {
  byline: lineOrNull(200),
  canonical_url: canonicalUrl,
  seo_description: lineOrNull(400),
  /** What was wrong, as readers are told below the text. */
  correction: text(2000)
    .transform((value) => value.trim() || null)
    .nullable(),
  /** The name of a series: articles that carry the same one are its parts. */
  series: lineOrNull(120),
  /** Search engines are asked to leave it out: it stands in no sitemap, but in lists and feeds. */
  noindex: z.boolean(),
}
const articleDetails = z.object({
  byline: z.string().nullable(),
  canonical_url: z.string().nullable(),
  seo_description: z.string().nullable(),
  correction: z.string().nullable(),
  series: z.string().nullable(),
  noindex: z.boolean(),
})

/** The fields people write; the same in the live and in the working version (RUL-27). */
const content = {
  title,
  slug,
  excerpt: text(2000),
  content_markdown: text(2_000_000),
  cover_image_url: coverImageUrl,
  category_id: id.nullable(),
}

export const workingCopy = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  content_markdown: z.string(),
  cover_image_url: z.string().nullable(),
  category_id: id.nullable(),
  ...articleDetails.shape,
  tag_ids: z.array(id),
  updated_at: instant,
})
export type WorkingCopy = z.infer<typeof workingCopy>

export const articleSummary = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  status: articleStatus,
  excerpt: z.string(),
  cover_image_url: z.string().nullable(),
  category_id: id.nullable(),
  byline: z.string().nullable(),
  published_at: instant.nullable(),
  unpublish_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  author_id: id.nullable(),
  version: z.number().int(),
  has_unpublished_changes: z.boolean(),
  category: category.nullable(),
  tags: z.array(tag),
})
export type ArticleSummary = z.infer<typeof articleSummary>

export const article = articleSummary.extend({
  content_markdown: z.string(),
  canonical_url: z.string().nullable(),
  seo_description: z.string().nullable(),
  correction: z.string().nullable(),
  series: z.string().nullable(),
  noindex: z.boolean(),
  /** When what readers read was changed since it was published; null where it was not. */
  text_changed_at: instant.nullable(),
  /** Typed by hand, or known to readers: the slug follows the title no more (RUL-5). */
  slug_is_own: z.boolean(),
  working_copy: workingCopy.nullable(),
  /** The last save of each editor that this version holds (`save_id`): one whose answer was lost finds itself here. */
  recent_saves: z.array(z.string()),
})
export type Article = z.infer<typeof article>

/** What lists say to everybody of a published article: named one by one, so that a new field is private until it stands here. */
export const publicSummary = articleSummary.pick({
  id: true,
  title: true,
  slug: true,
  status: true,
  excerpt: true,
  cover_image_url: true,
  category_id: true,
  byline: true,
  published_at: true,
  created_at: true,
  updated_at: true,
  category: true,
  tags: true,
})
export type PublicSummary = z.infer<typeof publicSummary>

/** What anyone may read of a published article. */
export const publicArticle = publicSummary.extend(
  article.pick({
    content_markdown: true,
    canonical_url: true,
    seo_description: true,
    noindex: true,
    correction: true,
    series: true,
    text_changed_at: true,
  }).shape,
)
export type PublicArticle = z.infer<typeof publicArticle>

export const articleCounts = z.object({ draft: z.number(), scheduled: z.number(), published: z.number() })

const tagIds = z.array(id).max(MOST_TAGS, `Höchstens ${MOST_TAGS} Schlagwörter`)

/** What an editor says about a save, beside the text. */
export const saving = {
  /** `{editor}:{number of its save}`: repeated in `recent_saves`. */
  save_id: z
    .string()
    .regex(/^[\w-]{1,64}:\d{1,9}$/, 'Keine gültige Kennung einer Speicherung')
    .optional(),
  /** Saved by itself while typing: such saves of one stretch of work are one version. */
  autosave: z.boolean().optional(),
  /** A text that gave way to the saved one in a conflict; it is kept as a version of its own (RUL-14). */
  kept: z.object({ title: text(300), excerpt: text(2000), content_markdown: text(2_000_000) }).optional(),
}

const createInput = z.object({
  /** Chosen by the caller, so that a creation whose answer was lost can be sent again; 409 `version_conflict` when it exists. */
  id: id.optional(),
  title,
  slug: slug.optional(),
  excerpt: content.excerpt.default(''),
  content_markdown: content.content_markdown.default(''),
  cover_image_url: coverImageUrl.default(null),
  category_id: content.category_id.default(null),
  byline: details.byline.default(null),
  canonical_url: canonicalUrl.default(null),
  seo_description: details.seo_description.default(null),
  correction: details.correction.default(null),
  series: details.series.default(null),
  noindex: details.noindex.default(false),
  status: articleStatus.default('draft'),
  published_at: instantInput.nullable().optional(),
  unpublish_at: instantInput.nullable().optional(),
  tag_ids: tagIds.default([]),
  save_id: saving.save_id,
  autosave: saving.autosave,
})
export type CreateArticle = z.infer<typeof createInput>

/** `unpublished`: an article that is there, but not for readers. */
const deadAddress = z.object({ address: z.string(), reason: z.enum(['missing', 'unpublished']) })
export const articleCheck = z.object({ slug_taken: z.boolean(), dead: z.array(deadAddress) })
export type ArticleCheck = z.infer<typeof articleCheck>

export const version = z.number({ error: 'Die Angabe „version“ fehlt' }).int()

const updateInput = z.object({
  id,
  version,
  title: title.optional(),
  slug: slug.optional(),
  excerpt: content.excerpt.optional(),
  content_markdown: content.content_markdown.optional(),
  cover_image_url: coverImageUrl.optional(),
  category_id: content.category_id.optional(),
  byline: details.byline.optional(),
  canonical_url: canonicalUrl.optional(),
  seo_description: details.seo_description.optional(),
  correction: details.correction.optional(),
  series: details.series.optional(),
  noindex: details.noindex.optional(),
  status: articleStatus.optional(),
  published_at: instantInput.nullable().optional(),
  unpublish_at: instantInput.nullable().optional(),
  tag_ids: tagIds.optional(),
  ...saving,
})
export type UpdateArticle = z.infer<typeof updateInput>

/** Details left out stay as the working version has them. */
const workingCopyInput = z.object({
  id,
  version,
  ...content,
  ...z.object(details).partial().shape,
  tag_ids: tagIds.optional(),
  ...saving,
})
export type SaveWorkingCopy = z.infer<typeof workingCopyInput>

export const articles = {
  /**
   * Newest created first (ART-4) unless `sort` says otherwise, without texts; `q` searches title and excerpt for its words in any form and order (ART-1).
   * `date` is publication or its date planned, newest first, those without one last; `planned` the same from the
   * earliest on; `title` goes from A to Z.
   */
  list: endpoint('GET', '/articles', 'approved')
    .input(listQuery.extend({ ...articleFilter, sort: articleSort.default('created') }))
    .output(page(articleSummary)),
  /**
   * `Treffer im Text`, in what is live (RUL-27): newest first, with the place of the first hit; nothing for words under three
   * letters.
   */
  textHits: endpoint('GET', '/articles/text-hits', 'approved').input(textHitsInput).output(textHits),
  /** One action on up to 200 articles; each one's outcome is in the answer, failures too. */
  bulk: endpoint('POST', '/articles/bulk', 'approved', 200).input(bulkInput).output(bulkResult),
  counts: endpoint('GET', '/articles/counts', 'approved').output(articleCounts),
  /** Published ones only; anything else is 404 `not_found` (RUL-19). */
  bySlug: readingEndpoint('/articles/by-slug/{slug}')
    .input(z.object({ slug: text(400) }))
    .output(publicArticle),
  get: endpoint('GET', '/articles/{id}', 'approved').input(byId).output(article),
  create: endpoint('POST', '/articles', 'approved').input(createInput).output(article),
  /** Goes live. Errors: 400 `validation_failed` without `version`, 409 `version_conflict` with `current`, 409 `slug_taken` with `proposal`. */
  update: endpoint('PATCH', '/articles/{id}', 'approved').input(updateInput).output(article),
  /** Saves the working version of a published article without touching what readers see (RUL-27). */
  saveWorkingCopy: endpoint('PUT', '/articles/{id}/working-copy', 'approved').input(workingCopyInput).output(article),
  /** Goes back to the live version (`Verwerfen`, RUL-27). 409 `version_conflict` with `current`: somebody has written on. */
  discardWorkingCopy: endpoint('DELETE', '/articles/{id}/working-copy', 'approved')
    .input(byId.extend({ version }))
    .output(article),
  /** Replaces all tags of an article in one transaction (EDIT-11, RUL-6). */
  setTags: endpoint('PUT', '/articles/{id}/tags', 'approved')
    .input(z.object({ id, tag_ids: tagIds }))
    .output(article),
  /**
   * Takes back what the caller's change to `version` made readers see: status, dates and live text are as before, and an
   * article that had never been public was never public (RUL-67). What is written stays, as the draft or the working version.
   * 409 `version_conflict` with `current` when anybody else, or another such change, has come since, and after ten minutes.
   */
  undo: endpoint('POST', '/articles/{id}/undo', 'approved', 200).input(byId.extend({ version })).output(article),
  /** What would not work for readers: a slug another article has, and own addresses of a text that lead nowhere. */
  check: endpoint('POST', '/articles/check', 'approved', 200)
    .input(z.object({ id: id.optional(), slug: text(200), addresses: z.array(text(2000)).max(500) }))
    .output(articleCheck),
  addresses: articleAddresses,
  previewLinks: articlePreviewLinks,
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/articles/{id}', 'approved', 204).input(byId).output(z.void()),
}
