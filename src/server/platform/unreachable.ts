import { setTimeout as sleep } from 'node:timers/promises'

/** No connection to the database could be had. `code` is the system's or PostgreSQL's word for it (`ECONNREFUSED`, `57P03`). */
export class DatabaseUnreachable extends Error {
  readonly code: string

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause })
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : ''
  }
}

/** What a command says where a database cannot be reached; null for every other fault. */
export function awayLine(error: unknown): string | null {
  return error instanceof DatabaseUnreachable ? `Eine Datenbank ist nicht zu erreichen: ${String(error.cause)}` : null
}

/** A database that answers and lets nobody in: a wrong password, no such role or database. Waiting mends none of it. */
const REFUSALS = /^(28|3D)/
const PAUSE_MS = 1000

/**
 * Waits until the database can be reached, however long that takes: after a power cut it may come back later than what works
 * with it. `onAway` hears the first fault. Throws where the database itself says no.
 */
export async function untilReachable(ask: () => Promise<unknown>, onAway: (error: Error) => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask()
      return
    } catch (error) {
      const away = absenceOf(error)
      if (!away || REFUSALS.test(away.code)) throw error
      if (tries === 0) onAway(error as Error)
      await sleep(PAUSE_MS)
    }
  }
}
/** What connections to the database ended with. */
const faults = new WeakSet<Error>()

/** Notes that a connection to the database ended with this: the query that waited on it fails with the same. */
export function noteConnectionFault(error: Error): void {
  faults.add(error)
}

/** PostgreSQL shuts down or starts (class 57P), has become a standby (25006) or ended who stood still in a transaction (25P03); the driver's own sentences carry no code. */
const CODES = ['57P01', '57P02', '57P03', '25006', '25P03']
const SENTENCES = /^(Connection terminated|Client has encountered a connection error)/

/** Why the database is away, where that is what happened: no connection, or one that ended under a query. */
export function absenceOf(error: unknown): { code: string } | null {
  if (error instanceof DatabaseUnreachable) return { code: error.code }
  if (!(error instanceof Error)) return null
  const { code = '' } = error as Error & { code?: string }
  return faults.has(error) || CODES.includes(code) || SENTENCES.test(error.message) ? { code } : null
}
