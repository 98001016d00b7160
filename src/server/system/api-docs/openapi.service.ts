import type { OpenAPI } from '@orpc/contract'
import { contract } from '../../../contract/contract.ts'
import { API_ERRORS } from '../../../contract/errors.ts'
import type { EndpointMeta } from '../../../contract/endpoint.ts'

const ACCESS_WORDS: Record<string, string> = {
  public: 'Open to everyone.',
  session: 'Any signed-in account, also one that waits for approval.',
  approved: 'Approved accounts.',
  owner: 'Owners.',
}

/**
 * The OpenAPI 3.1 document of everything under `/api`, generated from the contract, so that no endpoint is missing.
 * Each operation has its access (`x-access`, RUL-30). `server` is its address.
 */
export async function describeApi(server: string): Promise<OpenAPI.Document> {
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ])
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const access = new Map<string, EndpointMeta>()
  const document = await generator.generate(contract, {
    info: {
      title: 'Blog CMS',
      version: '1.0.0',
      description:
        'JSON in snake_case, ids are UUIDs, instants ISO 8601 in UTC. Lists are pages: `items` and `next_cursor`.',
    },
    servers: [{ url: `${server}/api` }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: ERROR_SCHEMA },
    },
    filter: ({ contract: procedure, path }) => {
      const { route, meta } = procedure['~orpc']
      access.set(`${route.method} ${route.path}`, meta as EndpointMeta)
      return path.length > 0
    },
  })
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      if (typeof operation !== 'object' || !('responses' in operation)) continue
      const level = access.get(`${method.toUpperCase()} ${path}`)?.access ?? ''
      Object.assign(operation, { 'x-access': level, description: ACCESS_WORDS[level] })
      if (level === 'public') operation.security = [{}]
      operation.tags = [path.split('/')[1] ?? '']
      operation.responses = { ...operation.responses, default: ERROR_RESPONSE }
    }
  }
  return document
}

const ERROR_SCHEMA: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(API_ERRORS) },
    message: { type: 'string' },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, reason: { type: 'string' } } },
    },
    current: { description: 'The record as it is now (409 version_conflict).' },
    proposal: { type: 'string', description: 'A free slug (409 slug_taken).' },
  },
}

const ERROR_RESPONSE = {
  description: 'Error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}
