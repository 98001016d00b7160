import type { PageRow } from './pages.queries.ts'
import { isPublic, type PageText } from './saves.service.ts'

/** What readers saw of a page; `live` is the text they read, null where they read none. */
export type FormerPage = Pick<PageRow, 'first_published_at' | 'updated_at'> & {
  live: (PageText & { slug: string }) | null
}

/** What readers see of a page before it is changed. */
export function formerPage(stored: PageRow): FormerPage {
  const { title, content_markdown, slug, first_published_at, updated_at } = stored
  const live = isPublic(stored) ? { title, content_markdown, slug: slug ?? '' } : null
  return { first_published_at, updated_at, live }
}
