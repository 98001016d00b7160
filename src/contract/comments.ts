import { z } from 'zod'
import {
  COMMENTS_AT_ONCE,
  COMMENT_STATES,
  LONGEST_COMMENT,
  LONGEST_REPORT,
  REMOVAL_REASON_NAMES,
} from '../rules/comments.ts'
import { endpoint } from './endpoint.ts'
import { changedRecord, id, instant, instantInput, listQuery, page, text } from './fields.ts'
import { closeDays, commentMode } from './settings.ts'

export const commentState = z.enum(COMMENT_STATES)
export const removalReason = z.enum(REMOVAL_REASON_NAMES)

const comment = z.object({
  id,
  article_id: id,
  /** The article as the list names it; `slug` is null while readers cannot find it. */
  article: z.object({ title: z.string(), slug: z.string().nullable() }),
  /** The comment it answers; null for one that begins a thread. */
  parent: z.object({ id, name: z.string() }).nullable(),
  /** Whether it is an answer of the team. */
  team: z.boolean(),
  name: z.string(),
  /** Markdown as it was typed. */
  text: z.string(),
  state: commentState,
  reason: removalReason.nullable(),
  /** What the filter noted, in German. */
  suspicions: z.array(z.string()),
  created_at: instant,
  edited_at: instant.nullable(),
  /** Who decided last; null while nobody did, and for the server. */
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
})
export type Comment = z.infer<typeof comment>

const counts = z.object({
  waiting: z.number(),
  shown: z.number(),
  removed: z.number(),
  /** Reports without a decision. */
  reported: z.number(),
})
export type CommentCounts = z.infer<typeof counts>

const decision = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['shown', 'hidden']) }),
  z.object({ state: z.literal('removed'), reason: removalReason }),
])
export type CommentDecision = z.infer<typeof decision>

const decideInput = z
  .object({
    ids: z
      .array(id)
      .min(1, 'Mindestens ein Kommentar')
      .max(COMMENTS_AT_ONCE, `Höchstens ${COMMENTS_AT_ONCE} Kommentare auf einmal`),
    state: z.enum(['shown', 'hidden', 'removed']),
    /** Required to remove, and only then. */
    reason: removalReason.optional(),
    /** `edited_at` of each comment as the caller has read it: one that its writer has changed since is not shown. */
    read: z.record(id, instantInput.nullable()).optional(),
  })
  .refine(({ state, reason }) => (state === 'removed') === (reason !== undefined), {
    path: ['reason'],
    error: 'Zum Entfernen gehört ein Grund, zu allem anderen keiner',
  })
export type DecideComments = z.infer<typeof decideInput>

const bulkResult = z.object({
  items: z.array(changedRecord),
  /** By this id all of it is taken back; null where nothing has changed. */
  undo_id: id.nullable(),
})
export type CommentsResult = z.infer<typeof bulkResult>

const report = z.object({
  id,
  reason: removalReason,
  text: z.string(),
  contact: z.string().nullable(),
  state: z.enum(['open', 'upheld', 'rejected']),
  outcome: z.string(),
  created_at: instant,
  decided_at: instant.nullable(),
  comment,
})
export type CommentReport = z.infer<typeof report>

const articleComments = z.object({
  /** Null where the article follows the blog. */
  mode: commentMode.nullable(),
  close_after_days: closeDays,
})
export type ArticleComments = z.infer<typeof articleComments>

export const comments = {
  /** Newest first. `removed` lists hidden ones, too. */
  list: endpoint('GET', '/comments', 'approved')
    .input(listQuery.omit({ q: true }).extend({ state: commentState.optional(), article: id.optional() }))
    .output(page(comment)),
  counts: endpoint('GET', '/comments/counts', 'approved').output(counts),
  /** Shows, hides or removes several, all or none of them if the server fails. */
  decide: endpoint('PATCH', '/comments', 'approved').input(decideInput).output(bulkResult),
  /** Takes the caller's bulk change back, once: 404 for an unknown one. */
  undo: endpoint('POST', '/comments/undo/{id}', 'approved', 200).input(z.object({ id })).output(bulkResult),
  /** Answers with the caller's name and the mark of the team; a waiting comment is shown by that. */
  answer: endpoint('POST', '/comments/{id}/answer', 'approved')
    .input(
      z.object({
        id,
        text: text(LONGEST_COMMENT).refine((value) => value.trim() !== '', 'Bitte eine Antwort eingeben'),
        /** `edited_at` of the answered comment as the caller has read it; 409 `version_conflict` where its writer has changed it since. */
        read: instantInput.nullable().optional(),
      }),
    )
    .output(comment),
  reports: endpoint('GET', '/comment-reports', 'approved')
    .input(listQuery.omit({ q: true }).extend({ state: z.enum(['open', 'decided']).default('open') }))
    .output(page(report)),
  /** Decides a report with a reason: 404 for an unknown one, 409 `version_conflict` for one that is decided. */
  decideReport: endpoint('PATCH', '/comment-reports/{id}', 'approved')
    .input(
      z.object({
        id,
        state: z.enum(['upheld', 'rejected']),
        outcome: text(LONGEST_REPORT).refine((value) => value.trim() !== '', 'Bitte die Entscheidung begründen'),
      }),
    )
    .output(report),
  article: endpoint('GET', '/articles/{id}/comments', 'approved').input(z.object({ id })).output(articleComments),
  setArticle: endpoint('PUT', '/articles/{id}/comments', 'approved')
    .input(articleComments.extend({ id }))
    .output(articleComments),
}
