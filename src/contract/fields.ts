import { z } from 'zod'
import { instantAt, YEARS_ALLOWED } from '../rules/instants.ts'
import { LONGEST_QUERY } from '../rules/limits.ts'
import { isHttpUrl } from '../rules/url.ts'

/** A record's id: UUID (v7 for ours). */
export const id = z.uuid('Keine gültige Kennung (UUID)')

/** An id the caller has made, under which a request that is sent again is known (RUL-65). */
export const madeId = z.uuidv7('Keine gültige Kennung (UUID, Version 7)')

/** An instant on the wire: ISO 8601 in UTC with `Z`. */
export const instant = z.iso.datetime({ error: 'Kein Zeitpunkt nach ISO 8601 (UTC, mit Z)' })

/**
 * An instant a caller may send: any offset, normalised to UTC with milliseconds. Years have four digits there, too: others
 * cannot be sorted as text (SQLite), nor be said on the wire.
 */
export const instantInput = z.iso
  .datetime({ offset: true, error: 'Kein Zeitpunkt nach ISO 8601' })
  .transform((text) => instantAt(Date.parse(text)) ?? '')
  .refine((text) => text !== '', YEARS_ALLOWED)

/** A day without a zone: `2026-03-09`. */
export const day = z.iso.date('Kein Tag wie 2026-03-09').refine((text) => /^[1-9]/.test(text), YEARS_ALLOWED)

/** Text of one line: at most `max` characters, no line breaks or control characters, trimmed; `missing` says that it is none. */
export function line(max: number, missing?: string) {
  return (
    z
      .string(missing)
      .max(max, `Höchstens ${max} Zeichen`)
      // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
      .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'Enthält Steuerzeichen')
      .transform((text) => text.trim())
  )
}

/** Text of any shape: at most `max` characters. What no database keeps (NUL) is refused before, wherever it stands. */
export function text(max: number) {
  return z.string().max(max, `Höchstens ${max} Zeichen`)
}

/** Address of a picture: http(s), or a path of this server; null or an empty one for none. */
export const pictureAddress = line(2000)
  .refine(
    (value) => value === '' || value.startsWith('/') || isHttpUrl(value),
    'Nur http(s)-Adressen oder Pfade dieses Servers',
  )
  .transform((value) => value || null)
  .nullable()

/** A cursor may hold a title of 300 characters that are 18 each once folded (`ﷺ`), in base64. */
const LONGEST_CURSOR = 15_000

/** Query of every list: page size (1–200, default 50), cursor of the former page, search words. */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1, 'Mindestens 1').max(200, 'Höchstens 200').default(50),
  cursor: z.string().max(LONGEST_CURSOR).optional(),
  q: text(LONGEST_QUERY).optional(),
})

/** A page of records: `next_cursor` is null at the end. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}

/** What became of one record of several that a verb changes. */
export const changedRecord = z.object({
  id,
  /** Null when there is no such record. */
  title: z.string().nullable(),
  /** `unchanged`: it was so already. */
  outcome: z.enum(['changed', 'unchanged', 'failed']),
  /** Why it failed, in German. */
  reason: z.string().nullable(),
})

/** Input that names a record alone. */
export const byId = z.object({ id })
