import { z } from 'zod'
import { ARTICLE_STATUSES } from '../rules/articles.ts'
import { id, instant } from './fields.ts'

export const BULK_LIMIT = 200

const status = z.enum(ARTICLE_STATUSES)
const tagIds = z.array(id).max(50, 'Höchstens 50 Schlagwörter')

/** What an action may have changed, as it was before; `undo` takes it back. */
export const articleState = z.object({
  id,
  status,
  published_at: instant.nullable(),
  category_id: id.nullable(),
  tag_ids: tagIds,
})
export type ArticleState = z.infer<typeof articleState>

export const bulkAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('status'), status }),
  z.object({ do: z.literal('category'), category_id: id.nullable() }),
  z.object({ do: z.literal('tags'), add: tagIds.default([]), remove: tagIds.default([]) }),
  /** Into the trash (R20), and out of it again. */
  z.object({ do: z.literal('remove') }),
  z.object({ do: z.literal('restore') }),
  /** Status, category and tags as they were; of the ids only those with a state. */
  z.object({ do: z.literal('undo'), states: z.array(articleState).max(BULK_LIMIT, `Höchstens ${BULK_LIMIT} Artikel`) }),
])
export type BulkAction = z.infer<typeof bulkAction>

export const bulkInput = z.object({
  ids: z.array(id).min(1, 'Mindestens ein Artikel').max(BULK_LIMIT, `Höchstens ${BULK_LIMIT} Artikel auf einmal`),
  action: bulkAction,
})
export type BulkInput = z.infer<typeof bulkInput>

/** What became of each article, in the order of the ids. */
export const bulkResult = z.object({
  items: z.array(
    z.object({
      id,
      /** Null when there is no such article. */
      title: z.string().nullable(),
      /** `unchanged`: it was so already. */
      outcome: z.enum(['changed', 'unchanged', 'failed']),
      /** Why it failed, in German. */
      reason: z.string().nullable(),
      before: articleState.nullable(),
    }),
  ),
})
export type BulkResult = z.infer<typeof bulkResult>
