import { z } from 'zod'
import { contract } from '../../../../contract/contract.ts'
import { recurrence } from '../../../../contract/events/recurrence.ts'
import { eventType } from '../../../../contract/events.ts'
import { instantInput, line, text } from '../../../../contract/fields.ts'
import { inboxSource, inboxStatus, inboxType } from '../../../../contract/inbox.ts'
import { sourceType } from '../../../../contract/research.ts'
import type { NounCard } from '../../../../nouns/noun-card.ts'
import { NOUNS } from '../../../../nouns/nouns.ts'
import { IMPORTED_NOUNS, type ImportedNoun } from '../../../../nouns/registries.ts'
import { LONGEST_NOTES } from '../../../../rules/limits.ts'
import { checklistItem, MOST_CHECKS } from '../../../../contract/tasks.ts'
import { taskPriority, taskStatus } from '../../../../contract/tasks/fields.ts'
import { FETCH_EVERY } from '../../../../rules/collecting.ts'
import { isHttpUrl } from '../../../../rules/url.ts'
import { searchableText } from '../../../../rules/search-text.ts'
import { urlKey } from '../../../../rules/url.ts'
import type { Tables } from '../../../platform/db/db.ts'

export type OwnFields = Record<string, unknown>

/** A list of records in our own export (`transfer/export/record-files.ts`). */
export type OwnList = ListRules & {
  table: keyof Tables
  noun: ImportedNoun
  /** The column by which an existing record of another origin is recognised. */
  known: string | undefined
}

type ListRules = {
  /** Valid content: the fields that the contract allows, and the dates of the exported record. */
  schema: z.ZodType<OwnFields>
  /** Derived columns, as computed by the noun's service. */
  derived?: (fields: OwnFields) => OwnFields
}

const title = (max = 300) => line(max).refine((value) => value !== '', 'Hat keinen Titel')
const address = line(2000).refine(isHttpUrl, 'Keine Adresse mit http:// oder https://')
const dates = { created_at: instantInput, updated_at: instantInput }
/** Text that holds JSON of this shape. */
const jsonOf = (shape: z.ZodType) =>
  text(20_000).refine((written) => {
    try {
      return shape.safeParse(JSON.parse(written)).success
    } catch {
      return false
    }
  }, 'Keine lesbare Angabe')
/** A fractional index, which boards sort by. */
const position = z.string().regex(/^[\w.-]{1,200}$/, 'Kein Platz auf der Tafel')

/** Nouns whose exported records differ from what their endpoints accept. */
const RULES: Partial<Record<ImportedNoun, ListRules>> = {
  feeds: {
    schema: z.object({
      url: address,
      title: text(2000).nullable(),
      // Exports of the first release do not have it.
      fetch_every: z.enum(FETCH_EVERY).default('hourly'),
      created_at: instantInput,
    }),
    derived: () => ({ last_fetched: null, etag: null, last_modified: null, last_error: null, hint: null }),
  },
  inbox: {
    schema: z.object({
      title: title(2000),
      type: inboxType,
      status: inboxStatus,
      url: address.nullable(),
      note: text(20_000).nullable(),
      source: inboxSource,
      created_at: instantInput,
    }),
    derived: (fields) => ({
      url_key: typeof fields.url === 'string' ? urlKey(fields.url) : null,
      feed_id: null,
      feed_entry_key: null,
      title_pending: 0,
    }),
  },
  tasks: {
    schema: z.object({
      title: title(),
      priority: taskPriority,
      status: taskStatus,
      position,
      due_at: instantInput.nullable(),
      article_id: z.string().nullable(),
      notes: text(LONGEST_NOTES).default(''),
      checklist: jsonOf(z.array(checklistItem).max(MOST_CHECKS)).default('[]'),
      research_id: z.string().nullable().default(null),
      ...dates,
    }),
  },
  events: {
    schema: z.object({
      ...{ title: title(), starts_at: instantInput, type: eventType },
      recurrence: jsonOf(recurrence).nullable().default(null),
      exceptions: jsonOf(z.record(z.string().max(40), z.string().max(40).nullable())).default('{}'),
      ...dates,
    }),
  },
  research: {
    schema: z.object({
      title: title(),
      url: address.nullable(),
      note: text(100_000).nullable(),
      source_type: sourceType,
      article_id: z.string().nullable(),
      links: z.array(z.object({ url: address, title: line(300), created_at: instantInput })).max(10_000),
      ...dates,
    }),
  },
}

/** The fields that the noun's endpoint for changes accepts, each of them required. */
function schemaOf(noun: ImportedNoun): z.ZodType<OwnFields> {
  const { update } = contract[noun] as unknown as { update: { '~orpc': { inputSchema: z.ZodObject } } }
  const fields = Object.entries(update['~orpc'].inputSchema.shape).filter(([name]) => name !== 'id')
  const required = fields.map(([name, field]) => [name, field instanceof z.ZodOptional ? field.unwrap() : field])
  return z.object({ ...Object.fromEntries(required), ...dates })
}

/** The text that the noun's own list searches, if it has one. */
function searchText(noun: ImportedNoun, fields: OwnFields): OwnFields {
  const { searched }: NounCard = NOUNS[noun]
  if (searched === null) return {}
  const words = searched.map((name) => fields[name]).filter(Boolean)
  return { search_text: searchableText(words.join('\n')) }
}

function listFor(noun: ImportedNoun): OwnList {
  const { table, imported }: NounCard = NOUNS[noun]
  const { schema, derived } = RULES[noun] ?? { schema: schemaOf(noun) }
  return {
    table: table as keyof Tables,
    noun,
    known: imported?.known,
    schema,
    derived: (fields) => ({ ...searchText(noun, fields), ...derived?.(fields) }),
  }
}

/** The lists by their files. */
export const OWN_LISTS: Readonly<Record<string, OwnList>> = Object.fromEntries(
  IMPORTED_NOUNS.map((noun) => [NOUNS[noun].export.file, listFor(noun)]),
)

/** The list of a noun's records. */
export function listOf(noun: string): OwnList | undefined {
  return Object.values(OWN_LISTS).find((list) => list.noun === noun)
}
