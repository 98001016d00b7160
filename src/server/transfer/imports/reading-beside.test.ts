import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { wxr, type WxrPost } from '../../../../tests/support/wxr.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { createLog } from '../../platform/log.ts'
import { countWorkers } from '../../platform/workers/worker-pool.ts'
import { workOnImports } from './run-import.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** Some 20 MB, which keep a thread busy for many seconds. */
function* posts(): Generator<WxrPost> {
  const content =
    '<div><p>Ein <b>Absatz</b> mit <a href="https://a.example/">Verweis</a> &amp; Zeichen.</p></div>\n'.repeat(70)
  for (let id = 1; id <= 3000; id += 1) yield { id, content, tags: [`Wort ${id % 50}`] }
}

/** An import whose source is being read; `ended` resolves when its worker has stopped. */
async function reading(ending?: AbortSignal) {
  await expect.poll(countWorkers, { timeout: 60_000 }).toBe(0)
  const form = new FormData()
  form.append('file', new Blob([...wxr(posts())]), 'altes-blog.xml')
  form.append('dry_run', 'true')
  const response = await fetch(`${app.url}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.accessToken}` },
    body: form,
  })
  const { id } = (await response.json()) as { id: string }
  const config = readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: 'x'.repeat(40) })
  const files = await openFiles(config)
  const runtime = {
    config,
    db: app.db,
    files,
    log: createLog('silent'),
    clock: () => new Date(),
    ...(ending && { ending }),
  }
  const ended = workOnImports(runtime)
  await expect.poll(countWorkers, { timeout: 60_000 }).toBe(1)
  return { id, ended }
}

/** State of an import: whether its source was read completely, and the number of stored items. */
async function stateOf(id: string) {
  const { state, read_at, runner } = await app.db
    .selectFrom('imports')
    .select(['state', 'read_at', 'runner'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const items = await app.db.selectFrom('import_items').select('place').where('import_id', '=', id).execute()
  return { state, isRead: read_at !== null, runner, items: items.length }
}

test('[MOVE-1] while a source is read, long texts are saved, shown, previewed and in feeds; cancelling stops the reading at once', async () => {
  const content_markdown = '## Kapitel\n\nEin *Satz* mit [Verweis](/x) und `Code`.\n\n'.repeat(600)
  const { id, ended } = await reading()
  const saved = await owner.call('POST', '/api/articles', { title: 'Lang', content_markdown, status: 'published' })
  expect(saved.status).toBe(201)
  const link = await owner.call('POST', `/api/articles/${saved.body.id}/preview-links`, {})
  const paths = [`/article/${saved.body.slug}`, `/article/${saved.body.slug}/card.png`, '/feed.xml', '/', link.body.url]
  for (const path of paths) {
    const { status } = await fetch(new URL(path, app.url))
    expect([path, status]).toEqual([path, 200])
  }
  // All of that was done before the reading had finished.
  expect(await stateOf(id)).toMatchObject({ state: 'running', isRead: false, items: 0 })
  expect((await owner.call('POST', `/api/imports/${id}/cancel`)).body.state).toBe('cancelled')
  await ended
  expect(await stateOf(id)).toEqual({ state: 'cancelled', isRead: false, runner: null, items: 0 })
  await expect.poll(countWorkers, { timeout: 60_000 }).toBe(0)
})

test('[MOVE-1] an ending process stops reading at once; the import waits for the next worker', async () => {
  const ending = new AbortController()
  const { id, ended } = await reading(ending.signal)
  ending.abort()
  await ended
  expect(await stateOf(id)).toEqual({ state: 'running', isRead: false, runner: null, items: 0 })
  await expect.poll(countWorkers, { timeout: 60_000 }).toBe(0)
})
