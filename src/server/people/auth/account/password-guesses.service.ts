import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/caller.ts'
import { addressKey } from '../../../platform/http/client-address.ts'
import type { AccountContext } from './context.ts'
import type { Guesser } from '../protocol/visitor.ts'
import { deleteClientsSeenBefore, isKnownClient, noteClients } from './known-clients.queries.ts'
import { passwordFits } from './passwords.ts'
import { limit, type LimitName } from './limits.ts'

/** Days for which a client is known to an account after a sign-in. */
const DAYS_KNOWN = 60
const DAY_MS = 86_400_000

/**
 * A password attempt: `account` is the key the guesses are counted under, `userId` is null where there is no account.
 */
export type Guess = { account: string; userId: string | null; hash: string | null; password: string }

/**
 * True when the password is correct. Counted before it is checked, so that parallel guesses count too; a correct one is
 * refunded. All unknown clients share one budget of the account, so that many together have no more tries than one; a
 * client that signed in recently has its own budget, so that they cannot lock out the user (ADR 0015). Throws 429.
 */
export async function guessPassword(auth: AccountContext, guess: Guess, visitor: Guesser): Promise<boolean> {
  const taken: [LimitName, string][] = []
  let tried = false
  try {
    for (const [budget, key] of await budgetsOf(auth, guess, visitor)) {
      await limit(auth, budget, key)
      taken.push([budget, key])
    }
    tried = !(await passwordFits(guess.hash, guess.password))
    return !tried
  } finally {
    // If another budget or a full queue refused the guess, no password was checked: the guess is given back.
    if (!tried) for (const [budget, key] of taken) await auth.limits.giveBack(budget, key)
  }
}

/** True when this is the caller's own password; a stolen session has no more tries than the sign-in form. */
export async function fitsOwnAccount(
  auth: AccountContext,
  caller: Caller,
  { hash, password }: { hash: string | null; password: string },
  visitor: Guesser,
): Promise<boolean> {
  return guessPassword(auth, { account: caller.email || caller.userId, userId: caller.userId, hash, password }, visitor)
}

async function budgetsOf(
  auth: AccountContext,
  { account, userId }: Guess,
  visitor: Guesser,
): Promise<[LimitName, string][]> {
  const since = new Date(auth.clock().getTime() - DAYS_KNOWN * DAY_MS).toISOString()
  const [address, ...devices] = clientsOf(visitor)
  // Queried for unknown accounts as well, so that the response takes as long.
  if (devices.length > 0 && (await isKnownClient(auth.db, userId ?? '', devices, since)))
    return [['password', `${devices.join()} ${account}`]]
  const own: [LimitName, string] = ['password', `${address} ${account}`]
  if (await isKnownClient(auth.db, userId ?? '', [address], since)) return [own]
  return [own, ['password_account', account]]
}

/** Records the client of a sign-in. */
export async function rememberClient(tx: Tx, userId: string, visitor: Guesser, now: Date): Promise<void> {
  await noteClients(tx, userId, clientsOf(visitor), now.toISOString())
}

/** Deletes clients whose last sign-in is long ago. */
export async function forgetClients(db: Db, now: Date): Promise<void> {
  await deleteClientsSeenBefore(db, new Date(now.getTime() - DAYS_KNOWN * DAY_MS).toISOString())
}

/** The keys of a client: its network, and the secret of its browser if it sends one (stored as a hash). */
function clientsOf({ ip, device }: Guesser): [string, ...string[]] {
  const hash = device && createHash('sha256').update(device).digest('base64url')
  return [`address:${addressKey(ip)}`, ...(hash ? [`device:${hash}`] : [])]
}
