import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { currentRequestId } from './request-id.ts'

/** Maximum characters of a statement in a span, as in the log. */
const STATEMENT_LETTERS = 2000
/** The parent trace as sent by a proxy or client (W3C). */
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
/** Timeout for sending the remaining spans during shutdown. */
const FLUSH_MS = 2000

/** Reports requests to a trace collector. */
export type Tracing = {
  /** Runs `answer` inside the span of a request; its result ends the span, with the status. */
  request: (
    asked: { method: string; route: string; parent?: string | string[] | undefined },
    answer: () => void,
  ) => (status: number) => void
  /** Adds a finished statement to the span of its request; statements outside requests are not reported. */
  statement: (sql: string, milliseconds: number, failed: boolean) => void
  /** Sends the remaining spans. */
  stop: () => Promise<void>
}

/**
 * Sends traces by OpenTelemetry (OTLP over HTTP) to the collector at `endpoint`. The library is loaded only here, so
 * that it costs nothing without tracing. Spans carry the same facts as the log (RUL-57): method, part of the product,
 * status, SQL of statements; no address, no value, no name.
 */
export async function openTracing({ endpoint, service }: { endpoint: string; service: string }): Promise<Tracing> {
  const [api, trace, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new trace.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new trace.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('blog-cms')
  const current = new AsyncLocalStorage<Span>()
  const under = (span: Span) => api.trace.setSpan(api.ROOT_CONTEXT, span)
  return {
    request({ method, route, parent }, answer) {
      const [, traceId, spanId, flags = '00'] = PARENT.exec(String(parent ?? '')) ?? []
      const remote =
        traceId && spanId
          ? api.trace.setSpanContext(api.ROOT_CONTEXT, {
              traceId,
              spanId,
              traceFlags: Number.parseInt(flags, 16),
              isRemote: true,
            })
          : api.ROOT_CONTEXT
      const attributes = { 'http.request.method': method, 'http.route': route, request_id: currentRequestId() }
      const span = tracer.startSpan(`${method} ${route}`, { kind: api.SpanKind.SERVER, attributes }, remote)
      current.run(span, answer)
      return (status) => {
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end()
      }
    },
    statement(sql, milliseconds, failed) {
      const parent = current.getStore()
      if (!parent) return
      const ended = Date.now()
      const [verb = ''] = sql.trimStart().split(/\s/, 1)
      const attributes = { 'db.query.text': sql.slice(0, STATEMENT_LETTERS) }
      const options = { kind: api.SpanKind.CLIENT, startTime: ended - milliseconds, attributes }
      const span = tracer.startSpan(verb.toLowerCase(), options, under(parent))
      if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(ended)
    },
    async stop() {
      const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}
