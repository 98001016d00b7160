import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/caller.ts'
import { addressKey } from '../../../platform/http/client-address.ts'
import type { AccountContext } from './context.ts'
import type { Guesser } from '../protocol/visitor.ts'
import { deleteClientsSeenBefore, isKnownClient, noteClients } from './known-clients.queries.ts'
import { passwordFits } from './passwords.ts'
import { limit, type LimitName } from './limits.ts'

/** So long a client counts as one of the account's after a sign-in. */
const DAYS_KNOWN = 60
const DAY_MS = 86_400_000

/** What is tried, and on whom: `account` is the name the guesses are counted under, `userId` null where there is none. */
export type Guess = { account: string; userId: string | null; hash: string | null; password: string }

/**
 * True when a password fits. Counted before it is checked, so that parallel guesses count too; a right one gives it back.
 * Guesses from everywhere share one budget of the account, so that a crowd gets no further than one stranger; a client that
 * signed in to it of late has a budget of its own, so that no crowd keeps its holder out (ADR 0015). Throws 429.
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
    // What another budget refused, or the queue of passwords to be checked, has tried nothing.
    if (!tried) for (const [budget, key] of taken) await auth.limits.giveBack(budget, key)
  }
}

/** True when this is the caller's own password; whoever holds a stolen session gets no more tries than at the sign-in. */
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
  // Asked for unknown accounts as well, so that the answer takes as long.
  if (devices.length > 0 && (await isKnownClient(auth.db, userId ?? '', devices, since)))
    return [['password', `${devices.join()} ${account}`]]
  const own: [LimitName, string] = ['password', `${address} ${account}`]
  if (await isKnownClient(auth.db, userId ?? '', [address], since)) return [own]
  return [own, ['password_account', account]]
}

/** Remembers from where somebody has signed in to an account. */
export async function rememberClient(tx: Tx, userId: string, visitor: Guesser, now: Date): Promise<void> {
  await noteClients(tx, userId, clientsOf(visitor), now.toISOString())
}

/** Forgets from where accounts were signed in to long ago. */
export async function forgetClients(db: Db, now: Date): Promise<void> {
  await deleteClientsSeenBefore(db, new Date(now.getTime() - DAYS_KNOWN * DAY_MS).toISOString())
}

/** What a client is known by: its network, and the secret of its browser where it sends one (kept as a hash). */
function clientsOf({ ip, device }: Guesser): [string, ...string[]] {
  const hash = device && createHash('sha256').update(device).digest('base64url')
  return [`address:${addressKey(ip)}`, ...(hash ? [`device:${hash}`] : [])]
}
