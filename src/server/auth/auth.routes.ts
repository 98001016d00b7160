import { Hono } from 'hono'
import type { AuthGate } from '../platform/http/caller.ts'
import type { Runtime } from '../platform/runtime.ts'

/** The auth module: its routes below `/auth/v1` and what the rest of the server asks of it. */
export type Auth = AuthGate & { routes: Hono }

/** Placeholder surface for the auth module under construction: nobody can sign in yet. */
export async function createAuth(_runtime: Runtime): Promise<Auth> {
  return { routes: new Hono(), anonKey: 'unset', authenticate: async () => null, isReader: async () => false }
}
