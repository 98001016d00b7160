import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

/** One more than a file of the protocol holds. */
const MANY = 50_001

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const read = async (address: string) => {
  const { status, body } = await app.call<string>('GET', address, undefined, { 'accept-encoding': 'identity' })
  expect(status, address).toBe(200)
  return body.toString()
}
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)

test('[SITE-10] a sitemap of 50,001 articles is an index whose files name each of them once', async () => {
  const { body } = await owner.call('POST', '/api/articles', { title: 'Vorlage', status: 'published' })
  const row = await app.db.selectFrom('articles').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  const copied = Object.keys(row).filter((column) => !['id', 'slug', 'search_id'].includes(column))
  const columns = copied.map((column) => sql.ref(column))
  await sql`insert into articles (id, slug, ${sql.join(columns)})
    with recursive numbers (number) as (select 2 union all select number + 1 from numbers where number < ${sql.lit(MANY)})
    select '00000000-0000-7000-8000-' || cast(100000000000 + number as text), 'nummer-' || cast(number as text), ${sql.join(columns)}
    from numbers, articles where id = ${body.id}`.execute(app.db)
  // Written directly to the database: a change refreshes the cached lists.
  await owner.call('PATCH', `/api/articles/${body.id}`, { version: 1, status: 'draft' })
  await owner.call('PATCH', `/api/articles/${body.id}`, { version: 2, status: 'published' })
  const parts = locations(await read('/sitemap.xml'))
  expect(parts).toEqual(Array.from({ length: 52 }, (_, part) => `/sitemap.${part + 1}.xml`))
  const named: string[] = []
  for (const part of parts) named.push(...locations(await read(part)))
  const articles = named.filter((path) => path.startsWith('/article/'))
  expect(articles).toHaveLength(MANY)
  expect(new Set(articles).size).toBe(MANY)
  expect(named).toContain('/archiv')
  expect((await app.call('GET', '/sitemap.53.xml')).status).toBe(404)
})
