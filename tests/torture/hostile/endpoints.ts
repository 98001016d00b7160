import { isContractProcedure, type AnyContractRouter } from '@orpc/contract'
import { z } from 'zod'
import { contract } from '../../../src/contract/contract.ts'
import type { Probe } from './probe.ts'
import { send, type Answer, type World } from './world.ts'

type Endpoint = { name: string; method: string; path: string; input: z.core.JSONSchema.JSONSchema }

/**
 * Replacement values, used one after the other. They are JSON texts, since some cannot be written as JavaScript values.
 */
const VALUES = [
  ...['null', 'true', '0', '-1', '1.5', '1e309', '-0', '9007199254740993', '[]', '{}', '""', '" "', '"\\u0000"'],
  ...[
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\u202e"',
    '"\\uffff"',
    '{"__proto__":{"x":1}}',
    '[[[[[[]]]]]]',
    '"%00"',
    '"../.."',
  ],
  ...[
    '"2026-02-30T00:00:00Z"',
    '"2026-13-01"',
    '"0000-00-00"',
    '"+275760-09-13T00:00:00.001Z"',
    '"9999-12-31T23:59:59.999Z"',
  ],
  ...[
    '"-000001-01-01T00:00:00Z"',
    '"24:00"',
    '"99:99"',
    '"00000000-0000-0000-0000-000000000000"',
    '"null"',
    '"undefined"',
  ],
  ...['"constructor"', '"http://"', '"javascript:alert(1)"', '"http://[::1"', '"//x"', '"\\\\"', '"%"', '"\'; --"'],
  ...cursors().map((cursor) => JSON.stringify(cursor)),
]

/** Cursors in the form that lists return, with content that no list would write. */
function cursors(): string[] {
  const contents = [
    ...['', '{}', '[]', 'null', '["2026-02-30T00:00:00Z","x"]', '["infinity","00000000-0000-7000-8000-000000000000"]'],
    ...[
      '["\u0000","\u0000"]',
      '[1e309,{}]',
      '["9999-99-99T99:99:99Z",""]',
      '[[[]]]',
      '{"at":"2026-13-01T00:00:00Z","id":"x"}',
    ],
  ]
  return contents.map((content) => Buffer.from(content).toString('base64url'))
}

/** Ends sessions or accounts, after which requests would be refused early. */
const LEFT_OUT = /^(account\.(remove|removal\.remove|sessions\.)|users\.people)/

/**
 * Every endpoint of the contract with every strange value in every field, by REST and RPC. One field at a time; the
 * others match the schema.
 */
export function endpointProbes(): Probe[] {
  return endpoints().map((endpoint) => ({
    kind: `endpoint: ${endpoint.name}`,
    from: 1,
    to: 1,
    input: 'every strange value in every field',
    send: (world) => everyValue(world, endpoint),
  }))
}

async function everyValue(world: World, { name, method, path, input }: Endpoint): Promise<Answer[]> {
  const answers: Answer[] = []
  const properties = (input.properties ?? {}) as Record<string, z.core.JSONSchema.JSONSchema>
  const required = input.required ?? []
  const rest = Object.fromEntries(required.map((key) => [key, JSON.stringify(exampleOf(properties[key] ?? {}))]))
  const rpc = `/api/rpc/${name.replaceAll('.', '/')}`
  const withNoValue = [...Object.keys(properties), null]
  for (const key of withNoValue) {
    for (const value of key === null ? ['{}', ...VALUES.slice(0, 3)] : VALUES) {
      const fields = key === null ? rest : { ...rest, [key]: value }
      const body = key === null && value !== '{}' ? value : textOf(fields)
      answers.push(await send(world, { ...asRest(method, path, fields), token: world.token }))
      answers.push(await send(world, { method: 'POST', path: rpc, token: world.token, body: `{"json":${body}}` }))
    }
  }
  answers.push(await send(world, asRest(method, path, rest)))
  return answers.map((answer) => ({ ...answer, asked: `${name}: ${answer.asked}` }))
}

const textOf = (fields: Record<string, string>) =>
  `{${Object.entries(fields)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    .join(',')}}`

function asRest(method: string, pattern: string, fields: Record<string, string>) {
  const left = { ...fields }
  const path = pattern.replace(/\{(\w+)\}/g, (_all, key: string) => {
    const value = plain(left[key] ?? '')
    delete left[key]
    return encodeURIComponent(value.isWellFormed() ? value : '�') || '%20'
  })
  if (method !== 'GET' && method !== 'DELETE') return { method, path: `/api${path}`, body: textOf(left) }
  const query = Object.entries(left).map(([key, value]) => [key, plain(value)])
  return { method, path: `/api${path}?${new URLSearchParams(query)}` }
}

function plain(json: string): string {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : json
  } catch {
    return json
  }
}

function exampleOf(schema: z.core.JSONSchema.JSONSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  const inner = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0]
  if (inner) return exampleOf(inner as z.core.JSONSchema.JSONSchema)
  if (schema.format === 'uuid') return '00000000-0000-7000-8000-000000000000'
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  if (schema.format === 'date') return '2026-01-01'
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return []
  if (schema.type === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, z.core.JSONSchema.JSONSchema>
    return Object.fromEntries((schema.required ?? []).map((key) => [key, exampleOf(properties[key] ?? {})]))
  }
  return 'Beispiel'
}

function endpoints(): Endpoint[] {
  const found: Endpoint[] = []
  const visit = (node: AnyContractRouter, names: string[]) => {
    if (isContractProcedure(node)) {
      const { route, inputSchema } = node['~orpc']
      const name = names.join('.')
      const input = inputSchema ? z.toJSONSchema(inputSchema as z.ZodType, { io: 'input', unrepresentable: 'any' }) : {}
      if (!LEFT_OUT.test(name)) found.push({ name, method: route.method ?? 'POST', path: route.path ?? '', input })
      return
    }
    for (const [name, child] of Object.entries(node)) visit(child, [...names, name])
  }
  visit(contract, [])
  return found
}
