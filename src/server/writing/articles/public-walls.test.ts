import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readSettings, visibleTo } from '../../settings/settings.service.ts'
import { getPublishedBySlug, listPublished } from './articles.public.ts'
import { listPublishedTexts } from './texts.public.ts'
import { getPreview } from './preview-links.public.ts'

const SECRET = 'Das geht niemanden etwas an'
/** Tables with public parts. */
const TABLES = ['articles', 'article_working_copies', 'categories', 'tags', 'settings', 'media_assets', 'preview_links']

let app: TestApp
let owner: TestAccount
let slug: string
let preview: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  for (const table of TABLES)
    await sql`alter table ${sql.table(table)} add column secret_note text not null default ${sql.lit(SECRET)}`.execute(
      app.db,
    )
  const category = (await owner.call('POST', '/api/categories', { name: 'Offen' })).body.id
  const tag = (await owner.call('POST', '/api/tags', { name: 'Sichtbar' })).body.id
  const { body } = await owner.call('POST', '/api/articles', {
    title: 'Für alle',
    status: 'published',
    category_id: category,
    tag_ids: [tag],
  })
  slug = body.slug
  const { title, excerpt, cover_image_url } = body
  const copy = { title, slug, excerpt, cover_image_url, category_id: category, content_markdown: 'Noch nicht' }
  expect((await owner.call('PUT', `/api/articles/${body.id}/working-copy`, { version: 1, ...copy })).status).toBe(200)
  const link = await owner.call('POST', `/api/articles/${body.id}/preview-links`, {})
  preview = new URL(link.body.url).pathname
})
afterAll(() => app.stop())

const SUMMARY = [
  'advert',
  'byline',
  'category',
  'category_id',
  'cover_image_url',
  'created_at',
  'excerpt',
  'id',
  'lang',
  'published_at',
  'status',
  'tags',
  'title',
  'updated_at',
]
const TEXT = [
  'ai_share',
  'canonical_url',
  'content_markdown',
  'correction',
  'noindex',
  'seo_description',
  'series',
  'text_changed_at',
]
/** Machine-readable addresses of the article, its category and its tag. */
const machines = () => [
  ...['', '/kategorie/offen', '/schlagwort/sichtbar'].flatMap((list) =>
    ['feed.xml', 'atom.xml', 'feed.json'].map((file) => `${list}/${file}`),
  ),
  ...['/feeds.opml', '/sitemap.xml', '/llms.txt', '/robots.txt', '/site.webmanifest'],
  ...[`/article/${slug}.md`, `/article/${slug}/card.png`],
]
const keys = (value: object | null | undefined) => Object.keys(value ?? {}).sort()

test('[RUL-19] [RUL-30] a column that is not public is in no public response', async () => {
  for (const path of [
    '/',
    `/article/${slug}`,
    `/api/articles/by-slug/${slug}`,
    preview,
    '/api/settings',
    '/nein',
    ...machines(),
  ]) {
    const { status, body } = await app.call('GET', path)
    expect(status, path).toBe(path === '/nein' ? 404 : 200)
    expect(JSON.stringify(body), path).not.toContain(SECRET)
  }
  const { body: record } = await app.call('GET', `/api/articles/by-slug/${slug}`)
  expect(keys(record)).toEqual([...SUMMARY, 'slug', ...TEXT].sort())
  expect([keys(record.category), keys(record.tags[0])]).toEqual([
    ['id', 'name', 'slug'],
    ['id', 'name', 'slug'],
  ])
})

test('[RUL-19] public queries list their columns, whatever the rows contain', async () => {
  const now = new Date()
  const items = await listPublished(app.db, { limit: 10, offset: 0 })
  expect(keys(items[0])).toEqual([...SUMMARY, 'slug'].sort())
  expect(keys(await getPublishedBySlug(app.db, slug))).toEqual([...SUMMARY, 'slug', ...TEXT].sort())
  const [text] = await listPublishedTexts(app.db, [items[0]?.id ?? ''])
  expect(keys(text)).toEqual([...SUMMARY, 'slug', ...TEXT].sort())
  const shown = await getPreview(app.db, preview.replace('/preview/', ''), now)
  expect(keys(shown?.article)).toEqual([...SUMMARY, ...TEXT].sort())
  expect(shown?.article.content_markdown).toBe('Noch nicht')
  expect(keys(visibleTo(await readSettings(app.db), null))).toEqual(
    ['author_name', 'registration', 'site_description', 'site_title', 'timezone', 'visibility'].sort(),
  )
})

test('[RUL-37] the content of a preview link is read without writing; only the page records its use', async () => {
  const used = async () =>
    (await app.db.selectFrom('preview_links').select('last_used_at').executeTakeFirst())?.last_used_at ?? null
  await app.db.updateTable('preview_links').set({ last_used_at: null }).execute()
  expect(await getPreview(app.db, preview.replace('/preview/', ''), new Date())).not.toBeNull()
  expect(await used()).toBeNull()
  await app.call('GET', preview)
  expect(await used()).not.toBeNull()
})
