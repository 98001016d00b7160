import { z } from 'zod'
import { PAGE_PLACEMENTS, PAGE_STATUSES } from '../rules/pages.ts'
import { formerAddress } from './articles/addresses.ts'
import { pagePresence } from './articles/presence.ts'
import { pagePreviewLinks } from './articles/preview-links.ts'
import { pageRemarks } from './articles/remarks.ts'
import { pageSuggestions } from './articles/suggestions.ts'
import { reviewOf } from './articles/review.ts'
import { pageSteps } from './articles/steps.ts'
import { revision, revisionNaming, revisionSummary, writers } from './articles/revisions.ts'
import { newFields, slug, textFields, title, version, writtenFields } from './articles/text.ts'
import { saving } from './articles.ts'
import { endpoint, readingEndpoint } from './endpoint.ts'
import { byId, id, instant, listQuery, page as pageOf, text } from './fields.ts'

export const pageStatus = z.enum(PAGE_STATUSES, 'Erlaubt sind draft und published')
export type PageStatus = z.infer<typeof pageStatus>

export const pagePlacement = z.enum(PAGE_PLACEMENTS, 'Erlaubt sind header, footer und none')
export type PagePlacement = z.infer<typeof pagePlacement>

/** Of the fields of an article's text those that pages have. */
const { title: readTitle, content_markdown: readMarkdown } = textFields

const pageWorkingCopy = z.object({
  title: readTitle,
  slug: z.string(),
  content_markdown: readMarkdown,
  updated_at: instant,
})
export type PageWorkingCopy = z.infer<typeof pageWorkingCopy>

export const pageSummary = z.object({
  id,
  title: readTitle,
  slug: z.string(),
  status: pageStatus,
  noindex: z.boolean(),
  lang: textFields.lang,
  placement: pagePlacement,
  /** Pages stand by it in header, footer and list; what came first wins where two have the same. */
  position: z.number().int(),
  created_at: instant,
  /** When its title or text changed for readers, or its status. */
  updated_at: instant,
  author_id: id.nullable(),
  version: z.number().int(),
  has_unpublished_changes: z.boolean(),
  /** Blanks of its template that are still in the text, the written one; 0 for pages without a template. */
  blanks: z.number().int(),
})
export type PageSummary = z.infer<typeof pageSummary>

export const page = pageSummary.extend({
  content_markdown: readMarkdown,
  /** Typed by hand, or known to readers: the slug follows the title no more (RUL-5). */
  slug_is_own: z.boolean(),
  working_copy: pageWorkingCopy.nullable(),
  /** The last save of each editor that this version holds (`save_id`). */
  recent_saves: z.array(z.string()),
})
export type Page = z.infer<typeof page>

/** What anyone may read of a published page: named one by one, so that a new field is private until it stands here. */
export const publicPage = page.pick({
  id: true,
  title: true,
  slug: true,
  status: true,
  noindex: true,
  lang: true,
  placement: true,
  position: true,
  created_at: true,
  updated_at: true,
  content_markdown: true,
})
export type PublicPage = z.infer<typeof publicPage>

const position = z.number().int('Nur ganze Zahlen').min(0, 'Nicht unter 0').max(1_000_000, 'Höchstens 1.000.000')
const { content_markdown: markdown } = writtenFields

const createInput = z.object({
  /** Chosen by the caller, so that a creation whose answer was lost can be sent again; 409 `version_conflict` when it exists. */
  id: id.optional(),
  title,
  slug: slug.optional(),
  content_markdown: newFields.content_markdown,
  status: pageStatus.default('draft'),
  noindex: z.boolean().default(false),
  lang: newFields.lang,
  placement: pagePlacement.default('none'),
  /** Behind all others where none is given. */
  position: position.optional(),
  save_id: saving.save_id,
  autosave: saving.autosave,
})
export type CreatePage = z.infer<typeof createInput>

const updateInput = z.object({
  id,
  version,
  title: title.optional(),
  slug: slug.optional(),
  content_markdown: markdown.nullable().optional(),
  status: pageStatus.optional(),
  noindex: z.boolean().optional(),
  lang: writtenFields.lang.optional(),
  placement: pagePlacement.optional(),
  position: position.optional(),
  ...saving,
})
export type UpdatePage = z.infer<typeof updateInput>

const workingCopyInput = z.object({ id, version, title, slug, content_markdown: markdown.nullable(), ...saving })
export type SavePageWorkingCopy = z.infer<typeof workingCopyInput>

/** More than anybody has pages. */
const MOST_ORDERED = 1000

export const pages = {
  /** In their order, without texts; `q` searches title and text for its words in any form and order. */
  list: endpoint('GET', '/pages', 'approved')
    .input(listQuery.extend({ status: pageStatus.optional(), placement: pagePlacement.optional() }))
    .output(pageOf(pageSummary)),
  /** Published ones only; anything else is 404 `not_found` (RUL-19). */
  bySlug: readingEndpoint('/pages/by-slug/{slug}')
    .input(z.object({ slug: text(400) }))
    .output(publicPage),
  get: endpoint('GET', '/pages/{id}', 'approved').input(byId).output(page),
  /**
   * A typed slug that is reserved (RUL-44) is 400 `validation_failed` on `slug`, one that is taken 409 `slug_taken` with
   * `proposal`.
   */
  create: endpoint('POST', '/pages', 'approved').input(createInput).output(page),
  /** Goes live. Errors: 400 without `version` or for a reserved slug, 409 `version_conflict` with `current`, 409 `slug_taken` with `proposal`. */
  update: endpoint('PATCH', '/pages/{id}', 'approved').input(updateInput).output(page),
  /** Puts the pages named before all others, in this order. 404 when one of them is not there. */
  order: endpoint('PUT', '/pages/order', 'approved', 204)
    .input(z.object({ ids: z.array(id).min(1).max(MOST_ORDERED) }))
    .output(z.void()),
  /** Saves the working text of a published page without touching what readers see (RUL-27). */
  saveWorkingCopy: endpoint('PUT', '/pages/{id}/working-copy', 'approved').input(workingCopyInput).output(page),
  /** Goes back to the live version (`Verwerfen`, RUL-27). 409 `version_conflict` with `current`: somebody has written on. */
  discardWorkingCopy: endpoint('DELETE', '/pages/{id}/working-copy', 'approved')
    .input(byId.extend({ version }))
    .output(page),
  /**
   * Takes back what the caller's change to `version` made readers see: status and live text are as before (RUL-67). What is
   * written stays, as the draft or the working text. 409 `version_conflict` with `current` as for articles.
   */
  undo: endpoint('POST', '/pages/{id}/undo', 'approved', 200).input(byId.extend({ version })).output(page),
  review: reviewOf('/pages', page),
  presence: pagePresence,
  previewLinks: pagePreviewLinks,
  remarks: pageRemarks,
  suggestions: pageSuggestions,
  steps: pageSteps,
  addresses: {
    /** Former addresses that answer with a 301 to the page, newest first. */
    list: endpoint('GET', '/pages/{id}/addresses', 'approved')
      .input(byId)
      .output(z.object({ items: z.array(formerAddress) })),
    /** From now on the address leads nowhere. 404 when it did not lead to this page. */
    remove: endpoint('DELETE', '/pages/{id}/addresses/{slug}', 'approved', 204)
      .input(z.object({ id, slug: text(400) }))
      .output(z.void()),
  },
  revisions: {
    /** Versions of a page, newest first, without their text; 404 for an unknown page. */
    list: endpoint('GET', '/pages/{id}/revisions', 'approved')
      .input(listQuery.omit({ q: true }).extend({ id }))
      .output(pageOf(revisionSummary)),
    get: endpoint('GET', '/pages/{id}/revisions/{revision_id}', 'approved')
      .input(byId.extend({ revision_id: id }))
      .output(revision),
    /** Who wrote which passage of the working text, and when (TEAM-4). Error: 404. */
    writers: endpoint('GET', '/pages/{id}/writers', 'approved').input(byId).output(writers),
    /** Names a version (WEEK-25). 404 for an unknown one. */
    name: endpoint('PUT', '/pages/{id}/revisions/{revision_id}/name', 'approved')
      .input(revisionNaming)
      .output(revisionSummary),
  },
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/pages/{id}', 'approved', 204).input(byId).output(z.void()),
}
