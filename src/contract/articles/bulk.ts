import { z } from 'zod'
import { ARTICLE_STATUSES } from '../../rules/articles.ts'
import { changedRecord, id, instantInput } from '../fields.ts'
import { tagIds } from './text.ts'

export const BULK_LIMIT = 200

const status = z.enum(ARTICLE_STATUSES)

const statusAndDates = z.object({
  status,
  published_at: instantInput.nullable(),
  unpublish_at: instantInput.nullable(),
})

/**
 * What an action changed, as it was before, and the version it led to: `undo` takes back what nobody has touched since.
 * `working` is what the working text had for itself (RUL-27).
 */
export const articleState = z.object({
  id,
  version: z.number().int(),
  status: statusAndDates.optional(),
  /** The status that the action led to: where it is still this one, text that was written since does not stop the undo of a status. */
  still: statusAndDates.optional(),
  category: z.object({ live: id.nullable(), working: id.nullable().optional() }).optional(),
  tags: z.object({ live: tagIds, working: tagIds.optional() }).optional(),
})
export type ArticleState = z.infer<typeof articleState>

export const bulkAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('status'), status }),
  /** Drafts and scheduled ones are scheduled for it, which has to be to come; of published ones it is the day they show, which is past. */
  z.object({ do: z.literal('date'), published_at: instantInput }),
  z.object({ do: z.literal('category'), category_id: id.nullable() }),
  z.object({ do: z.literal('tags'), add: tagIds.default([]), remove: tagIds.default([]) }),
  /** Into the trash (RUL-20), and out of it again. */
  z.object({ do: z.literal('remove') }),
  z.object({ do: z.literal('restore') }),
  /** What a status, date, category or tags action did is taken back; of the ids only those with a state. */
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
    changedRecord.extend({
      /** Only where `undo` takes it back. */
      before: articleState.nullable(),
    }),
  ),
})
export type BulkResult = z.infer<typeof bulkResult>
