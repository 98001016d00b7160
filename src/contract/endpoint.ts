import { oc } from '@orpc/contract'

/**
 * Who may call an endpoint (RUL-30): anyone, anyone with a session (also waiting accounts), approved accounts, owners.
 * Order matters: each level includes the ones before it.
 */
export const ACCESS_LEVELS = ['public', 'session', 'approved', 'owner'] as const
export type Access = (typeof ACCESS_LEVELS)[number]

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/**
 * `beforeSecondFactor` marks what an account with a second factor may call before it has shown it, beside the auth protocol;
 * `reading` marks public reads that the visibility `privat` closes to strangers (RUL-2).
 */
export type EndpointMeta = { access?: Access; reading?: boolean; beforeSecondFactor?: boolean }

/**
 * Starts the definition of a contract endpoint: method, path under `/api`, access and success status. The server refuses
 * to start when an endpoint declares no access (RUL-30).
 */
export function endpoint(
  method: HttpMethod,
  path: `/${string}`,
  access: Access,
  successStatus = method === 'POST' ? 201 : 200,
) {
  return oc.$meta<EndpointMeta>({ access }).route({ method, path, successStatus })
}

/** A public read of the blog's content: open to everyone while the visibility is `öffentlich` (RUL-2). */
export function readingEndpoint(path: `/${string}`) {
  return oc.$meta<EndpointMeta>({ access: 'public', reading: true }).route({ method: 'GET', path })
}
