import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { deleteUser, getUserByEmail, type UserRow } from './accounts.queries.ts'
import { AccountRefused, changeProfile } from './accounts.service.ts'
import { insertFormerAddress, isKeptForOthers } from './former-addresses.queries.ts'

/** So long an address that an account gave up can be had back, and belongs to nobody else. */
const HOURS_KEPT = 72

/**
 * Gives an account another address, which counts as confirmed. With `keep` the former one can be had back for 72 hours:
 * answers the id of that way back. Throws AccountRefused `email_taken`, also for an address kept for somebody else.
 */
export async function changeAddress(
  tx: Tx,
  user: UserRow,
  email: string,
  { keep, now }: { keep: boolean; now: Date },
): Promise<string | null> {
  const at = now.toISOString()
  await changeProfile(tx, user.id, { email, is_anonymous: 0 }, now)
  // Asked behind the change, which waits for whoever gives this address up at the moment.
  if (await isKeptForOthers(tx, email, user.id, at)) throw new AccountRefused('email_taken')
  if (!user.email || !keep) return null
  const id = newId()
  await insertFormerAddress(tx, {
    id,
    user_id: user.id,
    email: user.email,
    token_hash: null,
    changed_at: at,
    expires_at: new Date(now.getTime() + HOURS_KEPT * 3_600_000).toISOString(),
  })
  return id
}

/**
 * Gives an account an address back whose mailbox has asked for it; its password goes. An account of that address that was
 * never confirmed makes way. Throws AccountRefused `email_taken`.
 */
export async function restoreAddress(tx: Tx, user: UserRow, email: string, now: Date): Promise<void> {
  const holder = await getUserByEmail(tx, email)
  if (holder && holder.id !== user.id && !holder.email_confirmed_at) await deleteUser(tx, holder.id)
  await changeProfile(tx, user.id, { email, password_hash: null }, now)
}

/** Ways back: looking them up, their links, and ending them. */
export {
  deleteExpiredFormerAddresses,
  deleteFormerAddressesFrom,
  getFormerAddress,
  hasFormerAddress,
  setFormerAddressToken,
} from './former-addresses.queries.ts'
