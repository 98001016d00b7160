import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../contract/contract.ts'
import { UnreachableError } from '../lib/faults.ts'
import type { SessionStore } from './session.ts'

/** What a caller may say of one call. */
export type CallContext = {
  /** So long an attempt may stay without an answer; a password that is asked for meanwhile does not count. */
  timeoutMs?: number
  /** Whose words they are: they never go out as somebody else's (RUL-28). */
  userId?: string
  /** The answer as it comes, also where the session is lost: for the system check, which tells of it. */
  asItComes?: boolean
  /** It outlives its page, with the token at hand: there is no time left for another one, and nobody waits for the answer. */
  farewell?: boolean
}

export type Api = ContractRouterClient<typeof contract, CallContext>

/**
 * The typed client of `/api/rpc`. Every call carries the session's bearer token, or the anonymous key without one; a refused
 * token is refreshed once, and a lost session asks for the password before the call goes out again (RUL-28).
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
  /** A request went without an answer. */
  onSilence: () => void
}

/** `fetch` for addresses of this server that want a bearer token, with the same care as `createApi`. */
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
      // Our server always says something: an answer without words comes from what stands before it.
      throw new Error(`an answer of status ${response.status} without a message`)
    } catch (error) {
      if (request.signal.aborted) throw error
      onSilence()
      throw new UnreachableError(error)
    }
  }
  return async (request: Request, init?: RequestInit, context: CallContext = {}): Promise<Response> => {
    if (context.farewell) {
      const token = session.heldToken(context.userId)
      if (!token) throw new Error('nobody is signed in here whose words these are')
      // Browsers carry no more than 64 KB for a page that is gone: a longer text is refused, and waits on this machine.
      return carry(new Request(request, { ...init, keepalive: true }), token)
    }
    const original = new Request(request, init)
    const response = await attempt(original.clone(), context)
    if (context.asItComes) return response
    if (response.status !== 401 && !(await asksForSecondFactor(response))) return response
    return (await session.recover()) ? attempt(original, context) : response
  }
}

/** True when the session fell back to the password alone, as when the factor that raised it was removed elsewhere. */
async function asksForSecondFactor(response: Response): Promise<boolean> {
  return response.status === 403 && (await response.clone().text()).includes('"insufficient_aal"')
}
