import { z } from 'zod'
import { SEARCH_NOUNS } from '../nouns/registries.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, text } from './fields.ts'

export const searchNoun = z.enum(SEARCH_NOUNS, 'Das wird nicht durchsucht')

/** Parts of a line that were searched for, as offsets of it (UTF-16), first to last. */
const marks = z.array(z.object({ start: z.number().int(), end: z.number().int() }))

const hit = z.object({
  noun: searchNoun,
  id,
  title: z.string(),
  title_marks: marks,
  /** Where else the words stand: the line around the first of them; null where the title says it. */
  excerpt: z.object({ text: z.string(), marks }).nullable(),
  /** Status, type or kind as the record's own endpoint names it; null where it has none. */
  state: z.string().nullable(),
  /** When it is planned, was published, is due or happens, else when it came. */
  at: instant.nullable(),
  /** `1920 × 1440` for images. */
  size: z.string().nullable(),
  /** It has other words than those asked for: a typing error was mended. */
  is_mended: z.boolean(),
})
export type SearchHit = z.infer<typeof hit>

const groups = z.object({
  /** Nouns with hits, in their order; `more` says that there are others beyond the limit. */
  groups: z.array(z.object({ noun: searchNoun, items: z.array(hit), more: z.boolean() })),
})
export type SearchGroups = z.infer<typeof groups>

const input = z.object({
  q: text(200),
  noun: searchNoun.optional(),
  /** Whose they are. */
  author_id: id.optional(),
  /** Of each noun. */
  limit: z.coerce.number().int().min(1, 'Mindestens 1').max(50, 'Höchstens 50').default(5),
})
export type SearchInput = z.infer<typeof input>

export const search = {
  /** The search over everything (RUL-63). */
  find: endpoint('GET', '/search', 'approved').input(input).output(groups),
}
