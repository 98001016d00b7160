import type { PreviewLink } from '../../contract/articles/preview-links.ts'
import type { Db } from '../platform/db/db.ts'
import type { PreviewLinksTable } from '../tables.ts'

/** Links of an article that still open, newest first. */
export async function listPreviewLinks(db: Db, articleId: string, now: string): Promise<PreviewLink[]> {
  return db
    .selectFrom('preview_links')
    .select(['id', 'created_at', 'expires_at', 'last_used_at'])
    .where('article_id', '=', articleId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The link of a token while it opens, or null. */
export async function findPreviewLink(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<Pick<PreviewLinksTable, 'id' | 'article_id' | 'expires_at' | 'last_used_at'> | null> {
  const row = await db
    .selectFrom('preview_links')
    .select(['id', 'article_id', 'expires_at', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function insertPreviewLink(db: Db, row: PreviewLinksTable): Promise<void> {
  await db.insertInto('preview_links').values(row).execute()
}

/** Ends a link; false when the article has no such link that was not ended before. */
export async function endPreviewLink(db: Db, articleId: string, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('preview_links')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('article_id', '=', articleId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function touchPreviewLink(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('preview_links').set({ last_used_at: now }).where('id', '=', id).execute()
}
