import { invalidField } from '../../../contract/errors.ts'

/** The moments between which readers see an article; null: not yet, or without an end. */
export type PublicationDates = { published_at: string | null; unpublish_at: string | null }

type Wanted = {
  /** The status the article will have. */
  status: string
  /** What was asked for; undefined leaves a date to the rules. */
  asked: {
    status?: string | undefined
    published_at?: string | null | undefined
    unpublish_at?: string | null | undefined
  }
  /** What an existing article has. */
  stored?: PublicationDates
  now: string
}

/**
 * `published_at` by status (specification §4): published takes the date asked for, the one it has, or now; scheduled the
 * date asked for, the one it has, or none; a draft has none, and a change of the status forgets the one it had (EDIT-10).
 * The take-down date stays through all of them, and has to lie behind `published_at`: 400 names the date that was asked for.
 * One that has passed when the status changes is dropped, since publishing again means to be seen.
 */
export function publicationDates({ status, asked, stored, now }: Wanted): PublicationDates {
  const published_at = firstMoment(status, asked, stored, now)
  const unpublish_at = asked.unpublish_at === undefined ? (stored?.unpublish_at ?? null) : asked.unpublish_at
  if (status === 'draft' || !published_at || !unpublish_at || unpublish_at > published_at)
    return { published_at, unpublish_at }
  if (asked.unpublish_at) throw invalidField('unpublish_at', 'Das Zurückziehen muss nach dem Veröffentlichen liegen')
  if (asked.published_at)
    throw invalidField('published_at', 'Zu diesem Zeitpunkt ist der Artikel schon wieder zurückgezogen')
  return { published_at, unpublish_at: null }
}

function firstMoment(status: string, asked: Wanted['asked'], stored: Wanted['stored'], now: string): string | null {
  if (status === 'draft') {
    if (asked.published_at) throw invalidField('published_at', 'Ein Entwurf hat kein Veröffentlichungsdatum')
    return null
  }
  const current = asked.status === undefined ? (stored?.published_at ?? null) : null
  const date = asked.published_at === undefined ? current : asked.published_at
  return status === 'published' ? (date ?? now) : date
}

/** What a restored article has instead of dates that passed while it lay in the trash. */
export function datesAfterTrash(
  { status, published_at, unpublish_at }: PublicationDates & { status: string },
  now: string,
): Partial<PublicationDates & { status: string }> {
  if (status === 'scheduled' && published_at && published_at <= now) return { published_at: null }
  if (status === 'published' && unpublish_at && unpublish_at <= now)
    return { status: 'draft', published_at: null, unpublish_at: null }
  return {}
}
