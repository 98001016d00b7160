import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { InboxItem } from '../../../contract/inbox.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
beforeEach(async () => {
  for (const { id } of (await owner.call('GET', '/api/inbox')).body.items)
    await owner.call('DELETE', `/api/inbox/${id}`)
})
afterAll(() => app.stop())

const add = creating<InboxItem>('/api/inbox', () => owner)
const titles = async (query = ''): Promise<string[]> =>
  (await owner.call('GET', `/api/inbox?${query}`)).body.items.map((item: InboxItem) => item.title)
const counts = async () => (await owner.call('GET', '/api/inbox/counts')).body

describe('inbox', () => {
  test('[DATA-5] entries are inserted open, listed newest first, counted, changed, deleted and restored', async () => {
    const idea = await add({ title: 'Warum wir im Dunkeln schreiben' })
    expect(idea).toMatchObject({ status: 'open', type: 'idea', url: null, note: null, author_id: owner.id })
    const link = await add({ title: 'https://technikjournal.example/a' })
    expect(link).toMatchObject({ type: 'link', url: 'https://technikjournal.example/a', source: 'quick', feed: null })
    expect(await titles()).toEqual(['https://technikjournal.example/a', 'Warum wir im Dunkeln schreiben'])
    expect(await counts()).toEqual({ open: 2, processed: 0 })

    const done = await owner.call('PATCH', `/api/inbox/${idea.id}`, { status: 'processed', note: 'für Übermorgen' })
    expect(done.body).toMatchObject({ status: 'processed', note: 'für Übermorgen', title: idea.title })
    expect(await counts()).toEqual({ open: 1, processed: 1 })
    expect(await titles('status=open')).toEqual(['https://technikjournal.example/a'])
    expect(await titles('status=processed')).toEqual(['Warum wir im Dunkeln schreiben'])
    expect(await titles('q=UBERMORGEN')).toEqual(['Warum wir im Dunkeln schreiben'])
    expect((await owner.call('PATCH', `/api/inbox/${idea.id}`, { status: 'open' })).body.status).toBe('open')

    expect((await owner.call('DELETE', `/api/inbox/${link.id}`)).status).toBe(204)
    expect((await owner.call('GET', `/api/inbox/${link.id}`)).status).toBe(404)
    expect(await counts()).toEqual({ open: 1, processed: 0 })
    expect((await owner.call('POST', `/api/trash/inbox/${link.id}/restore`)).status).toBe(200)
    expect(await counts()).toEqual({ open: 2, processed: 0 })
  })

  test('[INBOX-2] type and address are derived from the text by default', async () => {
    expect(await add({ title: 'Idee: Artikel über KI' })).toMatchObject({ type: 'idea', url: null })
    expect(await add({ title: 'javascript:alert(1)' })).toMatchObject({ type: 'idea', url: null })
    expect(await add({ title: 'Seite', url: 'https://a.example', source: 'bookmarklet' })).toMatchObject({
      type: 'link',
      url: 'https://a.example',
      source: 'bookmarklet',
    })
    expect(await add({ title: 'Rückruf Pressestelle', type: 'note', note: 'ab April' })).toMatchObject({
      type: 'note',
      note: 'ab April',
    })
  })

  test('pages end where they should', async () => {
    for (const title of ['eins', 'zwei', 'drei']) await add({ title })
    const first = (await owner.call('GET', '/api/inbox?limit=2')).body
    expect(first.items.map((item: InboxItem) => item.title)).toEqual(['drei', 'zwei'])
    expect(await titles(`limit=2&cursor=${first.next_cursor}`)).toEqual(['eins'])
  })

  test.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'x', url: 'javascript:alert(1)' }, 'url'],
    [{ title: 'x', type: 'bild' }, 'type'],
    [{ title: 'x', source: 'post' }, 'source'],
  ])('refuses %j', async (input, field) => {
    const { status, body } = await owner.call('POST', '/api/inbox', input)
    expect([status, body.code, body.fields[0].field]).toEqual([400, 'validation_failed', field])
    expect(await titles()).toEqual([])
  })
})

describe('conversion', () => {
  const convert = (id: string, to: string) => owner.call('POST', `/api/inbox/${id}/conversion`, { to })
  const capture = () =>
    add({ title: 'Offenes Sprachmodell', url: 'https://technikjournal.example/a', note: 'Läuft auf 32 GB.' })

  test.each([
    ['article', '/api/articles', { title: 'Offenes Sprachmodell', status: 'draft' }],
    ['task', '/api/tasks', { title: 'Offenes Sprachmodell', status: 'idea', priority: 'med' }],
    [
      'research',
      '/api/research',
      {
        title: 'Offenes Sprachmodell',
        url: 'https://technikjournal.example/a',
        note: 'Läuft auf 32 GB.',
        source_type: 'link',
      },
    ],
    [
      'link',
      '/api/links',
      { title: 'Offenes Sprachmodell', url: 'https://technikjournal.example/a', description: 'Läuft auf 32 GB.' },
    ],
  ])('an entry becomes a %s and is processed', async (to, address, expected) => {
    const item = await capture()
    const { status, body } = await convert(item.id, to)
    expect([status, body.to, body.item.status]).toEqual([201, to, 'processed'])
    expect((await owner.call('GET', `${address}/${body.id}`)).body).toMatchObject({ ...expected, author_id: owner.id })
    expect(await counts()).toEqual({ open: 0, processed: 1 })
  })

  test('an article keeps note and source in its text', async () => {
    const { body } = await convert((await capture()).id, 'article')
    expect((await owner.call('GET', `/api/articles/${body.id}`)).body.content_markdown).toBe(
      'Läuft auf 32 GB.\n\nQuelle: <https://technikjournal.example/a>',
    )
  })

  test('all or nothing: an idea cannot become a link and stays open; a deleted entry becomes nothing', async () => {
    const idea = await add({ title: 'Nur eine Idee' })
    const links = (await owner.call('GET', '/api/links')).body.items.length
    const { status, body } = await convert(idea.id, 'link')
    expect([status, body.fields[0].field]).toEqual([400, 'url'])
    expect((await owner.call('GET', `/api/inbox/${idea.id}`)).body.status).toBe('open')
    expect((await owner.call('GET', '/api/links')).body.items).toHaveLength(links)
    await owner.call('DELETE', `/api/inbox/${idea.id}`)
    expect((await convert(idea.id, 'task')).status).toBe(404)
    expect((await convert(idea.id, 'bild')).status).toBe(400)
  })

  test('a title longer than 300 characters is cut, with the whole address kept', async () => {
    const url = `https://a.example/${'x'.repeat(400)}`
    const { body } = await convert((await add({ title: url })).id, 'research')
    const item = (await owner.call('GET', `/api/research/${body.id}`)).body
    expect(item.title).toHaveLength(300)
    expect(item.url).toBe(url)
  })
})

describe('[WEEK-15] an address', () => {
  const again = (input: Record<string, unknown>) => owner.call('POST', '/api/inbox', input)

  test.each([
    'https://seite.example/a',
    'http://www.seite.example/a/',
    'https://SEITE.example:443/a?utm_medium=mail&fbclid=1#absatz',
  ])('that is there already is refused with the entry it has: %s', async (url) => {
    const first = await add({ title: 'Die Seite', url: 'https://seite.example/a', note: 'gelesen' })
    for (const input of [{ title: url }, { title: 'Anders genannt', url, source: 'extension' }]) {
      const { status, body } = await again(input)
      expect([status, body.code, body.message]).toEqual([
        409,
        'already_in_inbox',
        'Diese Adresse steht schon in der Inbox: „Die Seite“',
      ])
      expect(body.current).toEqual(first)
    }
    await owner.call('PATCH', `/api/inbox/${first.id}`, { status: 'processed' })
    expect((await again({ title: url })).body.message).toBe(
      'Diese Adresse steht schon in der Inbox und ist erledigt: „Die Seite“',
    )
    expect((await again({ title: url, allow_duplicate: true })).status).toBe(201)
    expect(await titles()).toHaveLength(2)
    // Entries in the trash do not count.
    for (const { id } of (await owner.call('GET', '/api/inbox')).body.items)
      await owner.call('DELETE', `/api/inbox/${id}`)
    expect((await again({ title: url })).status).toBe(201)
  })

  test('changed to an existing one is refused as well, and nothing changes', async () => {
    const first = await add({ title: 'Die Seite', url: 'https://seite.example/a' })
    const second = await add({ title: 'Andere', url: 'https://seite.example/b' })
    const change = (input: Record<string, unknown>) => owner.call('PATCH', `/api/inbox/${second.id}`, input)
    const { status, body } = await change({ title: 'Neu', url: 'http://www.seite.example/a/?utm_source=x' })
    expect([status, body.code, body.current?.id]).toEqual([409, 'already_in_inbox', first.id])
    expect((await owner.call('GET', `/api/inbox/${second.id}`)).body).toEqual(second)
    // Its own address in another spelling is no duplicate, and a duplicate can be allowed.
    expect((await change({ url: 'https://www.seite.example/b' })).status).toBe(200)
    expect((await change({ url: 'https://seite.example/a', allow_duplicate: true })).status).toBe(200)
    expect((await change({ url: 'https://seite.example/a', note: 'gelesen' })).status).toBe(200)
  })

  test('of two entries changed to one address concurrently, one gets it', async () => {
    const entries = await Promise.all(
      [1, 2, 3, 4].map((n) => add({ title: `Nr. ${n}`, url: `https://s.example/${n}` })),
    )
    const answers = await Promise.all(
      entries.map(({ id }) => owner.call('PATCH', `/api/inbox/${id}`, { url: 'https://s.example/gleich' })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('with another query is another page, and ideas are never duplicates', async () => {
    await add({ title: 'https://seite.example/a?p=1' })
    await add({ title: 'https://seite.example/a?p=2' })
    await add({ title: 'Idee' })
    await add({ title: 'Idee' })
  })

  test('is refused without details of the entry for a token that may only add', async () => {
    await add({ title: 'Vertrauliche Überschrift', url: 'https://seite.example/geheim' })
    const { body: made } = await owner.call('POST', '/api/integrations/tokens', { name: 'Test' })
    const { status, body } = await app.call(
      'POST',
      '/api/inbox',
      { title: 'x', url: 'https://seite.example/geheim' },
      { authorization: `Bearer ${made.token}` },
    )
    expect([status, body]).toEqual([
      409,
      { code: 'already_in_inbox', message: 'Diese Adresse steht schon in der Inbox.' },
    ])
  })
})
