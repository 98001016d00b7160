import { notePreviewUse, openPreviewLink } from '../texts/preview-links.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { PAGE_TABLES } from './page-tables.ts'
import { getPage } from './pages.queries.ts'

/** Of a page what its preview shows. */
export type PreviewedPage = { id: string; slug: string; title: string; content_markdown: string; updated_at: string }

/**
 * What a preview link shows (RUL-37): the working text of a page in any status. Null when the link opens nothing, or its page
 * lies in the trash.
 */
export async function getPagePreview(
  db: Db,
  token: string,
  now: Date,
): Promise<{ page: PreviewedPage; expiresAt: string } | null> {
  const opened = await openPreviewLink(db, PAGE_TABLES, { token, now })
  const stored = opened && (await getPage(db, opened.textId))
  if (!opened || !stored) return null
  const { id, slug } = stored
  const { title, content_markdown, updated_at } = stored.working_copy ?? stored
  return { page: { id, slug, title, content_markdown, updated_at }, expiresAt: opened.expiresAt }
}

/** Remembers that a link has been opened, for those who gave it away. */
export async function notePageOpened(db: Db, token: string, now: Date): Promise<void> {
  await notePreviewUse(db, PAGE_TABLES, { token, now })
}
