import { z } from 'zod'
import { person } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant, listQuery, page } from '../fields.ts'

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
  title: z.string(),
  /** Who wrote it; null once the account is gone. */
  author: person.nullable(),
  created_at: instant,
})
export type RevisionSummary = z.infer<typeof revisionSummary>

export const revision = revisionSummary.extend({ excerpt: z.string(), content_markdown: z.string() })
export type Revision = z.infer<typeof revision>

export const revisions = {
  /** Versions of an article, newest first, without their text; 404 for an unknown article. */
  list: endpoint('GET', '/articles/{id}/revisions', 'approved')
    .input(listQuery.omit({ q: true }).extend({ id }))
    .output(page(revisionSummary)),
  get: endpoint('GET', '/articles/{id}/revisions/{revision_id}', 'approved')
    .input(byId.extend({ revision_id: id }))
    .output(revision),
}
