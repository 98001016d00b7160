import { z } from 'zod'
import { DIGEST_HOURS, NOTICE_GROUPS, NOTICE_KIND_NAMES, type NoticeGroup } from '../rules/notices.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, instantInput, listQuery, page } from './fields.ts'

const kind = z.enum(NOTICE_KIND_NAMES, 'Diese Art von Mitteilung gibt es nicht')
const group = z.enum(Object.keys(NOTICE_GROUPS) as [NoticeGroup, ...NoticeGroup[]], 'Diesen Filter gibt es nicht')

export const notice = z.object({
  id,
  kind,
  /** Whose act it is; null for the server's own, and for an account that is gone. */
  actor: z.object({ id, name: z.string() }).nullable(),
  /** How many records it is about. */
  count: z.number().int(),
  /** The newest of them, by the titles they had at that time. `noun` and `id` name a record. */
  things: z.array(z.object({ noun: z.string(), id: z.string(), title: z.string() })),
  /** Why, where there is a reason: that of the newest. */
  reason: z.string().nullable(),
  /** When the last of it happened. */
  at: instant,
  read: z.boolean(),
})
export type Notice = z.infer<typeof notice>

/** Unread things by group. */
export const unreadNotices = z.object({ me: z.number().int(), desk: z.number().int(), system: z.number().int() })
export type UnreadNotices = z.infer<typeof unreadNotices>

const choice = z.object({ kind, bell: z.boolean(), mail: z.boolean() })
const hour = z.literal([...DIGEST_HOURS], 'Diese Uhrzeit steht nicht zur Wahl')

export const noticeChoices = z.object({
  /** Whether this installation can send mail; without it the choices of mail have no effect. */
  mail: z.boolean(),
  /** The hour of the mail, in the site's zone. */
  hour,
  /** Kinds that this account can be notified of. */
  kinds: z.array(choice),
})
export type NoticeChoices = z.infer<typeof noticeChoices>

const choiceInput = z.object({ kind, bell: z.boolean().optional(), mail: z.boolean().optional() })
export type NoticeChoice = z.infer<typeof choiceInput>

const readInput = z.object({
  /** Those up to this instant: a notice that has come since stays unread. */
  up_to: instantInput,
  group: group.optional(),
})
export type ReadNotices = z.infer<typeof readInput>

/** The caller's own notices (RUL-62); nobody sees those of another account. */
export const notices = {
  /** Newest first. */
  list: endpoint('GET', '/notices', 'approved')
    .input(listQuery.omit({ q: true }).extend({ group: group.optional() }))
    .output(page(notice)),
  /** What the badge counts (RUL-71). */
  unread: endpoint('GET', '/notices/unread', 'approved').output(unreadNotices),
  /** Marks one as read or unread; 404 for any but the caller's. */
  mark: endpoint('PATCH', '/notices/{id}', 'approved')
    .input(byId.extend({ read: z.boolean() }))
    .output(unreadNotices),
  /** Marks all of them as read, or those of a group. */
  readAll: endpoint('POST', '/notices/read', 'approved', 200).input(readInput).output(unreadNotices),
  choices: endpoint('GET', '/notices/choices', 'approved').output(noticeChoices),
  /** Chooses for one kind; what is left out stays. */
  choose: endpoint('PATCH', '/notices/choices', 'approved').input(choiceInput).output(noticeChoices),
  /** Sets the hour of the mail. */
  setHour: endpoint('PUT', '/notices/digest', 'approved').input(z.object({ hour })).output(noticeChoices),
}
