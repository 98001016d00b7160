import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { NewInvite } from '../../../contract/users/invites.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { recordEvent } from './audit.service.ts'
import * as queries from './invites.queries.ts'

const DAYS_VALID = 7
const DAY_MS = 86_400_000

/**
 * Makes an invitation: its link registers an approved account of this role, once, within seven days (RUL-4). Returns
 * the record and the link, which is stored only as a hash and cannot be shown again.
 */
export async function createInvite(
  db: Db,
  { role, note }: NewInvite,
  { caller, now, ip, address }: Actor & { ip: string; address: string },
) {
  const token = randomBytes(32).toString('base64url')
  const row = {
    id: newId(),
    role,
    note: note.trim(),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + DAYS_VALID * DAY_MS).toISOString(),
  }
  await inTransaction(db, async (tx) => {
    await queries.deleteInvitesExpiredBefore(tx, now.toISOString())
    await queries.insertInvite(tx, { ...row, token_hash: hashOf(token), created_by: caller.userId })
    await recordEvent(tx, { event: 'invite_created', at: now, actorId: caller.userId, ip, details: { role } })
    await announce(tx, { noun: 'users', id: row.id, verb: 'created', hidden: true })
  })
  // In the fragment, so that the secret reaches no server log and no other site.
  return { ...row, url: `${address}/auth#invite=${token}` }
}

/** Revokes an invitation: its link becomes void. 404 when it is used or gone. */
export async function revokeInvite(db: Db, id: string, { caller, now, ip }: Actor & { ip: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.deleteInvite(tx, id))) throw new ApiError('not_found')
    await recordEvent(tx, { event: 'invite_revoked', at: now, actorId: caller.userId, ip })
    await announce(tx, { noun: 'users', id, verb: 'removed', hidden: true })
  })
}

/** Uses an invitation, in the transaction that makes the account. Null when it is unknown, used or expired. */
export async function redeemInvite(tx: Tx, token: string, now: Date): Promise<{ role: Role } | null> {
  return queries.takeInvite(tx, hashOf(token), now.toISOString())
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
