import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = creating<Article>('/api/articles', () => owner)
const patch = (id: string, input: Record<string, unknown>) => owner.call('PATCH', `/api/articles/${id}`, input)
const get = async (id: string): Promise<Article> => (await owner.call('GET', `/api/articles/${id}`)).body
const titles = async (query: string): Promise<string[]> =>
  (await owner.call('GET', `/api/articles?${query}`)).body.items.map((item: Article) => item.title)

describe('articles', () => {
  test('[DATA-3] [SESS-11] [DATA-2] are inserted with their author, read by id with tags, updated and deleted', async () => {
    const { body: category } = await owner.call('POST', '/api/categories', { name: 'Künstliche Intelligenz' })
    const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Sprachmodelle' })
    const input = {
      title: 'Über Größe',
      content_markdown: '# Ä\r\n\tß',
      excerpt: 'kurz',
      category_id: category.id,
      tag_ids: [tag.id],
    }
    const made = await create(input)
    expect(made).toMatchObject({
      title: 'Über Größe',
      slug: 'ueber-groesse',
      status: 'draft',
      published_at: null,
      author_id: owner.id,
      version: 1,
      content_markdown: '# Ä\r\n\tß',
      category: { name: 'Künstliche Intelligenz', slug: 'kuenstliche-intelligenz' },
      tags: [{ name: 'Sprachmodelle', slug: 'sprachmodelle' }],
      working_copy: null,
    })
    expect(await get(made.id)).toEqual(made)

    const { body: changed } = await patch(made.id, { version: 1, excerpt: 'anders' })
    expect(changed).toMatchObject({ excerpt: 'anders', version: 2, title: 'Über Größe' })
    expect((await owner.call('DELETE', `/api/articles/${made.id}`)).status).toBe(204)
    expect((await owner.call('GET', `/api/articles/${made.id}`)).status).toBe(404)
    expect((await owner.call('DELETE', `/api/articles/${made.id}`)).status).toBe(404)
  })

  test('[DATA-3] [ART-4] are listed newest created first, page by page, by status, without their text', async () => {
    for (let number = 1; number <= 7; number += 1) {
      await create({ title: `Folge ${number}`, status: number % 2 ? 'draft' : 'published', content_markdown: 'lang' })
    }
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await owner.call('GET', `/api/articles?limit=3${cursor && `&cursor=${cursor}`}`)
      expect(body.items.length).toBeLessThanOrEqual(3)
      for (const item of body.items) expect(item).not.toHaveProperty('content_markdown')
      seen.push(...body.items.map((item: Article) => item.title))
      cursor = body.next_cursor ?? ''
    } while (cursor)
    expect(seen).toEqual(['Folge 7', 'Folge 6', 'Folge 5', 'Folge 4', 'Folge 3', 'Folge 2', 'Folge 1'])
    expect(await titles('status=published')).toEqual(['Folge 6', 'Folge 4', 'Folge 2'])
    expect((await owner.call('GET', '/api/articles/counts')).body).toEqual({ draft: 4, scheduled: 0, published: 3 })
  })

  test('[ART-1] [DATA-3] are found in title or excerpt, ignoring case and umlauts, with literal wildcards', async () => {
    await create({ title: 'Straßenbahn fährt 100% pünktlich', excerpt: 'Ein „Märchen“ aus_der_Stadt' })
    await create({ title: 'Nichts davon', content_markdown: 'Straßenbahn' })
    const found = ['Straßenbahn fährt 100% pünktlich']
    for (const words of [
      'STRASSENBAHN',
      'straße',
      'FÄHRT',
      'fahrt',
      'märchen',
      '100%',
      '"',
      '„Märchen“',
      'aus_der',
      'pü',
    ]) {
      expect(await titles(`q=${encodeURIComponent(words)}`), words).toEqual(words === '"' ? [] : found)
    }
    for (const words of ['100x', 'aus%der', "' or 1=1 --", 'a"b', '*', 'NEAR(a b)']) {
      expect(await titles(`q=${encodeURIComponent(words)}`), words).toEqual([])
    }
  })

  test('[DATA-4] tags are replaced as a whole; categories and tags are read all', async () => {
    const tag = async (name: string) => (await owner.call('POST', '/api/tags', { name })).body.id as string
    const [a, b, c] = [await tag('Ärger'), await tag('Bahn'), await tag('Zug')]
    const { id } = await create({ title: 'Mit Schlagwörtern', tag_ids: [c, a] })
    expect((await get(id)).tags.map((item) => item.name)).toEqual(['Ärger', 'Zug'])
    expect((await owner.call('PUT', `/api/articles/${id}/tags`, { tag_ids: [b] })).body.tags).toMatchObject([
      { name: 'Bahn' },
    ])
    const unknown = await owner.call('PUT', `/api/articles/${id}/tags`, { tag_ids: [b, id] })
    expect([unknown.status, unknown.body.fields[0].field]).toEqual([400, 'tag_ids'])
    expect((await get(id)).tags.map((item) => item.name)).toEqual(['Bahn'])
    expect((await owner.call('GET', '/api/tags')).body.items.map((item: { name: string }) => item.name)).toEqual([
      'Ärger',
      'Bahn',
      'Sprachmodelle',
      'Zug',
    ])
    const twice = await owner.call('POST', '/api/tags', { name: 'ärger' })
    expect([twice.status, twice.body.code, twice.body.current.name]).toEqual([409, 'name_taken', 'Ärger'])
  })
})

describe('status and dates', () => {
  test('[EDIT-10] [EDIT-4] published sets now, other statuses clear the date', async () => {
    app.setClock('2026-03-03T09:00:00.000Z')
    const { id } = await create({ title: 'Wechselt' })
    const published = (await patch(id, { version: 1, status: 'published' })).body
    expect(published).toMatchObject({ status: 'published', published_at: '2026-03-03T09:00:00.000Z', excerpt: '' })
    app.setClock('2026-03-04T09:00:00.000Z')
    // RUL-12: updating keeps the date, publishing again sets it.
    expect((await patch(id, { version: 2, title: 'Wechselt!' })).body.published_at).toBe('2026-03-03T09:00:00.000Z')
    expect((await patch(id, { version: 3, status: 'published' })).body.published_at).toBe('2026-03-04T09:00:00.000Z')
    expect((await patch(id, { version: 4, status: 'scheduled' })).body).toMatchObject({
      status: 'scheduled',
      published_at: null,
    })
    expect((await patch(id, { version: 5, published_at: '2026-03-09T08:00:00+01:00' })).body.published_at).toBe(
      '2026-03-09T07:00:00.000Z',
    )
    expect((await patch(id, { version: 6, status: 'draft' })).body.published_at).toBeNull()
    const refused = await patch(id, { version: 7, published_at: '2026-03-09T08:00:00Z' })
    expect([refused.status, refused.body.fields[0].field]).toEqual([400, 'published_at'])
    app.setClock()
  })
})

describe('versions', () => {
  test('a stale save is refused with the current record and changes nothing; without a version it is 400', async () => {
    const { id } = await create({ title: 'Gemeinsam' })
    await patch(id, { version: 1, content_markdown: 'meins' })
    const stale = await patch(id, { version: 1, content_markdown: 'deins' })
    expect([stale.status, stale.body.code, stale.body.current.content_markdown]).toEqual([
      409,
      'version_conflict',
      'meins',
    ])
    const missing = await patch(id, { content_markdown: 'deins' })
    expect([missing.status, missing.body.fields[0].field]).toEqual([400, 'version'])
    expect((await get(id)).content_markdown).toBe('meins')
  })

  test('of 20 concurrent saves from one version exactly one wins', async () => {
    const { id } = await create({ title: 'Rennen' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch(id, { version: 1, content_markdown: `von ${n}` })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
    const winner = answers.find((answer) => answer.status === 200)?.body
    expect(await get(id)).toMatchObject({ version: 2, content_markdown: winner.content_markdown })
  })

  test('a published article keeps its live text while the working version is written', async () => {
    const { id, slug } = await create({ title: 'Live', status: 'published', content_markdown: 'für Leser' })
    const text = {
      title: 'Live',
      slug,
      excerpt: '',
      content_markdown: 'halber Sa',
      cover_image_url: null,
      category_id: null,
    }
    const saved = await owner.call('PUT', `/api/articles/${id}/working-copy`, { version: 1, ...text })
    expect(saved.body).toMatchObject({
      version: 2,
      content_markdown: 'für Leser',
      has_unpublished_changes: true,
      working_copy: { content_markdown: 'halber Sa' },
    })
    const reader = () => app.call('GET', `/api/articles/by-slug/${slug}`)
    expect((await reader()).body.content_markdown).toBe('für Leser')
    // A change of another field leaves the unfinished sentence in the working version.
    expect((await patch(id, { version: 2, excerpt: 'neu' })).body).toMatchObject({
      excerpt: 'neu',
      content_markdown: 'für Leser',
      has_unpublished_changes: true,
    })
    const live = await patch(id, { version: 3, ...text, excerpt: 'neu', content_markdown: 'halber Satz.' })
    expect(live.body).toMatchObject({
      content_markdown: 'halber Satz.',
      has_unpublished_changes: false,
      working_copy: null,
    })
    expect((await reader()).body.content_markdown).toBe('halber Satz.')

    await owner.call('PUT', `/api/articles/${id}/working-copy`, { version: 4, ...text, content_markdown: 'verworfen' })
    // A stale version must not discard newer writing.
    const stale = await owner.call('DELETE', `/api/articles/${id}/working-copy`, { version: 4 })
    expect([stale.status, stale.body.current.working_copy.content_markdown]).toEqual([409, 'verworfen'])
    expect((await owner.call('DELETE', `/api/articles/${id}/working-copy`)).body.fields[0].field).toBe('version')
    expect((await owner.call('DELETE', `/api/articles/${id}/working-copy`, { version: 5 })).body).toMatchObject({
      has_unpublished_changes: false,
      version: 6,
    })
    expect((await reader()).body.content_markdown).toBe('halber Satz.')
    const draft = await create({ title: 'Entwurf' })
    expect(
      (await owner.call('PUT', `/api/articles/${draft.id}/working-copy`, { version: 1, ...text, slug: draft.slug }))
        .status,
    ).toBe(400)
  })

  test('a creation sent twice concurrently is one article: the other response is 409 with it', async () => {
    const input = { id: crypto.randomUUID(), title: 'Doppelt geschickt' }
    const answers = await Promise.all([1, 2, 3].map(() => owner.call('POST', '/api/articles', input)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { body } of answers.filter(({ status }) => status !== 201))
      expect([body.code, body.current?.id]).toEqual(['version_conflict', input.id])
  })

  describe('[RUL-27] pending changes in the working version', () => {
    const waiting = async (title: string, working: Record<string, unknown>) => {
      const live = await create({ title, status: 'published' })
      const { slug, excerpt, content_markdown, cover_image_url, category_id } = live
      const text = { title, slug, excerpt, content_markdown, cover_image_url, category_id }
      const saved = await owner.call('PUT', `/api/articles/${live.id}/working-copy`, {
        version: 1,
        ...text,
        ...working,
      })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      return live
    }

    test('a slug stays there through other changes, and goes live with the text', async () => {
      const { id, slug } = await waiting('Alte Adresse', { slug: 'neue-adresse' })
      const { body } = await patch(id, { version: 2, unpublish_at: '2099-01-01T00:00:00Z' })
      expect([body.slug, body.working_copy?.slug]).toEqual([slug, 'neue-adresse'])
      expect((await patch(id, { version: 3, status: 'published' })).body.slug).toBe('neue-adresse')
    })

    test('a slug taken by another article in the meantime does not block unpublishing; a free one is used', async () => {
      const taken = await waiting('Wird zurückgezogen', { slug: 'umkaempft', content_markdown: 'Neu.' })
      await create({ title: 'Schneller', slug: 'umkaempft' })
      const refused = await patch(taken.id, { version: 2, status: 'published' })
      expect([refused.status, refused.body.code]).toEqual([409, 'slug_taken'])
      expect((await patch(taken.id, { version: 2, status: 'draft' })).body).toMatchObject({
        status: 'draft',
        slug: taken.slug,
        content_markdown: 'Neu.',
      })
      const free = await waiting('Auch zurückgezogen', { slug: 'unumkaempft' })
      expect((await patch(free.id, { version: 2, status: 'draft' })).body.slug).toBe('unumkaempft')
    })

    test('[DATA-4] tags set for the article are set there too', async () => {
      const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Nachgetragen' })
      const { id } = await waiting('Ohne Schlagwort', { content_markdown: 'Neu.', tag_ids: [] })
      await owner.call('PUT', `/api/articles/${id}/tags`, { tag_ids: [tag.id] })
      expect((await patch(id, { version: 3, status: 'published' })).body).toMatchObject({
        content_markdown: 'Neu.',
        tags: [{ name: 'Nachgetragen' }],
      })
    })
  })

  test('the status „published“ publishes the working version', async () => {
    const { id, slug } = await create({ title: 'Neu', status: 'published', content_markdown: 'alt' })
    await owner.call('PUT', `/api/articles/${id}/working-copy`, {
      version: 1,
      title: 'Neu',
      slug,
      excerpt: '',
      content_markdown: 'frisch',
      cover_image_url: null,
      category_id: null,
    })
    expect((await patch(id, { version: 2, status: 'published' })).body).toMatchObject({
      content_markdown: 'frisch',
      working_copy: null,
    })
  })
})

describe('slugs', () => {
  test('derived ones get a suffix, typed ones that are taken are refused with a free proposal', async () => {
    expect((await create({ title: 'Schöne Grüße aus Łódź & Tromsø!' })).slug).toBe('schoene-gruesse-aus-lodz-tromso')
    expect((await create({ title: 'Doppelt' })).slug).toBe('doppelt')
    expect((await create({ title: 'Doppelt' })).slug).toBe('doppelt-2')
    expect((await create({ title: '???' })).slug).toMatch(/^artikel-[\da-f]{8}$/)
    const refused = await owner.call('POST', '/api/articles', { title: 'Anders', slug: 'Doppelt' })
    expect([refused.status, refused.body.code, refused.body.proposal]).toEqual([409, 'slug_taken', 'doppelt-3'])
    expect(await titles('q=Anders')).toEqual([])
  })

  test('follow the title until the first publication or a manual edit', async () => {
    const first = await create({ title: 'Alter Titel' })
    expect((await patch(first.id, { version: 1, title: 'Neuer Titel' })).body.slug).toBe('neuer-titel')
    await patch(first.id, { version: 2, status: 'published' })
    expect((await patch(first.id, { version: 3, title: 'Noch ein Titel' })).body.slug).toBe('neuer-titel')
    await patch(first.id, { version: 4, status: 'draft' })
    expect((await patch(first.id, { version: 5, title: 'Zurückgezogen' })).body).toMatchObject({
      slug: 'neuer-titel',
      slug_is_own: true,
    })
    const second = await create({ title: 'Zweiter' })
    expect((await patch(second.id, { version: 1, slug: 'von-hand' })).body).toMatchObject({
      slug: 'von-hand',
      slug_is_own: true,
    })
    expect((await patch(second.id, { version: 2, title: 'Ganz anders' })).body.slug).toBe('von-hand')
  })

  test('20 concurrent articles of one title get 20 slugs', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create({ title: 'Gleichzeitig' })))
    expect(new Set(made.map((item) => item.slug)).size).toBe(20)
  })

  test('a trashed article frees its slug and gets a suffix when restored', async () => {
    const first = await create({ title: 'Papierkorb' })
    await owner.call('DELETE', `/api/articles/${first.id}`)
    expect((await create({ title: 'Papierkorb' })).slug).toBe('papierkorb')
    const restored = await owner.call('POST', `/api/trash/articles/${first.id}/restore`)
    expect([restored.status, restored.body.title]).toEqual([200, 'Papierkorb'])
    expect((await get(first.id)).slug).toBe('papierkorb-2')
    expect((await owner.call('POST', `/api/trash/articles/${first.id}/restore`)).status).toBe(404)
  })
})

describe('bad input gets a clear 4xx and writes nothing', () => {
  const cases: [name: string, input: unknown, status: number, field?: string, headers?: Record<string, string>][] = [
    ['an empty title', { title: '   ' }, 400, 'title'],
    ['no title', {}, 400, 'title'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 400, 'title'],
    ['a title with a line break', { title: 'a\nb' }, 400, 'title'],
    ['a title that is no text', { title: { $gt: '' } }, 400, 'title'],
    ['an unknown status', { title: 'x', status: 'live' }, 400, 'status'],
    ['an unknown category', { title: 'x', category_id: '01919191-9191-7191-9191-919191919191' }, 400, 'category_id'],
    ['a category that is no id', { title: 'x', category_id: "1' or '1'='1" }, 400, 'category_id'],
    ['a cover that runs', { title: 'x', cover_image_url: 'javascript:alert(1)' }, 400, 'cover_image_url'],
    ['a NUL in the text', { title: 'x', content_markdown: 'a\u0000b' }, 400, 'content_markdown'],
    ['a date that is none', { title: 'x', status: 'scheduled', published_at: 'morgen' }, 400, 'published_at'],
    ['a draft with a date', { title: 'x', published_at: '2026-03-03T09:00:00Z' }, 400, 'published_at'],
    ['invalid JSON', '{"title": ', 400],
    ['an array', '[]', 400],
    ['a text body', '{"title":"x"}', 415, undefined, { 'content-type': 'text/plain' }],
    ['a form', 'title=x', 415, undefined, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['10 MB of text', { title: 'x', content_markdown: 'a'.repeat(10_000_000) }, 413],
  ]
  test.each(cases)('%s', async (_name, input, status, field, headers) => {
    const before = (await owner.call('GET', '/api/articles/counts')).body
    const answer = await owner.call('POST', '/api/articles', input, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(answer.body.message).toMatch(/\S/)
    if (field) {
      expect(answer.body.fields.map((fault: { field: string }) => fault.field)).toContain(field)
      expect(answer.body.fields[0].reason).toMatch(/\S/)
    }
    expect((await owner.call('GET', '/api/articles/counts')).body).toEqual(before)
  })

  test('[RUL-29] titles that are empty or missing are refused with EDIT-9’s message, and the rest in German', async () => {
    const { id } = await create({ title: 'Mit Titel' })
    const refused = 'Bitte geben Sie einen Titel ein'
    for (const input of [{ title: '' }, { title: ' ' }, {}, { title: null }])
      expect((await owner.call('POST', '/api/articles', input)).body.message, JSON.stringify(input)).toBe(refused)
    expect((await patch(id, { version: 1, title: '' })).body.message).toBe(refused)
    expect((await owner.call('PUT', `/api/articles/${id}/working-copy`, { version: 1 })).body.fields).toEqual([
      { field: 'title', reason: refused },
      { field: 'slug', reason: 'Diese Angabe fehlt' },
      { field: 'excerpt', reason: 'Diese Angabe fehlt' },
      { field: 'content_markdown', reason: 'Diese Angabe fehlt' },
      { field: 'cover_image_url', reason: 'Diese Angabe fehlt' },
      { field: 'category_id', reason: 'Keine gültige Kennung (UUID)' },
    ])
    const wrong = await owner.call('POST', '/api/articles', { title: 'x', excerpt: 1, status: 'live', tag_ids: 'a' })
    expect(wrong.body.fields.map(({ reason }: { reason: string }) => reason)).toEqual([
      'Erwartet wird ein Text',
      'Erlaubt sind „draft“, „scheduled“, „published“',
      'Erwartet wird eine Liste',
    ])
  })

  test('dates with a year of other than four digits in UTC are refused: lists stay readable and sorted', async () => {
    for (const published_at of ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00Z', '0999-06-01T00:00:00Z']) {
      const { status, body } = await owner.call('POST', '/api/articles', {
        title: 'x',
        status: 'scheduled',
        published_at,
      })
      expect([status, body.fields?.[0]], published_at).toEqual([
        400,
        { field: 'published_at', reason: 'Das Jahr muss zwischen 1000 und 9999 liegen' },
      ])
    }
    const far = { title: 'Weit weg', status: 'scheduled', published_at: '9999-12-31T23:59:59.000Z' }
    expect((await create(far)).published_at).toBe('9999-12-31T23:59:59.000Z')
    expect((await owner.call('GET', '/api/articles?sort=date')).status).toBe(200)
  })

  test('a body sent in chunks is limited too', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (sent > 12) return controller.close()
        controller.enqueue(
          sent === 0 ? Buffer.from('{"title":"xxxx","content_markdown":"') : Buffer.alloc(1_000_000, 97),
        )
        sent += 1
      },
    })
    const response = await fetch(`${app.url}/api/articles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit).catch((error: Error) => error)
    if (response instanceof Response) expect(response.status).toBe(413)
    expect((await app.call('GET', '/readyz')).status).toBe(200)
    expect(await titles('q=xxxx')).toEqual([])
  })

  test('unknown ids and cursors', async () => {
    for (const [method, path, status] of [
      ['GET', '/api/articles/01919191-9191-7191-9191-919191919191', 404],
      ['GET', '/api/articles/keine-id', 400],
      ['GET', "/api/articles/1'%20or%201=1", 400],
      ['DELETE', '/api/articles/01919191-9191-7191-9191-919191919191', 404],
      ['GET', '/api/articles?cursor=kaputt', 400],
      ['GET', '/api/articles?limit=0', 400],
      ['GET', '/api/articles?limit=1000', 400],
      ['GET', '/api/articles?status=live', 400],
    ] as const) {
      const answer = await owner.call(method, path)
      expect(answer.status, path).toBe(status)
      if (status === 400) expect(answer.body.code, path).toBe('validation_failed')
    }
  })
})
