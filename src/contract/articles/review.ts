import { z } from 'zod'
import { REVIEWS } from '../../rules/articles.ts'
import { person } from '../account.ts'
import { id, instant } from '../fields.ts'

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

export const articleReview = z.object({ review, review_details: reviewDetails.nullable() })
export type ArticleReview = z.infer<typeof articleReview>

export const openReviews = z.object({
  requested: z.number().int(),
  items: z.array(
    z.object({ id, title: z.string(), review, asked_by: id.nullable(), reviewer_id: id.nullable(), at: instant }),
  ),
  reviewers: z.array(person),
})
export type OpenReviews = z.infer<typeof openReviews>

export const LONGEST_NOTE = 2000
const note = z
  .string('Muss Text sein')
  .max(LONGEST_NOTE, `Höchstens ${LONGEST_NOTE} Zeichen`)
  .transform((typed) => typed.trim())

const at = { id, version: z.number({ error: 'Die Angabe „version“ fehlt' }).int() }
export const reviewRequest = z.object({ ...at, reviewer_id: id.nullable(), note: note.default('') })
export type ReviewRequest = z.infer<typeof reviewRequest>
export const reviewDecision = z.object(at)
export const reviewReturn = z.object({ ...at, reason: note.refine((typed) => typed !== '', 'Bitte sagen, was fehlt') })
export type ReviewReturn = z.infer<typeof reviewReturn>
