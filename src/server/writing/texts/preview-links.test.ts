import { afterAll, beforeAll, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'
import { MOST_GUEST_REMARKS } from '../../../rules/limits.ts'
import { addImage } from '../../../../tests/support/add-image.ts'
import { diskFiles } from '../../files/store/disk.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp({ env: { AUTH_RATE_LIMIT_PREVIEW: 'off' } })
  owner = await app.register()
})
afterAll(() => app.stop())

const create = creating<Article>('/api/articles', () => owner)
/** A new link of an article: its id and its path. */
const share = async (id: string, days?: number): Promise<{ id: string; path: string; expires_at: string }> => {
  const { status, body } = await owner.call('POST', `/api/articles/${id}/preview-links`, days ? { days } : {})
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.url).toMatch(/^http:\/\/localhost:\d+\/preview\/[\w-]{43}$/)
  return { id: body.id, path: new URL(body.url).pathname, expires_at: body.expires_at }
}
const listed = async (id: string) => (await owner.call('GET', `/api/articles/${id}/preview-links`)).body.items
const open = (path: string) => app.call<string>('GET', path)
const image = (name: string) =>
  addImage(app.db, diskFiles(`${app.dataDir}/media`), {
    objectName: name,
    filename: name,
    mimeType: 'image/png',
    bytes: new TextEncoder().encode(name),
    width: 1200,
    height: 800,
    alt: 'Ein Bild',
    authorId: null,
    now: new Date(),
  })

test('[RUL-37] shows a draft to every holder of the link, outside every cache, index and referrer', async () => {
  const draft = await create({
    title: 'Geheimer Entwurf',
    content_markdown: '## Kapitel\n\nNoch *roh*.',
    excerpt: 'Kurz',
  })
  const link = await share(draft.id)
  const { status, headers, body } = await open(link.path)
  expect(status).toBe(200)
  for (const part of ['Vorschau – nicht öffentlich', '<em>roh</em>', '>Kapitel', 'Geheimer Entwurf', 'Kurz'])
    expect(body).toContain(part)
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  expect(body).not.toMatch(/rel="canonical"|og:|\/article\//)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('set-cookie')).toBeNull()
  // Every request shows the stored state.
  await owner.call('PATCH', `/api/articles/${draft.id}`, { version: 1, content_markdown: 'Weiter.' })
  expect((await open(link.path)).body).toContain('Weiter.')
  expect((await app.call('GET', '/')).body).not.toContain('Geheimer Entwurf')
  expect((await open(`/article/${draft.slug}`)).status).toBe(404)
})

test('[RUL-37] shows the working version of a published article, with its category and tags', async () => {
  const { body: category } = await owner.call('POST', '/api/categories', { name: 'Werkstatt' })
  const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Frisch getaggt' })
  const live = await create({ title: 'Live', status: 'published', content_markdown: 'Für alle.' })
  const link = await share(live.id)
  expect((await open(link.path)).body).toContain('Für alle.')
  await owner.call('PUT', `/api/articles/${live.id}/working-copy`, {
    version: 1,
    title: 'Live, neu',
    slug: live.slug,
    excerpt: '',
    content_markdown: 'Nur für Eingeweihte.',
    cover_image_url: null,
    category_id: category.id,
    tag_ids: [tag.id],
  })
  const { body } = await open(link.path)
  for (const part of ['Nur für Eingeweihte.', 'Live, neu', 'Werkstatt', 'Frisch getaggt']) expect(body).toContain(part)
  expect((await open(`/article/${live.slug}`)).body).toContain('Für alle.')
})

test('[RUL-37] [RUL-34] has 256 bits, is stored as a hash, and is shown once', async () => {
  const { id } = await create({ title: 'Hash' })
  const { path } = await share(id)
  const token = path.split('/').at(-1) ?? ''
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await app.db.selectFrom('preview_links').selectAll().where('article_id', '=', id).execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0]?.token_hash).toMatch(/^[\da-f]{64}$/)
  expect(JSON.stringify(await listed(id))).not.toContain(token)
})

test('[RUL-37] is valid for 14 days or as chosen; revocable at once; unknown ones are the 404 page', async () => {
  app.setClock('2026-03-01T08:00:00.000Z')
  const { id } = await create({ title: 'Fristen' })
  const [usual, short, gone] = [await share(id), await share(id, 1), await share(id, 30)]
  expect([usual.expires_at, short.expires_at]).toEqual(['2026-03-15T08:00:00.000Z', '2026-03-02T08:00:00.000Z'])
  expect((await owner.call('DELETE', `/api/articles/${id}/preview-links/${gone.id}`)).status).toBe(204)
  expect((await owner.call('DELETE', `/api/articles/${id}/preview-links/${gone.id}`)).status).toBe(404)
  expect((await open(gone.path)).status).toBe(404)
  app.setClock('2026-03-02T07:59:59.000Z')
  expect((await open(short.path)).status).toBe(200)
  expect((await listed(id)).map((link: { id: string; last_used_at: string }) => [link.id, link.last_used_at])).toEqual([
    [short.id, '2026-03-02T07:59:59.000Z'],
    [usual.id, null],
  ])
  app.setClock('2026-03-02T08:00:00.000Z')
  expect([(await open(short.path)).status, (await open(usual.path)).status]).toEqual([404, 200])
  app.setClock('2026-03-15T08:00:00.000Z')
  expect([(await open(usual.path)).status, await listed(id)]).toEqual([404, []])
  app.setClock()
  for (const path of [usual.path, `/preview/${'A'.repeat(43)}`, '/preview/x', '/preview/x/y/z']) {
    const { status, headers, body } = await open(path)
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')], path).toEqual([
      404,
      'private, no-store',
      'no-referrer',
    ])
    expect(body).toContain('Vorschau nicht gefunden')
  }
})

test('[RUL-37] works under the visibility „privat“, its pictures included, and opens nothing else', async () => {
  const [cover, inText, other] = [await image('titel.png'), await image('im-text.png'), await image('andere.png')]
  const { id, slug } = await create({
    title: 'Intern',
    status: 'published',
    cover_image_url: cover.url,
    content_markdown: `Text\n\n![Bild](${inText.url})`,
  })
  const { path, id: linkId } = await share(id)
  await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
  const { status, body } = await open(path)
  expect(status).toBe(200)
  const sources = [...body.matchAll(/<img src="([^"]+)"/g)].map(([, source]) => source ?? '')
  expect(sources).toHaveLength(2)
  for (const [index, name] of ['titel.png', 'im-text.png'].entries()) {
    const picture = await open(sources[index] ?? '')
    expect([picture.status, picture.body, picture.headers.get('content-type')]).toEqual([200, name, 'image/png'])
    expect(picture.headers.get('cache-control')).toBe('private, no-store')
  }
  for (const address of [
    other.url,
    `${inText.url}/../andere.png`,
    '/etc/passwd',
    '',
    `http://fremd.example${inText.url}`,
  ])
    expect((await open(`${path}/bild?src=${encodeURIComponent(address)}`)).status, address).toBe(404)
  expect((await app.call('GET', inText.url)).status).toBe(401)
  expect((await open(`/article/${slug}`)).status).toBe(302)
  await owner.call('DELETE', `/api/articles/${id}/preview-links/${linkId}`)
  expect((await open(sources[0] ?? '')).status).toBe(404)
  await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
})

test('[RUL-37] shows nothing from the trash; links are made by members only, for existing articles', async () => {
  const { id } = await create({ title: 'Weg' })
  const { path } = await share(id)
  await owner.call('DELETE', `/api/articles/${id}`)
  expect((await open(path)).status).toBe(404)
  expect((await owner.call('POST', `/api/articles/${id}/preview-links`, {})).status).toBe(404)
  await owner.call('POST', `/api/trash/articles/${id}/restore`)
  expect((await open(path)).status).toBe(200)
  expect((await app.call('POST', `/api/articles/${id}/preview-links`, {})).status).toBe(401)
  expect((await app.call('GET', `/api/articles/${id}/preview-links`)).status).toBe(401)
  for (const days of [0, 366, 1.5, 'bald']) {
    const refused = await owner.call('POST', `/api/articles/${id}/preview-links`, { days })
    expect([refused.status, refused.body.fields[0].field], `${days}`).toEqual([400, 'days'])
  }
})

test('[TEAM-7] guests leave room for the team, however many networks they write from', async () => {
  const draft = await create({ title: 'Beliebt', content_markdown: 'Eins.' })
  const { body: made } = await owner.call('POST', `/api/articles/${draft.id}/preview-links`, { remarks: true })
  const write = (text: string) =>
    fetch(`${made.url}/anmerkungen`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ name: 'Gast', text }),
    })
  expect((await write('Die erste')).status).toBe(303)
  const [first] = await app.db.selectFrom('remarks').selectAll().where('article_id', '=', draft.id).execute()
  const others = Array.from({ length: MOST_GUEST_REMARKS - 1 }, () => ({ ...first!, id: crypto.randomUUID() }))
  await app.db.insertInto('remarks').values(others).execute()
  const refused = await write('Eine zu viel')
  expect([refused.status, (await refused.text()).includes('Eine zu viel')]).toEqual([413, true])
  const own = await owner.call('POST', `/api/articles/${draft.id}/remarks`, { passage: null, body: 'Von uns' })
  expect(own.status).toBe(201)
})

test('[RUL-37] an open preview is sent again only where it has changed, and counts as opened when it is sent', async () => {
  const draft = await create({ title: 'Offen', content_markdown: 'Eins.' })
  const { path } = await share(draft.id)
  const ask = (etag: string) => fetch(app.url + path, { headers: { 'if-none-match': etag } })
  const opened = async () => (await listed(draft.id))[0].last_used_at
  const begun = Date.now()
  const later = (minutes: number) => app.setClock(new Date(begun + minutes * 60_000))
  const first = await ask('"anything"')
  const [etag, at] = [first.headers.get('etag')!, await opened()]
  expect([first.status, at]).toEqual([200, expect.any(String)])
  later(10)
  const again = await ask(etag)
  expect([again.status, await again.text(), await opened()]).toEqual([304, '', at])
  expect(again.headers.get('x-robots-tag')).toContain('noindex')
  await owner.call('PATCH', `/api/articles/${draft.id}`, { version: draft.version, content_markdown: 'Zwei.' })
  const changed = await ask(etag)
  expect([changed.status, (await changed.text()).includes('Zwei.')]).toEqual([200, true])
  expect((await opened()) > at).toBe(true)
  app.setClock()
})

test('[RUL-37] guessing is limited per address', async () => {
  const beside = await startTestApp({ beside: app, env: { AUTH_RATE_LIMIT_PREVIEW: '3/60' } })
  try {
    const statuses = []
    for (let guess = 0; guess < 4; guess++) {
      const { status, headers } = await beside.call('GET', `/preview/${guess}`)
      statuses.push([status, headers.get('retry-after')])
    }
    expect(statuses).toEqual([
      [404, null],
      [404, null],
      [404, null],
      [429, '20'],
    ])
  } finally {
    await beside.stop()
  }
})

test('[TEAM-7] guests of a link write remarks where the writer allows it, and nothing else', async () => {
  const draft = await create({ title: 'Für Gäste', content_markdown: 'Eins zwei drei.\n\nZwei mal *zwei*.' })
  const closed = await share(draft.id)
  const { body: made } = await owner.call('POST', `/api/articles/${draft.id}/preview-links`, { remarks: true })
  const path = new URL(made.url).pathname
  const write = (at: string, fields: Record<string, string>) =>
    fetch(`${app.url}${at}/anmerkungen`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  expect((await open(closed.path)).body).not.toContain('/anmerkungen')
  expect((await write(closed.path, { name: 'Gast', text: 'Nein' })).status).toBe(404)
  expect((await open(path)).body).toContain(`action="${path}/anmerkungen"`)
  const sent = await write(path, { name: ' Karl  Gast ', text: 'Stimmt das?', quote: 'zwei drei' })
  expect([sent.status, sent.headers.get('location'), sent.headers.get('set-cookie')]).toEqual([
    303,
    `${path}#anmerkungen`,
    null,
  ])
  await write(path, { name: 'Karl Gast', text: '<script>alert(1)</script>', quote: 'wei' })
  const { items } = (await owner.call('GET', `/api/articles/${draft.id}/remarks`)).body
  expect(items).toMatchObject([
    { guest: 'Karl Gast', author: null, body: 'Stimmt das?', passage: { quote: 'zwei drei', gone: false } },
    { guest: 'Karl Gast', body: 'Zu „wei“: <script>alert(1)</script>', passage: null },
  ])
  const refused = await write(path, { name: '', text: 'Ohne Namen' })
  expect([refused.status, refused.headers.get('x-robots-tag')]).toEqual([400, 'noindex, nofollow, noarchive'])
  const form = await refused.text()
  for (const part of ['Ohne Namen', 'aria-invalid="true"', '&lt;script&gt;']) expect(form).toContain(part)
  expect((await write(path, { name: 'Gast', text: 'x'.repeat(200_000) })).status).toBe(400)
  // Anybody of the desk deletes what a guest wrote; a link that is revoked takes nothing.
  expect((await owner.call('DELETE', `/api/articles/${draft.id}/remarks/${items[0].id}`)).status).toBe(204)
  expect((await open(path)).body).not.toContain('Stimmt das?')
  await owner.call('DELETE', `/api/articles/${draft.id}/preview-links/${made.id}`)
  expect((await write(path, { name: 'Gast', text: 'Zu spät' })).status).toBe(404)

  const { body: about } = await owner.call('POST', '/api/pages', { title: 'Über', content_markdown: 'Wir.' })
  const { body: link } = await owner.call('POST', `/api/pages/${about.id}/preview-links`, { remarks: true })
  expect((await write(new URL(link.url).pathname, { name: 'Gast', text: 'Schön', quote: 'Wir' })).status).toBe(303)
  expect((await owner.call('GET', `/api/pages/${about.id}/remarks`)).body.items).toMatchObject([{ body: 'Schön' }])
  const beside = await startTestApp({ beside: app, env: { AUTH_RATE_LIMIT_PREVIEW_REMARK: '1/60' } })
  try {
    const post = () =>
      fetch(`${beside.url}${new URL(link.url).pathname}/anmerkungen`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ name: 'Gast', text: 'Noch eine' }),
      })
    expect([(await post()).status, (await post()).status]).toEqual([303, 429])
  } finally {
    await beside.stop()
  }
})
