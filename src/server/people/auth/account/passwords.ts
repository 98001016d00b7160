import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Overloaded, Turns } from '../../../platform/slots.ts'
import { AuthFault } from '../protocol/auth-fault.ts'

/** AUTH-1: at least this many characters. */
const PASSWORD_MIN = 6
/** Longer ones are refused, so that hashing cannot be used to tire the server. */
export const PASSWORD_MAX = 1024

/** Argon2id with the parameters OWASP names: 19 MiB, two passes, one thread. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing keeps a core busy for tens of milliseconds, and strangers may ask for it: one core stays for everybody else, and
 * more than some seconds of work does not pile up, from however many addresses it is asked for.
 */
export const PASSWORD_TURNS = new Turns({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  mostWaiting: 100,
})
/** Seconds after which somebody who found no place may ask again. */
const COME_AGAIN = 5

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await PASSWORD_TURNS.take(work)
  } catch (error) {
    throw error instanceof Overloaded ? new AuthFault('rate_limited', COME_AGAIN) : error
  }
}

let dummy: Promise<string> | undefined

/**
 * Argon2id hash of a password as PHC text. Its Unicode form does not matter (NFC, RFC 8265). AuthFault 429
 * `over_request_rate_limit` when too many wait already.
 */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), PARAMETERS))
}

/**
 * True when the password fits the hash. Without a hash (unknown address, account without password) a dummy is verified
 * all the same, so that the answer takes as long (docs/reference/auth-protocol.md §7). AuthFault 429 as of `hashPassword`.
 */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(async () => {
    dummy ??= hash('no account has this password', PARAMETERS)
    return verify(passwordHash ?? (await dummy), password.normalize('NFC'))
  })
  return fits && passwordHash !== null
}

/** Throws 422 for a password that is too short (AUTH-1) or absurdly long; characters count, not bytes. */
export function checkPassword(password: string): void {
  const { length } = [...password]
  if (length < PASSWORD_MIN) throw new AuthFault('weak_password')
  if (length > PASSWORD_MAX) throw new AuthFault('long_password')
}
