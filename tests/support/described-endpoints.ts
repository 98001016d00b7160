import type { TestApp } from './test-app.ts'

export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
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

/** Every endpoint as `/api/openapi.json` describes it. */
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
