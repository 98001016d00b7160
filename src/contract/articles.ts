import { z } from 'zod'
import { ARTICLE_SORTS, ARTICLE_STATUSES, MOST_CHARACTERS } from '../rules/articles.ts'
import { bulkInput, bulkResult } from './articles/bulk.ts'
import { articleFilter, textHits, textHitsInput } from './articles/text-hits.ts'
import { articleAddresses } from './articles/addresses.ts'
import { articleGuestCalls } from './articles/guests.ts'
import { articlePreviewLinks } from './articles/preview-links.ts'
import { articleRemarks } from './articles/remarks.ts'
import { articleSuggestions } from './articles/suggestions.ts'
import { openReviews, review, reviewDetails, reviewOf } from './articles/review.ts'
import { articleSteps } from './articles/steps.ts'
import { newFields, slug, tagIds, textFields, title, version, writtenFields } from './articles/text.ts'
import { endpoint, readingEndpoint } from './endpoint.ts'
import { byId, id, instant, instantInput, listQuery, page, text } from './fields.ts'
import { category, tag } from './taxonomy.ts'

export const articleStatus = z.enum(ARTICLE_STATUSES)
export type ArticleStatus = z.infer<typeof articleStatus>

const articleSort = z.enum(ARTICLE_SORTS)
export type ArticleSort = z.infer<typeof articleSort>

/** The same fields as the live text (RUL-27). */
export const workingCopy = z.object({
  ...textFields,
  slug: z.string(),
  tag_ids: z.array(id),
  updated_at: instant,
  /** When it goes live by itself; null: not before somebody says so. */
  goes_live_at: instant.nullable(),
})
export type WorkingCopy = z.infer<typeof workingCopy>

export const articleSummary = z.object({
  id,
  title: textFields.title,
  slug: z.string(),
  status: articleStatus,
  excerpt: textFields.excerpt,
  cover_image_url: textFields.cover_image_url,
  category_id: textFields.category_id,
  byline: textFields.byline,
  advert: textFields.advert,
  lang: textFields.lang,
  /** Since when it stands first on the landing page; null where it does not. */
  pinned_at: instant.nullable(),
  published_at: instant.nullable(),
  unpublish_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  author_id: id.nullable(),
  /** The person responsible for it; null where nobody is. */
  assignee_id: id.nullable(),
  /** What the review of what is written has come to (RUL-61); `none` where readers have all of it. */
  review,
  review_details: reviewDetails.nullable(),
  version: z.number().int(),
  has_unpublished_changes: z.boolean(),
  category: category.nullable(),
  tags: z.array(tag),
})
export type ArticleSummary = z.infer<typeof articleSummary>

export const article = articleSummary.extend({
  ...textFields,
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
  advert: true,
  lang: true,
  published_at: true,
  created_at: true,
  updated_at: true,
  category: true,
  tags: true,
})
export type PublicSummary = z.infer<typeof publicSummary>

/** What anyone may read of a published article beside its summary, named one by one, too. */
export const PUBLIC_TEXT = {
  content_markdown: true,
  canonical_url: true,
  seo_description: true,
  noindex: true,
  correction: true,
  series: true,
  ai_share: true,
  text_changed_at: true,
} as const
export const publicArticle = publicSummary.extend(article.pick(PUBLIC_TEXT).shape)
export type PublicArticle = z.infer<typeof publicArticle>

export const articleCounts = z.object({ draft: z.number(), scheduled: z.number(), published: z.number() })

/** What an editor says about a save, beside the text. */
export const saving = {
  /** `{editor}:{number of its save}`: repeated in `recent_saves`. */
  save_id: z
    .string()
    .regex(/^[\w-]{1,64}:\d{1,9}$/, 'Keine gültige Kennung einer Speicherung')
    .optional(),
  /** Saved by itself while typing: such saves of one stretch of work are one version. */
  autosave: z.boolean().optional(),
  /** A text that gave way to the saved one in a conflict; it is kept as a version of its own (RUL-14), right or wrong. */
  kept: z
    .object({
      ...z.object({ ...textFields, tag_ids: z.array(id) }).partial().shape,
      title: text(300),
      excerpt: text(2000),
      content_markdown: text(MOST_CHARACTERS),
    })
    .optional(),
}

const createInput = z.object({
  /** Chosen by the caller, so that a creation whose answer was lost can be sent again; 409 `version_conflict` when it exists. */
  id: id.optional(),
  title,
  slug: slug.optional(),
  ...newFields,
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

const updateInput = z.object({
  id,
  version,
  title: title.optional(),
  slug: slug.optional(),
  ...z.object(writtenFields).partial().shape,
  /** Null puts what is being written live, with all steps (RUL-73). */
  content_markdown: writtenFields.content_markdown.nullable().optional(),
  status: articleStatus.optional(),
  published_at: instantInput.nullable().optional(),
  unpublish_at: instantInput.nullable().optional(),
  tag_ids: tagIds.optional(),
  ...saving,
})
export type UpdateArticle = z.infer<typeof updateInput>

/** The fields there were first are asked for; of the others those left out stay as the working text has them. */
const workingCopyInput = z.object({
  id,
  version,
  title,
  slug,
  ...z.object(writtenFields).partial().shape,
  excerpt: writtenFields.excerpt,
  /** Null leaves what is being written, with all steps (RUL-73). */
  content_markdown: writtenFields.content_markdown.nullable(),
  cover_image_url: writtenFields.cover_image_url,
  category_id: writtenFields.category_id,
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
   * `Treffer im Text`, in what is live (RUL-27): newest first, with the position of the first hit; nothing for words under
   * three characters.
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
  /** Saves the working text of a published article without touching what readers see (RUL-27). */
  saveWorkingCopy: endpoint('PUT', '/articles/{id}/working-copy', 'approved').input(workingCopyInput).output(article),
  /** Goes back to the live version (`Verwerfen`, RUL-27). 409 `version_conflict` with `current`: somebody has written on. */
  discardWorkingCopy: endpoint('DELETE', '/articles/{id}/working-copy', 'approved')
    .input(byId.extend({ version }))
    .output(article),
  /**
   * Plans when the working text goes live by itself; null: not at all (WEEK-24). Errors: 404; 409 `version_conflict` with
   * `current`; 400 `goes_live_at` where nothing waits to go live, or where readers no longer have the article by then.
   */
  planUpdate: endpoint('PUT', '/articles/{id}/working-copy/date', 'approved')
    .input(byId.extend({ version, goes_live_at: instantInput.nullable() }))
    .output(article),
  /** Replaces all tags of an article in one transaction (EDIT-11, RUL-6). */
  setTags: endpoint('PUT', '/articles/{id}/tags', 'approved')
    .input(z.object({ id, tag_ids: tagIds }))
    .output(article),
  /**
   * Takes back what the caller's change to `version` made readers see: status, dates and live text are as before, and an
   * article that had never been public was never public (RUL-67). What is written stays, as the draft or the working text.
   * 409 `version_conflict` with `current` when anybody else, or another such change, has come since, and after ten minutes.
   */
  undo: endpoint('POST', '/articles/{id}/undo', 'approved', 200).input(byId.extend({ version })).output(article),
  /**
   * A draft of the same text, tags, category and cover, called `Kopie von …`, under an address of its own; of a published article
   * what is being written. What belongs to this one alone stays behind: dates, correction, where it appeared first.
   */
  duplicate: endpoint('POST', '/articles/{id}/duplicate', 'approved').input(byId).output(article),
  /** Stands first on the landing page, from its publication on. At most three do: another one takes the place of the first. */
  pin: endpoint('PUT', '/articles/{id}/pin', 'approved').input(byId).output(article),
  unpin: endpoint('DELETE', '/articles/{id}/pin', 'approved').input(byId).output(article),
  /**
   * Hands the article to a person, or to nobody, who is notified of it. Text and version stay. 400 at `assignee_id` for
   * anybody but an approved account.
   */
  assign: endpoint('PUT', '/articles/{id}/assignee', 'approved')
    .input(z.object({ id, assignee_id: id.nullable() }))
    .output(article),
  /** What would not work for readers: a slug another article has, and own addresses of a text that lead nowhere. */
  check: endpoint('POST', '/articles/check', 'approved', 200)
    .input(z.object({ id: id.optional(), slug: text(200), addresses: z.array(text(2000)).max(500) }))
    .output(articleCheck),
  review: {
    /** Every review that is not over, newest first, at most 500; how many are requested; and who may approve. */
    list: endpoint('GET', '/articles/reviews', 'approved').output(openReviews),
    ...reviewOf('/articles', article),
  },
  addresses: articleAddresses,
  previewLinks: articlePreviewLinks,
  guests: articleGuestCalls,
  remarks: articleRemarks,
  suggestions: articleSuggestions,
  steps: articleSteps,
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/articles/{id}', 'approved', 204).input(byId).output(z.void()),
}
