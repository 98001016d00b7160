import { createHash, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import { ApiError } from '../../contract/errors.ts'
import { spoolFolder } from '../files/spool.ts'
import { writeProbe } from '../platform/full-disk.ts'
import { bearerToken } from '../platform/http/guard.ts'
import { isLocal } from '../platform/http/origin.ts'
import { isLoopback } from '../platform/own-address.ts'
import type { Runtime } from '../platform/runtime.ts'
import { watchProcess } from './process-metrics.ts'

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8'
const FRESH = { 'Cache-Control': 'no-store' }

/**
 * Endpoints for operators and monitoring: `/healthz` (the process lives), `/readyz` (ready for work: 503 while it
 * drains, or while database or disk are not writable) and `/metrics` (RUL-57).
 */
export function operatorRoutes(runtime: Runtime): Hono {
  const { config, metrics, ending } = runtime
  const writable = writeProbe({ ...runtime, folder: spoolFolder(config.dataDir) })
  watchProcess(metrics)
  metrics.gauge('ready', 'Whether /readyz says yes.', async () =>
    !ending?.aborted && (await writable()) === null ? 1 : 0,
  )
  const app = new Hono()
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, FRESH))
  app.get('/readyz', async (context) => {
    if (ending?.aborted) return context.json({ status: 'draining' }, 503, FRESH)
    const fault = await writable()
    return fault === null
      ? context.json({ status: 'ok' }, 200, FRESH)
      : context.json({ status: 'unavailable' }, 503, FRESH)
  })
  app.get('/metrics', async (context) => {
    if (!mayReadMetrics(context, config.METRICS_TOKEN)) throw new ApiError('unauthorized')
    return context.body(await metrics.text(), 200, { ...FRESH, 'Content-Type': PROMETHEUS })
  })
  return app
}

/** By token if one is set; else only for local programs without a proxy. */
function mayReadMetrics(context: Context, token: string | undefined): boolean {
  if (token === undefined)
    return isLoopback(plainAddress(getConnInfo(context).remote.address ?? '')) && isLocal(context)
  const hashed = (text: string) => createHash('sha256').update(text).digest()
  const given = bearerToken(context.req.header('authorization'))
  return given !== null && timingSafeEqual(hashed(given), hashed(token))
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:/i, '')
}
