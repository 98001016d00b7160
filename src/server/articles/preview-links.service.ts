import { createHash, randomBytes } from 'node:crypto'
import type { PreviewLink } from '../../contract/articles/preview-links.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import { getArticle } from './articles.queries.ts'
import * as queries from './preview-links.queries.ts'

const DAY_MS = 86_400_000
/** The use of a link is noted once a minute at most. */
const TOUCH_MS = 60_000

/** Makes a link of 256 random bits that opens for `days`; the token is told now and kept as a hash (R34, R37). 404 without an article. */
export async function createPreviewLink(
  db: Db,
  { id: articleId, days }: { id: string; days: number },
  { caller, now }: Act,
): Promise<PreviewLink & { token: string }> {
  const token = randomBytes(32).toString('base64url')
  const link = {
    id: newId(),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
    last_used_at: null,
  }
  await inTransaction(db, async (tx) => {
    if (!(await getArticle(tx, articleId))) throw new ApiError('not_found')
    await queries.insertPreviewLink(tx, {
      ...link,
      article_id: articleId,
      token_hash: hashOf(token),
      author_id: caller.userId,
      revoked_at: null,
    })
  })
  return { ...link, token }
}

/** Ends a link at once; 404 when the article has no such link. */
export async function revokePreviewLink(
  db: Db,
  { id, link_id }: { id: string; link_id: string },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.endPreviewLink(tx, id, link_id, now.toISOString()))) throw new ApiError('not_found')
  })
}

/** The article a token opens and until when; null for an unknown, expired or revoked one. */
export async function openPreviewLink(
  db: Db,
  token: string,
  now: Date,
): Promise<{ articleId: string; expiresAt: string } | null> {
  const link = await queries.findPreviewLink(db, hashOf(token), now.toISOString())
  return link && { articleId: link.article_id, expiresAt: link.expires_at }
}

/** Notes that a link was used, once a minute at most. */
export async function notePreviewUse(db: Db, token: string, now: Date): Promise<void> {
  const link = await queries.findPreviewLink(db, hashOf(token), now.toISOString())
  if (link && (link.last_used_at === null || now.getTime() - Date.parse(link.last_used_at) > TOUCH_MS))
    await queries.touchPreviewLink(db, link.id, now.toISOString())
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
