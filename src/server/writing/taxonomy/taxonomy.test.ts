import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { CountedName } from '../../../contract/taxonomy.ts'
import { articles } from '../articles/articles.service.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { remove } from './taxonomy.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

describe.each(['categories', 'tags'] as const)('%s', (noun) => {
  const add = async (name: string): Promise<string> => (await owner.call('POST', `/api/${noun}`, { name })).body.id
  const all = async (): Promise<CountedName[]> => (await owner.call('GET', `/api/${noun}`)).body.items
  const article = async (title: string, ids: string[]) =>
    (
      await owner.call('POST', '/api/articles', {
        title,
        status: 'published',
        ...(noun === 'categories' ? { category_id: ids[0] } : { tag_ids: ids }),
      })
    ).body
  const namesOf = async (id: string): Promise<string[]> => {
    const { body } = await owner.call('GET', `/api/articles/${id}`)
    return noun === 'categories' ? [body.category?.name].filter(Boolean) : body.tags.map((tag: CountedName) => tag.name)
  }

  test('are listed in German order with their counts, renamed with a new slug, merged and deleted', async () => {
    const [spiele, aerger, zug] = [await add('Spiele'), await add('Ärger'), await add('Zug')]
    const first = await article(`Eins ${noun}`, [spiele])
    const second = await article(`Zwei ${noun}`, noun === 'tags' ? [spiele, zug] : [zug])
    expect((await all()).map((item) => item.name)).toEqual(['Ärger', 'Spiele', 'Zug'])
    expect((await all()).find((item) => item.id === spiele)?.article_count).toBe(noun === 'tags' ? 2 : 1)

    const renamed = await owner.call('PATCH', `/api/${noun}/${spiele}`, { name: 'Videospiele' })
    expect(renamed.body).toMatchObject({ name: 'Videospiele', slug: 'videospiele' })
    const taken = await owner.call('PATCH', `/api/${noun}/${spiele}`, { name: 'ÄRGER' })
    expect([taken.status, taken.body.code]).toEqual([409, 'name_taken'])
    expect((await owner.call('PATCH', `/api/${noun}/${spiele}`, { name: 'videospiele' })).status).toBe(200)
    await owner.call('PATCH', `/api/${noun}/${spiele}`, { name: 'Videospiele' })

    const merged = await owner.call('POST', `/api/${noun}/${spiele}/merge`, { into_id: zug })
    expect(merged.body).toMatchObject({ name: 'Zug', article_count: 2 })
    expect(await namesOf(first.id)).toEqual(['Zug'])
    expect(await namesOf(second.id)).toEqual(['Zug'])
    expect((await owner.call('POST', `/api/${noun}/${zug}/merge`, { into_id: zug })).body.fields[0].field).toBe(
      'into_id',
    )
    expect((await owner.call('POST', `/api/${noun}/${spiele}/merge`, { into_id: zug })).status).toBe(404)

    expect((await owner.call('DELETE', `/api/${noun}/${zug}`)).status).toBe(204)
    expect(await namesOf(first.id)).toEqual([])
    expect((await all()).map((item) => item.id)).toEqual([aerger])
    await owner.call('DELETE', `/api/${noun}/${aerger}`)
  })

  const fieldOf = (id: string) => (noun === 'categories' ? { category_id: id } : { tag_ids: [id] })
  const patch = (id: string, input: Record<string, unknown>) => owner.call('PATCH', `/api/articles/${id}`, input)
  const waitingWriters = async () => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(app.db)
    return Number(rows[0]?.count)
  }

  test('[RUL-14] a record deleted while an article is open in an editor leads to a merge, never to a permanently refused save', async () => {
    const [live, working, into] = [await add('Live'), await add('Nur in der Arbeitsfassung'), await add('Ziel')]
    const carries = await article(`Offen ${noun}`, [live])
    const waits = await article(`Wartet ${noun}`, [])
    const { slug, excerpt, content_markdown, cover_image_url, title } = waits
    const text = { title, slug, excerpt, content_markdown, cover_image_url, category_id: null }
    await owner.call('PUT', `/api/articles/${waits.id}/working-copy`, { version: 1, ...text, ...fieldOf(working) })
    const bystander = await article(`Unbeteiligt ${noun}`, [into])

    expect((await owner.call('DELETE', `/api/${noun}/${live}`)).status).toBe(204)
    expect((await owner.call('POST', `/api/${noun}/${working}/merge`, { into_id: into })).status).toBe(200)
    const stale = await patch(carries.id, { version: 1, excerpt: 'weiter geschrieben', ...fieldOf(live) })
    expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([409, 'version_conflict', 2])
    const late = await owner.call('PUT', `/api/articles/${waits.id}/working-copy`, {
      version: 2,
      ...text,
      ...fieldOf(working),
    })
    expect(late.status).toBe(409)
    expect(late.body.current.working_copy).toMatchObject(fieldOf(into))
    expect((await owner.call('GET', `/api/articles/${bystander.id}`)).body.version).toBe(1)
  })

  test.runIf(DIALECT === 'postgres')('nothing is lost, nor a fault, when both happen at once', async () => {
    const [from, into] = [await add('Von'), await add('Nach')]
    const { id } = await article(`Gleichzeitig ${noun}`, [])
    // A save that uses it is running: the merge waits for it and includes it.
    const merging = await inTransaction(app.db, async (tx) => {
      await articles.update(tx, { id, version: 1, ...fieldOf(from) }, { caller: { userId: owner.id }, now: new Date() })
      const answer = owner.call('POST', `/api/${noun}/${from}/merge`, { into_id: into })
      await expect.poll(waitingWriters).toBe(1)
      return { answer }
    })
    expect((await merging.answer).status).toBe(200)
    expect(await namesOf(id)).toEqual(['Nach'])

    // It is being deleted: the save waits, and then reports it.
    const saving = await inTransaction(app.db, async (tx) => {
      await remove(tx, noun, into)
      const answer = patch(id, { version: 3, ...fieldOf(into) })
      const other = owner.call('POST', '/api/articles', { title: 'Zu spät', ...fieldOf(into) })
      await expect.poll(waitingWriters).toBe(2)
      return { answer, other }
    })
    expect((await saving.answer).status).toBe(409)
    const { status, body } = await saving.other
    expect([status, body.fields[0].field]).toEqual([400, noun === 'tags' ? 'tag_ids' : 'category_id'])
  })
})
