import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** Accepted request ids of a proxy: short, without characters that could break a line or a field of a log. */
const SANE = /^[\w.:+/=@-]{8,128}$/

const current = new AsyncLocalStorage<string>()
/** Distinguishes instances and restarts; ids are not secret. */
const PROCESS = randomBytes(6).toString('hex')
let made = 0

/** The id of the current request, for the log; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/** The request id set by a proxy (`X-Request-Id`), if valid; null otherwise. */
export function givenRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && SANE.test(header) ? header : null
}

/** A new id, unique across instances. */
export function newRequestId(): string {
  made += 1
  return `${PROCESS}-${made.toString(36)}`
}

/** Runs `work` as part of a request: its log entries, also later ones, carry the id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work)
}
