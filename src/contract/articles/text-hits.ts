import { z } from 'zod'
import { ARTICLE_STATUSES } from '../../rules/articles.ts'
import { id, text } from '../fields.ts'
import { review } from './review.ts'

/** What filters the article list, beside words and order. */
export const articleFilter = {
  status: z.enum(ARTICLE_STATUSES).optional(),
  category_id: id.optional(),
  tag_id: id.optional(),
  author_id: id.optional(),
  assignee_id: id.optional(),
  review: review.optional(),
}

export const textHitsInput = z.object({
  ...articleFilter,
  q: text(200),
  limit: z.coerce.number().int().min(1, 'Mindestens 1').max(100, 'Höchstens 100').default(10),
})

/** Articles with the words in their text alone; `more` says that there are others beyond the limit. */
export const textHits = z.object({
  items: z.array(
    z.object({
      id,
      title: z.string(),
      status: z.enum(ARTICLE_STATUSES),
      /** The line around the first hit, without markdown's marks. */
      excerpt: z.object({ before: z.string(), hit: z.string(), after: z.string() }),
    }),
  ),
  more: z.boolean(),
})
export type TextHits = z.infer<typeof textHits>
