import type { Context, MiddlewareHandler } from 'hono'
import { ApiError, type ApiErrorCode } from '../../../contract/errors.ts'
import type { Access } from '../../../contract/endpoint.ts'
import { mayCall } from '../../../rules/permission-calls.ts'
import type { AccessRow, HttpEnv } from './access.ts'
import { absurdShape, hasArrived, MAX_DEPTH, MAX_VALUES, readBody, textOf, withText } from './body.ts'
import type { AuthGate, Caller, ScopedTokens } from '../caller.ts'
import { asRequester } from '../requester.ts'

/** Maximum JSON body in bytes: an article of two million characters with its other fields. */
export const MAX_JSON_BYTES = 6 * 1024 * 1024

const ABSURD = {
  depth: `Der Inhalt der Anfrage ist zu tief geschachtelt: höchstens ${MAX_DEPTH} Ebenen.`,
  values: `Der Inhalt der Anfrage hat zu viele Werte: höchstens ${MAX_VALUES.toLocaleString('de-DE')}.`,
}

export type GuardOptions = {
  auth: AuthGate
  /** True while strangers may not read the blog (visibility `privat`, RUL-2). */
  readingClosed: () => Promise<boolean>
  scoped: ScopedTokens
}

/**
 * Checks one row of the access table before the body is read: the public key (RUL-33), the bearer token, the account's
 * state (RUL-4), its role (RUL-61). Sets the caller in the context or throws 401/403.
 */
export function guard(row: AccessRow, options: GuardOptions): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const { caller, closed } = await admit(row, context, options)
    context.set('caller', caller)
    context.set('readmit', async () => {
      if (caller) context.set('caller', (await admit(row, context, options)).caller)
    })
    await asRequester(caller?.userId ?? null, next)
    if (closed) context.header('Cache-Control', 'private, no-store')
  }
}

async function admit(
  row: AccessRow,
  context: Context<HttpEnv>,
  options: GuardOptions,
): Promise<{ caller: Caller | null; closed: boolean }> {
  const caller = await identify(row, context, options)
  const closed = row.reading !== false && (await options.readingClosed())
  const byCookie = closed && row.reading === 'cookie' && (await options.auth.isReader(context.req.header('cookie')))
  const refusal = refusalOf(closed && !byCookie ? 'approved' : row.access, caller, row.beforeSecondFactor)
  if (refusal) throw new ApiError(refusal)
  if (row.access === 'approved' && caller && !mayCall(caller.role, row.name)) throw new ApiError('role_forbidden')
  return { caller, closed }
}

async function identify(
  row: AccessRow,
  context: Context<HttpEnv>,
  { auth: { authenticate, anonKey }, scoped }: GuardOptions,
): Promise<Caller | null> {
  const key = context.req.header('apikey')
  if (key !== undefined && key !== anonKey) throw new ApiError('invalid_api_key')
  const token = bearerToken(context.req.header('authorization'))
  if (token === null || token === anonKey) return null
  const isScoped = token.startsWith(scoped.prefix)
  const caller = await (isScoped ? scoped.authenticate(token) : authenticate(token))
  if (!caller) throw new ApiError('unauthorized')
  if (isScoped && !scoped.opens(row)) throw new ApiError('token_scope')
  return caller
}

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null
}

/**
 * The reason why a caller may not use an endpoint of this access, or null if they may (RUL-4, RUL-30). A session whose
 * account has a verified second factor opens nothing before it has passed it.
 */
export function refusalOf(access: Access, caller: Caller | null, beforeSecondFactor = false): ApiErrorCode | null {
  if (access === 'public') return null
  if (!caller) return 'unauthorized'
  const unproven = caller.needsAal2 && caller.aal !== 'aal2' && !beforeSecondFactor
  if (access === 'session') return unproven ? 'insufficient_aal' : null
  if (caller.approval === 'pending') return 'approval_pending'
  if (caller.approval === 'blocked') return 'blocked'
  if (unproven) return 'insufficient_aal'
  if (access === 'owner' && caller.role !== 'owner') return 'owner_only'
  return null
}

/**
 * Refuses bodies that are not JSON (415), larger than the limit (413), or too deep or large in structure (400) before
 * they are parsed.
 */
export const jsonBody: MiddlewareHandler<HttpEnv> = async (context, next) => {
  const request = context.req.raw
  const { headers, method } = request
  const sends = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding')
  if (method !== 'GET' && method !== 'HEAD' && sends) {
    if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
      throw new ApiError('unsupported_media_type')
    const isThere = hasArrived(context)
    const body = await readBody(request, MAX_JSON_BYTES)
    if (!isThere) await context.get('readmit')()
    const absurd = absurdShape(body)
    if (absurd) throw new ApiError('invalid_json', { message: ABSURD[absurd] })
    context.req.raw = withText(request, textOf(body))
  }
  await next()
}
