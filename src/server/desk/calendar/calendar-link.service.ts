import { createHash, randomBytes } from 'node:crypto'
import { may, roleOf } from '../../../rules/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { CallerActor } from '../../platform/caller.ts'
import * as queries from './planning.queries.ts'

/** Creation time of the caller's calendar address; null without one. */
export async function readLink(db: Db, { caller }: CallerActor): Promise<{ created_at: string | null }> {
  return { created_at: (await queries.getLink(db, caller.userId))?.created_at ?? null }
}

/**
 * Makes an address of 256 random bits, shown now and stored as a hash (RUL-34); it replaces the caller's former one.
 */
export async function createLink(db: Db, { caller, now }: CallerActor): Promise<{ path: string; created_at: string }> {
  const token = randomBytes(32).toString('base64url')
  const created_at = now.toISOString()
  await inTransaction(db, (tx) =>
    queries.putLink(tx, { user_id: caller.userId, token_hash: hashOf(token), created_at }),
  )
  return { path: `/calendar/${token}.ics`, created_at }
}

/** Revokes the caller's address at once. */
export async function removeLink(db: Db, { caller }: CallerActor): Promise<void> {
  await inTransaction(db, (tx) => queries.deleteLink(tx, caller.userId))
}

/** Whether an address is valid: only while its account may read the calendar here. */
export async function opens(db: Db, token: string): Promise<boolean> {
  const account = await queries.findLink(db, hashOf(token))
  return account !== undefined && may(roleOf(account), 'desk.work')
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
