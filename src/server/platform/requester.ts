import { AsyncLocalStorage } from 'node:async_hooks'
import { newId } from './ids.ts'

/** Who makes the current request. Changes that one request makes belong together. */
export type Requester = {
  /** A new id for each request. */
  requestId: string
  /** Null for callers without an account. */
  userId: string | null
  /** Whether one verb changes many records. */
  bulk: boolean
}

const current = new AsyncLocalStorage<Requester>()

/** The requester of the code that runs; null in jobs and commands. */
export function currentRequester(): Requester | null {
  return current.getStore() ?? null
}

/** Runs `work` as a request of an account. */
export function asRequester<T>(userId: string | null, work: () => T): T {
  return current.run({ requestId: newId(), userId, bulk: false }, work)
}

/** Runs `work`, which changes many records, as a part of the request that runs. */
export function inBulk<T>(work: () => T): T {
  const requester = current.getStore()
  return requester ? current.run({ ...requester, bulk: true }, work) : work()
}
