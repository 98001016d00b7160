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
  /** Who wrote it last; null once the account is gone. */
  author: person.nullable(),
  /** Everyone who took part in it (TEAM-4). */
  authors: z.array(person),
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

/** Who wrote the characters of a text one after the other, and when; null where that is unknown. A line break is one. */
export const writers = z.object({
  /** The working text: its version, and its log where it is written in steps. */
  version: z.number().int(),
  log: z.object({ epoch: z.string(), seq: z.number().int() }).nullable(),
  runs: z.array(z.object({ length: z.number().int(), author: person.nullable(), at: instant.nullable() })),
})
export type Writers = z.infer<typeof writers>

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
  /** Who wrote which passage of the working text, and when (TEAM-4). Error: 404. */
  writers: endpoint('GET', '/articles/{id}/writers', 'approved').input(byId).output(writers),
  /** Names a version (WEEK-25). 404 for an unknown one. */
  name: endpoint('PUT', '/articles/{id}/revisions/{revision_id}/name', 'approved')
    .input(revisionNaming)
    .output(revisionSummary),
}
