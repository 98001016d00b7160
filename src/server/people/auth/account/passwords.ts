import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Overloaded, Slots } from '../../../platform/slots.ts'
import { AuthFault } from '../protocol/auth-fault.ts'

/** AUTH-1: at least this many characters. */
const PASSWORD_MIN = 6
/** Maximum length of a password, so that hashing cannot be used to overload the server. */
export const PASSWORD_MAX = 1024

/** Argon2id with the parameters recommended by OWASP: 19 MiB, two passes, one thread. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Concurrency limit of hashing. It keeps a core busy for tens of milliseconds at a stranger's request: one core stays
 * free, and the queue holds at most some seconds of work, whatever the number of client addresses.
 */
export const PASSWORD_SLOTS = new Slots({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  mostWaiting: 100,
})
/** Retry-After in seconds when the queue is full. */
const COME_AGAIN = 5

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await PASSWORD_SLOTS.take(work)
  } catch (error) {
    throw error instanceof Overloaded ? new AuthFault('rate_limited', COME_AGAIN) : error
  }
}

let dummy: Promise<string> | undefined

/**
 * Argon2id hash of a password as PHC text, independent of its Unicode form (NFC, RFC 8265). AuthFault 429
 * `over_request_rate_limit` when the queue is full.
 */
export async function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(password.normalize('NFC'), PARAMETERS))
}

/**
 * True when the password fits the hash. Without a hash (unknown address, account without password) a dummy is verified,
 * so that the response takes as long (docs/reference/auth-protocol.md §7). AuthFault 429 as in `hashPassword`.
 */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await inSlot(async () => {
    dummy ??= hash('no account has this password', PARAMETERS)
    return verify(passwordHash ?? (await dummy), password.normalize('NFC'))
  })
  return fits && passwordHash !== null
}

/** Throws 422 for a password that is too short (AUTH-1) or too long; characters count, not bytes. */
export function checkPassword(password: string): void {
  const { length } = [...password]
  if (length < PASSWORD_MIN) throw new AuthFault('weak_password')
  if (length > PASSWORD_MAX) throw new AuthFault('long_password')
}
