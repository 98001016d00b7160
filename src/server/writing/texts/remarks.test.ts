import { ChangeSet, Text } from '@codemirror/state'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openLive } from '../../../../tests/support/live-stream.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Remark, Remarks } from '../../../contract/articles/remarks.ts'
import { docOf, lineEndsOf } from '../../../rules/text-steps.ts'
import { forgetRemarks } from './remarks.service.ts'

let app: TestApp
let statements = 0
let beside: TestApp
let owner: TestAccount
let editor: TestAccount

beforeAll(async () => {
  app = await startTestApp({ onStatement: () => void (statements += 1) })
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  await owner.call('PATCH', '/api/account', { display_name: 'Ruth Adler' })
  await editor.call('PATCH', '/api/account', { display_name: 'Mira Öztürk' })
})
afterAll(async () => {
  if (beside !== app) await beside.stop()
  await app.stop()
})
afterEach(() => app.setClock())

const TEXT =
  'Vor zwei Jahren galt als ausgemacht, dass KI in Rechenzentren wohnt.\n\nHeute passen sechs Gigabyte ins Heft.'
const create = async (content_markdown = TEXT, more = {}, noun = 'articles') =>
  (await owner.call('POST', `/api/${noun}`, { title: 'Zu zweit', content_markdown, ...more })).body
type At = { version?: number; log?: { epoch: string; seq: number } }
/** Writes a remark about the first place of some words. */
async function remark(
  id: string,
  words: string,
  at: At,
  { by = owner, body = 'Stimmt das?', text = TEXT, noun = 'articles' } = {},
) {
  const from = docOf(text, lineEndsOf(text)).toString().indexOf(words)
  const passage = { from, to: from + words.length, quote: words, ...at }
  return by.call('POST', `/api/${noun}/${id}/remarks`, { body, passage })
}
const list = async (id: string, noun = 'articles'): Promise<Remarks> =>
  (await owner.call('GET', `/api/${noun}/${id}/remarks`)).body
/** What lives of the passages of a text, or null of one that is gone. */
async function living(id: string, noun = 'articles') {
  const { items } = await list(id, noun)
  const { body } = await owner.call('GET', `/api/${noun}/${id}`)
  const text = (body.working_copy ?? body).content_markdown as string
  const doc = docOf(text, lineEndsOf(text))
  return items.map(({ passage }) =>
    passage?.gone === false ? passage.pieces.map(([from, to]) => doc.sliceString(from, to)).join('|') : null,
  )
}

test('[TEAM-5] [RUL-60] a remark has a passage, a thread, and is done and open again; sent twice, it is one', async () => {
  const { id } = await create()
  const first = await remark(id, 'in Rechenzentren wohnt', { version: 1 })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    author: { id: owner.id, name: 'Ruth Adler' },
    passage: { quote: 'in Rechenzentren wohnt', before: expect.stringMatching(/KI $/), gone: false },
    answers: [],
  })
  const at = `/api/articles/${id}/remarks/${first.body.id}`
  const answer = { body: 'Ich würde es lassen.', answer_id: uuid() }
  await editor.call('POST', `${at}/answers`, answer)
  const { body: twice } = await editor.call('POST', `${at}/answers`, answer)
  expect(twice.answers).toMatchObject([{ body: answer.body, author: { name: 'Mira Öztürk' } }])
  expect((await editor.call('PATCH', at, { done: true })).body.done_by).toMatchObject({ name: 'Mira Öztürk' })
  expect((await owner.call('PATCH', at, { done: false })).body).toMatchObject({ done_at: null, done_by: null })
  expect((await list(id)).items).toHaveLength(1)
  // Readers never get any of it.
  await owner.call('PATCH', `/api/articles/${id}`, { version: 1, status: 'published' })
  const { body: article } = await owner.call('GET', `/api/articles/${id}`)
  for (const path of [`/article/${article.slug}`, `/api/articles/by-slug/${article.slug}`, '/feed.xml'])
    expect(JSON.stringify((await app.call('GET', path)).body), path).not.toMatch(/Stimmt das|lassen/)
})

test('[TEAM-5] own words are changed, removed and restored; those of others only by owners', async () => {
  const { id } = await create()
  const { body: mine } = await remark(id, 'KI', { version: 1 }, { by: editor })
  const { body: yours } = await remark(id, 'Heute', { version: 1 })
  const at = (one: Remark) => `/api/articles/${id}/remarks/${one.id}`
  expect((await owner.call('PATCH', at(mine), { body: 'Fremd' })).body).toMatchObject({ fields: [{ field: 'body' }] })
  expect((await editor.call('PATCH', at(mine), { body: ' Meins ' })).body).toMatchObject({ body: 'Meins' })
  expect((await editor.call('DELETE', at(yours))).body.code).toBe('owner_only')
  expect((await owner.call('DELETE', at(mine))).status).toBe(204)
  expect((await list(id)).items.map((one) => one.id)).toEqual([yours.id])
  expect((await editor.call('POST', `${at(mine)}/restore`)).body.body).toBe('Meins')
  await owner.call('DELETE', at(yours))
  expect((await editor.call('POST', `${at(yours)}/restore`)).body.code).toBe('owner_only')
  expect((await owner.call('POST', `${at(yours)}/restore`)).status).toBe(200)
  await editor.call('DELETE', at(mine))
  await forgetRemarks({ db: app.db, clock: () => new Date(Date.now() + 90_000_000) })
  expect((await editor.call('POST', `${at(mine)}/restore`)).status).toBe(404)
  for (const [body, field] of [
    [' ', 'body'],
    ['x'.repeat(4001), 'body'],
  ])
    expect(
      (await owner.call('POST', `/api/articles/${id}/remarks`, { body, passage: null })).body.fields[0].field,
    ).toBe(field)
  const wrong = { from: 0, to: 9999, quote: 'Vor', version: 1 }
  expect((await owner.call('POST', `/api/articles/${id}/remarks`, { body: 'x', passage: wrong })).status).toBe(400)
})

test('[TEAM-5] a passage follows saves of whole texts, undo, a restored version and the trash, or is gone', async () => {
  const { id } = await create()
  await remark(id, 'sechs Gigabyte', { version: 1 })
  await remark(id, 'dass KI in Rechenzentren', { version: 1 })
  const save = async (content_markdown: string, more = {}) => {
    const { body } = await owner.call('GET', `/api/articles/${id}`)
    const saved = await owner.call('PATCH', `/api/articles/${id}`, { version: body.version, content_markdown, ...more })
    expect(saved.status).toBe(200)
    return saved.body
  }
  await save(`Neu davor.\n\n${TEXT.replace('Vor zwei', 'Vor drei').replace('wohnt', 'lebt')}`)
  expect(await living(id)).toEqual(['sechs Gigabyte', 'dass KI in Rechenzentren'])
  await save(TEXT.replace(/\n\n.*/, ''))
  expect(await living(id)).toEqual([null, 'dass KI in Rechenzentren'])
  // It is not found again by its words.
  await save(TEXT, { status: 'published' })
  expect(await living(id)).toEqual([null, 'dass KI in Rechenzentren'])
  await owner.call('DELETE', `/api/articles/${id}`)
  expect((await owner.call('GET', `/api/articles/${id}/remarks`)).status).toBe(404)
  await owner.call('POST', `/api/trash/articles/${id}/restore`)
  const published = await save(`Ganz anders. ${TEXT}`)
  await owner.call('POST', `/api/articles/${id}/undo`, { version: published.version })
  expect(await living(id)).toEqual([null, 'dass KI in Rechenzentren'])
  // A writer that knows nothing of remarks, as the former release (RUL-58).
  await app.db
    .updateTable('articles')
    .set({ content_markdown: `Davor. ${TEXT}` })
    .where('id', '=', id)
    .execute()
  await app.db.deleteFrom('article_working_copies').where('article_id', '=', id).execute()
  expect(await living(id)).toEqual([null, 'dass KI in Rechenzentren'])
})

test('[TEAM-5] a passage is named in the text behind a step, and follows single steps, on each instance', async () => {
  const { id } = await create()
  const { body: log } = await owner.call('POST', `/api/articles/${id}/steps/join`)
  const me = { editor: uuid(), n: 0, epoch: log.epoch }
  let length = TEXT.length
  let base = 0
  const type = async (changes: { from: number; to?: number; insert?: string }) => {
    const insert = Text.of((changes.insert ?? '').split('\n'))
    const step = ChangeSet.of({ ...changes, insert }, length)
    me.n += 1
    expect(
      (await owner.call('POST', `/api/articles/${id}/steps`, { ...me, base, changes: step.toJSON() })).status,
    ).toBe(200)
    base += 1
    length = step.newLength
  }
  await type({ from: 0, insert: 'Neu. ' })
  await type({ from: 9, to: 13 })
  // The author of the remark has seen nothing of it yet.
  const late = await remark(id, 'sechs Gigabyte', { log: { epoch: log.epoch, seq: 0 } }, { by: editor })
  expect(late.status).toBe(201)
  const text = (await owner.call('GET', `/api/articles/${id}`)).body.content_markdown as string
  const at = text.indexOf('Gigabyte')
  // Cut and pasted elsewhere between two folds: by single steps what was typed there is no part of it.
  await type({ from: at, to: at + 8 })
  await type({ from: at, insert: 'Gigabyte' })
  expect(await living(id)).toEqual(['sechs '])
  const from = (await owner.call('GET', `/api/articles/${id}`)).body.content_markdown.indexOf('sechs')
  await type({ from, to: from + 3 })
  expect(await living(id)).toEqual([null])
  const unknown = await remark(id, 'Heute', { log: { epoch: log.epoch, seq: 99 } })
  expect([unknown.status, unknown.body.code]).toEqual([409, 'version_conflict'])
  expect((await remark(id, 'Heute', { version: 1 })).body.current.version).toBeGreaterThan(1)
  expect((await list(id)).log).toEqual({ epoch: log.epoch, seq: 5 })
})

test('[TEAM-5] pages have remarks, too, and texts of Windows', async () => {
  const windows = TEXT.replaceAll('\n', '\r\n')
  const { id } = await create(windows, {}, 'pages')
  expect((await remark(id, 'Heute passen', { version: 1 }, { text: windows, noun: 'pages' })).status).toBe(201)
  await owner.call('PATCH', `/api/pages/${id}`, { version: 1, content_markdown: TEXT })
  expect(await living(id, 'pages')).toEqual(['Heute passen'])
})

test('[TEAM-5] [TEAM-10] @Name notifies that person once, not oneself; the streams hear of it', async () => {
  const { id } = await create(TEXT, { title: 'Erwähnt' })
  const live = await openLive(beside.url, owner.accessToken)
  const { body } = await remark(id, 'KI', { version: 1 }, { body: '@Mira Öztürk und @Ruth Adler, bitte sehen.' })
  let heard = await live.next()
  while ((heard?.data as { noun?: string } | undefined)?.noun !== 'remarks') heard = await live.next()
  expect(heard?.data).toMatchObject({ id })
  await live.close()
  await owner.call('PATCH', `/api/articles/${id}/remarks/${body.id}`, { body: '@Mira Öztürk, bitte ansehen.' })
  const { items } = (await editor.call('GET', '/api/notices?group=me')).body
  expect(items).toMatchObject([
    {
      kind: 'mentioned',
      count: 1,
      actor: { name: 'Ruth Adler' },
      things: [{ noun: 'articles', id, title: 'Erwähnt' }],
    },
  ])
  expect((await owner.call('GET', '/api/notices?group=me')).body.items).toEqual([])
})

test('[TEAM-5] of many at once each remark is written once, and a delete of the text takes all along', async () => {
  const { id } = await create()
  const at = { version: 1 }
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      remark(id, turn % 2 ? 'KI' : 'Heute', at, { by: turn % 3 ? owner : editor, body: `Nr. ${turn}` }),
    ),
  )
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
  const { items } = await list(id)
  expect(new Set(items.map(({ body }) => body)).size).toBe(12)
  const thread = `/api/articles/${id}/remarks/${items[0]!.id}`
  await Promise.all(Array.from({ length: 8 }, (_, n) => editor.call('POST', `${thread}/answers`, { body: `${n}` })))
  expect((await list(id)).items[0]?.answers).toHaveLength(8)
  const document = (await editor.call<string>('GET', '/api/account/export')).body
  expect(JSON.stringify(document)).toContain('Nr. 3')
  await owner.call('DELETE', `/api/articles/${id}`)
  await owner.call('DELETE', `/api/trash/articles/${id}`)
  const left = await app.db.selectFrom('remarks').select('id').where('article_id', '=', id).execute()
  expect(left).toEqual([])
})

test('of many remarks and suggestions a fold costs as many statements as of one', async () => {
  const counts: number[] = []
  for (const many of [1, 40]) {
    const { id } = await create()
    for (let at = 0; at < many; at += 1) {
      const passage = { from: at, to: at + 6, quote: TEXT.slice(at, at + 6), version: 1 }
      expect((await owner.call('POST', `/api/articles/${id}/remarks`, { body: 'Ja?', passage })).status).toBe(201)
    }
    const items = Array.from({ length: many }, (_, at) => ({ id: uuid(), n: 1, parts: [[at, at + 1, 'x']] }))
    expect((await owner.call('POST', `/api/articles/${id}/suggestions`, { version: 1, items })).status).toBe(200)
    const { epoch } = (await owner.call('POST', `/api/articles/${id}/steps/join`)).body
    const step = { editor: uuid(), n: 1, epoch, base: 0, changes: [[0, '>'], TEXT.length] }
    expect((await owner.call('POST', `/api/articles/${id}/steps`, step)).status).toBe(200)
    statements = 0
    await owner.call('GET', `/api/articles/${id}`)
    counts.push(statements)
    expect((await list(id)).items.map((one) => one.passage?.pieces)).toEqual(
      Array.from({ length: many }, (_, at) => [[at + 1, at + 7]]),
    )
    expect((await owner.call('GET', `/api/articles/${id}/suggestions`)).body.items[0].parts).toEqual([[1, 2, 'x']])
  }
  expect(counts[1]).toBeLessThan(counts[0]! + 5)
})
