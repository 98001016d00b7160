import { z } from 'zod'
import { LONGEST_QUOTE, LONGEST_REMARK } from '../../rules/limits.ts'
import { person } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant, text } from '../fields.ts'
import { version } from './text.ts'

const count = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)

const writtenBy = {
  id,
  /** Null for a guest, and once the account is gone. */
  author: person.nullable(),
  /** The name that a guest of a preview link gave. */
  guest: z.string().nullable(),
  body: z.string(),
  created_at: instant,
  /** When its words were changed last. */
  changed_at: instant.nullable(),
}

const answer = z.object(writtenBy)
export type RemarkAnswer = z.infer<typeof answer>

/** Where a remark stands. */
const passage = z.object({
  /** The beginning of the passage as it was, and what stood around it. */
  quote: z.string(),
  before: z.string(),
  after: z.string(),
  /** What lives of it: ranges `[from, to)` of the working text, in which a line break counts as one character. */
  pieces: z.array(z.tuple([count, count])),
  /** Less than a third of its characters live. */
  gone: z.boolean(),
})

const remark = z.object({
  ...writtenBy,
  /** Null for a remark about the whole text. */
  passage: passage.nullable(),
  done_at: instant.nullable(),
  done_by: person.nullable(),
  answers: z.array(answer),
})
export type Remark = z.infer<typeof remark>

const remarks = z.object({
  /** The working text that the places count in: its version, and its log where it is written in steps. */
  version: z.number().int(),
  log: z.object({ epoch: z.string(), seq: count }).nullable(),
  items: z.array(remark),
})
export type Remarks = z.infer<typeof remarks>

/** A place in the text of a version, or behind a step of its log. */
const passageInput = z
  .object({
    from: count,
    to: count,
    /** The beginning of the passage, as the caller sees it. */
    quote: text(LONGEST_QUOTE).min(1, 'Bitte eine Stelle im Text wählen'),
    version: version.optional(),
    log: z.object({ epoch: z.string().max(64), seq: count }).optional(),
  })
  .refine(({ from, to }) => from < to, { message: 'Bitte eine Stelle im Text wählen', path: ['to'] })
  .refine(({ version, log }) => (version === undefined) !== (log === undefined), {
    message: 'Entweder „version“ oder „log“ angeben',
    path: ['version'],
  })
export type PassageInput = z.infer<typeof passageInput>

const body = z
  .string({ error: 'Bitte etwas schreiben' })
  .max(LONGEST_REMARK, `Höchstens ${LONGEST_REMARK} Zeichen`)
  .transform((typed) => typed.trim())
  .refine((typed) => typed !== '', 'Bitte etwas schreiben')

const newRemark = z.object({
  id,
  /** Chosen by the caller, so that a request whose answer was lost can be sent again. */
  remark_id: id.optional(),
  body,
  /** Null for a remark about the whole text. */
  passage: passageInput.nullable(),
  /**
   * Instead of a passage: words as readers see them. The remark is placed where they occur exactly once. Otherwise it is about the
   * whole text and names them.
   */
  quote: text(LONGEST_QUOTE).optional(),
})
export type NewRemark = z.infer<typeof newRemark>
const newAnswer = z.object({ id, remark_id: id, answer_id: id.optional(), body })
export type NewAnswer = z.infer<typeof newAnswer>
const remarkChange = z.object({ id, remark_id: id, done: z.boolean().optional(), body: body.optional() })
export type RemarkChange = z.infer<typeof remarkChange>
const oneRemark = z.object({ id, remark_id: id })

/** Remarks of editors at passages of a text (RUL-60). `@Name` notifies the account of that name. */
const remarksOf = (noun: '/articles' | '/pages') => ({
  /** All of a text in their order of time, with their answers. Error: 404 without the text. */
  list: endpoint('GET', `${noun}/{id}/remarks`, 'approved').input(byId).output(remarks),
  /**
   * Errors: 400 for a place that is not in the text, 404, 409 `version_conflict` with `current` where the passage was changed
   * meanwhile, 413 for more remarks than a text has.
   */
  create: endpoint('POST', `${noun}/{id}/remarks`, 'approved').input(newRemark).output(remark),
  answer: endpoint('POST', `${noun}/{id}/remarks/{remark_id}/answers`, 'approved').input(newAnswer).output(remark),
  /** Marks a thread as done or open; changes own words, of an answer, too. Errors: 404, 403 for the words of others. */
  update: endpoint('PATCH', `${noun}/{id}/remarks/{remark_id}`, 'approved').input(remarkChange).output(remark),
  /** Removes a remark with its answers, or an answer: one's own, or of a guest. Errors: 404, 403 for those of others. */
  remove: endpoint('DELETE', `${noun}/{id}/remarks/{remark_id}`, 'approved', 204).input(oneRemark).output(z.void()),
  /** Takes the removal back, within a day. Errors: those of the removal. */
  restore: endpoint('POST', `${noun}/{id}/remarks/{remark_id}/restore`, 'approved', 200)
    .input(oneRemark)
    .output(remark),
})
export const articleRemarks = remarksOf('/articles')
export const pageRemarks = remarksOf('/pages')
