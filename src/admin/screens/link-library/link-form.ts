import { LINK_INCOMPLETE } from '../../../rules/libraries.ts'
import { isHttpUrl } from '../../../rules/url.ts'

export type TitleAndUrl = { title: string; url: string }

/** LINK-2: a title that is a valid address fills an empty URL, and keeps updating it while both are equal. */
export function withTitle<T extends TitleAndUrl>(values: T, title: string): T {
  const follows = values.url.trim() === '' || values.url === values.title.trim()
  return { ...values, title, url: follows && isHttpUrl(title) ? title.trim() : values.url }
}

/** Errors of the two required fields, by field; empty if valid. */
export function checkLink({ title, url }: TitleAndUrl): Partial<Record<'title' | 'url', string>> {
  if (title.trim() === '') return { title: LINK_INCOMPLETE }
  if (url.trim() === '') return { url: LINK_INCOMPLETE }
  if (!isHttpUrl(url)) return { url: 'Bitte eine Adresse mit http:// oder https:// angeben' }
  return {}
}
