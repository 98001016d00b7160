import { implement } from '@orpc/server'
import { contract } from '../../../contract/contract.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Runtime } from '../runtime.ts'
import type { Caller, CallerAct } from '../caller.ts'

/** What every handler gets beside its input. */
export type HandlerContext = {
  runtime: Runtime
  caller: Caller | null
  /** Where the request came from (RUL-32). */
  ip: string
}

/** The contract to implement: a module takes its noun, `os.articles.list.handler(…)`. */
export const os = implement(contract).$context<HandlerContext>()

/** The caller of an endpoint that asks for a session; the guard has already refused everyone else. */
export function callerOf(context: Pick<HandlerContext, 'caller'>): Caller {
  if (!context.caller) throw new ApiError('unauthorized')
  return context.caller
}

/** Who acts and when, for a service. */
export function actOf(context: Pick<HandlerContext, 'caller' | 'runtime'>): CallerAct {
  return { caller: callerOf(context), now: context.runtime.clock() }
}
