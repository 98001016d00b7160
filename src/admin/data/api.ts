import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../contract/contract.ts'
import { UnreachableError } from '../lib/faults.ts'
import type { SessionStore } from './session.ts'

/** Options of one call. */
export type CallContext = {
  /** Timeout of one attempt. The time a password dialog is open does not count. */
  timeoutMs?: number
  /** The account that wrote the data. It is never sent with the token of another account (RUL-28). */
  userId?: string
  /** Return the response as it is, even if the session is lost: the system check reports that state. */
  asItComes?: boolean
  /**
   * The request outlives its page. It uses the current token, since there is no time for a refresh, and its response is
   * ignored.
   */
  onUnload?: boolean
}

export type Api = ContractRouterClient<typeof contract, CallContext>

/**
 * The typed client of `/api/rpc`. Every call carries the session's bearer token, or the anonymous key if there is no
 * session. A refused token is refreshed once. A lost session asks for the password before the call is repeated
 * (RUL-28).
 */
export function createApi(options: FetchOptions): Api {
  const send = createFetch(options)
  return createORPCClient(
    new RPCLink<CallContext>({
      url: `${options.origin}/api/rpc`,
      fetch: (request, init, { context }) => send(request, init, context),
    }),
  )
}

type FetchOptions = {
  origin: string
  anonKey: string
  session: SessionStore
  /** Called when a request gets no response. */
  onSilence: () => void
}

/** `fetch` for addresses of this server that need a bearer token. Token handling is that of `createApi`. */
export function createFetch({ anonKey, session, onSilence }: Omit<FetchOptions, 'origin'>) {
  const carry = (request: Request, token: string, init?: RequestInit) => {
    request.headers.set('apikey', anonKey)
    request.headers.set('Authorization', `Bearer ${token}`)
    request.headers.set('Accept-Language', 'de')
    return fetch(request, init)
  }
  const attempt = async (request: Request, { timeoutMs, userId }: CallContext) => {
    const token = (await session.accessToken(userId)) ?? anonKey
    try {
      const signals = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]
      const response = await carry(request, token, { signal: AbortSignal.any([request.signal, ...signals]) })
      if (response.status < 500 || response.headers.get('content-type')?.includes('json')) return response
      // Our server always sends an error message; a response without one comes from a proxy.
      throw new Error(`an answer of status ${response.status} without a message`)
    } catch (error) {
      if (request.signal.aborted) throw error
      onSilence()
      throw new UnreachableError(error)
    }
  }
  return async (request: Request, init?: RequestInit, context: CallContext = {}): Promise<Response> => {
    if (context.onUnload) {
      const token = session.heldToken(context.userId)
      if (!token) throw new Error('nobody is signed in here whose words these are')
      // Browsers limit `keepalive` bodies to 64 KB. A longer text is refused and stays in the local copy.
      return carry(new Request(request, { ...init, keepalive: true }), token)
    }
    const original = new Request(request, init)
    // Sending a clone with a body costs a page twice what sending a request does, and each key sends one.
    const isShort = original.headers.get('content-type')?.startsWith('application/json') ?? false
    const body = isShort ? await original.text() : null
    const again = () => (body === null ? original.clone() : new Request(original, { body }))
    const response = await attempt(again(), context)
    if (context.asItComes) return response
    if (response.status !== 401 && !(await asksForSecondFactor(response))) return response
    return (await session.recover()) ? attempt(again(), context) : response
  }
}

/**
 * True if the session fell back to the password alone, for example because its second factor was removed on another
 * device.
 */
async function asksForSecondFactor(response: Response): Promise<boolean> {
  return response.status === 403 && (await response.clone().text()).includes('"insufficient_aal"')
}

/** How long the server may take to say that it is there. */
const PATIENCE_MS = 5_000

/** True if the server responds. Never throws. */
export async function askServer(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    // An unread body keeps its connection open.
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
