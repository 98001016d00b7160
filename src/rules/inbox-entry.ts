import { isHttpUrl } from './url.ts'

/** What a typed or captured text is in the inbox (INBOX-2, RUL-15): a valid URL is a link to itself, everything else an idea. */
export function inboxEntryOf({ title, url }: { title: string; url?: string | null | undefined }): {
  type: 'link' | 'idea'
  url: string | null
} {
  const address = url ?? (isHttpUrl(title) ? title.trim() : null)
  return { type: address === null ? 'idea' : 'link', url: address }
}
