import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../../../tests/support/compile-cache.ts'
import { signedInAgain, withTotp } from '../../../../tests/support/second-factor.ts'
import { startTestApp, TEST_SECRET, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { creating } from '../../../../tests/support/creating.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'
import type { Article } from '../../../contract/articles.ts'
import type { Page } from '../../../contract/pages.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { addImage } from '../../../../tests/support/add-image.ts'
import { openExport } from './export.service.ts'
import { MEDIA_FILE, RECORD_FILES } from './record-files.ts'

let app: TestApp
let owner: TestAccount
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  folder = await mkdtemp(join(tmpdir(), 'blog-cms-export-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const config = () => readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: TEST_SECRET })

type Archive = { bytes: Record<string, Uint8Array>; text: (path: string) => string; data: (path: string) => any }

function opened(zip: Uint8Array): Archive {
  const bytes = unzipSync(zip)
  const text = (path: string) => Buffer.from(bytes[path] ?? []).toString('utf8')
  return { bytes, text, data: (path) => JSON.parse(text(path)) }
}

const ask = (account: TestAccount = owner) =>
  fetch(`${app.url}/api/export.zip`, { headers: { authorization: `Bearer ${account.accessToken}` } })

async function exported(): Promise<Archive> {
  const answer = await ask()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return opened(new Uint8Array(await answer.arrayBuffer()))
}

const article = creating<Article>('/api/articles', () => owner)
const page = creating<Page>('/api/pages', () => owner)
/** The front matter of a text, and the text after it. */
function parted(file: string): { facts: Record<string, any>; text: string } {
  const end = file.indexOf('\n---\n\n')
  const lines = file.slice(4, end).split('\n')
  const facts = lines.map((line) => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))])
  return { facts: Object.fromEntries(facts) as Record<string, any>, text: file.slice(end + 6) }
}

test('[MOVE-6] [RUL-54] one zip holds texts as markdown, pictures with their bytes, all lists and redirects, each with its hash', async () => {
  const { id: picture, url } = await uploadPicture(app, owner)
  const name = url.split('/').at(-1) ?? ''
  await owner.call('PATCH', `/api/media/${picture}`, { alt: 'Ein Schiff', caption: 'Vor Anker' })
  const { body: category } = await owner.call('POST', '/api/categories', { name: 'Häfen & Meer' })
  const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Möwen' })
  const text = `![Ein *Schiff* [1]](${url} "Titel")\r\n\r\n<img src="${url}">\n\n[Bild](${url})\n\n\`![x](${url})\`\n\n\`\`\`\n![x](${url})\n\`\`\`\n\n![ref][eins]\n\n[eins]: ${url}\n  `
  const first = await article({
    title: 'Über „Häfen“: ein Text\u2028',
    content_markdown: text,
    excerpt: 'Kurz: & knapp',
    status: 'published',
    category_id: category.id,
    cover_image_url: url,
    byline: 'Ada L.',
    series: 'Reisen',
    noindex: true,
  })
  await owner.call('PUT', `/api/articles/${first.id}/tags`, { tag_ids: [tag.id] })
  await article({ title: 'Entwurf' })
  const thrown = await article({ title: 'Weggeworfen' })
  await owner.call('DELETE', `/api/articles/${thrown.id}`)
  const about = await page({ title: 'Über uns', content_markdown: 'Wir.', status: 'published', placement: 'footer' })
  const { body: versions } = await owner.call('GET', `/api/articles/${first.id}/revisions`)
  const named = versions.items.at(-1)
  await owner.call('PUT', `/api/articles/${first.id}/revisions/${named.id}/name`, { name: 'Vor dem Lektorat' })
  await owner.call('PUT', `/api/pages/${about.id}/working-copy`, {
    version: about.version,
    title: 'Über uns alle',
    slug: about.slug,
    content_markdown: 'Wir alle.',
  })
  await owner.call('POST', '/api/tasks', { title: 'Aufgabe', article_id: first.id })
  await owner.call('POST', '/api/events', { title: 'Termin', type: 'deadline', starts_at: '2026-12-01T10:00:00Z' })
  await owner.call('POST', '/api/research', { title: 'Recherche', source_type: 'note', note: 'Notiz' })
  await owner.call('POST', '/api/inbox', { title: 'Einfall', type: 'idea' })
  await owner.call('POST', '/api/links', { title: 'Link', url: 'https://a.example' })
  await owner.call('POST', '/api/prompts', { title: 'Prompt', content: 'Schreibe.', category: 'ChatGPT' })
  await owner.call('POST', '/api/redirects', { from: '/?p=1', article_id: first.id })
  await owner.call('POST', '/api/redirects', { from: '/weg', status: 410 })

  const { bytes, text: file, data } = await exported()
  const manifest = data('manifest.json')
  expect(manifest).toMatchObject({ format: 'blog-cms-export', version: 1, missing: [] })
  expect(manifest.counts).toMatchObject({ articles: 2, media: 1, tasks: 1, events: 1, research: 1, redirects: 2 })
  expect(Object.keys(manifest.files).toSorted()).toEqual(
    Object.keys(bytes)
      .filter((path) => path !== 'manifest.json')
      .toSorted(),
  )
  for (const [path, hash] of Object.entries(manifest.files))
    expect(createHash('sha256').update(bytes[path]!).digest('hex'), path).toBe(hash)

  const { facts, text: written } = parted(file(`articles/${first.slug}.md`))
  expect(facts).toMatchObject({
    title: first.title,
    date: first.published_at,
    draft: false,
    slug: first.slug,
    author: 'Ada L.',
    categories: ['Häfen & Meer'],
    tags: ['Möwen'],
    description: 'Kurz: & knapp',
    cover: `../media/${name}`,
    blogcms: { id: first.id, status: 'published', byline: 'Ada L.', series: 'Reisen', noindex: true },
  })
  expect(file(`articles/${first.slug}.md`)).not.toContain('\u2028\n')
  // Picture addresses point to the file in the archive; links, code and every other byte stay.
  expect(written).toBe(
    `![Ein *Schiff* [1]](../media/${name} "Titel")\r\n\r\n<img src="../media/${name}">\n\n[Bild](${url})\n\n\`![x](${url})\`\n\n\`\`\`\n![x](${url})\n\`\`\`\n\n![ref][eins]\n\n[eins]: ../media/${name}\n  `,
  )
  expect(parted(file('articles/entwurf.md')).facts).toMatchObject({ draft: true, blogcms: { published_at: null } })
  expect(bytes['articles/weggeworfen.md']).toBeUndefined()
  expect(parted(file('pages/ueber-uns.md'))).toMatchObject({
    text: 'Wir.',
    facts: { blogcms: { placement: 'footer' } },
  })
  expect(data('data/working-copies.json')).toEqual([
    expect.objectContaining({ page_id: about.id, title: 'Über uns alle', content_markdown: 'Wir alle.' }),
  ])
  expect(data('data/named-versions.json')).toEqual([
    expect.objectContaining({ id: named.id, article_id: first.id, name: 'Vor dem Lektorat', title: named.title }),
  ])
  const served = new Uint8Array(await (await fetch(app.url + url)).arrayBuffer())
  expect(Buffer.from(bytes[`media/${name}`]!).equals(Buffer.from(served))).toBe(true)
  expect(data('data/media.json')).toEqual([
    expect.objectContaining({ file: `media/${name}`, alt: 'Ein Schiff', caption: 'Vor Anker' }),
  ])
  expect(data('data/tasks.json')).toEqual([expect.objectContaining({ title: 'Aufgabe', article_id: first.id })])
  expect(data('data/events.json')).toEqual([expect.objectContaining({ starts_at: '2026-12-01T10:00:00.000Z' })])
  expect(data('data/research.json')).toEqual([expect.objectContaining({ note: 'Notiz', links: [], files: [] })])
  for (const [list, title] of Object.entries({ inbox: 'Einfall', links: 'Link', prompts: 'Prompt' }))
    expect(data(`data/${list}.json`)).toEqual([expect.objectContaining({ title })])
  expect(data('data/categories.json')).toEqual([expect.objectContaining({ name: 'Häfen & Meer' })])
  expect(data('data/settings.json')).toMatchObject({ visibility: 'öffentlich' })
  expect(data('data/appearance.json')).toMatchObject({ pairing: 'buch' })
  expect(data('redirects.json')).toEqual([
    { from: '/?p=1', to: `/article/${first.slug}`, status: 301 },
    { from: '/weg', to: null, status: 410 },
  ])
})

test('[MOVE-6] [RUL-54] it contains no secret and no mail address', async () => {
  const firm = await app.register('geheime-adresse@redaktion.example')
  await withTotp(app, firm)
  await signedInAgain(app, owner)
  const { body: post } = await owner.call('GET', '/api/articles')
  await owner.call('POST', `/api/articles/${post.items[0].id}/preview-links`, {})
  await owner.call('POST', '/api/users/invites', { role: 'editor', note: 'Fuer-Wen-Auch-Immer' })
  await owner.call('POST', '/api/integrations/inbox-tokens', { name: 'Geheimes-Token-Name' })
  await owner.call('POST', '/api/feeds', { url: 'https://nutzer:feedgeheimnis@feed.example/rss' })
  const exportedTables: Record<string, readonly string[]> = Object.fromEntries(
    [...RECORD_FILES, MEDIA_FILE].map(({ table, fields }) => [table, fields]),
  )
  const texts = ['articles', 'pages', 'page_working_copies', 'article_working_copies', 'settings', 'appearance']
  const shared = [
    ...['slug_history', 'page_slug_history', 'redirects', 'research_links', 'research_files', 'article_tags'],
    // Titles of exported records.
    'activity_things',
  ]
  const secrets = new Set<string>(['feedgeheimnis', owner.accessToken, owner.refreshToken, owner.email, TEST_SECRET])
  for (const { name } of await app.db.introspection.getTables()) {
    const isOpen = [...texts, ...shared, 'meta', 'job_runs', 'media_usage', 'public_texts', 'catch_ups'].includes(name)
    if (isOpen || /search|_terms|fts|kysely|revisions|relations|usage|public_/.test(name)) continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(app.db)
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (typeof value === 'string' && value.length >= 12 && !exportedTables[name]?.includes(column))
          secrets.add(value)
  }
  const { body: keys } = { body: await app.db.selectFrom('meta').select('value').execute() }
  for (const { value } of keys) if (value.length >= 20) secrets.add(value)
  const { bytes } = await exported()
  const whole = Object.values(bytes)
    .map((file) => Buffer.from(file).toString('latin1'))
    .join('\n')
  // Values that may occur on both sides by chance: instants, ids of exported records, searched texts, file types.
  const open = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|[\d-]{10,}|image\/\w+|\/storage\/.*|blog-media\/.*)$/
  const ids = new Set(whole.match(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g))
  const found = [...secrets].filter(
    (secret) => !open.test(secret) && !ids.has(secret) && whole.includes(Buffer.from(secret).toString('latin1')),
  )
  expect(found).toEqual([])
  expect(secrets.size).toBeGreaterThan(40)
  for (const account of [owner, firm]) expect(ids.has(account.id)).toBe(false)
})

test('[RUL-54] every column of exported tables is listed, as included or excluded', async () => {
  const tables = await app.db.introspection.getTables()
  for (const { table, fields, left } of [...RECORD_FILES, MEDIA_FILE]) {
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
    expect(new Set<string>([...fields, ...left]), table).toEqual(
      new Set(columns.filter((name) => name !== 'search_id')),
    )
  }
})

test('[RUL-54] writes during the export are not in it', async () => {
  // Larger than all buffers: without a reader the export waits in the middle of the database.
  for (let at = 0; at < 4; at += 1)
    await article({ title: `Lang ${at}`, content_markdown: randomBytes(200_000).toString('base64') })
  const archive = openExport({
    db: app.db,
    files: await openFiles(config()),
    config: config(),
    clock: () => new Date(),
  })
  const chunks: Buffer[] = []
  for await (const chunk of archive) {
    chunks.push(chunk as Buffer)
    if (chunks.length > 1) continue
    await article({ title: 'Zu spät gekommen' })
    const { body } = await owner.call('GET', '/api/articles?q=Entwurf')
    const [draft] = body.items
    await owner.call('PATCH', `/api/articles/${draft.id}`, { version: draft.version, title: 'Anders' })
    await owner.call('POST', '/api/links', { title: 'Zu spät', url: 'https://spaet.example' })
  }
  const { bytes, text } = opened(Buffer.concat(chunks))
  expect(Object.keys(bytes)).toContain('articles/entwurf.md')
  expect(Object.keys(bytes)).not.toContain('articles/zu-spaet-gekommen.md')
  expect(Object.keys(bytes)).not.toContain('articles/anders.md')
  expect(text('data/links.json')).not.toContain('Zu spät')
})

test('[RUL-54] a disconnected client frees it for the next; only owners get it, and it is logged', async () => {
  // More than a connection buffers without a reader.
  await addImage(app.db, await openFiles(config()), {
    objectName: 'gross.webp',
    filename: 'gross.webp',
    mimeType: 'image/webp',
    bytes: randomBytes(24 * 1024 * 1024),
    width: 4,
    height: 3,
    alt: '',
    authorId: owner.id,
    now: new Date(),
  })
  const leaving = new AbortController()
  await fetch(`${app.url}/api/export.zip`, {
    headers: { authorization: `Bearer ${owner.accessToken}` },
    signal: leaving.signal,
  })
  const second = await owner.call('GET', '/api/export.zip')
  expect([second.status, second.body.code]).toEqual([429, 'rate_limited'])
  leaving.abort()
  await expect
    .poll(async () => {
      const answer = await ask()
      await answer.arrayBuffer()
      return answer.status
    })
    .toBe(200)
  const editor = await app.register()
  expect((await ask(editor)).status).toBe(403)
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  const refused = await editor.call('GET', '/api/export.zip')
  expect([refused.status, refused.body.code]).toEqual([403, 'owner_only'])
  expect((await editor.call('GET', '/api/export')).status).toBe(403)
  expect((await app.call('GET', '/api/export.zip')).status).toBe(401)
  expect((await owner.call('GET', '/api/export')).body).toMatchObject({ media: 2 })
  const { body } = await owner.call('GET', '/api/audit?event=blog_exported')
  expect(body.items[0]).toMatchObject({ event: 'blog_exported', email: owner.email })
})

test('[MOVE-6] [RUL-54] `npm run export -- --to FILE` writes the same beside the running server, as a private file', async () => {
  const file = join(folder, 'blog.zip')
  const run = (...parameters: string[]) =>
    promisify(execFile)(process.execPath, ['src/server/commands/export.ts', ...parameters], {
      env: {
        ...COMPILE_CACHE,
        PATH: process.env.PATH,
        DATA_DIR: app.dataDir,
        SECRET_KEY: TEST_SECRET,
        PUBLIC_URL: app.url,
        ...(app.databaseUrl ? { DATABASE_URL: app.databaseUrl } : {}),
      },
    })
  const { stdout } = await run('--to', file)
  expect(stdout).toContain(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const [written, asked] = [opened(await readFile(file)), await exported()]
  const files = ({ data }: Archive) => data('manifest.json').files
  expect(files(written)).toEqual(files(asked))
  await expect(run('--nach', file)).rejects.toMatchObject({ code: 2 })
  await expect(run('--to', join(folder, 'gibt-es-nicht', 'blog.zip'))).rejects.toMatchObject({ code: 1 })
})
