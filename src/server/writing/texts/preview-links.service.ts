import { createHash, randomBytes } from 'node:crypto'
import type { PreviewLink } from '../../../contract/articles/preview-links.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { cannotWrite } from '../../platform/transient.ts'
import { readText } from './locked-text.service.ts'
import * as queries from './preview-links.queries.ts'
import type { TextNoun, TextTypes } from './text-noun.ts'
import { livingVersion, type WrittenTables } from './written-tables.ts'

const DAY_MS = 86_400_000
/** The use of a link is recorded once a minute at most. */
const TOUCH_MS = 60_000

/**
 * Makes a link of 256 random bits, valid for `days`; the token is returned once and stored as a hash (RUL-34, RUL-37).
 * 404 without the text.
 */
export async function createPreviewLink(
  db: Db,
  tables: WrittenTables,
  { id, days, remarks }: { id: string; days: number; remarks: boolean },
  { caller, now }: Actor,
): Promise<PreviewLink & { token: string }> {
  const token = randomBytes(32).toString('base64url')
  const link = {
    id: newId(),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
    remarks,
  }
  await inTransaction(db, async (tx) => {
    if ((await livingVersion(tx, tables, id)) === null) throw new ApiError('not_found')
    const secret = { text_id: id, token_hash: hashOf(token), author_id: caller.userId }
    await queries.insertPreviewLink(tx, tables, { ...link, ...secret })
  })
  return { ...link, last_used_at: null, token }
}

/** Revokes a link at once; 404 when the text has no such link. */
export async function revokePreviewLink(
  db: Db,
  tables: WrittenTables,
  { id, link_id }: { id: string; link_id: string },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = await queries.endPreviewLink(tx, tables, { textId: id, id: link_id, now: now.toISOString() })
    if (!ended) throw new ApiError('not_found')
  })
}

/** The text of a token and its expiry; null for an unknown, expired or revoked one, and where the text is in the trash. */
export async function openPreviewLink<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { token, now }: { token: string; now: Date },
): Promise<{ text: T['record']; expiresAt: string } | null> {
  const link = await queries.findPreviewLink(db, noun.tables, { tokenHash: hashOf(token), now: now.toISOString() })
  const text = link && (await readText(db, noun, link.text_id))
  return link && text ? { text, expiresAt: link.expires_at } : null
}

/** Records the use of a link, once a minute at most, if that can be written: its page is shown in any case. */
export async function notePreviewUse(
  db: Db,
  tables: WrittenTables,
  { token, now }: { token: string; now: Date },
): Promise<void> {
  const link = await queries.findPreviewLink(db, tables, { tokenHash: hashOf(token), now: now.toISOString() })
  if (link && (link.last_used_at === null || now.getTime() - Date.parse(link.last_used_at) > TOUCH_MS))
    await queries.touchPreviewLink(db, tables, { id: link.id, now: now.toISOString() }).catch((error: unknown) => {
      if (!cannotWrite(error)) throw error
    })
}

export { findPreviewLink, listPreviewLinks } from './preview-links.queries.ts'

/** Whether guests of a link may write remarks. */
export const mayRemark = ({ remarks }: Pick<queries.FoundLink, 'remarks'>) => remarks === 1

/** What is stored of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
