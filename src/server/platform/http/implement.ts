import { implement } from '@orpc/server'
import { contract } from '../../../contract/contract.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Runtime } from '../runtime.ts'
import type { Caller, CallerActor } from '../caller.ts'
import { STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES as TYPES } from '@orpc/client/standard'

/** Context of every handler beside its input. */
export type HandlerContext = {
  runtime: Runtime
  caller: Caller | null
  /** Client address of the request (RUL-32). */
  ip: string
}

/** The contract to implement: a module takes its noun, `os.articles.list.handler(…)`. */
export const os = implement(contract).$context<HandlerContext>()

/** The caller of an endpoint that requires a session; the guard has already refused all others. */
export function callerOf(context: Pick<HandlerContext, 'caller'>): Caller {
  if (!context.caller) throw new ApiError('unauthorized')
  return context.caller
}

/** Actor and time, for a service. */
export function actorOf(context: Pick<HandlerContext, 'caller' | 'runtime'>): CallerActor {
  return { caller: callerOf(context), now: context.runtime.clock() }
}

/**
 * Refuses RPC bodies that carry type annotations beside their JSON, 400. The contract uses plain JSON, so a client
 * cannot have its texts turned into big numbers, dates or patterns (a pattern of 256 KB is compiled on first use).
 */
export const plainJsonOnly = [TYPES.BIGINT, TYPES.DATE, TYPES.URL, TYPES.REGEXP, TYPES.SET, TYPES.MAP].map((type) => ({
  type,
  condition: () => false,
  serialize: (value: unknown) => value,
  deserialize: (): never => {
    throw new TypeError('The contract knows JSON alone.')
  },
}))
