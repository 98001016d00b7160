import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { currentRequestId } from './request-id.ts'

/** Letters of a statement that a span says, as in the log. */
const STATEMENT_LETTERS = 2000
/** What a proxy or client says of the trace it belongs to (W3C). */
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
/** So long spans may take to be handed over as the process ends. */
const FAREWELL_MS = 2000

/** What becomes of a request, told to a collector. */
export type Tracing = {
  /** Does `answer` inside the span of a request; what it gives ends it, with the status. */
  request: (
    asked: { method: string; route: string; parent?: string | string[] | undefined },
    answer: () => void,
  ) => (status: number) => void
  /** Notes a statement that has just ended, as part of the request it was made for; others are not told. */
  statement: (sql: string, milliseconds: number, failed: boolean) => void
  /** Hands over what has not been sent yet. */
  stop: () => Promise<void>
}

/**
 * Sends traces by OpenTelemetry (OTLP over HTTP) to the collector at `endpoint`; the library is loaded here and nowhere else, so that who does not
 * trace pays nothing. Spans carry what the log does (RUL-57): method, part of the product, status, the words of statements; no address,
 * no value, nobody's name.
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
      const late = new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}
