import { z } from 'zod'
import { LONGEST_REVISION_NAME } from '../../rules/limits.ts'
import { person } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant, line, listQuery, page } from '../fields.ts'
import { textFields } from './text.ts'

/**
 * How a version came to be: saved by itself while typing (those of one stretch of work are one version), by a button, by
 * going live, or kept because another text was chosen over it.
 */
export const REVISION_KINDS = ['autosave', 'saved', 'published', 'kept'] as const
const revisionKind = z.enum(REVISION_KINDS)
export type RevisionKind = z.infer<typeof revisionKind>

export const revisionSummary = z.object({
  id,
  version: z.number().int(),
  kind: revisionKind,
  title: textFields.title,
  /** Given by an editor; null for none. A version with a name stays for good. */
  name: z.string().nullable(),
  /** Who wrote it; null once the account is gone. */
  author: person.nullable(),
  created_at: instant,
})
export type RevisionSummary = z.infer<typeof revisionSummary>

/** A version with its whole text; one that a former release kept, or of a page, has no more than these three fields. */
export const revision = revisionSummary.extend({
  ...z.object({ ...textFields, tag_ids: z.array(id) }).partial().shape,
  title: textFields.title,
  excerpt: textFields.excerpt,
  content_markdown: textFields.content_markdown,
})
export type Revision = z.infer<typeof revision>

/** The name of a version; null, or blanks alone, take it away. */
export const revisionNaming = byId.extend({
  revision_id: id,
  name: line(LONGEST_REVISION_NAME)
    .nullable()
    .transform((name) => name || null),
})

export const revisions = {
  /** Versions of an article, newest first, without their text; 404 for an unknown article. */
  list: endpoint('GET', '/articles/{id}/revisions', 'approved')
    .input(listQuery.omit({ q: true }).extend({ id }))
    .output(page(revisionSummary)),
  get: endpoint('GET', '/articles/{id}/revisions/{revision_id}', 'approved')
    .input(byId.extend({ revision_id: id }))
    .output(revision),
  /** Names a version (WEEK-25). 404 for an unknown one. */
  name: endpoint('PUT', '/articles/{id}/revisions/{revision_id}/name', 'approved')
    .input(revisionNaming)
    .output(revisionSummary),
}
