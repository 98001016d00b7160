import type { TestApp } from './test-app.ts'

export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  default?: unknown
}
type Operation = {
  'x-access': string
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Endpoint = { method: string; path: string; operation: Operation }

/** Every endpoint that `/api/openapi.json` describes. */
export async function describedEndpoints(app: TestApp): Promise<Endpoint[]> {
  const { body } = await app.call('GET', '/api/openapi.json')
  return Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: `/api${path}`,
      operation,
    })),
  )
}

/**
 * Generates a value that a schema accepts, so that an odd value beside it is handled as far as possible. `id` is used
 * for ids.
 */
export function plausibleFor(id: string): (schema: Schema | undefined) => unknown {
  const plausible = (schema: Schema | undefined): unknown => {
    if (!schema) return 'x'
    if (schema.default !== undefined) return schema.default
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    const [inner] = schema.anyOf ?? schema.allOf ?? []
    if (inner) return plausible(inner)
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
    if (type === 'object') {
      const fields = Object.entries(schema.properties ?? {})
      return Object.fromEntries(fields.map(([name, field]) => [name, plausible(field)]))
    }
    if (type === 'array') return schema.items ? [plausible(schema.items)] : []
    if (type === 'number' || type === 'integer') return 1
    if (type === 'boolean') return true
    if (schema.format === 'uuid') return id
    if (schema.format === 'date-time') return '2026-03-03T09:00:00.000Z'
    if (schema.format === 'date') return '2026-03-03'
    return 'https://blog.example/x'
  }
  return plausible
}
