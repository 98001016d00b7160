import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** What a proxy may have named a request: short, without anything that could end a line or a field of a log. */
const SANE = /^[\w.:+/=@-]{8,128}$/

const current = new AsyncLocalStorage<string>()
/** Tells instances and restarts apart; ids are no secrets. */
const PROCESS = randomBytes(6).toString('hex')
let made = 0

/** The id of the request that is being answered, for the log; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/** What the proxy in front calls the request (`X-Request-Id`), if that is an id; null otherwise. */
export function givenRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && SANE.test(header) ? header : null
}

/** A new id, unlike any other of any instance. */
export function newRequestId(): string {
  made += 1
  return `${PROCESS}-${made.toString(36)}`
}

/** Does `work` as the answer to a request: whatever it logs, also later, carries the id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work)
}
