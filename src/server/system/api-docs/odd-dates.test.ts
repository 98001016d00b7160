import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNREADABLE_INSTANT } from '../../../rules/instants.ts'
import { changesOf } from '../../platform/db/transaction.ts'
import {
  describedEndpoints,
  plausibleFor,
  type Endpoint,
  type Schema,
} from '../../../../tests/support/described-endpoints.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { INDEXNOW_KEY, type PublicExample } from '../../../../tests/support/whole-blog.ts'
import { datedTables, emptyTables, fillEveryNoun } from '../../../../tests/support/dated-records.ts'

let app: TestApp
let owner: TestAccount
let endpoints: Endpoint[]
let pages: PublicExample[]
let someId: string
let plausible: (schema: Schema | undefined) => unknown

beforeAll(async () => {
  app = await startTestApp({ env: { INDEXNOW_KEY } })
  owner = await app.register()
  endpoints = await describedEndpoints(app)
  const filled = await fillEveryNoun({ app, owner, endpoints })
  pages = filled.pages
  someId = filled.someId
  plausible = plausibleFor(someId)
})
afterAll(() => app.stop())

/** Values that a database may contain in columns of instants, but that no client can send. */
const STORED =
  DIALECT === 'postgres'
    ? ['0001-01-01 00:00:00+00', '0999-12-31 23:59:59+00', '0044-03-15 BC', '10000-01-01', 'infinity', '-infinity']
    : [
        '0001-01-01T00:00:00.000Z',
        '-001899-01-01T00:06:32.000Z',
        '+010000-01-01T00:00:00.000Z',
        'NaN',
        '',
        '2026-02-31T10:00:00.000Z',
      ]

const DAYS = ['0001-01-01', '2026-05-99', '+010000-01-01', '2026-02-31', '']

/** Sets every instant of every record to an odd value, in rotation. */
async function spoil(turn: number): Promise<void> {
  for (const { name, instants, days } of await datedTables(app.db)) {
    for (const [place, column] of instants.entries()) {
      const value = STORED[(turn + place) % STORED.length]
      const odd = DIALECT === 'postgres' ? sql`${value}::timestamptz` : sql`${value}`
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${odd} where ${sql.ref(column)} is not null`.execute(
        app.db,
      )
    }
    for (const column of days)
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${DAYS[turn % DAYS.length]}
        where ${sql.ref(column)} is not null`.execute(app.db)
  }
  // Cached data was made before.
  changesOf(app.db).tellLoss()
}

/** Ids of the records that a path may contain, from its list. */
async function idsFor(path: string): Promise<string[]> {
  const list = path.slice(0, path.indexOf('/{'))
  const { status, body } = await owner.call('GET', list)
  return status === 200 && Array.isArray(body?.items) ? body.items.slice(0, 2).map(({ id }: { id: string }) => id) : []
}

async function readEverything(): Promise<string[]> {
  const faults: string[] = []
  const read = async (address: string) => {
    const answer = await fetch(`${app.url}${address}`, {
      headers: { authorization: `Bearer ${owner.accessToken}` },
      redirect: 'manual',
    })
    await answer.arrayBuffer().catch((error: unknown) => faults.push(`${address}: ${String(error)}`))
    if (answer.status >= 500) faults.push(`${address}: ${answer.status}`)
  }
  const SPAN = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z'
  for (const { method, path, operation } of endpoints) {
    if (method !== 'GET') continue
    const addresses = path.includes('/{') ? (await idsFor(path)).map((id) => path.replaceAll(/\{\w+\}/g, id)) : [path]
    const sorts = operation.parameters?.find(({ name }) => name === 'sort')?.schema
    const orders = (sorts?.enum ?? sorts?.anyOf?.flatMap((schema) => schema.enum ?? []) ?? []).map(
      (sort) => `sort=${String(sort)}`,
    )
    const queries = [SPAN, 'q=Rand', ...orders]
    await Promise.all(addresses.flatMap((address) => queries.map((query) => read(`${address}?${query}`))))
  }
  await Promise.all(pages.map(({ path }) => read(path)))
  await read('/api/export.zip')
  return faults
}

test('every table with dates has a record here', async () => {
  // Steps are read by their number alone.
  expect(await emptyTables(app.db)).toEqual(['text_steps'])
})

test(
  'invalid stored instants break no list, record, public page, feed, export or backup',
  { timeout: 300_000 },
  async () => {
    expect(await readEverything()).toEqual([])
    for (const turn of [0, 3]) {
      await spoil(turn)
      expect((await owner.call('GET', '/api/articles')).body.items[0].created_at).toBe(UNREADABLE_INSTANT)
      expect(await readEverything(), `turn ${turn}`).toEqual([])
    }
    expect((await owner.call('POST', '/api/backups')).status).toBe(202)
    await expect.poll(async () => (await owner.call('GET', '/api/backups')).body.running).toBe(false)
    expect((await owner.call('GET', '/api/backups')).body).toMatchObject({ failure: null, items: [{ kept: {} }] })
  },
)

test('lists with such records can be paged to their end, and each is opened, trashed and deleted for good', async () => {
  await spoil(1)
  const { body: all } = await owner.call('GET', '/api/articles?limit=200')
  const ids = all.items.map(({ id }: { id: string }) => id).sort()
  expect(ids.length).toBeGreaterThan(10)
  for (const list of [
    'articles?sort=created',
    'articles?sort=updated',
    'articles?sort=date',
    'articles?sort=planned',
    'articles?sort=title',
    'tasks?',
    'events?',
    'trash?noun=inbox&',
  ]) {
    const { body: whole } = await owner.call('GET', `/api/${list}&limit=200`)
    const found: string[] = []
    let cursor = ''
    do {
      const { body } = await owner.call('GET', `/api/${list}&limit=1${cursor}`)
      found.push(...body.items.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
    } while (cursor !== '' && found.length <= whole.items.length)
    expect(found, list).toEqual(whole.items.map(({ id }: { id: string }) => id))
  }
  for (const id of ids) {
    const opened = await owner.call('GET', `/api/articles/${id}`)
    expect([opened.status, opened.body.created_at]).toEqual([200, UNREADABLE_INSTANT])
    expect((await owner.call('DELETE', `/api/articles/${id}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/api/trash/articles/${id}`)).status).toBe(204)
  }
  expect((await owner.call('GET', '/api/articles')).body.items).toEqual([])
})

const OUTSIDE = [
  '0001-01-01',
  '0099-05-05',
  '0999-12-31',
  '10000-01-01',
  '+010000-01-01',
  '-000001-01-01',
  '+275760-09-13',
]
const INSIDE = ['1000-01-01', '1582-10-10', '1899-12-31', '1969-12-31', '1970-01-01', '2038-01-19', '9999-12-31']
const NONE = ['', '-1', 'NaN', 'Infinity', '8e15', '8640000000000001', '2026-02-31', '1e309']

/** The position of a date in the input of an endpoint, with all other fields valid. */
type DatePlace = { at: string[]; isDay: boolean; put: (value: string) => unknown }

function* datePlaces(schema: Schema): Generator<DatePlace> {
  if (schema.format === 'date' || schema.format === 'date-time')
    yield { at: [], isDay: schema.format === 'date', put: (value) => value }
  for (const inner of schema.anyOf ?? schema.allOf ?? []) yield* datePlaces(inner)
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    for (const { at, isDay, put } of datePlaces(field))
      yield { at: [name, ...at], isDay, put: (value) => ({ ...(plausible(schema) as object), [name]: put(value) }) }
  for (const { at, isDay, put } of schema.items ? datePlaces(schema.items) : [])
    yield { at: ['0', ...at], isDay, put: (value) => [put(value)] }
}

/** The input of an endpoint as one object: its body, or its query. */
function inputOf({ operation }: Endpoint): { isBody: boolean; schema: Schema } {
  const body = operation.requestBody?.content['application/json']?.schema
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema ?? {}]))
  return body ? { isBody: true, schema: body } : { isBody: false, schema: { type: 'object', properties } }
}

test('every endpoint that takes a date refuses years outside 1000 to 9999 with 400 and the field', async () => {
  const wrong: string[] = []
  let places = 0
  for (const endpoint of endpoints) {
    const { isBody, schema } = inputOf(endpoint)
    const path = endpoint.path.replaceAll(/\{\w+\}/g, someId)
    const inPath = endpoint.operation.parameters?.find((each) => each.in === 'path' && each.schema?.format === 'date')
    for (const written of inPath ? [...OUTSIDE, ...NONE.filter((each) => each !== '')] : []) {
      const address = endpoint.path
        .replace(`{${inPath?.name}}`, encodeURIComponent(written))
        .replaceAll(/\{\w+\}/g, someId)
      const { status, body } = await owner.call(endpoint.method, address, isBody ? plausible(schema) : undefined)
      if (status !== 400 || body.fields[0].field !== inPath?.name)
        wrong.push(`${endpoint.method} ${address}: ${status}`)
    }
    for (const { at, isDay, put } of datePlaces(schema)) {
      places += 1
      const ask = async (written: string) => {
        const input = put(isDay || !/^[+-]?\d{4,6}-/.test(written) ? written : `${written}T00:00:00.000Z`)
        const query = isBody ? '' : `?${new URLSearchParams(input as Record<string, string>).toString()}`
        const { status, body } = await owner.call(endpoint.method, `${path}${query}`, isBody ? input : undefined)
        return {
          status,
          isNamed: body?.fields?.some(({ field }: { field: string }) => field === at.join('.')) === true,
        }
      }
      const check = async (written: string) => {
        const { status, isNamed } = await ask(written)
        const isRight = INSIDE.includes(written) ? status < 500 : status === 400 && isNamed
        if (!isRight) wrong.push(`${endpoint.method} ${path} ${at.join('.')} ${written}: ${status}`)
      }
      await Promise.all([...OUTSIDE, ...NONE, ...INSIDE].map(check))
    }
  }
  expect(wrong).toEqual([])
  expect(places).toBeGreaterThan(15)
})
