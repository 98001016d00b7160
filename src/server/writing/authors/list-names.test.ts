import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { lookedAt } from '../../platform/db/expressions.ts'
import { authorSlugsQuery, listNames } from './list-names.public.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const write = async (title: string, byline: string | null, status = 'published') => {
  const { status: code } = await owner.call('POST', '/api/articles', {
    title,
    byline,
    status,
    content_markdown: 'Ein Text.',
  })
  expect(code).toBe(201)
}
const authors = async () => (await listNames(app.db, 'Die Redaktion')).authors.map(({ slug, name }) => [slug, name])

/** The query plan, with indexes preferred. */
async function planOf(query: RawBuilder<unknown>): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    if (DIALECT === 'postgres') await sql`set local enable_seqscan to off; set local enable_sort to off`.execute(tx)
    const explain = DIALECT === 'postgres' ? sql`explain` : sql`explain query plan`
    const { rows } = await sql<Record<string, unknown>>`${explain} ${query}`.execute(tx)
    return rows.map((row) => Object.values(row).join(' ')).join('\n')
  })
}

test("authors: each once, by the name first written, with nobody as the blog's own author", async () => {
  expect(await authors()).toEqual([])
  await write('Eins', 'Jana Öztürk')
  await write('Zwei', 'Jana Oeztuerk')
  await write('Drei', 'Ali Kaya')
  await write('Vier', 'Nur Entwurf', 'draft')
  expect(await authors()).toEqual([
    ['ali-kaya', 'Ali Kaya'],
    ['jana-oeztuerk', 'Jana Öztürk'],
  ])
  await write('Zu zweit', 'Ali Kaya und Jana Öztürk')
  await write('Fünf', null)
  expect(await authors()).toEqual([
    ['ali-kaya', 'Ali Kaya'],
    ['die-redaktion', 'Die Redaktion'],
    ['jana-oeztuerk', 'Jana Öztürk'],
  ])
  const published = async (title: string) =>
    (await app.db.selectFrom('articles').select('published_at').where('title', '=', title).executeTakeFirst())
      ?.published_at
  const [both, own] = [await published('Zu zweit'), await published('Fünf')]
  expect((await listNames(app.db, 'Die Redaktion')).authors.map(({ last }) => last)).toEqual([both, own, both])
})

test('[SITE-10] author lines are found along their index, one step each, for any number of articles', async () => {
  const plan = await planOf(authorSlugsQuery(app.db))
  const steps =
    DIALECT === 'postgres'
      ? /Index Only Scan using articles_author_published .*\n *Index Cond: \(author_slug IS NOT NULL\)/
      : /articles_author_published \(author_slug>\?\)/
  expect(plan).toMatch(steps)
  expect(plan).not.toMatch(/TEMP B-TREE|Aggregate|Sort|articles_by_status|Seq Scan on articles/)
})

test.runIf(DIALECT === 'sqlite')('articles asked for by id are not looked for among all of a status', async () => {
  const query = sql<{ author_slug: null }>`select title from articles
    where deleted_at is null and ${lookedAt(app.db, 'status')} = 'published' and id in ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')`
  expect(await planOf(query)).toContain('(id=?)')
})
