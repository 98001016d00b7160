import { z } from 'zod'
import { INBOX_STATUSES, INBOX_TYPES } from '../rules/collecting.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line, listQuery, madeId, page, text } from './fields.ts'
import { isHttpUrl } from '../rules/url.ts'

export const inboxType = z.enum(INBOX_TYPES, 'Diese Art gibt es nicht')
export type InboxType = z.infer<typeof inboxType>

export const inboxStatus = z.enum(INBOX_STATUSES, 'Diesen Status gibt es nicht')
export type InboxStatus = z.infer<typeof inboxStatus>

/** How an entry came in: typed, by bookmarklet, by the browser extension, from a feed. */
export const INBOX_SOURCES = ['quick', 'bookmarklet', 'extension', 'feed'] as const
export const inboxSource = z.enum(INBOX_SOURCES, 'Diese Herkunft gibt es nicht')
export type InboxSource = z.infer<typeof inboxSource>

/** What an entry can become. */
export const CONVERSION_TARGETS = ['article', 'task', 'research', 'link'] as const
export const conversionTarget = z.enum(CONVERSION_TARGETS, 'Daraus kann kein Eintrag werden')
export type ConversionTarget = z.infer<typeof conversionTarget>

export const inboxItem = z.object({
  id,
  title: z.string(),
  type: inboxType,
  status: inboxStatus,
  url: z.string().nullable(),
  note: z.string().nullable(),
  source: inboxSource,
  /** The feed it came from; null when there is none or it was deleted. */
  feed: z.object({ id, title: z.string().nullable(), url: z.string() }).nullable(),
  author_id: id.nullable(),
  /** The page behind the address is being asked for its title; what comes of it is announced as a change. */
  title_pending: z.boolean(),
  created_at: instant,
})
export type InboxItem = z.infer<typeof inboxItem>

const url = line(2000)
  .refine((value) => value === '' || isHttpUrl(value), 'Bitte eine Adresse mit http:// oder https:// angeben')
  .transform((value) => value || null)
  .nullable()
const fields = {
  title: line(2000).refine((value) => value !== '', 'Bitte etwas eingeben'),
  url,
  note: text(20_000)
    .transform((value) => (value.trim() === '' ? null : value))
    .nullable(),
}

const createInput = z.object({
  /** Left out, the server makes one. An entry of the caller's that has it already is the answer, as it is by now. */
  id: madeId.optional(),
  ...fields,
  /** Left out, it is the title where that is a valid URL (INBOX-2, RUL-15). */
  url: url.optional(),
  note: fields.note.default(null),
  /** Left out, it is `link` for a valid URL, otherwise `idea`. */
  type: inboxType.optional(),
  source: inboxSource.default('quick'),
  /** Adds the address also where an entry has it already. */
  allow_duplicate: z.boolean().default(false),
})
export type CreateInboxItem = z.infer<typeof createInput>

const updateInput = z.object({
  id,
  ...z.object({ ...fields, status: inboxStatus, type: inboxType, allow_duplicate: z.boolean() }).partial().shape,
})
export type UpdateInboxItem = z.infer<typeof updateInput>

export const inbox = {
  /** Newest first (INBOX-5); `q` searches title, address and note for its words in any form and order. */
  list: endpoint('GET', '/inbox', 'approved')
    .input(listQuery.extend({ status: inboxStatus.optional() }))
    .output(page(inboxItem)),
  /** How many entries are open and how many processed (DATA-5, DASH-1). */
  counts: endpoint('GET', '/inbox/counts', 'approved').output(z.object({ open: z.number(), processed: z.number() })),
  get: endpoint('GET', '/inbox/{id}', 'approved').input(byId).output(inboxItem),
  /**
   * 409 `already_in_inbox` with the entry as `current` where one has the same address (RUL-17; not those in the trash), unless
   * `allow_duplicate` says that is meant. An entry that is nothing but an address gets its page's title behind the answer.
   */
  create: endpoint('POST', '/inbox', 'approved').input(createInput).output(inboxItem),
  /** A new address that another entry has is refused as in `create`. */
  update: endpoint('PATCH', '/inbox/{id}', 'approved').input(updateInput).output(inboxItem),
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/inbox/{id}', 'approved', 204).input(byId).output(z.void()),
  /** Makes a record of another noun of an entry and marks the entry processed, both or neither. A link needs an address. */
  convert: endpoint('POST', '/inbox/{id}/conversion', 'approved')
    .input(z.object({ id, to: conversionTarget }))
    .output(z.object({ to: conversionTarget, id, item: inboxItem })),
}
