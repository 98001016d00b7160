import { z } from 'zod'
import { MOST_PLACES, REPLACED_FIELDS } from '../rules/replace-words.ts'
import { articleStatus } from './articles.ts'
import { version } from './articles/text.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, text } from './fields.ts'

const FIND_MISSING = 'Bitte geben Sie ein, was gesucht wird'
const wanted = {
  find: text(200).refine((value) => value !== '', FIND_MISSING),
  match_case: z.boolean().default(false),
  whole_words: z.boolean().default(false),
}

/** Most articles of one order. */
export const MOST_REPLACED = 2000

export const foundPlaces = z.object({
  id,
  title: z.string(),
  status: articleStatus,
  /** With which the article is named in the order: changed since, it is left alone. */
  version: z.number().int(),
  /** There is a text beside the one readers have; it is the one that was searched and is changed. */
  has_unpublished_changes: z.boolean(),
  /** Each with what stands around it; `index` names it in the order. */
  places: z.array(
    z.object({
      index: z.number().int(),
      field: z.enum(REPLACED_FIELDS),
      before: z.string(),
      hit: z.string(),
      after: z.string(),
    }),
  ),
})
export type FoundPlaces = z.infer<typeof foundPlaces>

export const replacement = z.object({
  id,
  find: z.string(),
  replacement: z.string(),
  live: z.boolean(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  /** How many articles it is about, and how many of them are still to be worked on. */
  total: z.number().int(),
  left: z.number().int(),
  replaced: z.number().int(),
  /** Those that stayed as they are, and why; the first hundred. */
  skipped: z.array(z.object({ article_id: id, title: z.string(), reason: z.string() })),
  created_at: instant,
})
export type Replacement = z.infer<typeof replacement>

const orderInput = z.object({
  ...wanted,
  replacement: text(200),
  /** Readers get it at once; else published articles have it in their working text (RUL-27). */
  live: z.boolean().default(false),
  articles: z
    .array(
      z.object({
        id,
        version,
        places: z
          .array(
            z
              .int()
              .min(0)
              .max(MOST_PLACES - 1),
          )
          .min(1, 'Mindestens eine Stelle')
          .max(MOST_PLACES),
      }),
    )
    .min(1, 'Mindestens ein Artikel')
    .max(MOST_REPLACED, `Höchstens ${MOST_REPLACED} Artikel auf einmal`),
})
export type OrderReplacement = z.infer<typeof orderInput>

export const replacements = {
  /**
   * Looks for words in title, excerpt and text of what is being written, some articles at a time: `next_cursor` goes on, `searched`
   * says how many were looked through.
   */
  search: endpoint('POST', '/replacements/search', 'approved', 200)
    .input(z.object({ ...wanted, cursor: id.optional() }))
    .output(z.object({ items: z.array(foundPlaces), searched: z.number().int(), next_cursor: id.nullable() })),
  /** The last orders, newest first: one that was left is gone on with by `work`. */
  list: endpoint('GET', '/replacements', 'approved').output(z.object({ items: z.array(replacement) })),
  /** Orders a replacement; nothing is changed before `work`. */
  create: endpoint('POST', '/replacements', 'approved').input(orderInput).output(replacement),
  /** Works on some more articles, each in a transaction of its own; to be asked for until `left` is 0. */
  work: endpoint('POST', '/replacements/{id}/work', 'approved', 200).input(byId).output(replacement),
  /** Begins to take all of it back, article by article, by `work`; 404 where there is nothing to take back. */
  undo: endpoint('POST', '/replacements/{id}/undo', 'approved', 200).input(byId).output(replacement),
}
