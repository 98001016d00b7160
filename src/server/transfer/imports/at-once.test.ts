import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Clock, comment } from '../../../../tests/support/commenting.ts'
import { hold, type Held, type Holder } from '../../../../tests/support/held-rows.ts'
import {
  DIALECT,
  startTestApp,
  TEST_SECRET,
  type Answer,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { startTwoInstances, type TwoInstances } from '../../../../tests/support/two-instances.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { createLog } from '../../platform/log.ts'
import { workOnImports } from './run-import.service.ts'

let from: TestApp
let giver: TestAccount
let { app: into, beside, owner: taker, stop } = {} as TwoInstances

beforeAll(async () => {
  from = await startTestApp()
  giver = await from.register()
  ;({ app: into, beside, owner: taker, stop } = await startTwoInstances())
})
afterAll(async () => {
  await from.stop()
  await stop()
})

async function work() {
  const config = readConfig({ DATA_DIR: into.dataDir, SECRET_KEY: TEST_SECRET })
  const files = await openFiles(config)
  await workOnImports({ config, db: into.db, files, log: createLog('silent'), clock: () => new Date() })
}

/** Sends the first blog's export to the second one; the import waits for `work`. */
async function ordered(): Promise<string> {
  const zip = await fetch(`${from.url}/api/export.zip`, { headers: { authorization: `Bearer ${giver.accessToken}` } })
  expect(zip.status).toBe(200)
  const form = new FormData()
  form.append('file', new Blob([await zip.arrayBuffer()]), 'blog.zip')
  form.append('dry_run', 'false')
  const answer = await fetch(`${into.url}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${taker.accessToken}` },
    body: form,
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

const runOf = async (id: string) => (await taker.call('GET', `/api/imports/${id}?limit=200`)).body

const create = async (path: string, input: object) => {
  const { status, body } = await giver.call('POST', path, input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** One record of each noun that an import makes and people edit, with the fields they save. */
const NOUNS = [
  { noun: 'articles', make: { title: 'Mole' }, save: { title: 'Mole, gespeichert' }, anew: { title: 'Mole, neu' } },
  { noun: 'pages', make: { title: 'Kai' }, save: { title: 'Kai, gespeichert' }, anew: { title: 'Kai, neu' } },
  { noun: 'tasks', make: { title: 'Tau' }, save: { notes: 'gespeichert' }, anew: { title: 'Tau, neu' } },
  {
    noun: 'events',
    make: { title: 'Regatta', starts_at: '2026-12-01T10:00:00Z' },
    save: { title: 'Regatta, gespeichert' },
    anew: { title: 'Regatta, neu' },
  },
  { noun: 'research', make: { title: 'Pegel' }, save: { note: 'gespeichert' }, anew: { note: 'neu' } },
  { noun: 'inbox', make: { title: 'Einfall' }, save: { note: 'gespeichert' }, anew: { note: 'neu' } },
  {
    noun: 'links',
    make: { title: 'Hafen', url: 'https://hafen.example' },
    save: { title: 'gespeichert' },
    anew: { title: 'neu' },
  },
  {
    noun: 'prompts',
    make: { title: 'Kürzen', content: 'Kürze.' },
    save: { content: 'gespeichert' },
    anew: { content: 'neu' },
  },
] as const
const TABLES: Record<string, string> = {
  tasks: 'editorial_tasks',
  events: 'calendar_events',
  research: 'research_items',
  inbox: 'inbox_items',
  links: 'link_library',
  prompts: 'prompt_library',
  media: 'media_assets',
}

/** A concurrent save: the row it waits for, its request, and where to read the result. */
type Save = { held: Held; method?: string; path: string; body: object; read: string; wanted: object }

const titled = (make: { title: string }, which: string) => `${make.title} ${which}`

/** Imports one record of each noun; returns a save of each, and the import. */
async function brought(which: string): Promise<{ run: any; saves: Save[] }> {
  for (const { noun, make } of NOUNS) await create(`/api/${noun}`, { ...make, title: titled(make, which) })
  const id = await ordered()
  await work()
  const run = await runOf(id)
  expect(run).toMatchObject({ state: 'finished', counts: { failed: 0 } })
  const saves = NOUNS.map(async ({ noun, make, save }): Promise<Save> => {
    const { record } = run.items.find(({ title }: any) => title.includes(titled(make, which)))
    const path = `/api/${noun}/${record.id}`
    const { version } = (await taker.call('GET', path)).body
    return {
      held: { table: TABLES[noun] ?? noun, id: record.id },
      path,
      body: { version, ...save },
      read: path,
      wanted: save,
    }
  })
  return { run, saves: await Promise.all(saves) }
}

/**
 * Holds the rows that the saves write, sends the saves, and lets the import reach each record: when a save is written,
 * the import has read the former state and waits behind it. Every save succeeds, and its result stays.
 */
async function met(saves: Save[]): Promise<void> {
  const open = new Map<Save, Holder>()
  const answers = new Map<Save, Promise<Answer>>()
  try {
    for (const [index, save] of saves.entries()) {
      const holder = await hold(into, save.held)
      open.set(save, holder)
      // Each waits on a connection of its own, of which an instance has few.
      const by = { authorization: `Bearer ${taker.accessToken}` }
      answers.set(save, (index % 2 ? into : beside).call(save.method ?? 'PATCH', save.path, save.body, by))
      await holder.untilWaited(1)
    }
    const worked = work()
    while (open.size > 0) {
      let next: Save | undefined
      await expect
        .poll(async () => {
          for (const [save, holder] of open) if ((await holder.waiting()) > 1) next = save
          return next
        })
        .toBeDefined()
      await open.get(next!)!.release()
      open.delete(next!)
      const { status, body } = await answers.get(next!)!
      expect(status, `${next!.path} ${JSON.stringify(body)}`).toBeLessThan(300)
    }
    await worked
  } finally {
    for (const holder of open.values()) await holder.release()
    await Promise.allSettled(answers.values())
  }
  for (const { read, wanted } of saves) {
    const { status, body } = await taker.call('GET', read)
    expect([status, body], read).toMatchObject([200, wanted])
  }
}

const idOf = (run: any, noun: string) => run.items.find((item: any) => item.record?.noun === noun).record.id

describe.runIf(DIALECT === 'postgres')('a save that is answered while an import works on the same record', () => {
  test('[RUL-53] survives the undo of the import, which reports that the record stays', async () => {
    await uploadPicture(from, giver)
    await giver.call('PATCH', '/api/settings', { site_title: 'Hafenblatt' })
    await giver.call('PATCH', '/api/appearance', { accent: '#2a9d9a' })
    const { run, saves } = await brought('zuerst')
    const [picture, research] = [idOf(run, 'media'), idOf(run, 'research')]
    saves.push({
      held: { table: 'media_assets', id: picture },
      path: `/api/media/${picture}`,
      body: { alt: 'Eine Mole' },
      read: `/api/media/${picture}`,
      wanted: { alt: 'Eine Mole' },
    })
    saves.push({
      held: { table: 'settings', id: idOf(run, 'settings') },
      path: '/api/settings',
      body: { site_title: 'Kaiblatt' },
      read: '/api/settings',
      wanted: { site_title: 'Kaiblatt' },
    })
    saves.push({
      held: { lock: 'record:appearance' },
      path: '/api/appearance',
      body: { accent: '#123456' },
      read: '/api/appearance',
      wanted: { accent: '#123456' },
    })
    // A link is a separate row of the item.
    const link = { url: 'https://pegel.example', title: 'Pegel' }
    Object.assign(
      saves.find(({ path }) => path.includes('research'))!,
      {
        method: 'POST',
        path: `/api/research/${research}/links`,
        body: link,
        wanted: { links: [link] },
      },
    )
    expect((await taker.call('POST', `/api/imports/${run.id}/undo`)).status).toBe(200)
    await met(saves)
    const undone = await runOf(run.id)
    expect(undone.state).toBe('undone')
    expect(undone.items.filter(({ reason }: any) => reason?.includes('seither bearbeitet'))).toHaveLength(saves.length)
  })

  test('[RUL-53] of pages and articles written while a picture is taken back, none is acknowledged between the look for its uses and its removal', async () => {
    await uploadPicture(from, giver, { name: 'allein.png', width: 9 })
    const id = await ordered()
    await work()
    const { record } = (await runOf(id)).items.find(
      ({ record: its, outcome }: any) => its?.noun === 'media' && outcome === 'created',
    )
    const { url } = (await taker.call('GET', `/api/media/${record.id}`)).body
    const text = { title: 'Mit Bild', content_markdown: `![](${url})` }
    const noun = (index: number) => (index % 2 ? 'articles' : 'pages')
    const made = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const { status, body } = await taker.call('POST', `/api/${noun(index)}`, { title: `Ohne Bild ${index}` })
        expect(status).toBe(201)
        return { path: `/api/${noun(index)}/${body.id}`, version: body.version as number }
      }),
    )
    expect((await taker.call('POST', `/api/imports/${id}/undo`)).status).toBe(200)
    // The last row that the removal of the picture writes.
    const holder = await hold(into, { table: 'imported_records', key: 'record_id', id: record.id })
    let acknowledged = 0
    try {
      const worked = work()
      await holder.untilWaited(1)
      const by = { authorization: `Bearer ${taker.accessToken}` }
      const saves = made.flatMap(({ path, version }, index) => [
        (index % 4 < 2 ? into : beside).call('PATCH', path, { version, ...text }, by),
        (index % 4 < 2 ? beside : into).call('POST', `/api/${noun(index)}`, text, by),
      ])
      for (const save of saves) void save.then(() => (acknowledged += 1))
      // Each waits on a connection of its own, of which two instances have fewer than there are saves.
      await expect.poll(() => holder.waiting()).toBeGreaterThan(6)
      expect(acknowledged).toBe(0)
      await holder.release()
      for (const { status, body } of await Promise.all(saves)) expect(status, JSON.stringify(body)).toBeLessThan(300)
      await worked
    } finally {
      await holder.release().catch(() => {})
    }
    expect((await runOf(id)).state).toBe('undone')
    expect((await taker.call('GET', `/api/media/${record.id}`)).status).toBe(404)
  })

  test('[RUL-53] [RUL-81] a comment of a reader that is stored while the import of its article is taken back goes with no article', async () => {
    const title = 'Besprochen im letzten Augenblick'
    await create('/api/articles', { title, content_markdown: 'Ein Satz.', status: 'published' })
    await taker.call('PATCH', '/api/settings', { comments: 'moderated' })
    const id = await ordered()
    await work()
    const { record } = (await runOf(id)).items.find((item: any) => item.title.includes(title))
    const { slug } = (await taker.call('GET', `/api/articles/${record.id}`)).body
    expect((await taker.call('POST', `/api/imports/${id}/undo`)).status).toBe(200)
    // Taken behind the insertion of the comment, by the notice that it waits.
    const holder = await hold(into, { table: 'users', id: taker.id })
    try {
      const clock = new Clock(into, new Date().toISOString())
      const sent = comment(into, clock, slug, { name: 'Leserin', text: 'Gerade noch.' }).then(
        () => true,
        () => false,
      )
      await holder.untilWaited(1)
      const worked = work()
      await holder.untilWaited(2)
      await holder.release()
      await worked
      const isThere = (await taker.call('GET', `/api/articles/${record.id}`)).status === 200
      expect({ isStored: await sent, isThere }).toEqual({ isStored: isThere, isThere })
    } finally {
      await holder.release().catch(() => {})
      into.setClock()
    }
  })

  test('[RUL-53] a file that is uploaded while the import of its research is taken back stays with it', async () => {
    const title = 'Belegt im letzten Augenblick'
    await create('/api/research', { title })
    const id = await ordered()
    await work()
    const { record } = (await runOf(id)).items.find((item: any) => item.title.includes(title))
    expect((await taker.call('POST', `/api/imports/${id}/undo`)).status).toBe(200)
    const holder = await hold(into, { table: 'research_items', id: record.id })
    try {
      const sent = taker.call('POST', `/storage/v1/object/blog-media/${record.id}/1700000000000.txt`, 'Beleg', {
        'content-type': 'text/plain',
      })
      await holder.untilWaited(1)
      const worked = work()
      await holder.untilWaited(2)
      await holder.release()
      await worked
      expect((await sent).status).toBe(200)
    } finally {
      await holder.release().catch(() => {})
    }
    expect((await taker.call('GET', `/api/research/${record.id}`)).body.files).toHaveLength(1)
  })

  test('[RUL-53] survives a second import, which reports that the record stays', async () => {
    const { saves } = await brought('danach')
    for (const { noun, make, anew } of NOUNS) {
      const { items } = (await giver.call('GET', `/api/${noun}`)).body
      const { id, version } = items.find(({ title }: any) => title === titled(make, 'danach'))
      const { status, body } = await giver.call('PATCH', `/api/${noun}/${id}`, { version, ...anew })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const id = await ordered()
    await met(saves)
    const run = await runOf(id)
    expect(run).toMatchObject({ state: 'finished', counts: { updated: 0, failed: 0 } })
    expect(
      run.items.filter(({ reason }: any) => reason?.includes('bearbeitet und bleibt')).length,
    ).toBeGreaterThanOrEqual(NOUNS.length)
  })
})

test('[RUL-53] of several saves concurrent with undos of imports, each acknowledged one stays', async () => {
  const count = 24
  for (let index = 0; index < count; index += 1) await create('/api/articles', { title: `Menge ${index}` })
  const id = await ordered()
  await work()
  const articles = (await runOf(id)).items.filter(({ title }: any) => title.startsWith('Menge'))
  expect(articles).toHaveLength(count)
  const versions = new Map<string, number>()
  for (const { record } of articles)
    versions.set(record.id, (await taker.call('GET', `/api/articles/${record.id}`)).body.version)
  expect((await taker.call('POST', `/api/imports/${id}/undo`)).status).toBe(200)
  const save = async ([of, version]: [string, number], index: number) => ({
    of,
    ...(await (index % 2 ? beside : into).call(
      'PATCH',
      `/api/articles/${of}`,
      { version, content_markdown: `Gespeichert ${index}` },
      { authorization: `Bearer ${taker.accessToken}` },
    )),
  })
  const [answers] = await Promise.all([Promise.all([...versions].map(save)), work()])
  for (const { of, status, body } of answers) {
    expect([200, 404], JSON.stringify(body)).toContain(status)
    const there = await taker.call('GET', `/api/articles/${of}`)
    expect([there.status, there.body.content_markdown]).toEqual(
      status === 200 ? [200, body.content_markdown] : [404, undefined],
    )
  }
})

test('[RUL-53] undo keeps texts with words of others, and topics that somebody has described, and says so', async () => {
  const titles = ['Unberührt', 'Bemerkt', 'Vorgeschlagen', 'Kommentiert', 'Eingereicht']
  const content_markdown = 'Ein Satz.'
  for (const title of titles)
    await create('/api/articles', {
      title,
      content_markdown,
      status: title === 'Kommentiert' ? 'published' : 'draft',
    })
  for (const title of ['Bemerkte Seite', 'Leere Seite']) await create('/api/pages', { title, content_markdown })
  for (const name of ['Hafen', 'Werft']) await create('/api/categories', { name, description: 'Aus der Quelle.' })
  const run = await ordered()
  await work()
  const { items } = await runOf(run)
  const records = new Map<string, any>()
  for (const { title, record } of items)
    if (record && ['articles', 'pages', 'categories'].includes(record.noun)) records.set(title, record)
  const of = async (title: string) => {
    const { noun, id } = records.get(title)
    return { path: `/api/${noun}/${id}`, ...(await taker.call('GET', `/api/${noun}/${id}`)).body }
  }
  const done = async (method: string, path: string, body: object) =>
    expect((await taker.call(method, path, body)).status, path).toBeLessThan(300)

  for (const title of ['Bemerkt', 'Bemerkte Seite']) {
    const { path, version } = await of(title)
    const passage = { from: 0, to: 3, quote: 'Ein', version }
    await done('POST', `${path}/remarks`, { body: 'Stimmt das?', passage })
  }
  const suggested = await of('Vorgeschlagen')
  const one = { id: uuid(), n: 1, parts: [[0, 3, 'Kein']] }
  await done('POST', `${suggested.path}/suggestions`, { version: suggested.version, items: [one] })
  const given = await of('Eingereicht')
  await done('POST', `${given.path}/review`, { version: given.version, reviewer_id: null })
  await done('PATCH', `/api/categories/${records.get('Hafen').id}`, { description: 'Hier beschrieben.' })
  await done('PATCH', '/api/settings', { comments: 'open' })
  const { slug } = await of('Kommentiert')
  await comment(into, new Clock(into, new Date().toISOString()), slug, { name: 'Leserin', text: 'Danke.' })
  into.setClock()

  expect((await taker.call('POST', `/api/imports/${run}/undo`)).status).toBe(200)
  await work()
  const after = await runOf(run)
  expect(after.state).toBe('undone')
  const reasons = Object.fromEntries(after.items.map(({ title, reason }: any) => [title, reason]))
  const stays = { status: 200, reason: expect.stringContaining('und bleibt') }
  for (const title of [...titles, 'Bemerkte Seite', 'Leere Seite']) {
    const { noun, id } = records.get(title)
    const { status } = await taker.call('GET', `/api/${noun}/${id}`)
    const isGone = title === 'Unberührt' || title === 'Leere Seite'
    expect({ title, status, reason: reasons[title] }).toEqual({
      title,
      ...(isGone ? { status: 404, reason: reasons[title] } : stays),
    })
  }
  const { items: topics } = (await taker.call('GET', '/api/categories')).body
  expect(topics.filter(({ name }: any) => ['Hafen', 'Werft'].includes(name))).toMatchObject([
    { name: 'Hafen', description: 'Hier beschrieben.' },
  ])
})
