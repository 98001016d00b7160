import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'
import type { Notice } from '../../../contract/notices.ts'
import { noticeKind } from '../../../rules/notices.ts'
import { readConfig } from '../../config.ts'
import { storedName } from '../../files/bucket/addresses.ts'
import { openFiles } from '../../files/store/open.ts'
import { copyingFiles, keptFiles, removeKeptFiles } from '../../files/store/guarded-files.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import { SCHEDULE } from '../../schedule.ts'
import { isDue, makePlanned } from './backups.service.ts'
import { isRehearsalDue, rehearse } from './rehearsal.service.ts'

let app: TestApp
let owner: TestAccount
let editor: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
})
afterAll(() => app.stop())

const state = async () => (await owner.call('GET', '/api/backups')).body

/** The owner's notices of backups, as the bell words them. */
const bell = async () => {
  const { items }: { items: Notice[] } = (await owner.call('GET', '/api/notices')).body
  return items
    .filter(({ kind }) => kind === 'backup_failed')
    .map(({ kind, count, things: [{ noun, title } = { noun: '', title: '' }], reason }) => ({
      sentence: noticeKind(kind).sentence({ noun, count, actor: null, title, reason }),
      count,
      reason,
    }))
}

/** Makes a backup as the button does, and waits for it; returns its name. */
async function makeOne(): Promise<string> {
  const before = (await state()).items.map(({ name }: { name: string }) => name)
  expect((await owner.call('POST', '/api/backups')).status).toBe(202)
  await expect.poll(async () => (await state()).running).toBe(false)
  const { items, failure } = await state()
  expect(failure).toBeNull()
  return items.find(({ name }: { name: string }) => !before.includes(name))?.name ?? items[0].name
}

async function runtimeAt(now: string) {
  const config = readConfig({
    DATA_DIR: app.dataDir,
    SECRET_KEY: 'a secret of forty characters, for tests.',
    ...(app.databaseUrl ? { DATABASE_URL: app.databaseUrl } : {}),
  })
  const clock = () => new Date(now)
  const files = keptFiles(await openFiles(config), { db: app.db, clock })
  return { config, db: app.db, files, log: createLog('silent'), metrics: new Metrics(), clock, schedule: SCHEDULE }
}

test('[RUL-55] only owners list, make, schedule, download or open backups', async () => {
  const name = await makeOne()
  for (const [method, path, body] of [
    ['GET', '/api/backups'],
    ['POST', '/api/backups'],
    ['PATCH', '/api/backups', { schedule: 'off' }],
    ['POST', `/api/backups/${name}/link`],
    ['GET', `/api/backups/${name}/records`],
    ['POST', `/api/backups/${name}/records`, { records: [{ noun: 'articles', id: owner.id }] }],
  ] as const) {
    expect((await app.call(method, path, body)).status, `${method} ${path}`).toBe(401)
    expect((await editor.call(method, path, body)).body.code, `${method} ${path}`).toBe('owner_only')
  }
  const waiting = await app.register()
  expect((await waiting.call('GET', '/api/backups')).body.code).toBe('approval_pending')
  expect((await app.call('GET', `/api/backups/${name}/file`)).status).toBe(404)
})

test('[MOVE-7] the file can be downloaded for a minute by its link, complete, and by no other', async () => {
  const name = await makeOne()
  const { url } = (await owner.call('POST', `/api/backups/${name}/link`)).body
  const bytes = Buffer.from(await (await fetch(app.url + url)).arrayBuffer())
  expect(bytes.equals(await readFile(join(app.dataDir, 'backups', name)))).toBe(true)
  expect((await fetch(`${app.url}${url.slice(0, -3)}abc`)).status).toBe(404)
  app.setClock(new Date(Date.now() + 61_000))
  expect((await fetch(app.url + url)).status).toBe(404)
  app.setClock()
  for (const other of ['blog-cms.sqlite', '..%2Fblog-cms.sqlite', 'blog-cms-2026-01-01T00-00-00Z.backup'])
    expect((await owner.call('POST', `/api/backups/${other}/link`)).status).toBe(404)
})

describe('[MOVE-7] the schedule', () => {
  test('is daily at three by default; invalid ones are refused with their field', async () => {
    expect(await state()).toMatchObject({ schedule: 'daily', time: '03:00', encrypted: false, failure: null })
    const { body } = await owner.call('PATCH', '/api/backups', { schedule: 'weekly', time: '04:30' })
    expect(body).toMatchObject({ schedule: 'weekly', time: '04:30' })
    for (const [bad, field] of [
      [{ time: '25:00' }, 'time'],
      [{ schedule: 'hourly' }, 'schedule'],
    ] as const) {
      const refused = await owner.call('PATCH', '/api/backups', bad)
      expect([refused.status, refused.body.fields[0].field]).toEqual([400, field])
    }
    expect(await state()).toMatchObject({ schedule: 'weekly', time: '04:30' })
    await owner.call('PATCH', '/api/backups', { schedule: 'daily', time: '03:00' })
  })

  test('makes one backup when it is due, including a missed one, and none twice', async () => {
    await app.db.updateTable('backup_state').set({ planned_at: '2031-05-01T01:00:00.000Z' }).execute()
    const early = await runtimeAt('2031-05-02T00:59:00.000Z')
    expect(await isDue(early)).toBe(false)
    const late = await runtimeAt('2031-05-02T09:00:00.000Z')
    expect(await isDue(late)).toBe(true)
    await Promise.all([makePlanned(late), makePlanned(late)])
    expect(await isDue(late)).toBe(false)
    const made = (await readdir(join(app.dataDir, 'backups'))).filter((name) => name.includes('2031-05-02'))
    expect(made).toEqual(['blog-cms-2031-05-02T09-00-00Z.backup'])
    for (const name of made) await rm(join(app.dataDir, 'backups', name))
  })

  test('[TEAM-10] a failure is reported until a backup has succeeded', async () => {
    const { config, ...runtime } = await runtimeAt('2032-05-02T09:00:00.000Z')
    const blocked = join(app.dataDir, 'kein-ordner')
    await writeFile(blocked, '')
    await expect(makePlanned({ ...runtime, config: { ...config, BACKUP_DIR: join(blocked, 'x') } })).rejects.toThrow()
    expect((await state()).failure).toMatchObject({ at: '2032-05-02T09:00:00.000Z' })
    const { checks } = (await owner.call('GET', '/api/system/checks')).body
    expect(checks.find(({ key }: { key: string }) => key === 'backups')).toMatchObject({ ok: false, warning: false })
    expect(await bell()).toMatchObject([
      { sentence: 'Sicherung fehlgeschlagen', count: 1, reason: expect.stringContaining('kein-ordner') },
    ])
    await makeOne()
    expect((await state()).failure).toBeNull()
    expect(await bell()).toEqual([])
  })
})

test('[MOVE-7] a file missing in the store is reported by name; the backup is made without it and has not failed', async () => {
  const picture = await uploadPicture(app, owner)
  const row = await app.db.selectFrom('media_assets').selectAll().where('id', '=', picture.id).executeTakeFirstOrThrow()
  const runtime = await runtimeAt('2032-06-02T09:00:00.000Z')
  const stored = storedName(row.object_name)
  const bytes = await readFile(join(app.dataDir, 'media', stored))
  await runtime.files.remove(stored)
  // No row refers to this file, so it is not missing.
  await runtime.files.put('blog-media/niemand.bin', Buffer.from('x'))
  await runtime.files.remove('blog-media/niemand.bin')
  await state()
  await app.db.updateTable('backup_state').set({ schedule: 'daily', planned_at: '2032-06-01T09:00:00.000Z' }).execute()
  await makePlanned(runtime)
  const { failure, lacks, items } = await state()
  expect(items.map(({ name }: { name: string }) => name)).toContain('blog-cms-2032-06-02T09-00-00Z.backup')
  expect(failure).toBeNull()
  expect(lacks).toBe(
    `Im Speicher fehlt eine Datei des Blogs: ${stored}. Bitte holen Sie sie aus einer älteren Sicherung zurück, oder löschen Sie den Eintrag.`,
  )
  const { checks } = (await owner.call('GET', '/api/system/checks')).body
  const check = checks.find(({ key }: { key: string }) => key === 'backups')
  expect(check).toMatchObject({ ok: false, warning: false })
  expect(JSON.stringify(check)).toContain(stored)
  expect(await bell()).toMatchObject([{ sentence: 'Sicherung unvollständig', count: 1, reason: lacks }])
  await runtime.files.put(stored, bytes)
  await rm(join(app.dataDir, 'backups', 'blog-cms-2032-06-02T09-00-00Z.backup'))
  await makeOne()
  expect((await state()).lacks).toBeNull()
  expect(await bell()).toEqual([])
})

test('[MOVE-7] the newest backup is restored as a test every week; a damaged one is reported', async () => {
  const name = await makeOne()
  const runtime = await runtimeAt('2033-05-02T09:00:00.000Z')
  expect(await isRehearsalDue(runtime)).toBe(true)
  await rehearse(runtime)
  const articles = await app.db.selectFrom('articles').select('id').execute()
  expect((await state()).rehearsal).toMatchObject({ ok: true, articles: articles.length, message: '' })
  expect(await isRehearsalDue(runtime)).toBe(false)
  const before = await state()
  await rehearse({ ...(await runtimeAt('2033-05-09T09:00:00.000Z')), ending: AbortSignal.abort() })
  expect(await state(), 'a shutdown is no result').toEqual(before)
  const file = join(app.dataDir, 'backups', name)
  const bytes = await readFile(file)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(file, bytes)
  await expect(rehearse(runtime)).rejects.toThrow('beschädigt')
  const { rehearsal } = await state()
  expect(rehearsal).toMatchObject({ ok: false })
  expect(rehearsal.message).toContain('beschädigt')
  expect((await readdir(app.dataDir)).filter((entry) => entry.startsWith('.probe'))).toEqual([])
  await rm(file)
})

describe('[MOVE-7] the content of a backup', () => {
  const create = async (path: string, body: unknown) => (await owner.call('POST', path, body)).body
  const inBackup = async (name: string, q = '') =>
    (await owner.call('GET', `/api/backups/${name}/records?q=${encodeURIComponent(q)}`)).body.items

  test('shows records that differ, can be searched by title, and restores single records', async () => {
    const text = (title: string) => ({ title, content_markdown: `Der Text von „${title}“.`, status: 'published' })
    const changed = await create('/api/articles', text('Geändertes Sprachmodell'))
    const trashed = await create('/api/articles', text('Weggeworfenes Sprachmodell'))
    const gone = await create('/api/articles', text('Gelöschtes Sprachmodell'))
    const same = await create('/api/articles', text('Gleiches Sprachmodell'))
    const tag = await create('/api/tags', { name: 'Rettung' })
    await owner.call('PUT', `/api/articles/${gone.id}/tags`, { tag_ids: [tag.id] })
    const picture = await uploadPicture(app, owner)
    const link = await create('/api/links', { title: 'Quelle', url: 'https://example.org/', category: 'Webseite' })
    const page = await create('/api/pages', { title: 'Über uns', content_markdown: 'Wir.' })
    const name = await makeOne()

    const edit = { version: changed.version, content_markdown: 'Überschrieben.' }
    expect((await owner.call('PATCH', `/api/articles/${changed.id}`, edit)).status).toBe(200)
    await owner.call('DELETE', `/api/articles/${trashed.id}`)
    for (const path of [`articles/${gone.id}`, `media/${picture.id}`, `links/${link.id}`]) {
      await owner.call('DELETE', `/api/${path}`)
      expect((await owner.call('DELETE', `/api/trash/${path}`)).status).toBe(204)
    }
    await owner.call('PATCH', `/api/pages/${page.id}`, { version: page.version, content_markdown: 'Ihr.' })

    const differing = await inBackup(name)
    const states = Object.fromEntries(differing.map((item: any) => [item.id, item.state]))
    expect(states).toMatchObject({
      [changed.id]: 'changed',
      [trashed.id]: 'trashed',
      [gone.id]: 'gone',
      [picture.id]: 'gone',
      [link.id]: 'gone',
      [page.id]: 'changed',
    })
    expect(states).not.toHaveProperty(same.id)
    const found = await inBackup(name, 'SPRACHMODELL')
    expect(new Set(found.map((item: any) => item.id))).toEqual(new Set([changed.id, trashed.id, gone.id, same.id]))

    const records = [
      ...[changed, trashed, gone, same].map(({ id }) => ({ noun: 'articles', id })),
      { noun: 'media', id: picture.id },
      { noun: 'links', id: link.id },
      { noun: 'pages', id: page.id },
      { noun: 'tasks', id: owner.id },
    ]
    const { body } = await owner.call('POST', `/api/backups/${name}/records`, { records })
    expect(body.items.map((item: any) => item.outcome)).toEqual([...Array(7).fill('restored'), 'failed'])

    for (const before of [changed, trashed, gone, same]) {
      const after = (await owner.call('GET', `/api/articles/${before.id}`)).body
      expect(after).toMatchObject({ content_markdown: before.content_markdown, slug: before.slug, status: 'published' })
      expect((await fetch(`${app.url}/api/articles/by-slug/${before.slug}`)).status).toBe(200)
    }
    const again = (await owner.call('GET', `/api/articles/${changed.id}`)).body
    expect(again.version).toBeGreaterThan(changed.version + 1)
    expect((await owner.call('GET', `/api/articles/${gone.id}`)).body.tags).toHaveLength(1)
    expect((await owner.call('GET', `/api/articles/${gone.id}/revisions`)).body.items.length).toBeGreaterThan(0)
    expect((await fetch(app.url + picture.url)).status).toBe(200)
    expect((await owner.call('GET', `/api/links/${link.id}`)).body.title).toBe('Quelle')
    expect((await owner.call('GET', `/api/pages/${page.id}`)).body.content_markdown).toBe('Wir.')
    expect((await inBackup(name)).filter((item: any) => records.some(({ id }) => id === item.id))).toEqual([])
  })

  test('content that was never public is restored as the working text of a published article', async () => {
    const draft = await create('/api/articles', { title: 'Noch geheim', content_markdown: 'Entwurf' })
    const name = await makeOne()
    const live = { version: draft.version, content_markdown: 'Öffentlich', status: 'published' }
    await owner.call('PATCH', `/api/articles/${draft.id}`, live)
    await owner.call('POST', `/api/backups/${name}/records`, { records: [{ noun: 'articles', id: draft.id }] })
    const { body } = await owner.call('GET', `/api/articles/${draft.id}`)
    expect([body.content_markdown, body.working_copy.content_markdown]).toEqual(['Öffentlich', 'Entwurf'])
  })

  test('a damaged one is reported, and nothing is changed', async () => {
    const name = await makeOne()
    const file = join(app.dataDir, 'backups', name)
    const bytes = await readFile(file)
    bytes[400]! ^= 1
    await writeFile(file, bytes)
    const { status, body } = await owner.call('GET', `/api/backups/${name}/records`)
    expect([status, body.code]).toEqual([422, 'backup_unreadable'])
    await rm(file)
  })
})

test('[RUL-55] unreferenced bytes stay while a backup is made, and are deleted afterwards', async () => {
  const runtime = await runtimeAt(new Date().toISOString())
  const there = async (name: string) => (await runtime.files.get(name)) !== null
  for (const name of ['blog-media/a.bin', 'blog-media/b.bin']) await runtime.files.put(name, Buffer.from(name))
  const inside = await copyingFiles(runtime, async () => {
    await runtime.files.remove('blog-media/a.bin')
    await runtime.files.remove('blog-media/b.bin')
    expect([await there('blog-media/a.bin'), await there('blog-media/b.bin')]).toEqual([true, true])
    // Only one at a time.
    expect(await copyingFiles(runtime, async () => true)).toBeNull()
    await removeKeptFiles.run(runtime)
    // A file stored again under the name in the meantime stays.
    await runtime.files.put('blog-media/b.bin', Buffer.from('neu'))
    return there('blog-media/a.bin')
  })
  expect(inside).toBe(true)
  await removeKeptFiles.run(runtime)
  expect([await there('blog-media/a.bin'), await there('blog-media/b.bin')]).toEqual([false, true])
  await runtime.files.remove('blog-media/b.bin')
  expect(await there('blog-media/b.bin')).toBe(false)
})

test('[MOVE-7] a picture deleted for good while a backup is made and then restored stays', async () => {
  const picture = await uploadPicture(app, owner)
  const name = await makeOne()
  const runtime = await runtimeAt(new Date().toISOString())
  await copyingFiles(runtime, async () => {
    await owner.call('DELETE', `/api/media/${picture.id}`)
    expect((await owner.call('DELETE', `/api/trash/media/${picture.id}`)).status).toBe(204)
  })
  const records = [{ noun: 'media', id: picture.id }]
  const { body } = await owner.call('POST', `/api/backups/${name}/records`, { records })
  expect(body.items).toMatchObject([{ outcome: 'restored' }])
  await removeKeptFiles.run(runtime)
  expect((await fetch(app.url + picture.url)).status).toBe(200)
})
