import { instantAt } from './instants.ts'

/** Whether readers may comment: not at all, after somebody has read each, or at once (RUL-82). */
export const COMMENT_MODES = ['off', 'moderated', 'open'] as const
export type CommentMode = (typeof COMMENT_MODES)[number]

/** Longest text of a comment, and longest name below it, in UTF-16 code units. */
export const LONGEST_COMMENT = 5000
export const LONGEST_COMMENTER = 60
/** Longest text of a report, and longest address for its outcome. */
export const LONGEST_REPORT = 2000
export const LONGEST_CONTACT = 254

/** How long the secret link of a comment changes it. It deletes it at any time. */
export const EDIT_MINUTES = 15

/** Comments on a page, answers included. */
export const COMMENTS_ON_PAGE = 20

/** Longest time after which comments of an article close by themselves. */
export const LONGEST_OPEN_DAYS = 3650

/** Comments whose state changes at once. */
export const COMMENTS_AT_ONCE = 200

/**
 * What a comment is: `waiting` for a moderator, `shown`, `hidden` by a moderator, `removed` with a reason, or `deleted` by its
 * writer while answers stand below it.
 */
export const COMMENT_STATES = ['waiting', 'shown', 'hidden', 'removed', 'deleted'] as const
export type CommentState = (typeof COMMENT_STATES)[number]

/** Why a comment is removed, as its writer and readers see it (RUL-83). */
export const REMOVAL_REASONS = {
  advert: 'Werbung',
  insult: 'Beleidigung oder Hetze',
  topic: 'Gehört nicht zum Thema',
  unlawful: 'Rechtswidrig',
} as const
export type RemovalReason = keyof typeof REMOVAL_REASONS
export const REMOVAL_REASON_NAMES = Object.keys(REMOVAL_REASONS) as [RemovalReason, ...RemovalReason[]]

/** What stands in the place of a removed comment. */
export function removalWords(reason: RemovalReason | null): string {
  return reason === null
    ? 'Dieser Kommentar wurde entfernt.'
    : `Dieser Kommentar wurde entfernt: ${REMOVAL_REASONS[reason]}.`
}

/** The instant at which comments of an article close; null where they stay open, or do so beyond the year 9999. */
export function closingTime(publishedAt: string, closeAfterDays: number | null): string | null {
  const at = Date.parse(publishedAt)
  if (closeAfterDays === null || Number.isNaN(at)) return null
  return instantAt(at + closeAfterDays * 86_400_000)
}
