import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { AuthGate } from '../platform/http/caller.ts'
import type { Runtime } from '../platform/runtime.ts'

export type Site = {
  /** Every public address; anything unknown is the 404 page (R22). */
  routes: Hono
  /** Answers a cached public page on the raw request; false when hono has to. */
  answerFromCache: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** Placeholder surface for the public side under construction. */
export function createSite(_runtime: Runtime, _auth: AuthGate): Site {
  const routes = new Hono()
  routes.notFound((context) => context.text('Oops! Page not found', 404))
  return { routes, answerFromCache: () => false }
}
