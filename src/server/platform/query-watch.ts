import type { LogEvent } from 'kysely'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** Letters of a statement that stand in the log: the rest of a long one says nothing more. */
const LOGGED_LETTERS = 2000

/** Who is told how long statements take, and of the connections there are. */
export type QueryWatch = { metrics: Metrics; onQuery: (event: LogEvent) => void }

/**
 * Times every statement and names slow ones in the log, those that wait for a lock among them; with their words and never with
 * their values, which may be anybody's. `slowMs` 0 names none.
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
