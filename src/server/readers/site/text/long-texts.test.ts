import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { QUICK_TEXT } from '../../../../markdown/render.ts'
import { addImage } from '../../../../../tests/support/add-image.ts'
import { diskFiles } from '../../../files/store/disk.ts'
import { type InWorker, runInWorker } from '../../../platform/workers/worker-pool.ts'
import { renderBody } from './article-body.ts'
import { run } from './article-body.job.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const publish = async (title: string, content_markdown: string) =>
  (await owner.call('POST', '/api/articles', { title, content_markdown, status: 'published' })).body
const read = async (slug: string) => app.call<string>('GET', `/article/${slug}`)
const inWorker: InWorker = (job, of, limits) => runInWorker('pages', job, of, limits)
const input = (markdown: string) => ({ markdown, origins: [], pictures: new Map() })

/** CPU time of this thread, in milliseconds, while it waits. */
async function computing(work: Promise<unknown>): Promise<number> {
  const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  const before = sum(process.threadCpuUsage())
  await work
  return sum(process.threadCpuUsage()) - before
}

test('a long text looks the same as one rendered directly, and costs the main thread next to nothing', async () => {
  const markdown = '## Kapitel\n\nEin *Satz* mit [Verweis](/x), `Code` und einer Note.[^1]\n\n- [ ] offen\n\n'.repeat(
    1000,
  )
  const text = input(`${markdown}[^1]: Note`)
  // Starts the thread. Another text, since a rendered one is cached.
  await renderBody(input(`${markdown}Anfang`), inWorker)
  const beside = await computing(renderBody(text, inWorker))
  const here = await computing(Promise.resolve().then(() => run(text)))
  expect(await renderBody(text, inWorker)).toEqual(await run(text))
  // Receiving it from the worker is copying; both are measured on one machine at the same time.
  expect(beside).toBeLessThan(here / 3)
})

test('a long text is rendered once for pages that are made again', async () => {
  let rendered = 0
  const counted: InWorker = (job, of, limits) => {
    rendered += 1
    return inWorker(job, of, limits)
  }
  const markdown = 'Ein Satz, der oft gelesen wird.\n\n'.repeat(1000)
  const first = await renderBody(input(markdown), counted)
  expect(await renderBody(input(markdown), counted)).toEqual(first)
  expect(rendered).toBe(1)
  await renderBody({ ...input(markdown), origins: ['https://blog.example'] }, counted)
  await renderBody(input(`${markdown}Geändert.`), counted)
  expect(rendered).toBe(3)
})

test('of many long texts the one rendered first leaves the cache, also if only pictures are requested', async () => {
  let rendered = 0
  const empty: InWorker = async () => {
    rendered += 1
    return { html: '', chapters: [], minutes: 1, pictures: [], embeds: [], passing: false } as never
  }
  const text = (number: number) => ({ ...input(`${number} ${'Satz. '.repeat(3000)}`), pictures: null })
  for (let number = 0; number < 20_000; number += 1) await renderBody(text(number), empty)
  await renderBody(text(19_999), empty)
  expect(rendered).toBe(20_000)
  await renderBody(text(0), empty)
  expect(rendered).toBe(20_001)
})

test('pictures of a long text have their size, few or ten thousand', async () => {
  const files = diskFiles(app.dataDir)
  const url = '/storage/v1/object/public/blog-media/lang.png'
  const bytes = new Uint8Array([1])
  const image = { objectName: 'lang.png', filename: 'lang.png', mimeType: 'image/png', bytes, width: 640, height: 480 }
  await addImage(app.db, files, { ...image, alt: '', authorId: owner.id, now: new Date() })
  const others = Array.from({ length: 10_000 }, (_, number) => `![](/p${number}.png)`).join(' ')
  const { slug } = await publish('Viele Bilder', `![Lang](${url})\n\n${others}`)
  const page = await read(slug)
  expect(page.status).toBe(200)
  expect(page.body).toMatch(/<img src="[^"]*lang\.png" alt="Lang"[^>]* width="640" height="480">/)
})

test('a text that becomes too large is shown unrendered, and is readable', async () => {
  const notes = `# <Titel> & mehr\n\n${'[^a]'.repeat(60_000)}\n\n[^a]: Note`
  const { slug } = await publish('Zu groß', notes)
  const { status, body } = await read(slug)
  expect(status).toBe(200)
  expect(body).toContain('<p># &lt;Titel&gt; &amp; mehr</p>')
  expect(body).toContain('[^a][^a]')
  expect((await app.call('GET', '/')).status).toBe(200)
})

test('the secret preview of a long text is rendered the same way', async () => {
  const markdown = `Anfang\n\n${'Ein **fetter** Absatz.\n\n'.repeat(QUICK_TEXT / 10)}`
  const { id } = (await owner.call('POST', '/api/articles', { title: 'Lang und geheim', content_markdown: markdown }))
    .body
  const link = (await owner.call('POST', `/api/articles/${id}/preview-links`, {})).body
  const address = new URL(link.url as string, app.url)
  const page = await app.call<string>('GET', address.pathname)
  expect(page.status).toBe(200)
  expect(page.body.match(/<strong>fetter<\/strong>/g)).toHaveLength(Math.floor(QUICK_TEXT / 10))
})

test('thousands of chapters have no table of contents', async () => {
  expect((await run(input('## Kapitel\n\n'.repeat(400)))).chapters).toHaveLength(400)
  expect((await run(input('## Kapitel\n\n'.repeat(2000)))).chapters).toEqual([])
})

test('control characters are removed everywhere', async () => {
  const created = await owner.call('POST', '/api/articles', {
    title: 'Steuer\u0085zeichen\u009b',
    excerpt: 'Kurz\u0001fassung\u0080',
    content_markdown: 'Text\u0002 mit\u0007 Zeichen\u0090.',
    byline: 'Mira\u0099',
    status: 'published',
  })
  expect(created.status).toBe(201)
  expect(created.body.content_markdown).toBe('Text\u0002 mit\u0007 Zeichen\u0090.')
  for (const path of ['/', `/article/${created.body.slug}`]) {
    const { body } = await app.call<string>('GET', path)
    expect(body).toContain('Kurzfassung')
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/.exec(body)).toBeNull()
  }
  expect((await read(created.body.slug)).body).toContain('Text mit Zeichen.')
})
