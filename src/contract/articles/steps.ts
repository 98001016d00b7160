import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { byId, id } from '../fields.ts'

/** A `ChangeSet` of `@codemirror/state` as JSON. A line break counts as one character, and stands between two strings. */
const changes = z.array(z.union([z.number().int(), z.array(z.union([z.number().int(), z.string()]))]))
const count = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const epoch = z.string().max(64)

/** A step of a text: the one with number `seq` of its epoch applies to the text behind the one before. */
export const textStep = z.object({
  seq: count,
  /** The page load that sent it, and its number there; a whole text that was saved has an editor of its own and 0. */
  editor: id,
  n: count,
  author_id: id.nullable(),
  changes,
})
export type TextStep = z.infer<typeof textStep>

const history = z.object({ epoch, seq: count, steps: z.array(textStep) })
export type TextSteps = z.infer<typeof history>

export const lineEnds = z.enum(['crlf', 'lf', 'mixed'])

/** A place or a selection in the text behind step `seq`. */
const selection = z.object({ anchor: count, head: count })
export const cursorInput = z.object({ id, editor: id, epoch, seq: count, ...selection.shape })
export type CursorInput = z.infer<typeof cursorInput>

const stepsOf = (noun: '/articles' | '/pages') => ({
  /** Begins to write in steps: where the log of a text stands, and the working text there. 404 without the text. */
  join: endpoint('POST', `${noun}/{id}/steps/join`, 'approved', 200)
    .input(byId)
    .output(
      z.object({ epoch, seq: count, line_ends: lineEnds, version: z.number().int(), content_markdown: z.string() }),
    ),
  /**
   * Adds one step over the text behind `base`, durably before the answer. The answer has all steps since `base`, this one too,
   * as it applies behind the others. Sent again under its number `n` it is answered as before. Errors: 400 for a step that does
   * not fit or would split a character, 404, 409 `steps_gone` with `current` for an epoch or base that is not there any more,
   * 413 beyond the limit of a text.
   */
  send: endpoint('POST', `${noun}/{id}/steps`, 'approved', 200)
    .input(z.object({ id, editor: id, n: count.min(1), epoch, base: count, changes }))
    .output(history),
  /** The steps behind number `after`. Errors: 404, 409 `steps_gone` with `current`. */
  since: endpoint('GET', `${noun}/{id}/steps`, 'approved')
    .input(z.object({ id, epoch, after: z.coerce.number().int().min(0) }))
    .output(history),
  /** Says where somebody is in the text. It is passed on to those who have it open, and stored nowhere. */
  point: endpoint('POST', `${noun}/{id}/steps/cursor`, 'approved', 204).input(cursorInput).output(z.void()),
})
export const articleSteps = stepsOf('/articles')
export const pageSteps = stepsOf('/pages')
