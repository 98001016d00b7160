import type { TestAccount, TestApp } from './test-app.ts'

export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  default?: unknown
}
type Operation = {
  'x-access': string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
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

/** Values of fields with a form that their schema does not state, by name, where its type fits. */
const FORMS: Record<string, string | number> = {
  accent: '#2a9d9a',
  base_url: 'https://blog.example',
  csv: 'email\nleserin@blog.example',
  email: 'leserin@blog.example',
  from: '/weg',
  q: 'Rand',
  epoch: 'x',
  lang: 'de',
  name: 'Name',
  podcast_category: 'Technology',
  save_id: '01919191:1',
  time: '03:00',
  timezone: 'Europe/Berlin',
  to: '/ziel',
}
/** The end of a range begins behind its start. */
const NUMBERS: Record<string, number> = { to: 4, from: 0, base: 0, seq: 0, after: 0 }

/** The same for instants and days. */
const DATES: Record<string, string> = { to: '2026-03-04', planned_at: '2099-03-03' }

/** Fields that an endpoint does not take beside others. */
const APART: readonly [path: RegExp, field: string][] = [
  [/\/suggestions$/, 'log'],
  [/\/remarks$/, 'log'],
  [/^\/api\/issues/, 'digest'],
  [/^\/api\/comments$/, 'reason'],
  [/^\/api\/redirects$/, 'article_id'],
  [/^\/api\/redirects$/, 'page_id'],
  // They do not go with a draft.
  [/^\/api\/articles\/\{id\}$/, 'published_at'],
  [/^\/api\/articles\/\{id\}$/, 'unpublish_at'],
]

/**
 * Generates a value that a schema accepts, so that an odd value beside it is handled as far as possible. `id` is used
 * for ids, and `ids` for fields of these names, or of these names below a noun: `issues.article_id`; a `path` leaves out what its endpoint does not take at once.
 */
export function plausibleFor(
  id: string,
  ids: Record<string, string> = {},
): (schema: Schema | undefined, path?: string) => unknown {
  const fieldsOf = (schema: Schema, path: string) => {
    const apart = APART.filter(([of]) => of.test(path)).map(([, field]) => field)
    return Object.entries(schema.properties ?? {}).filter(([name]) => !apart.includes(name))
  }
  const plausible = (schema: Schema | undefined, path = '', name = ''): unknown => {
    if (!schema) return 'x'
    if (schema.default !== undefined) return schema.default
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    const [inner] = schema.anyOf ?? schema.allOf ?? []
    if (inner) return plausible(inner, path, name)
    const known = ids[`${path.split('/')[2]}.${name}`] ?? ids[name]
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
    if (type === 'object')
      return Object.fromEntries(fieldsOf(schema, path).map(([field, value]) => [field, plausible(value, path, field)]))
    if (schema.prefixItems) return schema.prefixItems.map((item) => plausible(item, path))
    if (type === 'array') return schema.items ? [plausible(schema.items, path, name)] : []
    if (type === 'number' || type === 'integer') return NUMBERS[name] ?? 1
    if (type === 'boolean') return true
    if (schema.format === 'uuid') return known ?? id
    if (schema.format === 'date-time') return `${DATES[name] ?? '2026-03-03'}T09:00:00.000Z`
    if (schema.format === 'date') return DATES[name] ?? '2026-03-03'
    if (known !== undefined) return known
    return FORMS[name] ?? 'https://blog.example/x'
  }
  return (schema, path) => plausible(schema, path)
}

/** What stands in a path instead of an id. */
const IN_PATHS: Record<string, string> = {
  noun: 'articles',
  day: '2026-05-03',
  name: 'logo',
  key: 'x',
  slug: 'x',
  editor: '01919191-9191-7191-9191-919191919191',
}
/** Records tried for a path below one, since not every article has remarks. */
const MOST_TRIED = 20

/**
 * The path of an endpoint with ids of records that exist: those of the list before each id, the first that has a record of the next one.
 * Null where there is none.
 */
export async function addressOf(owner: TestAccount, path: string): Promise<string | null> {
  const place = /\{(\w+)\}/.exec(path)
  if (!place) return path
  const [written, name = ''] = place
  const rest = (value: string) => addressOf(owner, path.replace(written, value))
  const list = path.slice(0, place.index - 1)
  const candidates = await listedIn(owner, list, name)
  for (const value of candidates.slice(0, MOST_TRIED)) {
    const address = await rest(value)
    if (address !== null) return address
  }
  const other = IN_PATHS[name]
  return other === undefined ? null : rest(other)
}

async function listedIn(owner: TestAccount, list: string, name: string): Promise<string[]> {
  const nouns = { user_id: 'users', article_id: 'articles' } as Record<string, string>
  const lists = nouns[name] ? [`/api/${nouns[name]}`] : [list, `/api/${list.split('/').at(-1)}`]
  for (const path of lists) {
    const { status, body } = await owner.call('GET', path)
    const items = (Array.isArray(body) ? body : body?.items) as Record<string, unknown>[] | undefined
    if (status !== 200 || !Array.isArray(items)) continue
    const value = (item: Record<string, unknown>) => (name === 'slug' ? item.slug : (item.id ?? item[name]))
    // Those with records of their own come first; the caller's account is left alone.
    const hasMore = ({ title }: Record<string, unknown>) => Number(typeof title === 'string' && title.includes('Daten'))
    const sorted = items.toSorted((a, b) => hasMore(b) - hasMore(a))
    return sorted.map(value).filter((found) => typeof found === 'string' && found !== owner.id) as string[]
  }
  return []
}

/** Input that an endpoint accepts: the address with its query, and the body. Null where there is no record for it. */
export type ValidInput = { address: string; query: Record<string, string>; body: unknown }

/** Valid input of every endpoint, by method and path. */
export async function validInputs(
  owner: TestAccount,
  endpoints: readonly Endpoint[],
  plausible: (schema: Schema | undefined, path?: string) => unknown,
): Promise<Map<Endpoint, ValidInput | null>> {
  const addresses = new Map<string, string | null>()
  const inputs = new Map<Endpoint, ValidInput | null>()
  for (const endpoint of endpoints) {
    const { path, operation } = endpoint
    const address = addresses.get(path) ?? (await addressOf(owner, path))
    addresses.set(path, address)
    const needed = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required === true)
    const query = needed.map(({ name, schema }) => [
      name,
      String(
        (plausible({ type: 'object', properties: { [name]: schema ?? {} } }, path) as Record<string, unknown>)[name],
      ),
    ])
    const schema = operation.requestBody?.content['application/json']?.schema
    const body = schema && plausible(schema, path)
    inputs.set(endpoint, address === null ? null : { address, query: Object.fromEntries(query), body })
  }
  return inputs
}
