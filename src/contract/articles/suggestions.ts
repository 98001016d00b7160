import { z } from 'zod'
import { LONGEST_SUGGESTION, MOST_REPLACEMENTS, MOST_SUGGESTIONS } from '../../rules/limits.ts'
import { person } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant } from '../fields.ts'
import { version } from './text.ts'

const count = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)

/** A replacement: the characters `[from, to)` go, `insert` stands in their place. A line break counts as one character, and is `\n`. */
const part = z.tuple([count, count, z.string()])

const suggestion = z.object({
  id,
  /** Null once the account is gone. */
  author: person.nullable(),
  /** Counts the changes of its author. */
  n: count,
  /** What is left of it, in order, over the working text. */
  parts: z.array(part),
  /** The beginning of what it removed and inserts, as its author wrote it. */
  removed: z.string(),
  inserted: z.string(),
  /** Its place is gone: it cannot be accepted any more. */
  gone: z.boolean(),
  created_at: instant,
  changed_at: instant,
})
export type Suggestion = z.infer<typeof suggestion>

/** A text in which places are counted: its version, or a step of its log. */
const place = {
  version: version.optional(),
  log: z.object({ epoch: z.string().max(64), seq: count }).optional(),
}

const suggestions = z.object({
  /** The working text that the places count in: its version, and its log where it is written in steps. */
  version: z.number().int(),
  log: z.object({ epoch: z.string(), seq: count }).nullable(),
  /** The open ones, in their order of time. */
  items: z.array(suggestion),
})
export type Suggestions = z.infer<typeof suggestions>

const written = z.object({
  id,
  /** Grows with each change; one that is not above the known number changes nothing. */
  n: count.min(1),
  parts: z
    .array(part)
    .max(MOST_REPLACEMENTS, `Höchstens ${MOST_REPLACEMENTS} Ersetzungen je Vorschlag`)
    .refine(
      (parts) => parts.every(([from, to], at) => from <= to && from >= (parts[at - 1]?.[1] ?? 0)),
      'Ersetzungen stehen in der Reihenfolge des Textes',
    )
    .refine(
      (parts) => parts.reduce((sum, [, , insert]) => sum + insert.length, 0) <= LONGEST_SUGGESTION,
      `Höchstens ${LONGEST_SUGGESTION} Zeichen je Vorschlag`,
    ),
})

const savedSuggestions = z
  .object({
    id,
    ...place,
    /** One without parts is taken back. */
    items: z.array(written).min(1).max(MOST_SUGGESTIONS),
  })
  .refine(({ version, log }) => (version === undefined) !== (log === undefined), {
    message: 'Entweder „version“ oder „log“ angeben',
    path: ['version'],
  })
export type SavedSuggestions = z.infer<typeof savedSuggestions>

const decision = z.object({
  id,
  decision: z.enum(['accept', 'refuse']),
  /** Suggestions as they are seen. One whose `n` is another by now is refused (409). */
  items: z
    .array(z.object({ id, n: count }))
    .min(1)
    .max(MOST_SUGGESTIONS),
})
export type SuggestionDecision = z.infer<typeof decision>

const reopened = z.object({ id, ids: z.array(id).min(1).max(MOST_SUGGESTIONS) })

/** Suggestions of editors and readers in a text (TEAM-6): stored changes that somebody who may write the text accepts or refuses. */
const suggestionsOf = (noun: '/articles' | '/pages') => ({
  /** The open suggestions of a text. Error: 404 without the text. */
  list: endpoint('GET', `${noun}/{id}/suggestions`, 'approved').input(byId).output(suggestions),
  /**
   * Writes, changes and takes back own suggestions; `closed` names those that were decided meanwhile and stay as they are. Errors:
   * 400 for a place that is not in the text, a split character, or the id of somebody else's; 404; 409 `version_conflict` with
   * `current` for a text that is not known any more; 413 for more than a text takes.
   */
  save: endpoint('POST', `${noun}/{id}/suggestions`, 'approved', 200)
    .input(savedSuggestions)
    .output(suggestions.extend({ closed: z.array(id) })),
  /**
   * Accepts or refuses suggestions, all or none. Each accepted one becomes a step of the caller that names its author; `left` are
   * those whose place went with another one of the same request, and which stay open. Errors: 404; 409 `suggestion_state` for one that
   * was decided otherwise, changed by its author, or is without its place; 403 `role_forbidden`; 413.
   */
  decide: endpoint('POST', `${noun}/{id}/suggestions/decisions`, 'approved', 200)
    .input(decision)
    .output(suggestions.extend({ left: z.array(id) })),
  /** Takes decisions back, within a day. Errors: 404, 409 `suggestion_state` where the text has changed there, 403. */
  reopen: endpoint('POST', `${noun}/{id}/suggestions/reopen`, 'approved', 200).input(reopened).output(suggestions),
})
export const articleSuggestions = suggestionsOf('/articles')
export const pageSuggestions = suggestionsOf('/pages')
