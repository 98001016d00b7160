import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import { announce, changesOf, inTransaction } from '../../../platform/db/transaction.ts'

let app: TestApp
let owner: TestAccount

beforeEach(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterEach(() => app.stop())

const read = async (path: string, url = app.url): Promise<string> => (await fetch(url + path)).text()

async function publish(input: Record<string, unknown>): Promise<Article> {
  const { status, body } = await owner.call('POST', '/api/articles', { status: 'published', ...input })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Writes directly to the database: a page that shows the change was read from there, any other from the cache. */
async function writeBehind(id: string, excerpt: string): Promise<void> {
  await app.db.updateTable('articles').set({ excerpt }).where('id', '=', id).execute()
}

describe('[RUL-40] the cache of public pages', () => {
  test('serves cached pages, whatever is appended to the address', async () => {
    const { id, slug } = await publish({ title: 'Gemerkt', excerpt: 'vorher' })
    await read('/')
    await read(`/article/${slug}`)
    await writeBehind(id, 'nachher')
    for (const path of ['/', '/?utm_source=x', '/?a&b=c', `/article/${slug}`, `/article/${slug}?seite=2&fbclid=1`]) {
      expect(await read(path), path).toContain('vorher')
    }
  })

  test('every public change is visible with the next request', async () => {
    const other = await publish({ title: 'Der andere', published_at: '2026-01-01T00:00:00Z' })
    let article = await publish({ title: 'Erster Titel', content_markdown: 'alt' })
    const path = () => `/article/${article.slug}`
    const warm = async () => Promise.all(['/', path(), `/article/${other.slug}`].map((address) => read(address)))
    const change = async (input: Record<string, unknown>) => {
      await warm()
      const { status, body } = await owner.call('PATCH', `/api/articles/${article.id}`, {
        version: article.version,
        ...input,
      })
      expect(status, JSON.stringify(body)).toBe(200)
      article = body
    }
    await change({ title: 'Zweiter Titel' })
    for (const page of await warm()) expect(page).toContain('Zweiter Titel')
    await change({ content_markdown: 'neuer Text' })
    expect(await read(path())).toContain('neuer Text')

    const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Frisch' })
    await warm()
    article = (await owner.call('PUT', `/api/articles/${article.id}/tags`, { tag_ids: [tag.id] })).body
    expect(await read(path())).toContain('Frisch')

    const { body: category } = await owner.call('POST', '/api/categories', { name: 'Werkstatt' })
    await change({ category_id: category.id })
    await warm()
    await inTransaction(app.db, async (tx) => {
      await tx.updateTable('categories').set({ name: 'Werkzeuge' }).where('id', '=', category.id).execute()
      await announce(tx, { noun: 'categories', id: category.id, verb: 'updated' })
    })
    expect(await read('/')).toContain('<b>Werkzeuge</b>')

    await warm()
    await owner.call('PATCH', '/api/settings', { site_title: 'Umbenannt' })
    for (const page of await warm()) expect(page).toContain('Umbenannt')

    await change({ status: 'draft' })
    expect((await fetch(app.url + path())).status).toBe(410)
    for (const address of ['/', `/article/${other.slug}`]) expect(await read(address)).not.toContain('Zweiter Titel')
    await change({ status: 'published' })
    for (const page of await warm()) expect(page).toContain('Zweiter Titel')

    await warm()
    await owner.call('DELETE', `/api/articles/${article.id}`)
    expect((await fetch(app.url + path())).status).toBe(410)
    expect(await read('/')).not.toContain('Zweiter Titel')
  })

  test('changes invisible to readers keep it', async () => {
    const shown = await publish({ title: 'Bleibt', excerpt: 'vorher' })
    await read(`/article/${shown.slug}`)
    await writeBehind(shown.id, 'nachher')
    const { body: draft } = await owner.call('POST', '/api/articles', { title: 'Entwurf' })
    await owner.call('PATCH', `/api/articles/${draft.id}`, { version: 1, title: 'Entwurf, weiter' })
    await owner.call('DELETE', `/api/articles/${draft.id}`)
    const { status } = await owner.call('PUT', `/api/articles/${shown.id}/working-copy`, {
      version: shown.version,
      title: 'Halber Sa',
      slug: shown.slug,
      excerpt: 'vorher',
      content_markdown: '',
      cover_image_url: null,
      category_id: null,
    })
    expect(status).toBe(200)
    await owner.call('POST', '/api/tags', { name: 'Neu' })
    expect(await read(`/article/${shown.slug}`)).toContain('vorher')
  })

  test('a response never predates an acknowledged change, whatever the concurrency', async () => {
    let article = await publish({ title: 'Runde 0' })
    const path = `/article/${article.slug}`
    let acknowledged = 0
    let writing = true
    const stale: string[] = []
    const readers = Array.from({ length: 8 }, async () => {
      while (writing) {
        const least = acknowledged
        const seen = Number(/<h1>Runde (\d+)/.exec(await read(path))?.[1])
        if (!(seen >= least)) stale.push(`${seen} < ${least}`)
      }
    })
    for (let round = 1; round <= 40; round++) {
      const { status, body } = await owner.call('PATCH', `/api/articles/${article.id}`, {
        version: article.version,
        title: `Runde ${round}`,
      })
      expect(status).toBe(200)
      article = body
      acknowledged = round
    }
    writing = false
    await Promise.all(readers)
    expect(stale).toEqual([])
  })

  test('is dropped entirely when notifications may be lost', async () => {
    const { id, slug } = await publish({ title: 'Verpasst', excerpt: 'vorher' })
    await read(`/article/${slug}`)
    await writeBehind(id, 'nachher')
    changesOf(app.db).tellLoss()
    expect(await read(`/article/${slug}`)).toContain('nachher')
  })

  test('stores nothing while changes of other instances are not received', async () => {
    const { id, slug } = await publish({ title: 'Taub', excerpt: 'vorher' })
    const bus = changesOf(app.db)
    bus.deaf = true
    bus.tellLoss()
    expect(await read(`/article/${slug}`)).toContain('vorher')
    await writeBehind(id, 'nachher')
    expect(await read(`/article/${slug}`)).toContain('nachher')
    bus.deaf = false
    bus.tellLoss()
    await read(`/article/${slug}`)
    await writeBehind(id, 'gemerkt')
    expect(await read(`/article/${slug}`)).toContain('nachher')
  })

  test('answers „not modified“ to a client that has the page, until it changes', async () => {
    const article = await publish({ title: 'Bekannt', content_markdown: 'Wort '.repeat(500) })
    const url = `${app.url}/article/${article.slug}`
    const seen = new Set<string>()
    for (const encoding of ['identity', 'gzip', 'br']) {
      // Compressed forms are made in the background: the entity tag shows which one was sent.
      await expect
        .poll(
          async () =>
            (await fetch(url, { headers: { 'accept-encoding': encoding } })).headers.get('content-encoding') ??
            'identity',
        )
        .toBe(encoding)
      const known = await fetch(url, { headers: { 'accept-encoding': encoding } })
      const etag = known.headers.get('etag')!
      expect(await known.text()).toContain('<h1>Bekannt</h1>')
      seen.add(etag)
      const again = await fetch(url, { headers: { 'accept-encoding': encoding, 'if-none-match': etag } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect(seen.size).toBe(3)
    await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, title: 'Unbekannt' })
    const changed = await fetch(url, { headers: { 'if-none-match': [...seen].join(', ') } })
    expect(changed.status).toBe(200)
  })

  test.runIf(DIALECT === 'postgres')('another instance hears of a change', async () => {
    const article = await publish({ title: 'Hier' })
    const beside = await startTestApp({ beside: app })
    try {
      expect(await read(`/article/${article.slug}`, beside.url)).toContain('<h1>Hier</h1>')
      await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, title: 'Dort auch' })
      await expect.poll(() => read(`/article/${article.slug}`, beside.url)).toContain('<h1>Dort auch</h1>')
    } finally {
      await beside.stop()
    }
  })
})

describe('[RUL-2] visibility', () => {
  test('`privat` requires the reader’s cookie everywhere and stores nothing; `öffentlich` opens again', async () => {
    const { slug } = await publish({ title: 'Nur für uns' })
    const paths = ['/', '/?seite=2', `/article/${slug}`, '/article/nein', '/nein']
    for (const path of paths) await read(path)
    const visit = (path: string, cookie = '') => fetch(app.url + path, { redirect: 'manual', headers: { cookie } })

    await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
    for (const path of paths) {
      const answer = await visit(path)
      expect([answer.status, answer.headers.get('location')], path).toEqual([
        302,
        `/auth?return=${encodeURIComponent(path)}`,
      ])
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(await answer.text()).not.toContain('Nur für uns')
    }
    expect((await visit('/', 'blog-cms-reader=falsch')).status).toBe(302)
    expect(await read('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
    expect((await visit('/favicon.svg')).status).toBe(200)

    const { headers } = await owner.call('PUT', '/api/reader-session')
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    for (const round of [1, 2]) {
      const answer = await visit(`/article/${slug}`, cookie)
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')], `${round}`).toEqual([
        200,
        'private, no-store',
        null,
      ])
      expect(await answer.text()).toContain('Nur für uns')
      expect((await visit('/nein', cookie)).status).toBe(404)
      expect((await visit(`/article/${slug}`)).status, `${round}`).toBe(302)
    }
    const waiting = await app.register()
    const refused = await waiting.call('PUT', '/api/reader-session')
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null])

    await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
    expect((await visit(`/article/${slug}`)).status).toBe(200)
  })
})
