import { randomInt } from 'node:crypto'
import * as accounts from '../accounts/accounts.service.ts'
import { recordEvent } from '../accounts/audit.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { deleteTokensOf } from './tokens/tokens.queries.ts'
import { hashPassword } from './account/passwords.ts'
import { forgetRecoveryCodes } from './factors/recovery-codes.service.ts'
import { deleteFactorsOf } from './factors/factors.queries.ts'
import { deletePasskeysOf } from './passkeys/passkeys.queries.ts'
import { deleteSessionsOf } from './sessions/sessions.queries.ts'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * Recovery on the server (RUL-11): sets a random password, ends the account's sessions and, on request, removes its
 * second factors, passkeys and recovery codes; audited. Returns the new password, or null when no account has this address.
 */
export async function resetPassword(
  db: Db,
  address: string,
  { now, removeFactors }: { now: Date; removeFactors: boolean },
): Promise<string | null> {
  const email = normalizeEmail(address)
  const user = email ? await accounts.getUserByEmail(db, email) : null
  if (!user) return null
  const password = Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-')
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    await accounts.holdAccount(tx, user.id)
    await accounts.changeProfile(tx, user.id, { password_hash: passwordHash }, now)
    await deleteSessionsOf(tx, user.id)
    await deleteTokensOf(tx, user.id)
    if (removeFactors) {
      await deleteFactorsOf(tx, user.id)
      await deletePasskeysOf(tx, user.id)
      await forgetRecoveryCodes(tx, user.id)
    }
    await recordEvent(tx, {
      event: 'password_reset',
      at: now,
      userId: user.id,
      email,
      details: { factors_removed: removeFactors },
    })
  })
  return password
}
