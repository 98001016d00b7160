import type { Context } from 'hono'
import { z } from 'zod'
import type { AccessRow } from '../../../platform/http/access.ts'
import { absurdShape, BodyCutOff, BodyTooLarge, hasArrived, readBody } from '../../../platform/http/body.ts'
import type { Caller } from '../../../platform/caller.ts'
import { findTextFault } from '../../../platform/http/storable-text.ts'
import type { Visitor } from './visitor.ts'
import { AuthFault, type FaultName } from './auth-fault.ts'

/** `readmit` of a route with a session checks it again, for a body that comes late. */
export type AuthEnv = { Variables: { readmit?: () => Promise<void> } }

/** A request of the protocol and its client. */
export type AuthRequest = { context: Context; visitor: Visitor }
type PublicRoute = {
  method: AccessRow['method']
  path: string
  access: 'public'
  handler: (request: AuthRequest) => Promise<Response> | Response
}
type SessionRoute = {
  method: AccessRow['method']
  path: string
  access: 'session'
  /**
   * Response to a session whose account has a second factor it has not passed yet: by default 401 `insufficient_aal`.
   * `allowed` rows serve to pass the factor, to stay signed in and to sign out (RUL-4).
   */
  beforeSecondFactor?: 'allowed' | FaultName
  handler: (request: AuthRequest & { caller: Caller }) => Promise<Response> | Response
}
/** One row of the protocol's table (docs/reference/auth-protocol.md §3): its access and its short handler. */
export type AuthRoute = PublicRoute | SessionRoute

const MAX_BODY_BYTES = 64 * 1024

/** A text in a body; clients send null for omitted fields. */
export const text = z.string().nullish()
/** Metadata of an account as sent by its user. */
export const metadata = z.record(z.string(), z.unknown()).nullish()

/**
 * Parses the body by its schema: unknown fields are ignored, nulls accepted, an empty body counts as `{}`. Texts that
 * cannot be stored are refused, unless the endpoint stores none (`keepsTexts`): then they are invalid like any other
 * wrong text.
 */
export async function bodyOf<T extends z.ZodType>(
  context: Context,
  schema: T,
  { keepsTexts = true } = {},
): Promise<z.infer<T>> {
  const sent = await bytesOf(context)
  const absurd = absurdShape(sent)
  if (absurd) return fail(absurd === 'depth' ? 'nested_too_deep' : 'too_many_values')
  let value: unknown
  try {
    const json = sent.toString('utf8')
    value = json.trim() === '' ? {} : JSON.parse(json)
  } catch {
    return fail('bad_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('bad_json')
  if (keepsTexts && findTextFault(value)) return fail('invalid_text')
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : fail('invalid_field')
}

/** Fields of a form sent by a browser; a text that cannot be stored is 400. */
export async function formOf(context: Context): Promise<URLSearchParams> {
  const form = new URLSearchParams((await bytesOf(context)).toString('utf8'))
  if (findTextFault([...form])) return fail('invalid_text')
  return form
}

async function bytesOf(context: Context): Promise<Buffer> {
  const isThere = hasArrived(context)
  const bytes = await readBody(context.req.raw, MAX_BODY_BYTES).catch((error: unknown) => {
    if (error instanceof BodyCutOff) return fail('bad_json')
    throw error instanceof BodyTooLarge ? new AuthFault('body_too_large') : error
  })
  if (!isThere) await (context as Context<AuthEnv>).get('readmit')?.()
  return bytes
}

/** Throws `fault` (401 `insufficient_aal`) for a session that has not yet passed its account's second factor. */
export function refuseUnproven(caller: Pick<Caller, 'needsAal2' | 'aal'>, fault: FaultName = 'insufficient_aal'): void {
  if (caller.needsAal2 && caller.aal !== 'aal2') throw new AuthFault(fault)
}

/** Refuses a request. */
export function fail(fault: FaultName): never {
  throw new AuthFault(fault)
}
