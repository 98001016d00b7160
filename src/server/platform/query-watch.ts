import type { LogEvent } from 'kysely'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** Maximum characters of a statement in the log. */
const LOGGED_LETTERS = 2000

/** Receivers of the durations of statements and of the number of connections. */
export type QueryWatch = { metrics: Metrics; onQuery: (event: LogEvent) => void }

/**
 * Times every statement and logs slow ones, including those that wait for a lock; with their SQL and never with their
 * values, which may be personal. `slowMs` 0 logs none.
 */
export function watchQueries({
  metrics,
  log,
  slowMs,
  tracing,
}: {
  metrics: Metrics
  log: Log
  slowMs: number
  tracing?: Tracing | undefined
}): QueryWatch {
  const durations = metrics.histogram(
    'db_query_duration_seconds',
    'Statements of the database, waiting for locks included.',
  )
  const failures = metrics.counter('db_query_failures_total', 'Statements the database refused or did not answer.')
  const slow = metrics.counter('db_slow_queries_total', 'Statements slower than SLOW_QUERY_MS.')
  return {
    metrics,
    onQuery({ level, query, queryDurationMillis: ms }) {
      durations.observe(ms / 1000, { kind: /^\s*(?:select|with)\b/i.test(query.sql) ? 'read' : 'write' })
      tracing?.statement(query.sql, ms, level === 'error')
      if (level === 'error') failures.add()
      if (slowMs === 0 || ms < slowMs) return
      slow.add()
      log.warn('slow query', { ms: Math.round(ms), sql: query.sql.slice(0, LOGGED_LETTERS) })
    },
  }
}
