import { z } from 'zod'
import { REVIEWS } from '../../rules/articles.ts'
import { person } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant } from '../fields.ts'
import { version } from './text.ts'

export const review = z.enum(REVIEWS)
export type { Review } from '../../rules/articles.ts'

/** Who asked whom, and what was said. */
export const reviewDetails = z.object({
  /** The version that was given to review, approved or returned. */
  version: z.number().int(),
  asked_by: id.nullable(),
  /** Null for the first who has time. */
  reviewer_id: id.nullable(),
  decided_by: id.nullable(),
  /** What to look at, or what is missing. */
  note: z.string(),
  at: instant,
})

const articleReview = z.object({ review, review_details: reviewDetails.nullable() })
export type ArticleReview = z.infer<typeof articleReview>

export const openReviews = z.object({
  requested: z.number().int(),
  items: z.array(
    z.object({
      noun: z.enum(['articles', 'pages']),
      id,
      title: z.string(),
      review,
      asked_by: id.nullable(),
      reviewer_id: id.nullable(),
      at: instant,
    }),
  ),
  reviewers: z.array(person),
})
export type OpenReviews = z.infer<typeof openReviews>

export const LONGEST_NOTE = 2000
const note = z
  .string('Muss Text sein')
  .max(LONGEST_NOTE, `Höchstens ${LONGEST_NOTE} Zeichen`)
  .transform((typed) => typed.trim())

const at = { id, version }
const reviewRequest = z.object({ ...at, reviewer_id: id.nullable(), note: note.default('') })
export type ReviewRequest = z.infer<typeof reviewRequest>
const reviewDecision = z.object(at)
const reviewReturn = z.object({ ...at, reason: note.refine((typed) => typed !== '', 'Bitte sagen, was fehlt') })
export type ReviewReturn = z.infer<typeof reviewReturn>

/** The review of the texts of a noun (RUL-61), which `record` describes. */
export const reviewOf = <Text extends z.ZodType>(noun: '/articles' | '/pages', record: Text) => ({
  /** What the review of a text has come to, without the text. Error: 404. */
  get: endpoint('GET', `${noun}/{id}/review`, 'approved').input(byId).output(articleReview),
  /**
   * Gives what is written to review: to one account, or to all that may approve it. Errors: 404; 409 `version_conflict` with `current`;
   * 403 `role_forbidden`; 400 for an account that may not approve it, and where nothing waits to go live.
   */
  request: endpoint('POST', `${noun}/{id}/review`, 'approved', 200).input(reviewRequest).output(record),
  /** Approves exactly this version. Errors: 404; 409 `version_conflict`: something was written since; 403 `own_text`. */
  approve: endpoint('POST', `${noun}/{id}/review/approval`, 'approved', 200).input(reviewDecision).output(record),
  /** Returns it with a reason. Errors: 404; 409 `version_conflict`; 400 without a reason, or where it is not in review. */
  return: endpoint('POST', `${noun}/{id}/review/return`, 'approved', 200).input(reviewReturn).output(record),
  /** Ends the review: it is none again. Errors: 404; 409 `version_conflict`; 403 `role_forbidden`. */
  end: endpoint('DELETE', `${noun}/{id}/review`, 'approved').input(reviewDecision).output(record),
})
