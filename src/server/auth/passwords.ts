import { hash, verify } from '@node-rs/argon2'

/** AUTH-1: at least this many characters. */
export const PASSWORD_MIN = 6
/** Longer ones are refused, so that hashing cannot be used to tire the server. */
export const PASSWORD_MAX = 1024

/** Argon2id with the parameters OWASP names: 19 MiB, two passes, one thread. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let dummy: Promise<string> | undefined

/** Argon2id hash of a password as PHC text. Its Unicode form does not matter (NFC, RFC 8265). */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), PARAMETERS)
}

/**
 * True when the password fits the hash. Without a hash (unknown address, account without password) a dummy is verified
 * all the same, so that the answer takes as long (`auth-protocol.md` §7).
 */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('no account has this password')
  const fits = await verify(passwordHash ?? (await dummy), password.normalize('NFC'))
  return fits && passwordHash !== null
}
