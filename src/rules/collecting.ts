import { isHttpUrl } from './url.ts'

export const INBOX_TYPES = ['link', 'idea', 'note'] as const

export const INBOX_STATUSES = ['open', 'processed'] as const

/** What a typed or captured text is in the inbox (INBOX-2, RUL-15): a valid URL is a link to itself, everything else an idea. */
export function inboxEntryOf({ title, url }: { title: string; url?: string | null | undefined }): {
  type: 'link' | 'idea'
  url: string | null
} {
  const address = url ?? (isHttpUrl(title) ? title.trim() : null)
  return { type: address === null ? 'idea' : 'link', url: address }
}

/** Specification §4: the first is the default. */
export const SOURCE_TYPES = ['link', 'note', 'file'] as const

/** RES-2: the message for a missing title. */
export const RESEARCH_TITLE_MISSING = 'Bitte Titel eingeben'

export const NO_ADDRESS = 'Bitte eine Adresse mit http:// oder https:// angeben'

/** RUL-106: how often a feed is fetched by itself. */
export const FETCH_EVERY = ['hourly', 'daily', 'off'] as const
export type FetchEvery = (typeof FETCH_EVERY)[number]

/** INT-7: the message for a blank address. */
export const ENTER_FEED_URL = 'Bitte RSS-Feed-URL eingeben'

/** The files of the Chrome extension the server hands out under `/chrome-extension/{file}` (INT-4, RUL-10). */
export const EXTENSION_FILES = ['popup.html', 'popup.js', 'options.html', 'options.js', 'icon.svg'] as const

export const EXTENSION_ICONS = ['icon-16.png', 'icon-48.png', 'icon-128.png'] as const
