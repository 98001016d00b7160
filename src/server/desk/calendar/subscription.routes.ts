import { Hono } from 'hono'
import { createLimits } from '../../platform/fleet/limits.ts'
import { addressKey, clientAddressFrom } from '../../platform/http/client-address.ts'
import { BASE_HEADERS, SECRET_HEADERS } from '../../platform/http/headers.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { opens } from './calendar-link.service.ts'
import { renderSubscription } from './ics.service.ts'
import { readSubscription } from './subscription.service.ts'

/** Limit of calendar requests per client address (RUL-64); AUTH_RATE_LIMIT_CALENDAR overrides it. */
export const CALENDAR_LIMITS = { calendar: { count: 120, seconds: 60 } } as const

const SECRET = {
  ...BASE_HEADERS,
  ...SECRET_HEADERS,
}

/** `GET /calendar/{token}.ics` (RUL-64): the calendar for the holder of the secret; 404 for everyone else. */
export function subscriptionRoutes(runtime: Runtime): Hono {
  const { db, config, clock } = runtime
  const limits = createLimits(CALENDAR_LIMITS, runtime, { ahead: 0.1 })
  const addressOf = clientAddressFrom(config.TRUST_PROXY)
  const routes = new Hono()
  routes.get('/calendar/:file{[A-Za-z0-9_-]{1,100}\\.ics}', async (context) => {
    const wait = await limits.take('calendar', addressKey(addressOf(context)))
    if (wait > 0) return context.body(null, 429, { ...SECRET, 'Retry-After': String(wait) })
    const token = context.req.param('file').slice(0, -'.ics'.length)
    if (!(await opens(db, token))) return context.body(null, 404, SECRET)
    const body = await renderSubscription(await readSubscription(db, clock()))
    return context.body(body, 200, { ...SECRET, 'Content-Type': 'text/calendar; charset=utf-8' })
  })
  return routes
}
