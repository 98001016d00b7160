import { implement } from '@orpc/server'
import { contract } from '../../../contract/contract.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Runtime } from '../runtime.ts'
import type { Caller, CallerAct } from '../caller.ts'

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
export function actOf(context: Pick<HandlerContext, 'caller' | 'runtime'>): CallerAct {
  return { caller: callerOf(context), now: context.runtime.clock() }
}
