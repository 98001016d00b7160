import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleRow } from '../../../../demo/builders/articles.ts'
import { createKit } from '../../../../demo/builders/kit.ts'
import { insertRows } from '../../../../demo/builders/insert.ts'
import { creating } from '../../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import type { TextHits } from '../../../../contract/articles/text-hits.ts'
import { ARTICLE_SORTS, SEARCHED_CHARACTERS } from '../../../../rules/articles.ts'
import { dialectOf } from '../../../platform/db/dialect.ts'
import { mergeSearchIndexes } from '../../../platform/search/search.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = creating<Article>('/api/articles', () => owner)
const list = async (query: string) => {
  const { status, body } = await owner.call('GET', `/api/articles?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: Article[]; next_cursor: string | null }
}
const titles = async (query: string) => (await list(query)).items.map((item) => item.title)
/** Every title, page by page; `between` runs after each page. */
const walk = async (query: string, between: (page: number) => Promise<unknown> = async () => undefined) => {
  const seen: string[] = []
  let cursor = ''
  for (let page = 1; ; page += 1) {
    const { items, next_cursor } = await list(`${query}&limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...items.map((item) => item.title))
    if (!next_cursor) return seen
    cursor = next_cursor
    await between(page)
  }
}
const textHits = async (query: string): Promise<TextHits> => {
  const { status, body } = await owner.call('GET', `/api/articles/text-hits?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('filters and orders', () => {
  test('category, tag, author and status narrow the list, together and with words', async () => {
    const editor = await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    const { body: category } = await owner.call('POST', '/api/categories', { name: 'Filterrubrik' })
    const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Filterwort' })
    await create({ title: 'Filter eins', category_id: category.id, tag_ids: [tag.id] })
    await create({ title: 'Filter zwei', category_id: category.id, status: 'published' })
    await editor.call('POST', '/api/articles', { title: 'Filter drei', tag_ids: [tag.id] })
    expect(await titles(`category_id=${category.id}`)).toEqual(['Filter zwei', 'Filter eins'])
    expect(await titles(`tag_id=${tag.id}`)).toEqual(['Filter drei', 'Filter eins'])
    expect(await titles(`author_id=${editor.id}`)).toEqual(['Filter drei'])
    expect(await titles(`category_id=${category.id}&status=published`)).toEqual(['Filter zwei'])
    expect(await titles(`category_id=${category.id}&tag_id=${tag.id}&author_id=${owner.id}&q=filter`)).toEqual([
      'Filter eins',
    ])
    expect(await titles(`tag_id=${tag.id}&q=zwei`)).toEqual([])
    const refused = await owner.call('GET', '/api/articles?tag_id=keins&sort=zufall')
    expect([refused.status, refused.body.fields.map(({ field }: { field: string }) => field).sort()]).toEqual([
      400,
      ['sort', 'tag_id'],
    ])
  })

  test('[ART-4] orders: newest created by default, last change, date, title', async () => {
    const at = (minute: number) => app.setClock(`2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`)
    at(1)
    const first = await create({ title: 'Ordnung Öl' })
    at(2)
    await create({ title: 'Ordnung äpfel', status: 'published', published_at: '2030-01-01T00:00:00Z' })
    at(3)
    await create({ title: 'Ordnung Zebra', status: 'scheduled', published_at: '2033-01-01T00:00:00Z' })
    at(4)
    await owner.call('PATCH', `/api/articles/${first.id}`, { version: 1, excerpt: 'neu' })
    app.setClock()
    expect(await titles('q=ordnung')).toEqual(['Ordnung Zebra', 'Ordnung äpfel', 'Ordnung Öl'])
    expect(await titles('q=ordnung&sort=updated')).toEqual(['Ordnung Öl', 'Ordnung Zebra', 'Ordnung äpfel'])
    expect(await titles('q=ordnung&sort=date')).toEqual(['Ordnung Zebra', 'Ordnung äpfel', 'Ordnung Öl'])
    expect(await titles('q=ordnung&sort=planned')).toEqual(['Ordnung äpfel', 'Ordnung Zebra', 'Ordnung Öl'])
    expect(await titles('q=ordnung&sort=title')).toEqual(['Ordnung äpfel', 'Ordnung Öl', 'Ordnung Zebra'])
  })
})

describe('pages', () => {
  test.each(ARTICLE_SORTS)('equal keys are neither lost nor duplicated (%s)', async (sort) => {
    app.setClock('2026-06-01T10:00:00.000Z')
    const word = `gleich${sort}`
    for (let n = 1; n <= 8; n += 1) await create({ title: `Selbe ${word}`, excerpt: String(n) })
    app.setClock()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `q=${word}&sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.items.map((item) => item.excerpt))
      cursor = page.next_cursor
    }
    expect([...seen].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  })

  test.each(ARTICLE_SORTS)('concurrent changes neither shift nor hide the others (%s)', async (sort) => {
    const word = `seite${sort}`
    const made: Article[] = []
    for (let n = 1; n <= 9; n += 1) made.push(await create({ title: `${word} ${n}`, status: 'published' }))
    const undisturbed = await walk(`q=${word}&sort=${sort}`)
    expect(undisturbed).toHaveLength(9)
    const gone = undisturbed[4] as string
    const seen = await walk(`q=${word}&sort=${sort}`, async (page) => {
      if (page !== 1) return
      await create({ title: `${word} 0 neu`, status: 'published' })
      await owner.call('DELETE', `/api/articles/${made.find(({ title }) => title === gone)?.id}`)
    })
    expect(seen.filter((title) => !title.endsWith('neu'))).toEqual(undisturbed.filter((title) => title !== gone))
  })

  test('a cursor of another order or a forged one is refused', async () => {
    await create({ title: 'Cursor a' })
    await create({ title: 'Cursor b' })
    const { next_cursor } = await list('q=cursor&sort=title&limit=1')
    expect((await owner.call('GET', `/api/articles?cursor=${next_cursor}`)).status).toBe(400)
    expect((await owner.call('GET', '/api/articles?sort=title&cursor=x')).status).toBe(400)
  })
})

describe('very frequent words, and words of one or two characters', () => {
  test('[ART-1] give the same results as any other', async () => {
    for (let n = 1; n <= 5; n += 1) await create({ title: `Häufig ${n}`, excerpt: n === 3 ? 'q7' : '' })
    expect(await titles('q=q7')).toEqual(['Häufig 3'])
    expect(await titles('q=Q')).toContain('Häufig 3')
    expect(await walk('q=haufig')).toEqual(['Häufig 5', 'Häufig 4', 'Häufig 3', 'Häufig 2', 'Häufig 1'])
  })
})

test('[ART-1] short words are found after a thousand articles without them, also at the end of a text, page by page', async () => {
  const kit = createKit({ now: new Date('2020-01-01T00:00:00Z') })
  const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Langes Schlagwort' })
  const at = (n: number) => new Date(Date.UTC(2010, 0, 1, 0, n)).toISOString()
  const excerpts = new Map([
    [0, 'endet auf ŷx'],
    [1, '¶ ŷx mitten'],
    [2, 'ŷ'],
    [3, 'nur ¶'],
    [4, 'wie Öx'],
    [5, 'wie oex'],
  ])
  const rows = Array.from({ length: 1204 }, (_, n) =>
    articleRow(kit, { title: `Kette ${n}`, excerpt: excerpts.get(n) ?? '', content_markdown: '', created_at: at(n) }),
  )
  await inTransaction(app.db, async (tx) => {
    for (let from = 0; from < rows.length; from += 200) await insertRows(tx, 'articles', rows.slice(from, from + 200))
    const tagged = rows
      .slice(0, 4)
      .map(({ id, created_at }) => ({ article_id: id, tag_id: tag.id, article_created_at: created_at }))
    await insertRows(tx, 'article_tags', tagged)
  })
  expect(await titles('q=yx')).toEqual(['Kette 1', 'Kette 0'])
  expect(await titles('q=¶')).toEqual(['Kette 3', 'Kette 1'])
  expect(await titles('q=%C5%B7x&sort=title')).toEqual(['Kette 0', 'Kette 1'])
  expect(await titles(`q=y&tag_id=${tag.id}`)).toEqual(['Kette 2', 'Kette 1', 'Kette 0'])
  expect(await titles('q=¶¶')).toEqual([])
  expect(await titles('q=öx')).toEqual(['Kette 5', 'Kette 4'])
  for (const more of ['', '&sort=title']) {
    expect(await titles(`q=m yx${more}`)).toEqual(['Kette 1'])
    expect(await titles(`q=yx kette mi${more}`)).toEqual(['Kette 1'])
    expect(await titles(`q=yx qq${more}`)).toEqual([])
    expect(await titles(`q=üy${more}`)).toEqual([])
  }
  expect(await walk(`tag_id=${tag.id}`)).toEqual(['Kette 3', 'Kette 2', 'Kette 1', 'Kette 0'])
  // The index finds the same before and after merging.
  const pieces = async () => {
    const { rows } = await sql`select distinct segid from articles_search_idx`.execute(app.db)
    return rows.length
  }
  const sqlite = dialectOf(app.db) === 'sqlite'
  if (sqlite) expect(await pieces()).toBeGreaterThan(1)
  await mergeSearchIndexes(app.db)
  if (sqlite) expect(await pieces()).toBe(1)
  expect(await titles('q=yx')).toEqual(['Kette 1', 'Kette 0'])
  expect(await titles('q=kette 1203')).toEqual(['Kette 1203'])
})

describe('„Treffer im Text“', () => {
  test('[ART-1] finds words in texts only, ignoring umlauts and ß, and shows an excerpt', async () => {
    const text = `# Anfang\n\n${'Fülltext steht hier. '.repeat(20)}Die **Straßenbahnschienen** glänzen.\n${'Und weiter. '.repeat(20)}`
    const first = await create({ title: 'Text eins', content_markdown: text })
    await create({ title: 'Straßenbahnschienen im Titel', content_markdown: text })
    const { items, more } = await textHits(`q=${encodeURIComponent('STRASSENBAHNSCHIENEN')}`)
    expect(more).toBe(false)
    expect(items).toEqual([
      {
        id: first.id,
        title: 'Text eins',
        status: 'draft',
        excerpt: {
          before: expect.stringMatching(/^… .* Die $/),
          hit: 'Straßenbahnschienen',
          after: expect.stringMatching(/^ glänzen\. Und weiter\. .* …$/),
        },
      },
    ])
    expect(items[0]?.excerpt.before.length).toBeLessThan(70)
    for (const words of ['glanzen', 'GLÄNZEN', 'straßenb']) {
      expect((await textHits(`q=${encodeURIComponent(words)}`)).items.map((item) => item.title)).toContain('Text eins')
    }
    expect((await textHits('q=nschienen')).items).toEqual([])
    expect((await textHits('q=gl')).items).toEqual([])
  })

  test('follows the text through change, trash and restore, treats wildcards literally and applies the filters', async () => {
    const { id } = await create({ title: 'Wandel', content_markdown: 'Erst [hundert]*prozent_sicher% und "zitiert"' })
    const found = async (words: string, more = '') =>
      (await textHits(`q=${encodeURIComponent(words)}${more}`)).items.map((item) => item.title)
    for (const words of ['[hundert]', ']*prozent', 't_sicher', 'sicher%', '"zitiert"']) {
      expect(await found(words), words).toEqual(['Wandel'])
    }
    for (const words of ['[h-u]undert', 'pro?ent', 'prozent*sicher', 'prozent%sicher'])
      expect(await found(words)).toEqual([])
    expect(await found('zitiert', '&status=published')).toEqual([])
    expect(await found('zitiert', `&status=draft&author_id=${owner.id}`)).toEqual(['Wandel'])
    await owner.call('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: 'jetzt ganz anders' })
    expect(await found('zitiert')).toEqual([])
    expect(await found('ganz anders')).toEqual(['Wandel'])
    await owner.call('DELETE', `/api/articles/${id}`)
    expect(await found('ganz anders')).toEqual([])
    await owner.call('POST', `/api/trash/articles/${id}/restore`)
    expect(await found('ganz anders')).toEqual(['Wandel'])
    await owner.call('DELETE', `/api/articles/${id}`)
    await owner.call('DELETE', `/api/trash/articles/${id}`)
    const { rows } = await sql`select 1 from article_texts where article_id = ${id}`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('searches the first 250,000 characters of a text, in any position of the cut', async () => {
    const before = `${'Zeile um Zeile. '.repeat(15_000)}Das Hausbootgespräch. `
    const text = `${before.padEnd(SEARCHED_CHARACTERS - 1)}😀 ${'Weiter. '.repeat(10)}Der Zwergdackelblick.`
    const { id } = await create({ title: 'Lang', content_markdown: text })
    expect((await textHits('q=hausbootgesprach')).items.map(({ excerpt }) => excerpt.hit)).toEqual(['Hausbootgespräch'])
    expect((await textHits('q=zwergdackelblick')).items).toEqual([])
    expect((await owner.call('GET', `/api/articles/${id}`)).body.content_markdown).toBe(text)
  })

  test('newest first, and says when there are more', async () => {
    for (let n = 1; n <= 4; n += 1) await create({ title: `Viele ${n}`, content_markdown: 'allerorten' })
    const { items, more } = await textHits('q=allerorten&limit=3')
    expect([items.map((item) => item.title), more]).toEqual([['Viele 4', 'Viele 3', 'Viele 2'], true])
    expect((await textHits('q=allerorten&limit=4')).more).toBe(false)
  })
})

test('the cursor after the longest title is accepted', async () => {
  const title = 'ﷺ'.repeat(300)
  for (const category of [1, 2])
    expect((await owner.call('POST', '/api/articles', { title, excerpt: String(category) })).status).toBe(201)
  const path = `/api/articles?sort=title&limit=1&q=${encodeURIComponent('ﷺﷺ')}`
  const first = await owner.call('GET', path)
  const second = await owner.call('GET', `${path}&cursor=${first.body.next_cursor}`)
  expect([second.status, second.body.items[0]?.title]).toEqual([200, title])
  expect(second.body.items[0].id).not.toBe(first.body.items[0].id)
})
