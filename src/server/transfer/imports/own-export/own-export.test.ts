import { afterAll, beforeAll, expect, test } from 'vitest'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { startTestApp, TEST_SECRET, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { comparableExport as comparable } from '../../../../../tests/support/comparable-export.ts'
import { uploadPicture } from '../../../../../tests/support/upload-picture.ts'
import { readConfig } from '../../../config.ts'
import { openFiles } from '../../../files/store/open.ts'
import { createLog } from '../../../platform/log.ts'
import { workOnImports } from '../run-import.service.ts'

let [from, into]: [TestApp, TestApp] = [] as never
let [giver, taker]: [TestAccount, TestAccount] = [] as never

beforeAll(async () => {
  from = await startTestApp()
  into = await startTestApp()
  giver = await from.register()
  taker = await into.register()
})
afterAll(async () => {
  await from.stop()
  await into.stop()
})

async function exported(app: TestApp, account: TestAccount): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${app.url}/api/export.zip`, {
    headers: { authorization: `Bearer ${account.accessToken}` },
  })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Uploads an archive to the empty blog and runs the import to its end. */
async function imported(zip: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new Blob([zip]), 'blog-2026-11-23.zip')
  form.append('dry_run', 'false')
  const answer = await fetch(`${into.url}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${taker.accessToken}` },
    body: form,
  })
  const { id } = (await answer.json()) as { id: string }
  expect(answer.status).toBe(201)
  await worked()
  return (await taker.call('GET', `/api/imports/${id}?limit=200`)).body
}

/** Runs the imports of the empty blog. */
async function worked() {
  const config = readConfig({ DATA_DIR: into.dataDir, SECRET_KEY: TEST_SECRET })
  const runtime = {
    config,
    db: into.db,
    files: await openFiles(config),
    log: createLog('silent'),
    clock: () => new Date(),
  }
  await workOnImports(runtime)
}

test('[MOVE-6] [RUL-54] a full blog exported and imported into an empty one is the same; a second run changes nothing; undo removes all of it', async () => {
  const empty = comparable(await exported(into, taker))
  const { id: picture, url } = await uploadPicture(from, giver)
  // Generic file names are kept, too.
  for (const [index, name] of ['bild-0.png', 'Bild 2.png', 'image.png', '1.png'].entries())
    await uploadPicture(from, giver, { name, width: 9 + index })
  const make = async (path: string, input: object) => {
    const { status, body } = await giver.call('POST', path, input)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const change = async (method: 'PATCH' | 'PUT', path: string, input: object) => {
    const { status, body } = await giver.call(method, path, input)
    expect([200, 204], JSON.stringify(body)).toContain(status)
    return body
  }
  const put = async (path: string, body: Uint8Array<ArrayBuffer>, type: string, method = 'PUT') => {
    const headers = { authorization: `Bearer ${giver.accessToken}`, 'content-type': type }
    const answer = await fetch(`${from.url}${path}`, { method, headers, body })
    expect(answer.status, `${path} ${await answer.text()}`).toBeLessThan(300)
  }
  await change('PATCH', `/api/media/${picture}`, {
    alt: 'Ein Schiff',
    caption: 'Vor Anker',
    credit: 'Ada',
    focus_x: 20,
  })
  const category = await make('/api/categories', { name: 'Häfen & Meer' })
  await change('PATCH', `/api/categories/${category.id}`, { name: 'Häfen & Meer', slug: 'haefen', picture: url })
  const [tag, other] = [await make('/api/tags', { name: 'Möwen' }), await make('/api/tags', { name: 'Robben' })]
  const first = await make('/api/articles', {
    title: 'Über „Häfen“: ein Text',
    content_markdown: `  Erste Zeile\r\n\r\n![Schiff](${url} "Titel")\n\n\`\`\`\n![x](bild.png)\n\`\`\`\n\n---\n\nEnde ohne Umbruch`,
    excerpt: 'Kurz: & knapp',
    status: 'published',
    category_id: category.id,
    cover_image_url: url,
    byline: 'Ada L.',
    seo_description: 'Für Suchmaschinen',
    series: 'Reisen',
    canonical_url: 'https://anderswo.example/text',
    correction: 'Es waren drei Schiffe.',
    noindex: true,
    advert: 'anzeige',
    ai_share: 'assisted',
    unpublish_at: '2041-01-01T00:00:00Z',
    tag_ids: [tag.id],
  })
  await change('PUT', `/api/articles/${first.id}/working-copy`, {
    version: first.version,
    title: 'Über Häfen, neu',
    slug: 'haefen-neu',
    content_markdown: `Neu: ![Schiff](${url})`,
    excerpt: 'Neu',
    cover_image_url: null,
    category_id: null,
    tag_ids: [other.id],
  })
  const draft = { title: 'Entwurf', content_markdown: 'Noch nichts.', unpublish_at: '2042-01-01T00:00:00Z' }
  await change('PUT', `/api/articles/${(await make('/api/articles', draft)).id}/pin`, {})
  const gone = await make('/api/articles', { title: 'War da', content_markdown: 'Weg.', status: 'published' })
  await change('PATCH', `/api/articles/${gone.id}`, { version: gone.version, status: 'draft' })
  await make('/api/articles', { title: 'Bald', status: 'scheduled', published_at: '2040-01-02T03:04:05Z' })
  await make('/api/articles', { title: 'Irgendwann', status: 'scheduled' })
  const about = await make('/api/pages', {
    title: 'Über uns',
    content_markdown: 'Wir.',
    status: 'published',
    placement: 'header',
    noindex: true,
  })
  await change('PUT', `/api/pages/${about.id}/working-copy`, {
    version: about.version,
    title: 'Über uns alle',
    slug: about.slug,
    content_markdown: `Wir alle. ![Schiff](${url})`,
  })
  const pages = (await giver.call('GET', '/api/pages?limit=50')).body.items as {
    id: string
    slug: string
    version: number
  }[]
  const imprint = pages.find(({ slug }) => slug === 'impressum')!
  await change('PATCH', `/api/pages/${imprint.id}`, {
    version: imprint.version,
    content_markdown: 'Ada Lovelace, London',
    status: 'published',
  })
  await change('PUT', '/api/pages/order', { ids: [about.id, imprint.id] })
  await make('/api/redirects', { from: '/?p=1', article_id: first.id })
  await make('/api/redirects', { from: '/weg', status: 410 })
  await make('/api/tasks', { title: 'Zuerst', article_id: first.id, due_at: '2030-01-01T00:00:00Z', priority: 'high' })
  await make('/api/tasks', { title: 'Danach', status: 'ready' })
  await make('/api/tasks', { title: 'Dahinter' })
  await make('/api/events', { title: 'Termin', type: 'deadline', starts_at: '2026-12-01T10:00:00Z' })
  const research = await make('/api/research', {
    title: 'Recherche',
    url: 'https://r.example',
    note: '  Notiz',
    article_id: first.id,
  })
  await make(`/api/research/${research.id}/links`, { url: 'https://r.example/2', title: 'Zwei' })
  await put(
    `/storage/v1/object/blog-media/${research.id}/1700000000000.txt`,
    new TextEncoder().encode('Akte'),
    'text/plain',
    'POST',
  )
  const idea = await make('/api/inbox', { title: 'Einfall', note: 'Gedanke' })
  await change('PATCH', `/api/inbox/${idea.id}`, { status: 'processed' })
  await make('/api/inbox', { title: 'https://i.example/seite' })
  await make('/api/links', { title: 'Link', url: 'https://l.example', description: 'Gut' })
  await make('/api/prompts', { title: 'Prompt', content: '  Schreibe.\n', category: 'ChatGPT' })
  await make('/api/feeds', { url: 'https://f.example/feed.xml' })
  await change('PATCH', '/api/settings', {
    site_title: 'Hafenblatt',
    site_description: 'Vom Meer',
    author_name: 'Ada',
    timezone: 'Europe/Lisbon',
    visibility: 'privat',
    registration: 'geschlossen',
    public_date_format: 'd. MMMM yyyy',
    reader_theme: 'system',
    verification: [{ name: 'google-site-verification', content: 'abc' }],
    profiles: ['https://mastodon.example/@blog'],
    security_contact: 'sicher@blog.example',
    formulas: true,
    podcast_category: 'Arts/Books',
  })
  await change('PATCH', '/api/appearance', {
    accent: '#2a9d9a',
    pairing: 'klar',
    landing: 'karten',
    navigation: [{ label: 'Häfen', href: '/kategorie/haefen' }],
    custom_css: 'h2{letter-spacing:1px}',
  })
  const logo = await sharp({ create: { width: 900, height: 200, channels: 4, background: '#2a9d9a' } })
    .png()
    .toBuffer()
  await put('/api/appearance/logo?filename=logo.png', new Uint8Array(logo), 'image/png')
  await put('/api/appearance/favicon?filename=zeichen.png', new Uint8Array(logo), 'image/png')
  const cover = await sharp({ create: { width: 1500, height: 1400, channels: 3, background: '#2a9d9a' } })
    .png()
    .toBuffer()
  await put('/api/appearance/podcast?filename=cover.png', new Uint8Array(cover), 'image/png')

  // The first of its kind with a picture, as the category is of its own. It comes after all others.
  await make('/api/authors', { name: 'Ada Lotse', picture: url })
  const zip = await exported(from, giver)
  const run = await imported(zip)
  expect(run, JSON.stringify(run)).toMatchObject({ state: 'finished', counts: { failed: 0 } })
  expect(run.items.filter((item: any) => item.outcome === 'skipped')).toEqual([])
  const before = comparable(zip)
  expect(comparable(await exported(into, taker))).toEqual(before)

  const again = await imported(zip)
  expect(again.counts).toMatchObject({ created: 0, updated: 0, failed: 0 })
  expect(comparable(await exported(into, taker))).toEqual(before)

  expect((await taker.call('POST', `/api/imports/${run.id}/undo`)).status).toBe(200)
  await worked()
  expect((await taker.call('GET', `/api/imports/${run.id}`)).body.state).toBe('undone')
  expect(comparable(await exported(into, taker))).toEqual(empty)
})

test('[RUL-54] an altered or newer archive is refused with a message', async () => {
  const { zipSync } = await import('fflate')
  const files = unzipSync(await exported(from, giver))
  const changed = { ...files, 'articles/entwurf.md': Buffer.from('anderes') }
  expect(await imported(zipSync(changed))).toMatchObject({
    state: 'failed',
    reason: '„articles/entwurf.md“ ist nicht mehr, wie es exportiert wurde.',
  })
  const manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString()) as object
  const newer = { ...files, 'manifest.json': Buffer.from(JSON.stringify({ ...manifest, version: 2 })) }
  expect(await imported(zipSync(newer))).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('neueren Version'),
  })
})
