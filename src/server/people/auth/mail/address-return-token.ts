import { createHmac, randomBytes } from 'node:crypto'
import { getFormerAddress, setFormerAddressToken } from '../../accounts/former-addresses.service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { OneTimeKeys } from '../tokens/context.ts'

type Keyed = Pick<OneTimeKeys, 'oneTimeKey'>

/**
 * Makes the link of a notice, replacing an earlier one; null when restoring is no longer possible. Only its hash is
 * stored.
 */
export async function issueReturnToken(
  tx: Tx,
  auth: Keyed,
  formerId: string,
  now: Date,
): Promise<{ token: string; userId: string } | null> {
  const former = await getFormerAddress(tx, { id: formerId }, now.toISOString())
  if (!former) return null
  const token = randomBytes(32).toString('base64url')
  await setFormerAddressToken(tx, former.id, returnHash(auth, token))
  return { token, userId: former.user_id }
}

/** The hash by which the link of a notice is found. */
export function returnHash({ oneTimeKey }: Keyed, token: string): string {
  return createHmac('sha256', oneTimeKey).update(`return:${token}`).digest('base64url')
}
