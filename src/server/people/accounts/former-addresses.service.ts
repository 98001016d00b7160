import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { deleteUser, getUserByEmail, type UserRow } from './accounts.queries.ts'
import { AccountRefused, changeProfile } from './accounts.service.ts'
import { insertFormerAddress, isKeptForOthers } from './former-addresses.queries.ts'

/** Hours for which a given-up address can be restored and is not available to others. */
const HOURS_KEPT = 72

/**
 * Changes the address of an account; the new one counts as confirmed. With `keep` the former one can be restored for 72
 * hours, and the id of that record is returned. Throws AccountRefused `email_taken`, also for an address reserved for
 * another account.
 */
export async function changeAddress(
  tx: Tx,
  user: UserRow,
  email: string,
  { keep, now }: { keep: boolean; now: Date },
): Promise<string | null> {
  const at = now.toISOString()
  await changeProfile(tx, user.id, { email, is_anonymous: 0 }, now)
  // Checked after the change, which waits for a concurrent change that gives this address up.
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
 * Restores a former address of an account at the request of its mailbox, and removes the password. A never confirmed
 * account with that address is deleted. Throws AccountRefused `email_taken`.
 */
export async function restoreAddress(tx: Tx, user: UserRow, email: string, now: Date): Promise<void> {
  const holder = await getUserByEmail(tx, email)
  if (holder && holder.id !== user.id && !holder.email_confirmed_at) await deleteUser(tx, holder.id)
  await changeProfile(tx, user.id, { email, password_hash: null }, now)
}

/** Former addresses: lookup, links, and expiry. */
export {
  deleteExpiredFormerAddresses,
  deleteFormerAddressesFrom,
  getFormerAddress,
  hasFormerAddress,
  setFormerAddressToken,
} from './former-addresses.queries.ts'
