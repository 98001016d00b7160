import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnreachable } from './file-store.ts'

/** No connection to the database is possible. `code` is the system's or PostgreSQL's code (`ECONNREFUSED`, `57P03`). */
export class DatabaseUnreachable extends Error {
  readonly code: string

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause })
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : ''
  }
}

/** The message of a command for an unreachable database or store of files; null for every other fault. */
export function awayLine(error: unknown): string | null {
  if (error instanceof StoreUnreachable) return `Die Dateiablage ist nicht zu erreichen: ${String(error.cause)}`
  return error instanceof DatabaseUnreachable ? `Eine Datenbank ist nicht zu erreichen: ${String(error.cause)}` : null
}

/**
 * Codes of a database that responds but refuses access: a wrong password, no such role or database. Waiting does not
 * help.
 */
const REFUSALS = /^(28|3D)/
const PAUSE_MS = 1000

/**
 * Waits without limit until the database is reachable: after a power cut it may come back later than its clients.
 * `onAway` gets the first fault. Throws where the database refuses access.
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
/** Errors that ended connections to the database. */
const faults = new WeakSet<Error>()

/** Records the error that ended a connection: the query waiting on it fails with the same. */
export function noteConnectionFault(error: Error): void {
  faults.add(error)
}

/**
 * PostgreSQL shuts down or starts (class 57P), has become a standby (25006) or ended an idle transaction (25P03); the
 * driver's own errors carry no code.
 */
const CODES = ['57P01', '57P02', '57P03', '25006', '25P03']
const SENTENCES = /^(Connection terminated|Client has encountered a connection error)/

/** The reason if the error means an unreachable database: no connection, or one that ended during a query. */
export function absenceOf(error: unknown): { code: string } | null {
  if (error instanceof DatabaseUnreachable) return { code: error.code }
  if (!(error instanceof Error)) return null
  const { code = '' } = error as Error & { code?: string }
  return faults.has(error) || CODES.includes(code) || SENTENCES.test(error.message) ? { code } : null
}
