import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import type { RevisionSummary } from '../../../../contract/articles/revisions.ts'
import { thinRevisions } from '../../texts/revisions.service.ts'
import { ARTICLES } from '../article-noun.ts'

let app: TestApp
let owner: TestAccount
let editor: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
})
afterAll(() => app.stop())

const create = creating<Article>('/api/articles', () => owner)
const get = async (id: string): Promise<Article> => (await owner.call('GET', `/api/articles/${id}`)).body
const save = async (id: string, input: Record<string, unknown>, as: TestAccount = owner): Promise<Article> => {
  const { version } = await get(id)
  const { status, body } = await as.call('PATCH', `/api/articles/${id}`, { version, ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const autosave = (id: string, content_markdown: string, as?: TestAccount) =>
  save(id, { content_markdown, autosave: true }, as)
const versions = async (id: string): Promise<RevisionSummary[]> =>
  (await owner.call('GET', `/api/articles/${id}/revisions`)).body.items
const texts = async (id: string): Promise<[string, string][]> => {
  const found: [string, string][] = []
  for (const { id: revision, kind } of await versions(id)) {
    const { body } = await owner.call('GET', `/api/articles/${id}/revisions/${revision}`)
    found.push([kind, body.content_markdown])
  }
  return found
}

/** An instant some seconds from the start of these tests: tokens stay valid. */
const start = Date.now()
const after = (seconds: number) => new Date(start + seconds * 1000).toISOString()

describe('versions', () => {
  test('[RUL-14] every save is a version with author and type; autosaves of one editing session are one', async () => {
    app.setClock(after(-1))
    const { id } = await create({ title: 'Fassungen', content_markdown: 'Eins.' })
    app.setClock(after(0))
    await autosave(id, 'Eins. Zw')
    app.setClock(after(4))
    await autosave(id, 'Eins. Zwei.')
    await autosave(id, 'Eins. Zwei. Von der Kollegin.', editor)
    app.setClock(after(1200))
    await autosave(id, 'Eins. Zwei. Von der Kollegin. Später.', editor)
    await save(id, { content_markdown: 'Eins. Zwei. Von der Kollegin. Später. Gespeichert.' }, editor)
    await save(id, { status: 'published' })
    expect(await texts(id)).toEqual([
      ['published', 'Eins. Zwei. Von der Kollegin. Später. Gespeichert.'],
      ['saved', 'Eins. Zwei. Von der Kollegin. Später. Gespeichert.'],
      ['autosave', 'Eins. Zwei. Von der Kollegin. Später.'],
      ['autosave', 'Eins. Zwei. Von der Kollegin.'],
      ['autosave', 'Eins. Zwei.'],
      ['saved', 'Eins.'],
    ])
    const [, , , third, fourth] = await versions(id)
    expect(third?.author).toEqual({ id: editor.id, name: editor.email.split('@')[0] })
    expect(fourth).toMatchObject({ author: { id: owner.id }, created_at: after(4) })
    app.setClock()
  })

  test('an autosave that removes much text never replaces the version that still had it', async () => {
    const long = 'Ein langer Absatz, an dem lange geschrieben wurde. '.repeat(20)
    const { id } = await create({ title: 'Gelöscht' })
    await autosave(id, long)
    await autosave(id, '')
    expect(await texts(id)).toEqual([
      ['autosave', ''],
      ['autosave', long],
      ['saved', ''],
    ])
  })

  test('nor do many small removals, in any field', async () => {
    const erase = async (pieces: string[]) => {
      const { id } = await create({ title: 'Stück für Stück' })
      for (let left = pieces.length; left >= 0; left -= 1) await autosave(id, pieces.slice(0, left).join(''))
      return (await texts(id)).map(([, text]) => text)
    }
    const pieces = (length: number) =>
      Array.from({ length: 20 }, (_, number) => String.fromCharCode(97 + number).repeat(length))
    const sentences = await erase(pieces(50))
    for (const sentence of pieces(50))
      expect(
        sentences.some((text) => text.includes(sentence)),
        sentence,
      ).toBe(true)

    const words = (await erase(pieces(30))).map((text) => text.length).toSorted((a, b) => b - a)
    expect(words.length).toBeLessThan(8)
    // Text missing in a version is in the one before, except for 200 characters.
    for (const [index, length] of words.entries()) expect((words[index - 1] ?? 600) - length).toBeLessThanOrEqual(240)

    const { id } = await create({ title: 'a'.repeat(60), excerpt: 'b'.repeat(60) })
    await save(id, { excerpt: 'b', autosave: true })
    await save(id, { title: 'a', autosave: true })
    expect((await versions(id)).map(({ title }) => title.length)).toEqual([1, 60, 60])
  })

  test('[RUL-14] an autosave of another tab replaces no version whose words it lacks, also of one account', async () => {
    const { id } = await create({ title: 'Zwei Fenster' })
    const tab = (save_id: string, content_markdown: string) => save(id, { content_markdown, autosave: true, save_id })
    await tab('links:1', 'Eins.')
    await tab('links:2', 'Eins. Zwei.')
    await tab('rechts:1', 'Eins. Drei.')
    await tab('rechts:2', 'Eins. Dr')
    await tab('links:3', 'Eins. Drei.')
    expect(await texts(id)).toEqual([
      ['autosave', 'Eins. Drei.'],
      ['autosave', 'Eins. Zwei.'],
      ['saved', ''],
    ])
  })

  test('the losing text of a conflict is kept; saving the same again adds nothing', async () => {
    const { id } = await create({ title: 'Streit', content_markdown: 'Deine.' })
    const kept = { title: 'Streit', excerpt: '', content_markdown: 'Meine.' }
    const saved = await save(id, { content_markdown: 'Beide.', kept })
    await save(id, { content_markdown: 'Beide.' })
    expect(await texts(id)).toEqual([
      ['saved', 'Beide.'],
      ['kept', 'Meine.'],
      ['saved', 'Deine.'],
    ])
    expect(saved.version).toBe(3)
  })

  test('[RUL-14] contain the whole text: cover, category, tags, author line and metadata for search engines, too', async () => {
    const made = async (noun: string, name: string): Promise<string> =>
      (await owner.call('POST', `/api/${noun}`, { name })).body.id
    const [category_id, tag, gone] = [
      await made('categories', 'Mit Fassungen'),
      await made('tags', 'Bleibt'),
      await made('tags', 'Geht bald'),
    ]
    const details = {
      cover_image_url: '/titel.png',
      category_id,
      byline: 'Ada',
      canonical_url: 'https://anderswo.example/text',
      seo_description: 'Worum es geht',
      correction: 'Es waren zwei.',
      series: 'Reihe',
      noindex: true,
      tag_ids: [tag, gone],
    }
    const held = async (id: string, place: number) => {
      const revision = (await versions(id))[place]
      return (await owner.call('GET', `/api/articles/${id}/revisions/${revision?.id}`)).body
    }
    const { id } = await create({ title: 'Ganz', content_markdown: 'Eins.', ...details })
    const bare = { cover_image_url: null, category_id: null, byline: null, canonical_url: null, noindex: false }
    await save(id, { ...bare, seo_description: null, correction: null, series: null, tag_ids: [] })
    expect(await held(id, 0)).toMatchObject({ content_markdown: 'Eins.', ...bare, series: null, tag_ids: [] })
    expect(await held(id, 1)).toMatchObject({ ...details, tag_ids: details.tag_ids.toSorted() })
    // Deleted tags are not restored.
    expect((await owner.call('DELETE', `/api/tags/${gone}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/api/categories/${category_id}`)).status).toBe(204)
    const { category_id: _category, ...rest } = details
    const left = await held(id, 1)
    expect(left).toMatchObject({ ...rest, tag_ids: [tag] })
    expect(left).not.toHaveProperty('category_id')

    const { version, slug } = await save(id, { status: 'published', cover_image_url: '/neu.png' })
    const working = {
      title: 'Ganz',
      slug,
      excerpt: '',
      content_markdown: 'Eins.',
      cover_image_url: null,
      category_id: null,
    }
    await owner.call('PUT', `/api/articles/${id}/working-copy`, {
      version,
      ...working,
      byline: 'Grace',
      tag_ids: [tag],
    })
    expect(await held(id, 0)).toMatchObject({ kind: 'saved', cover_image_url: null, byline: 'Grace', tag_ids: [tag] })
    expect(await held(id, 1)).toMatchObject({ kind: 'published', cover_image_url: '/neu.png', byline: null })
  })

  test('those of a former release restore what they contain, and so do losing texts of its clients', async () => {
    const { id } = await create({ title: 'Früher', content_markdown: 'Neu.', byline: 'Ada' })
    await app.db.updateTable('article_revisions').set({ details: null }).where('article_id', '=', id).execute()
    const revision = (await versions(id))[0]
    const { body } = await owner.call('GET', `/api/articles/${id}/revisions/${revision?.id}`)
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'author',
        'authors',
        'content_markdown',
        'created_at',
        'excerpt',
        'id',
        'kind',
        'name',
        'title',
        'version',
      ].toSorted(),
    )
    const kept = { title: '', excerpt: '', content_markdown: 'Meine.', canonical_url: 'halb getippt', tag_ids: [] }
    await save(id, { content_markdown: 'Beide.', kept })
    const former = (await versions(id))[1]
    const { body: gaveWay } = await owner.call('GET', `/api/articles/${id}/revisions/${former?.id}`)
    expect(gaveWay).toMatchObject({ kind: 'kept', ...kept })
    expect(gaveWay).not.toHaveProperty('byline')
  })

  test('a single changed field is a version, once', async () => {
    const { id } = await create({ title: 'Nur das Bild', content_markdown: 'Text.' })
    for (let times = 0; times < 2; times += 1) await save(id, { cover_image_url: '/eins.png' })
    await save(id, { content_markdown: 'Text.', excerpt: '' })
    expect(await texts(id)).toEqual([
      ['saved', 'Text.'],
      ['saved', 'Text.'],
    ])
  })

  test('changed tags are a version, too; a former publication can be undone until another editor changes them', async () => {
    const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Für sich' })
    const { id } = await create({ title: 'Nur Schlagwörter', content_markdown: 'Text.' })
    const { version } = await save(id, { status: 'published' })
    const tagged = await owner.call('PUT', `/api/articles/${id}/tags`, { tag_ids: [tag.id] })
    expect(tagged.body).toMatchObject({ version: version + 1, working_copy: null })
    const revision = (await versions(id))[0]
    expect(revision).toMatchObject({ version: version + 1, kind: 'published' })
    const { body: held } = await owner.call('GET', `/api/articles/${id}/revisions/${revision?.id}`)
    expect(held).toMatchObject({ content_markdown: 'Text.', tag_ids: [tag.id] })
    const undone = await owner.call('POST', `/api/articles/${id}/undo`, { version })
    expect([undone.status, undone.body.status, undone.body.tags]).toEqual([200, 'draft', [tag]])
    const again = await save(id, { status: 'published' })
    await editor.call('PUT', `/api/articles/${id}/tags`, { tag_ids: [] })
    const tooLate = await owner.call('POST', `/api/articles/${id}/undo`, { version: again.version })
    expect([tooLate.status, tooLate.body.code]).toEqual([409, 'version_conflict'])
  })

  test('have pages and belong to their article; 404 for unknown ones', async () => {
    const { id } = await create({ title: 'Seiten', content_markdown: '0' })
    for (const number of [1, 2, 3, 4]) await save(id, { content_markdown: String(number) })
    const { body: first } = await owner.call('GET', `/api/articles/${id}/revisions?limit=3`)
    const { body: second } = await owner.call(
      'GET',
      `/api/articles/${id}/revisions?limit=3&cursor=${first.next_cursor}`,
    )
    expect([...first.items, ...second.items].map((item) => item.version)).toEqual([5, 4, 3, 2, 1])
    expect(second.next_cursor).toBeNull()
    const other = await create({ title: 'Andere' })
    const path = `/api/articles/${other.id}/revisions/${first.items[0].id}`
    expect((await owner.call('GET', path)).status).toBe(404)
    expect((await owner.call('GET', `/api/articles/${crypto.randomUUID()}/revisions`)).status).toBe(404)
  })

  test('are thinned with age: all of a day, then one an hour, after thirty days one a day; live ones stay, and losing texts of a conflict', async () => {
    const { id } = await create({ title: 'Alt' })
    await app.db.deleteFrom('article_revisions').where('article_id', '=', id).execute()
    const moments = [
      ['2027-01-01T08:00:00.000Z', 'saved'],
      ['2027-01-01T09:00:00.000Z', 'published'],
      ['2027-01-01T20:00:00.000Z', 'saved'],
      ['2027-03-01T08:10:00.000Z', 'autosave'],
      ['2027-03-01T08:40:00.000Z', 'kept'],
      ['2027-03-01T08:50:00.000Z', 'autosave'],
      ['2027-03-01T09:10:00.000Z', 'autosave'],
      ['2027-03-09T12:00:00.000Z', 'autosave'],
      ['2027-03-09T12:01:00.000Z', 'autosave'],
    ] as const
    for (const [index, [at, kind]] of moments.entries()) {
      const text = { title: 'Alt', excerpt: '', content_markdown: String(index) }
      const row = { id: crypto.randomUUID(), article_id: id, version: index + 1, author_id: null }
      await app.db
        .insertInto('article_revisions')
        .values({ ...row, ...text, kind, begun_at: at, created_at: at })
        .execute()
    }
    await thinRevisions(app.db, ARTICLES.tables, new Date('2027-03-10T00:00:00Z'))
    expect((await versions(id)).map((item) => item.version)).toEqual([9, 8, 7, 6, 5, 3, 2])
    await thinRevisions(app.db, ARTICLES.tables, new Date('2027-06-10T00:00:00Z'))
    expect((await versions(id)).map((item) => item.version)).toEqual([9, 7, 5, 3, 2])
  })
})

describe('saves whose response was lost', () => {
  test('[RUL-14] are recognised: a repeated creation is no second article, a repeated save no conflict', async () => {
    const id = crypto.randomUUID()
    const input = { id, title: 'Zweimal geschickt', save_id: 'fenster:1' }
    expect((await owner.call('POST', '/api/articles', input)).status).toBe(201)
    const again = await owner.call('POST', '/api/articles', input)
    expect([again.status, again.body.code]).toEqual([409, 'version_conflict'])
    expect(again.body.current).toMatchObject({ id, version: 1, recent_saves: ['fenster:1'] })
    await save(id, { content_markdown: 'a', save_id: 'fenster:2' })
    await save(id, { content_markdown: 'b', save_id: 'anderes:7' })
    expect((await get(id)).recent_saves).toEqual(['anderes:7', 'fenster:2'])
    const stale = await owner.call('PATCH', `/api/articles/${id}`, { version: 1, title: 'x', save_id: 'fenster:3' })
    expect(stale.body.current.recent_saves).toContain('fenster:2')
  })

  test('[RUL-27] text and tags are one save; those of a published article wait in its working version', async () => {
    const { body: first } = await owner.call('POST', '/api/tags', { name: 'Erstes' })
    const { body: second } = await owner.call('POST', '/api/tags', { name: 'Zweites' })
    const article = await create({ title: 'Mit Schlagwort', tag_ids: [first.id] })
    const draft = await save(article.id, { title: 'Mit zweien', tag_ids: [first.id, second.id] })
    expect(draft.tags.map((tag) => tag.name)).toEqual(['Erstes', 'Zweites'])
    const live = await save(article.id, { status: 'published' })
    const { slug, excerpt, content_markdown, cover_image_url, category_id, title } = live
    const { body: working } = await owner.call('PUT', `/api/articles/${article.id}/working-copy`, {
      ...{ slug, excerpt, content_markdown, cover_image_url, category_id, title, version: live.version },
      tag_ids: [second.id],
      autosave: true,
    })
    expect(working.tags).toHaveLength(2)
    expect(working.working_copy.tag_ids).toEqual([second.id])
    const updated = await save(article.id, { status: 'published' })
    expect(updated.tags.map((tag) => tag.name)).toEqual(['Zweites'])
    expect(updated.working_copy).toBeNull()
  })
})

describe('[WEEK-25] a version with a name', () => {
  const name = (id: string, revision: string, value: unknown, as: TestAccount = owner) =>
    as.call('PUT', `/api/articles/${id}/revisions/${revision}/name`, { name: value })

  test('says it in the list and alone, is named again and loses its name', async () => {
    const { id } = await create({ title: 'Benannt', content_markdown: 'Eins.' })
    const [first] = await versions(id)
    const named = await name(id, first!.id, '  Vor dem Lektorat ', editor)
    expect([named.status, named.body]).toEqual([200, { ...first, name: 'Vor dem Lektorat' }])
    expect((await versions(id))[0]).toEqual(named.body)
    const { body } = await owner.call('GET', `/api/articles/${id}/revisions/${first!.id}`)
    expect([body.name, body.content_markdown]).toEqual(['Vor dem Lektorat', 'Eins.'])
    expect((await name(id, first!.id, ' ')).body.name).toBeNull()
    expect((await name(id, first!.id, null)).body.name).toBeNull()
  })

  test('keeps its text when writing goes on, and stays when versions are thinned out', async () => {
    app.setClock(after(-40 * 86_400))
    const { id } = await create({ title: 'Bleibt', content_markdown: 'Anfang.' })
    await autosave(id, 'Anfang. Mehr.')
    await name(id, (await versions(id))[0]!.id, 'Stand der Dinge')
    await autosave(id, 'Anfang. Mehr. Noch mehr.')
    await save(id, { content_markdown: 'Ganz anders.' })
    await save(id, { content_markdown: 'Am Ende.' })
    app.setClock()
    await thinRevisions(app.db, ARTICLES.tables, new Date())
    expect((await versions(id)).map((one) => [one.name, one.title])).toEqual([
      [null, 'Bleibt'],
      ['Stand der Dinge', 'Bleibt'],
    ])
    expect(await texts(id)).toEqual([
      ['saved', 'Am Ende.'],
      ['autosave', 'Anfang. Mehr.'],
    ])
  })

  test('is refused with a reason: too long, with a line break, unknown, of another article, in the trash', async () => {
    const { id } = await create({ title: 'Abgelehnt' })
    const other = await create({ title: 'Anderer' })
    const revision = (await versions(id))[0]!.id
    const long = await name(id, revision, 'x'.repeat(81))
    expect([long.status, long.body.fields[0].reason]).toEqual([400, 'Höchstens 80 Zeichen'])
    expect((await name(id, revision, 'zwei\nZeilen')).status).toBe(400)
    expect((await name(id, revision, undefined)).status).toBe(400)
    expect((await name(id, '01919191-9191-7191-9191-919191919191', 'Nichts')).status).toBe(404)
    expect((await name(other.id, revision, 'Fremd')).status).toBe(404)
    await owner.call('DELETE', `/api/articles/${id}`)
    expect((await name(id, revision, 'Fort')).status).toBe(404)
  })
})
