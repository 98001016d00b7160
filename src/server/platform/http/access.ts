import { isContractProcedure, type AnyContractRouter } from '@orpc/contract'
import type { Context } from 'hono'
import { ACCESS_LEVELS, type Access, type EndpointMeta, type HttpMethod } from '../../../contract/endpoint.ts'
import type { Caller } from '../caller.ts'

/**
 * One row of the access table (RUL-30). Paths are Hono patterns (`/api/articles/:id`). `beforeSecondFactor` rows are
 * open to sessions that have not yet passed their account's second factor.
 */
export type AccessRow = {
  /** What the table of roles calls it (`src/rules/roles.ts`): the endpoint, or method and path of a raw route. */
  name: string
  method: HttpMethod
  path: string
  access: Access
  reading: Reading
  beforeSecondFactor?: boolean
}

/**
 * Whether a public row reads the blog's content, which the visibility `privat` closes (RUL-2): `bearer` rows then
 * require an approved account, `cookie` rows (loaded by pages themselves) also accept the reader's cookie.
 */
export type Reading = false | 'bearer' | 'cookie'

/** A route outside the contract (auth protocol, storage, pages for readers' sessions …), in the same table. */
export type RawRoute = {
  method: HttpMethod
  path: string
  access: Access
  reading?: Reading
  handler: (context: Context<HttpEnv>) => Response | Promise<Response>
}

/**
 * Variables that the guard sets for handlers. `readmit` checks the caller again and throws as the guard does: a client may hold its
 * body back for minutes, so a handler that reads one asks before it writes.
 */
export type HttpEnv = { Variables: { caller: Caller | null; readmit: () => Promise<void> } }

/**
 * The access rows of a contract: its REST addresses under `/api` and its RPC addresses under `/api/rpc`. Throws when an
 * endpoint declares no access, so that the server does not start (RUL-30).
 */
export function contractAccess(contract: AnyContractRouter): { rest: AccessRow[]; rpc: AccessRow[] } {
  const rest: AccessRow[] = []
  const rpc: AccessRow[] = []
  const visit = (node: unknown, path: string[]) => {
    if (isContractProcedure(node)) {
      const { route, meta } = node['~orpc'] as { route: { method?: string; path?: string }; meta: EndpointMeta }
      if (!meta.access || !ACCESS_LEVELS.includes(meta.access) || !route.method || !route.path) {
        throw new Error(`endpoint ${path.join('.')} declares no access`)
      }
      const rules = {
        name: path.join('.'),
        access: meta.access,
        reading: meta.reading ? ('bearer' as const) : (false as const),
        ...(meta.beforeSecondFactor ? { beforeSecondFactor: true } : {}),
      }
      const restPath = `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`
      rest.push({ method: route.method as HttpMethod, path: restPath, ...rules })
      rpc.push({ method: 'POST', path: `/api/rpc/${path.join('/')}`, ...rules })
      return
    }
    for (const [name, child] of Object.entries(node as Record<string, unknown>)) visit(child, [...path, name])
  }
  visit(contract, [])
  return { rest, rpc }
}

/** The name of a raw route in the table of roles. */
export function rawName({ method, path }: Pick<RawRoute, 'method' | 'path'>): string {
  return `${method} ${path}`
}
