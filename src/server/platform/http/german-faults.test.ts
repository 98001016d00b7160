import { isContractProcedure } from '@orpc/contract'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../../../contract/contract.ts'
import { wordFaultsInGerman } from './german-faults.ts'

beforeAll(wordFaultsInGerman)

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  default?: unknown
}

function* inputs(node: unknown, path: string[] = []): Generator<[name: string, schema: z.ZodType]> {
  if (isContractProcedure(node)) {
    const { inputSchema } = node['~orpc']
    if (inputSchema) yield [path.join('.'), inputSchema as unknown as z.ZodType]
    return
  }
  for (const [name, child] of Object.entries(node as Record<string, unknown>)) yield* inputs(child, [...path, name])
}

/** Values that violate every kind of limit: too long, too short, too large, too small, too many, none, wrong type. */
const BREAKING: unknown[] = [
  '',
  'x',
  'x'.repeat(3_000_000),
  'a\u0007b',
  '2026-02-31',
  -1,
  0,
  0.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  null,
  undefined,
  [],
  Array.from({ length: 5000 }, () => 'x'),
  [1],
  [{}],
  {},
  { unknown: 1 },
  new Date(Number.NaN),
]

/** Every position of a value in a schema, down to two nested records. */
function* places(schema: Schema, path: (string | number)[] = [], depth = 0): Generator<(string | number)[]> {
  yield path
  if (depth > 3) return
  for (const inner of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* places(inner, path, depth + 1)
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* places(inner, [...path, name], depth + 1)
  if (schema.items) yield* places(schema.items, [...path, 0], depth + 1)
}

function put([first, ...rest]: (string | number)[], value: unknown): unknown {
  if (first === undefined) return value
  return typeof first === 'number' ? [put(rest, value)] : { [first]: put(rest, value) }
}

/** Words and punctuation of an English message, outside quotations. */
const ENGLISH =
  /[<>=]=?|\b(string|number|array|object|boolean|int|integer|date|record|map|set|nan|null|undefined|expected|received|invalid|input|must|required|should|value|option|least|most|than|characters?|items?|key|union|format|pattern|instanceof|of|be|to|have|too|big|small|unrecognized)\b/i

// Part of RUL-23: an error is reported in German, with what helps.
test('no limit of the contract is reported in English', () => {
  const seen = new Map<string, string>()
  for (const [name, schema] of inputs(contract)) {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
    const known = new Set<string>()
    for (const path of places(described)) {
      const at = path.join('.')
      if (known.has(at)) continue
      known.add(at)
      for (const value of BREAKING)
        for (const issue of schema.safeParse(put(path, value)).error?.issues ?? [])
          seen.set(issue.message, `${name} ${issue.path.join('.')}`)
    }
  }
  // Enough to be sure that limits were violated, and not only required fields missing.
  expect([...seen.keys()].filter((message) => /Höchstens|Mindestens/.test(message)).length).toBeGreaterThan(10)
  const unquoted = (message: string) => message.replaceAll(/„[^“]*“/g, '')
  expect([...seen].filter(([message]) => ENGLISH.test(unquoted(message)) || message.trim() === '')).toEqual([])
})

test.each([
  [z.number().max(1000), 1001, 'Höchstens 1.000'],
  [z.number().lt(5), 5, 'Weniger als 5'],
  [z.number().min(1), 0, 'Mindestens 1'],
  [z.number().int(), 1.5, 'Erwartet wird eine ganze Zahl'],
  [z.number(), Number.NaN, 'Erwartet wird eine Zahl'],
  [z.string().max(2), 'abc', 'Höchstens 2 Zeichen'],
  [z.array(z.string()).min(1), [], 'Mindestens 1 Eintrag'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Höchstens 2 Einträge'],
  [z.enum(['a', 'b']), 'c', 'Erlaubt sind „a“, „b“'],
  [z.strictObject({}), { a: 1 }, 'Unbekannt: „a“'],
  [z.string(), 1, 'Erwartet wird ein Text'],
  [z.string(), undefined, 'Diese Angabe fehlt'],
  [z.url(), 'x', 'Keine gültige Adresse'],
  [z.string().regex(/^a$/), 'x', 'Hat nicht die erwartete Form'],
  [z.union([z.number(), z.boolean()]), 'x', 'Ungültige Angabe'],
  [z.string('Eigene Worte'), 1, 'Eigene Worte'],
] as const)('%#: %s', (schema, value, reason) => {
  expect((schema as z.ZodType).safeParse(value).error?.issues[0]?.message).toBe(reason)
})
