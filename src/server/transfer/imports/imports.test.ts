import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPictureServer, type PictureServer } from '../../../../tests/support/picture-server.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { wxr, WXR_BLOG, type WxrPost } from '../../../../tests/support/wxr.ts'
import type { Notice } from '../../../contract/notices.ts'
import { readConfig } from '../../config.ts'
import { removeKeptFiles } from '../../files/store/guarded-files.ts'
import { openFiles } from '../../files/store/open.ts'
import { fetchRemote } from '../../platform/fetch-remote.ts'
import { createLog } from '../../platform/log.ts'
import { itemsAt } from './imports.queries.ts'
import { forgetOutdated } from './imports.service.ts'
import { workOnImports } from './run-import.service.ts'

let app: TestApp
let owner: TestAccount
let pictures: PictureServer

const png = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer()

beforeAll(async () => {
  pictures = await startPictureServer({
    '/uploads/see.png': await png('#246'),
    '/uploads/see-kopie.png': await png('#246'),
    '/uploads/berg.png': await png('#642'),
  })
  app = await startTestApp({ env: { ALLOW_PRIVATE_FETCH: 'true' } })
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  await pictures.stop()
})

const runtime = async (over: Partial<Parameters<typeof workOnImports>[0]> = {}) => {
  const config = readConfig({ DATA_DIR: app.dataDir, ALLOW_PRIVATE_FETCH: 'true', SECRET_KEY: 'x'.repeat(40) })
  const files = await openFiles(config)
  return { config, db: app.db, files, log: createLog('silent'), clock: () => new Date(), fetchRemote, ...over }
}
const send = async (account: TestAccount, posts: Iterable<WxrPost>, { dryRun = false, blog = WXR_BLOG } = {}) => {
  const form = new FormData()
  form.append('file', new Blob([...wxr(posts, { blog })]), 'altes-blog.xml')
  form.append('dry_run', String(dryRun))
  const response = await fetch(`${app.url}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.accessToken}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as any }
}
/** The import after all possible work. */
const worked = async (id: string) => {
  await workOnImports(await runtime())
  return (await owner.call('GET', `/api/imports/${id}?limit=200`)).body
}
const imported = async (posts: WxrPost[], options: Parameters<typeof send>[2] = {}) => {
  const { status, body } = await send(owner, posts, options)
  expect(status).toBe(201)
  expect(body).toMatchObject({ state: 'running', dry_run: options.dryRun ?? false, reason: null })
  return worked(body.id)
}
const articleNamed = async (title: string) => {
  const { items } = (await owner.call('GET', `/api/articles?q=${encodeURIComponent(title)}`)).body
  const found = items.find((item: { title: string }) => item.title === title)
  return found && (await owner.call('GET', `/api/articles/${found.id}`)).body
}
const outcomes = (run: any) =>
  Object.fromEntries(run.items.map((item: any) => [`${item.kind} ${item.source_id}`, item.outcome]))

describe('an export of WordPress', () => {
  const posts = (): WxrPost[] => [
    {
      id: 11,
      title: 'Am See',
      slug: 'am-see',
      categories: ['Technik', 'Netz &amp; Leute'],
      tags: ['Linux', 'Wasser'],
      excerpt: 'Kurz gesagt.',
      content: `Erster Absatz.\n\nZweiter mit <strong>Wort</strong>\nund Zeile.\n\n[caption id="a"]<img src="${pictures.url}/uploads/see-300x200.png" alt="See"> Der See[/caption]\n\n<img src="${pictures.url}/uploads/weg.png" alt="weg">`,
      meta: { _thumbnail_id: '21' },
      comments: 2,
    },
    { id: 12, title: 'Geplant', status: 'future', gmt: '2035-01-02 08:00:00' },
    { id: 13, title: 'Privat', status: 'private' },
    { id: 14, title: 'Müll', status: 'trash' },
    {
      id: 15,
      title: 'Impressum alt',
      type: 'page',
      slug: 'ueber-uns',
      content: '<!-- wp:paragraph --><p>Wir.</p><!-- /wp:paragraph -->',
    },
    { id: 16, title: 'Entwurf', status: 'draft', gmt: '0000-00-00 00:00:00', local: '2019-05-05 12:00:00' },
    { id: 17, title: 'Menü', type: 'nav_menu_item' },
    {
      id: 21,
      title: 'See',
      type: 'attachment',
      attachment: `${pictures.url}/uploads/see.png`,
      meta: { _wp_attachment_image_alt: 'Ein See' },
    },
    { id: 22, title: 'See noch einmal', type: 'attachment', attachment: `${pictures.url}/uploads/see-kopie.png` },
    { id: 23, title: 'Ton', type: 'attachment', attachment: `${pictures.url}/uploads/ton.mp3` },
  ]

  test('[MOVE-1] [RUL-53] a dry run reports the result and changes nothing; started, it imports', async () => {
    const before = await app.db.selectFrom('articles').select('id').execute()
    const dry = await imported(posts(), { dryRun: true })
    expect(dry).toMatchObject({ state: 'finished', dry_run: true, format: 'WordPress', name: 'altes-blog.xml' })
    expect(dry.counts).toEqual({ total: 28, done: 28, created: 22, updated: 1, unchanged: 0, skipped: 4, failed: 1 })
    expect(await app.db.selectFrom('articles').select('id').execute()).toEqual(before)
    expect(await app.db.selectFrom('media_assets').select('id').execute()).toEqual([])
    expect(dry.items.find((item: any) => item.source_id === '11' && item.kind === 'article')).toMatchObject({
      title: 'Am See',
      record: null,
      reason: expect.stringContaining(`${pictures.url}/uploads/weg.png`),
    })

    const started = await owner.call('POST', `/api/imports/${dry.id}/start`)
    expect(started.body).toMatchObject({ id: dry.id, dry_run: false, state: 'running' })
    const real = await worked(dry.id)
    expect(real.counts).toEqual({ total: 28, done: 28, created: 21, updated: 1, unchanged: 1, skipped: 4, failed: 1 })
    expect((await owner.call('GET', '/api/settings')).body).toMatchObject({
      site_title: 'Altes Blog',
      author_name: 'Ruth Adler',
    })
    expect(outcomes(real)).toMatchObject({ 'article 11': 'created', 'media 22': 'unchanged', 'article 14': 'skipped' })
    expect(real.items.find((item: any) => item.kind === 'comment')).toMatchObject({
      source_id: 'wp:comment',
      title: '2 Kommentare',
    })
  })

  test('[MOVE-5] [RUL-56] old addresses of categories, tags, authors, months and the feed redirect to ours', async () => {
    const led = async (path: string) => {
      const { status, headers } = await fetch(app.url + path, { redirect: 'manual' })
      return [status, headers.get('location')]
    }
    expect(await led('/category/technik/')).toEqual([301, '/kategorie/technik'])
    // No text uses it first: it is a tag here.
    expect(await led('/category/technik/netz/')).toEqual([301, '/schlagwort/netz-leute'])
    expect(await led('/tag/linux')).toEqual([301, '/schlagwort/linux'])
    expect(await led('/author/ruth/')).toEqual([301, '/autor/ruth-adler'])
    expect(await led('/2019/05/')).toEqual([301, '/archiv/2019/05'])
    expect(await led('/2019')).toEqual([301, '/archiv/2019'])
    expect(await led('/feed/')).toEqual([301, '/feed.xml'])
  })

  test('[MOVE-1] texts have their content, dates, author, terms and state', async () => {
    const article = await articleNamed('Am See')
    expect(article).toMatchObject({
      slug: 'am-see',
      status: 'published',
      published_at: '2019-05-04T10:00:00.000Z',
      created_at: '2019-05-04T10:00:00.000Z',
      updated_at: '2019-05-04T10:00:00.000Z',
      byline: 'Ruth Adler',
      excerpt: 'Kurz gesagt.',
      category: { name: 'Technik' },
      version: 1,
    })
    expect(article.tags.map(({ name }: { name: string }) => name).sort()).toEqual(['Linux', 'Netz & Leute', 'Wasser'])
    const [see] = (await owner.call('GET', '/api/media')).body.items
    expect(article.cover_image_url).toBe(see.url)
    expect(article.content_markdown.trim()).toBe(
      `Erster Absatz.\n\nZweiter mit **Wort**  \nund Zeile.\n\n![See](${see.url} "Der See")\n\n![weg](${pictures.url}/uploads/weg.png)`,
    )
    expect(await articleNamed('Geplant')).toMatchObject({
      status: 'scheduled',
      published_at: '2035-01-02T08:00:00.000Z',
    })
    expect(await articleNamed('Privat')).toMatchObject({ status: 'draft' })
    // Without GMT: two hours before the blog's wall time, as for neighbouring posts.
    expect(await articleNamed('Entwurf')).toMatchObject({ status: 'draft', created_at: '2019-05-05T10:00:00.000Z' })
    const { items } = (await owner.call('GET', '/api/pages?q=Impressum%20alt')).body
    expect(items[0]).toMatchObject({ slug: 'ueber-uns', status: 'published', placement: 'none' })
    expect((await app.call('GET', '/article/am-see')).status).toBe(200)
  })

  test('[MOVE-5] its old addresses of every form redirect to the imported texts', async () => {
    for (const [old, now] of [
      ['/2019/05/am-see/', '/article/am-see'],
      ['/2019/05/am-see', '/article/am-see'],
      ['/?p=11', '/article/am-see'],
      ['/?page_id=15', '/ueber-uns'],
      ['/ueber-uns/', '/ueber-uns'],
    ]) {
      const { status, headers } = await app.call('GET', old ?? '')
      expect([old, status, headers.get('location')]).toEqual([old, 301, now])
    }
    const [run] = (await owner.call('GET', '/api/imports')).body.items
    expect(run.sums.redirects).toBe(14)
  })

  test('[MOVE-4] pictures are imported, duplicates once; a missing one is reported with its address', async () => {
    const { items } = (await owner.call('GET', '/api/media')).body
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ filename: 'see.png', alt: 'Ein See' })
    const [run] = (await owner.call('GET', '/api/imports')).body.items
    const { items: lines } = (await owner.call('GET', `/api/imports/${run.id}?limit=200&filter=remarks`)).body
    const missing = lines.find((item: any) => item.kind === 'media' && item.outcome === 'failed')
    expect(missing).toMatchObject({
      source_id: `${pictures.url}/uploads/weg.png`,
      reason: expect.stringContaining('404'),
    })
    const csv = await owner.call<string>('GET', `/api/imports/${run.id}/report.csv`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.body.trim().split('\r\n')).toHaveLength(29)
    expect(csv.body).toContain(`${pictures.url}/uploads/weg.png`)
  })

  test('[MOVE-1] a second run changes nothing, and fetches no existing picture again', async () => {
    const before = await app.db.selectFrom('articles').select(['id', 'version', 'updated_at']).orderBy('id').execute()
    const asked = pictures.asked.length
    const again = await imported(posts())
    expect(again.counts).toMatchObject({ created: 0, updated: 0, failed: 1 })
    expect(await app.db.selectFrom('articles').select(['id', 'version', 'updated_at']).orderBy('id').execute()).toEqual(
      before,
    )
    // Missing pictures are fetched again.
    expect(pictures.asked.slice(asked)).toEqual(['/uploads/weg.png'])
  })

  test('[MOVE-1] changes in the source are applied, unless the text was edited here', async () => {
    const touched = await articleNamed('Privat')
    await owner.call('PATCH', `/api/articles/${touched.id}`, { version: touched.version, title: 'Privat, bearbeitet' })
    const changed = posts()
    changed[0]!.content = 'Neu geschrieben.'
    changed[2]!.content = 'Auch neu.'
    const run = await imported(changed)
    expect(outcomes(run)).toMatchObject({ 'article 11': 'updated', 'article 13': 'skipped', 'article 12': 'unchanged' })
    expect(run.items.find((item: any) => item.source_id === '13').reason).toContain('bearbeitet')
    expect((await articleNamed('Am See')).content_markdown.trim()).toBe('Neu geschrieben.')
    expect((await articleNamed('Privat, bearbeitet')).content_markdown).not.toContain('Auch neu')

    expect((await owner.call('POST', `/api/imports/${run.id}/undo`)).body.state).toBe('undoing')
    expect((await worked(run.id)).state).toBe('undone')
    expect((await articleNamed('Am See')).content_markdown).toContain('Erster Absatz.')
  })

  test('[MOVE-1] undo removes everything except edited records', async () => {
    const { items } = (await owner.call('GET', '/api/imports')).body
    const first = items.at(-1)
    expect(first.undo_until).not.toBeNull()
    expect((await owner.call('POST', `/api/imports/${first.id}/undo`)).status).toBe(200)
    const undone = await worked(first.id)
    expect(undone.state).toBe('undone')
    expect(undone.items.find((item: any) => item.source_id === '13').reason).toContain('bleibt')
    const left = await app.db.selectFrom('articles').select('title').execute()
    expect(left).toEqual([{ title: 'Privat, bearbeitet' }])
    expect(await app.db.selectFrom('media_assets').select('id').execute()).toEqual([])
    expect(await app.db.selectFrom('tags').select('name').execute()).toEqual([])
    expect((await owner.call('GET', '/api/settings')).body).toMatchObject({ site_title: '', author_name: '' })
    expect((await owner.call('GET', '/api/redirects')).body.items).toEqual([])
    expect((await app.call('GET', '/api/articles/by-slug/am-see')).status).toBe(404)
    expect((await owner.call('POST', `/api/imports/${first.id}/undo`)).status).toBe(409)
  })

  test('[MOVE-5] links between texts get their new addresses, in any order of import; missing targets are reported', async () => {
    const post = (id: number, slug: string, content: string): WxrPost => ({
      ...{ id, slug, title: `Verweis ${id}` },
      content: `<p>${content}</p>`,
    })
    const there = (path: string) => `${WXR_BLOG}${path}`
    const both = [
      post(901, 'vorn', `<a href="${there('/2019/05/hinten/#teil')}">hin</a> <a href="/?p=902">Nummer</a>`),
      post(
        902,
        'hinten',
        `<a href="http://www.alt.example/2019/05/vorn">her</a> <a href="${there('/fehlt/')}">weg</a> <a href="https://fremd.example/2019/05/vorn/">fremd</a>`,
      ),
    ]
    const run = await imported(both)
    expect((await articleNamed('Verweis 901')).content_markdown.trim()).toBe(
      '[hin](/article/hinten#teil) [Nummer](/article/hinten)',
    )
    expect((await articleNamed('Verweis 902')).content_markdown.trim()).toBe(
      `[her](/article/vorn) [weg](${there('/fehlt/')}) [fremd](https://fremd.example/2019/05/vorn/)`,
    )
    const reasons = Object.fromEntries(run.items.map((item: any) => [item.source_id, item.reason]))
    expect(reasons['902']).toContain(`Der Link auf ${there('/fehlt/')} führt zu etwas, das nicht importiert ist`)
    expect((await imported(both)).counts).toMatchObject({ created: 0, updated: 0 })

    // Texts edited here are skipped, and links to them stay valid.
    const { id, version } = await articleNamed('Verweis 901')
    await owner.call('PATCH', `/api/articles/${id}`, { version, excerpt: 'Von Hand.' })
    const again = await imported(both)
    expect(outcomes(again)).toMatchObject({ 'article 901': 'skipped', 'article 902': 'unchanged' })
    expect(again.items.find((item: any) => item.source_id === '902').reason).not.toContain('2019/05/vorn')
  })
})

describe('duplicates and self-references in a source', () => {
  const two = (blog: string) =>
    [...wxr([{ id: 1, categories: ['Technik'], tags: ['Café', 'CAFE'] }], { blog })]
      .join('')
      .replace('</wp:wxr_version>', '</wp:wxr_version><description>Über &lt;b&gt;Kaffee&lt;/b&gt;</description>')
      .replace(
        '<wp:tag>',
        '<wp:tag><wp:tag_slug>cafe</wp:tag_slug><wp:tag_name>Café</wp:tag_name></wp:tag><wp:tag><wp:tag_slug>cafe-2</wp:tag_slug><wp:tag_name>CAFE</wp:tag_name></wp:tag><wp:tag>',
      )
  const sent = async (xml: string, dryRun: boolean) => {
    const form = new FormData()
    form.append('file', new Blob([xml]), 'zwei.xml')
    form.append('dry_run', String(dryRun))
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const response = await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })
    return worked(((await response.json()) as { id: string }).id)
  }
  const settings = async () => (await owner.call('GET', '/api/settings')).body

  test('[RUL-6] two names that are one here are created once, also in a dry run, and both lists redirect', async () => {
    const dry = await sent(two('https://doppelt.example'), true)
    expect(outcomes(dry)).toMatchObject({ 'tag cafe': 'created', 'tag cafe-2': 'unchanged' })
    expect(dry.items.find((item: any) => item.source_id === 'cafe-2').reason).toBe('Zusammengeführt mit „Café“.')
    const real = await sent(two('https://doppelt.example'), false)
    expect(outcomes(real)).toMatchObject({ 'tag cafe': 'created', 'tag cafe-2': 'unchanged' })
    for (const old of ['/tag/cafe/', '/tag/cafe-2/']) {
      const { status, headers } = await app.call('GET', old)
      expect([status, headers.get('location')], old).toEqual([301, '/schlagwort/cafe'])
    }
    await owner.call('POST', `/api/imports/${real.id}/undo`)
    await worked(real.id)
  })

  test('title, description and author are set only in an empty blog, and only if unset', async () => {
    await app.db.deleteFrom('articles').execute()
    await owner.call('PATCH', '/api/settings', { site_title: '', site_description: '', author_name: '' })
    const blog = 'https://leer.example'
    expect((await sent(two(blog), true)).items.find((item: any) => item.source_id === 'blog')).toMatchObject({
      title: 'Blog: Altes Blog',
      outcome: 'updated',
    })
    expect((await settings()).site_title).toBe('')
    await owner.call('PATCH', '/api/settings', { author_name: 'Wir' })
    const run = await sent(two(blog), false)
    expect(await settings()).toMatchObject({
      site_title: 'Altes Blog',
      site_description: 'Über Kaffee',
      author_name: 'Wir',
    })
    expect(run.items.find((item: any) => item.source_id === 'blog').reason).toContain('der Autorenname')
    await owner.call('POST', `/api/imports/${run.id}/undo`)
    await worked(run.id)
    expect(await settings()).toMatchObject({ site_title: '', site_description: '', author_name: 'Wir' })
    await owner.call('POST', '/api/articles', { title: 'Hier geschrieben' })
    const beside = await sent(two('https://voll.example'), false)
    expect(beside.items.find((item: any) => item.source_id === 'blog')).toMatchObject({ outcome: 'skipped' })
    expect((await settings()).site_title).toBe('')
    await owner.call('PATCH', '/api/settings', { author_name: '' })
  })

  test('[MOVE-5] a blog formerly below /site redirects from there, also by number', async () => {
    const blog = 'https://alt.example/site'
    const links =
      '<a href="/site/?p=72">eins</a> <a href="https://alt.example/site/index.php?p=72&x=1#teil">zwei</a> <a href="?p=72">drei</a>'
    const run = await imported(
      [
        { id: 71, slug: 'unten', title: 'Unten', content: links },
        { id: 72, slug: 'ziel', title: 'Ziel' },
      ],
      { blog },
    )
    expect(run.counts).toMatchObject({ failed: 0 })
    expect((await articleNamed('Unten')).content_markdown).toContain('[eins](/article/ziel) [zwei](/article/ziel#teil)')
    for (const old of ['/site/2019/05/ziel/', '/site/2019/05/ziel', '/site/?p=72']) {
      const { status, headers } = await app.call('GET', old)
      expect([status, headers.get('location')], old).toEqual([301, '/article/ziel'])
    }
    expect((await app.call('GET', '/site/identity-0123456789abcdef.css')).headers.get('content-type')).toContain(
      'text/css',
    )
  })
})

describe('a running import', () => {
  const many = (from: number, count: number): WxrPost[] =>
    Array.from({ length: count }, (_, index) => ({ id: from + index, tags: [`Wort ${index % 5}`] }))
  const blog = (name: string) => ({ blog: `https://${name}.example` })

  test('[MOVE-1] pauses, shows its progress, continues, and can be stopped; invalid actions are refused', async () => {
    const picture = { id: 999, type: 'attachment', attachment: `${pictures.url}/uploads/berg.png` }
    const { body } = await send(owner, [picture, ...many(1000, 30)], blog('pause'))
    const call = (verb: string) => owner.call('POST', `/api/imports/${body.id}/${verb}`)
    expect((await call('undo')).status).toBe(409)
    expect((await call('start')).status).toBe(409)
    // Paused during the download of a picture: that one is stored, and nothing after it.
    const pausing: typeof fetchRemote = async (...asked) => {
      expect((await call('pause')).body.state).toBe('paused')
      return fetchRemote(...asked)
    }
    await workOnImports(await runtime({ fetchRemote: pausing }))
    const paused = (await owner.call('GET', `/api/imports/${body.id}`)).body
    expect(paused).toMatchObject({ state: 'paused', current: 'Beitrag 1000', counts: { total: 50, done: 10 } })
    expect(paused.state_by).toEqual(expect.any(String))
    expect((await worked(body.id)).counts.done).toBe(10)
    expect((await call('start')).body.state).toBe('running')
    expect((await worked(body.id)).counts).toMatchObject({ total: 50, done: 50, created: 41 })
    for (const verb of ['pause', 'cancel', 'start']) expect((await call(verb)).body.code).toBe('import_state')

    const stopped = (await send(owner, many(4000, 3), blog('stopp'))).body
    expect((await owner.call('POST', `/api/imports/${stopped.id}/cancel`)).body.state).toBe('cancelled')
    expect(await worked(stopped.id)).toMatchObject({ state: 'cancelled', items: [] })
  })

  test('is processed by one instance at a time; another continues where one left off', async () => {
    const { body } = await send(owner, many(2000, 5), blog('leihe'))
    await app.db
      .updateTable('imports')
      .set({ runner: 'somebody else', runner_seen_at: new Date().toISOString() })
      .where('id', '=', body.id)
      .execute()
    expect((await worked(body.id)).counts.done).toBe(0)
    const later = new Date(Date.now() + 60_000)
    await workOnImports(await runtime({ clock: () => later }))
    expect((await owner.call('GET', `/api/imports/${body.id}`)).body.state).toBe('finished')
  })

  test('fails with the reason and no changes if its source cannot be read completely', async () => {
    const cut = async (text: string, name = 'abgeschnitten.xml') => {
      const form = new FormData()
      form.append('file', new Blob([text]), name)
      const headers = { authorization: `Bearer ${owner.accessToken}` }
      const response = await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })
      return worked(((await response.json()) as { id: string }).id)
    }
    const whole = [...wxr(many(3000, 3), blog('schnitt'))].join('')
    const before = await app.db.selectFrom('articles').select('id').execute()
    for (const text of [
      whole.slice(0, -40),
      whole.slice(0, whole.indexOf('3002') + 10),
      'kein Blog',
      'PK\u0003\u0004kaputt',
    ]) {
      const run = await cut(text)
      expect(run).toMatchObject({ state: 'failed', reason: expect.stringMatching(/\.$/), items: [], undo_until: null })
    }
    expect(await app.db.selectFrom('articles').select('id').execute()).toEqual(before)
  })

  test('a duplicate id has two report lines, and two texts', async () => {
    const run = await imported(
      [
        { id: 7, title: 'Zwilling A' },
        { id: 7, title: 'Zwilling B' },
      ],
      blog('zwilling'),
    )
    expect(outcomes(run)).toMatchObject({ 'article 7': 'created', 'article 7#2': 'created' })
  })

  test('fetches an address through the gateway of RUL-36', async () => {
    const { body } = await owner.call('POST', '/api/imports', { url: `${pictures.url}/nichts.xml`, dry_run: true })
    expect(body).toMatchObject({ state: 'running', dry_run: true })
    expect(await worked(body.id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('404') })
  })
})

test('[TEAM-9] under Vier-Augen-Prinzip what was public comes as a draft, pages and a legal one, too, and again as it is', async () => {
  await owner.call('PATCH', '/api/settings', { four_eyes: true })
  const posts: WxrPost[] = [
    { id: 901, title: 'Schon öffentlich', content: 'Alt.' },
    { id: 902, title: 'Leitbild', type: 'page', slug: 'leitbild', content: '<p>Wir.</p>' },
    { id: 903, title: 'Impressum', type: 'page', slug: 'impressum', content: '<p>Ruth Adler</p>' },
    { id: 904, title: 'Noch ein Entwurf', status: 'draft' },
  ]
  try {
    const blog = 'https://vier-augen.example'
    const run = await imported(posts, { blog })
    expect(run.counts).toMatchObject({ failed: 0 })
    const held = run.items.filter(({ reasons, reason }: any) =>
      JSON.stringify([reasons, reason]).includes('Vier-Augen'),
    )
    expect(held.map(({ source_id }: any) => source_id).toSorted()).toEqual(['901', '902', '903'])
    expect((await articleNamed('Schon öffentlich')).status).toBe('draft')
    const pages = (await owner.call('GET', '/api/pages?limit=100')).body.items
    for (const slug of ['leitbild', 'impressum'])
      expect(pages.find((page: { slug: string }) => page.slug === slug)).toMatchObject({ status: 'draft' })
    const again = await imported(posts, { blog })
    expect([again.counts.failed, again.counts.created]).toEqual([0, 0])
    expect((await owner.call('POST', `/api/imports/${run.id}/undo`)).status).toBeLessThan(300)
    await worked(run.id)
  } finally {
    await owner.call('PATCH', '/api/settings', { four_eyes: false })
  }
})

test('[RUL-30] only owners import: others are refused', async () => {
  const waiting = await app.register()
  const approved = await app.register()
  await owner.call('PATCH', `/api/users/${approved.id}`, { approval: 'approved' })
  const [known] = (await owner.call('GET', '/api/imports')).body.items
  const count = async () => (await app.db.selectFrom('imports').select('id').execute()).length
  const before = await count()
  for (const [account, code] of [
    [null, 'unauthorized'],
    [waiting, 'approval_pending'],
    [approved, 'owner_only'],
  ] as const) {
    const call = account?.call ?? app.call
    expect((await call('POST', '/api/imports', { url: 'https://blog.example/' })).body.code).toBe(code)
    for (const verb of ['start', 'pause', 'cancel', 'undo'])
      expect((await call('POST', `/api/imports/${known.id}/${verb}`)).body.code).toBe(code)
    for (const path of ['/api/imports', `/api/imports/${known.id}`, `/api/imports/${known.id}/report.csv`])
      expect((await call('GET', path)).body.code).toBe(code)
  }
  expect(await count()).toBe(before)
})

test('bad requests name the field and start nothing', async () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/imports`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${owner.accessToken}`, ...headers },
    })
  const form = (file: Blob, fields: Record<string, string> = {}) => {
    const made = new FormData()
    for (const [name, value] of Object.entries(fields)) made.append(name, value)
    made.append('file', file, 'x.xml')
    return made
  }
  const json = { 'content-type': 'application/json' }
  const cases: [Promise<Response>, number, string?][] = [
    [post(form(new Blob([]))), 400, 'file'],
    [post(form(new Blob(['x']), { dry_run: 'vielleicht' })), 400, 'dry_run'],
    [post('{"url":"ftp://blog.example"}', json), 400, 'url'],
    [post('{}', json), 400, 'url'],
    [post('{', json), 400],
    [post('x', { 'content-type': 'text/plain' }), 415],
  ]
  for (const [answer, status, field] of cases) {
    const response = await answer
    const body = (await response.json()) as { fields?: { field: string }[] }
    expect([response.status, body.fields?.[0]?.field]).toEqual([status, field])
  }
  expect((await owner.call('GET', `/api/imports/${crypto.randomUUID()}`)).status).toBe(404)
  expect((await owner.call('GET', '/api/imports?cursor=x')).status).toBe(400)
})

test('[TEAM-10] owners are notified of an import that has ended, but not of what it published, nor of a dry run', async () => {
  const bell = async () =>
    (await owner.call('GET', '/api/notices')).body.items.filter(({ kind }: Notice) => kind !== 'account_waiting')
  const before = (await bell()).length
  const posts = [{ id: 9101, title: 'Mitgeteilt', slug: 'mitgeteilt', content: 'Text.' }]
  await imported(posts, { dryRun: true })
  expect(await bell()).toHaveLength(before)
  const { id } = await imported(posts)
  const rows: Notice[] = await bell()
  const row = rows.find(({ things }) => things.some((thing) => thing.id === id))
  expect(row).toMatchObject({ kind: 'import_finished', count: 1, reason: null, things: [{ id }] })
  expect(rows).toHaveLength(before + 1)
})

test('a finished import stores neither its source nor its texts', async () => {
  const { body } = await send(owner, [{ id: 5001 }], { dryRun: true, blog: 'https://rest.example' })
  await worked(body.id)
  const held = async () => {
    const items = app.db.selectFrom('import_items').select('place').where('import_id', '=', body.id)
    const { files } = await runtime()
    return [
      (await items.where('staged', 'is not', null).execute()).length > 0,
      (await files.get(`imports/${body.id}`)) !== null,
    ]
  }
  await forgetOutdated(await runtime(), new Date())
  expect(await held()).toEqual([true, true])
  await owner.call('POST', `/api/imports/${body.id}/cancel`)
  await forgetOutdated(await runtime(), new Date())
  expect(await held()).toEqual([false, false])
})

test.each(['finished', 'failed'])(
  '[MOVE-5] an import that is killed while its file is removed leaves nothing behind: %s',
  async (state) => {
    const killed = async () => {
      const files = await openFiles((await runtime()).config)
      const end = async () => Promise.reject(new Error('killed'))
      return runtime({ files: { ...files, remove: end } })
    }
    const body =
      state === 'finished'
        ? (await send(owner, [{ id: 1, title: 'Abgebrochen beim Aufräumen' }])).body
        : await (async () => {
            const form = new FormData()
            form.append('file', new Blob(['<rss><channel>kaputt']), 'altes-blog.xml')
            const headers = { authorization: `Bearer ${owner.accessToken}` }
            return (await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })).json() as any
          })()
    await workOnImports(await killed()).catch(() => undefined)
    expect(await worked(body.id)).toMatchObject({ state })
    await removeKeptFiles.run((await runtime()) as never)
    const { files } = await runtime()
    expect(await files.get(`imports/${body.id}`)).toBeNull()
    expect(await readdir(join(app.dataDir, 'uploads')).catch(() => [])).not.toContain(`import-${body.id}`)
    const staged = app.db.selectFrom('import_items').select('place').where('import_id', '=', body.id)
    expect(await staged.where('staged', 'is not', null).execute()).toEqual([])
  },
)

test.runIf(DIALECT === 'sqlite')(
  '[MOVE-5] where links lead is found by their addresses, however many texts an import has',
  async () => {
    const query = itemsAt(app.db, 'an import', ['/a', '/b', '/c'])
    const [step] = await query.explain<{ detail: string }>(undefined, sql`query plan`)
    expect(step?.detail).toContain('import_items_address (import_id=? AND address=?)')
  },
)

describe('pictures with special characters in their addresses', () => {
  const paths = [
    '/a.png?w=1&h=2',
    '/b.png?x=1&copy=2',
    '/c(1).png',
    '/d[1].png',
    '/e_f*g*.png',
    '/h%20i.png',
    "/j'k~l.png",
    '/m,n;o.png?s=1&amp=2',
  ]
  let server: PictureServer
  beforeAll(async () => {
    const picture = await png('#abc')
    server = await startPictureServer(Object.fromEntries(paths.map((path) => [path, picture])))
  })
  afterAll(() => server.stop())

  const html = () =>
    paths.map((path) => `<p><img src="${server.url}${path.replaceAll('&', '&amp;')}" alt="x"></p>`).join('')
  const SOURCES: Record<string, (name: string) => string> = {
    'a.xml': (name) =>
      [...wxr([{ id: 1, title: name, content: html() }], { blog: 'https://zeichen.example' })].join(''),
    'a.html': (name) =>
      `<!doctype html><html><head><meta property="article:published_time" content="2020-05-03T10:00:00Z"></head><body><article><h1>${name}</h1>${html()}</article></body></html>`,
    'a.rss': (name) =>
      `<rss version="2.0"><channel><title>x</title><item><title>${name}</title><guid>g</guid><link>https://zeichen.example/g</link><pubDate>Sun, 03 May 2020 08:00:01 GMT</pubDate><description><![CDATA[${html()}]]></description></item></channel></rss>`,
    'a.md': (name) =>
      `---\ntitle: ${name}\ndate: 2020-05-03\n---\n\n${paths.map((path) => `![x](<${server.url}${path}>)`).join('\n\n')}\n`,
    'a.json': (name) =>
      JSON.stringify({
        meta: {},
        data: {
          posts: [
            {
              id: '1',
              title: name,
              slug: 'z',
              status: 'published',
              published_at: '2020-05-03T10:00:00Z',
              html: html(),
            },
          ],
        },
      }),
  }

  test.each(Object.keys(SOURCES))('[MOVE-4] are fetched by that address and replaced: %s', async (name) => {
    const title = `Zeichen ${name}`
    server.asked.length = 0
    const form = new FormData()
    form.append('file', new Blob([SOURCES[name]!(title)]), name)
    form.append('dry_run', 'true')
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const response = await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })
    const dry = await worked(((await response.json()) as { id: string }).id)
    expect([...server.asked].sort()).toEqual([...paths].sort())
    expect(dry.counts.failed).toBe(0)
    await owner.call('POST', `/api/imports/${dry.id}/start`)
    await worked(dry.id)
    const text = (await articleNamed(title)).content_markdown.trim()
    expect(text.split('\n\n')).toEqual(paths.map(() => expect.stringMatching(/^!\[x\]\(\/storage\/[^()\s]+\.png\)$/)))
  })
})
