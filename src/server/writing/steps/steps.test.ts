import { unzipSync } from 'fflate'
import { ChangeSet, Text } from '@codemirror/state'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLive, type LiveStream } from '../../../../tests/support/live-stream.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { TextStep } from '../../../contract/articles/steps.ts'
import { docOf, hashOfText, mapOver } from '../../../rules/text-steps.ts'
import { createLog } from '../../platform/log.ts'
import { runIfDue } from '../../platform/job.ts'
import { Metrics } from '../../platform/metrics.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { turnDueArticles } from '../../schedule.ts'
import { forgetSteps as forgetStepsBefore } from '../texts/steps.queries.ts'
import { foldAll } from './folding.service.ts'
import { foldSteps, forgetSteps } from './steps.jobs.ts'

let app: TestApp
/** A second instance on the same database. */
let beside: TestApp
let owner: TestAccount
let editor: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
})
afterAll(async () => {
  if (beside !== app) await beside.stop()
  await app.stop()
})
afterEach(() => app.setClock())

const create = async (content_markdown: string, more = {}) =>
  (await owner.call('POST', '/api/articles', { title: 'Zu zweit', content_markdown, ...more })).body
const read = async (id: string) => (await owner.call('GET', `/api/articles/${id}`)).body
/** The stored text, without a request that would fold first. */
async function stored(id: string) {
  const live = app.db.selectFrom('articles').select(['content_markdown', 'version', 'status']).where('id', '=', id)
  const working = app.db.selectFrom('article_working_copies').select('content_markdown').where('article_id', '=', id)
  const row = await live.executeTakeFirstOrThrow()
  return { ...row, working: (await working.executeTakeFirst())?.content_markdown ?? null }
}
const runtimeAt = (now: Date) =>
  ({ db: app.db, log: createLog('silent'), metrics: new Metrics(), clock: () => now }) as Runtime

/** An editor that sends steps by hand; `at` inserts words over the text behind `base`. */
async function join(id: string, { by = owner, noun = 'articles' } = {}) {
  const { body, status } = await by.call('POST', `/api/${noun}/${id}/steps/join`)
  expect(status).toBe(200)
  const me = { editor: uuid(), n: 0 }
  const post = (changes: unknown, base: number, more = {}) =>
    by.call('POST', `/api/${noun}/${id}/steps`, { ...me, epoch: body.epoch, base, changes, ...more })
  return {
    ...(body as { epoch: string; seq: number; line_ends: string; content_markdown: string; version: number }),
    me,
    post,
    send(changes: unknown, base: number) {
      me.n += 1
      return post(changes, base)
    },
  }
}
const inserted = (length: number, at: number, words: string) =>
  ChangeSet.of({ from: at, insert: Text.of(words.split('\n')) }, length).toJSON()
/** A text with an acknowledged step ` und mehr` at its end that is not in it yet. */
async function typedInto(content: string, more = {}) {
  const article = await create(content, more)
  const writer = await join(article.id)
  expect((await writer.send(inserted(content.length, content.length, ' und mehr'), 0)).status).toBe(200)
  return { article, id: article.id as string, writer, typed: `${content} und mehr` }
}

test('[TEAM-1] steps over the same text are added one behind the other; sent again, one is answered as before', async () => {
  const { id } = await create('abc')
  const [one, two] = [await join(id), await join(id, { by: editor })]
  expect([one.seq, one.line_ends, one.content_markdown, one.version]).toEqual([0, 'lf', 'abc', 1])
  expect((await one.send(inserted(3, 1, 'X'), 0)).body).toMatchObject({ seq: 1 })
  const second = await two.send(inserted(3, 1, 'Y\n'), 0)
  expect(second.body.steps.map(({ seq, author_id }: TextStep) => [seq, author_id])).toEqual([
    [1, owner.id],
    [2, editor.id],
  ])
  expect((await two.post(inserted(3, 1, 'Y\n'), 0)).body).toEqual(second.body)
  expect(await stored(id)).toMatchObject({ content_markdown: 'abc', version: 1 })
  expect(await read(id)).toMatchObject({ content_markdown: 'aXY\nbc', version: 2 })
  expect((await owner.call('GET', `/api/articles/${id}/steps?epoch=${one.epoch}&after=1`)).body).toMatchObject({
    seq: 2,
    steps: [{ seq: 2, editor: two.me.editor, n: 1 }],
  })
})

test('[RUL-14] [TEAM-1] what somebody else deletes in steps stays in a version, even a word', async () => {
  const { id, writer, typed } = await typedInto('Text')
  await read(id)
  const other = await join(id, { by: editor })
  expect((await other.send([4, [4], 5], 1)).status).toBe(200)
  expect((await writer.send(inserted(typed.length - 4, 0, 'x'), 2)).status).toBe(200)
  expect((await read(id)).content_markdown).toBe('xText mehr')
  const { items } = (await owner.call('GET', `/api/articles/${id}/revisions`)).body
  const texts = items.map(
    async (one: { id: string }) =>
      (await owner.call('GET', `/api/articles/${id}/revisions/${one.id}`)).body.content_markdown,
  )
  expect(await Promise.all(texts)).toEqual(['xText mehr', typed, 'Text'])
})

test('[TEAM-1] pages are written in steps, too', async () => {
  const { body: page } = await owner.call('POST', '/api/pages', { title: 'Seite', content_markdown: 'abc' })
  const writer = await join(page.id, { noun: 'pages' })
  expect((await writer.send(inserted(3, 3, '!'), 0)).status).toBe(200)
  expect((await owner.call('GET', `/api/pages/${page.id}`)).body.content_markdown).toBe('abc!')
  expect((await owner.call('POST', `/api/articles/${page.id}/steps/join`)).status).toBe(404)
})

test('a step that does not fit is refused, and nothing changes', async () => {
  const { id } = await create('a😀b')
  const writer = await join(id)
  const base = { editor: uuid(), n: 1 }
  for (const [changes, reason] of [
    [inserted(9, 1, 'x'), 'Das ist keine Änderung dieses Textes'],
    [[4, [0, 'a\nb']], 'Das ist keine Änderung dieses Textes'],
    [inserted(4, 2, 'x'), 'Die Änderung zerteilt ein Zeichen'],
    [[1, [1], 2], 'Die Änderung zerteilt ein Zeichen'],
  ]) {
    const { status, body } = await writer.post(changes, 0, base)
    expect([status, body.fields]).toEqual([400, [{ field: 'changes', reason }]])
  }
  expect((await writer.post([1, [0, '\ude00'], 3], 0, base)).status).toBe(400)
  expect((await writer.post(inserted(4, 4, 'x'.repeat(2_000_000)), 0, base)).body.code).toBe('payload_too_large')
  for (const more of [{ epoch: 'anders' }, { base: 7 }]) {
    const { status, body } = await writer.post(inserted(4, 4, 'x'), 0, { ...base, ...more })
    expect([status, body.code, body.current.content_markdown]).toEqual([409, 'steps_gone', 'a😀b'])
  }
  const gone = await owner.call('GET', `/api/articles/${id}/steps?epoch=anders&after=0`)
  expect([gone.status, gone.body.code]).toEqual([409, 'steps_gone'])
  await owner.call('DELETE', `/api/articles/${id}`)
  expect((await writer.post(inserted(4, 4, 'x'), 0, base)).status).toBe(404)
  expect((await owner.call('POST', `/api/articles/${id}/steps/join`)).status).toBe(404)
  expect(await stored(id)).toMatchObject({ content_markdown: 'a😀b', version: 2 })
})

test('[TEAM-16] a step under the editor of somebody else is refused: the next one of that editor would pass for sent', async () => {
  const { id } = await create('abc')
  const one = await join(id)
  expect((await one.send(inserted(3, 3, '!'), 0)).status).toBe(200)
  const stolen = { editor: one.me.editor, n: 2, epoch: one.epoch, base: 1, changes: inserted(4, 0, 'fremd') }
  const refused = await editor.call('POST', `/api/articles/${id}/steps`, stolen)
  expect([refused.status, refused.body.fields[0].field]).toEqual([400, 'editor'])
  expect((await one.send(inserted(4, 4, '?'), 1)).status).toBe(200)
  expect((await read(id)).content_markdown).toBe('abc!?')
})

describe('[TEAM-13] a whole text beside steps', () => {
  test('is taken when its version is current and nothing is unfolded, and becomes a step', async () => {
    const { id } = await create('eins\n\nzwei')
    const writer = await join(id)
    const saved = await owner.call('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: 'eins\n\ndrei' })
    expect([saved.status, saved.body.content_markdown, saved.body.version]).toEqual([200, 'eins\n\ndrei', 2])
    const { body } = await writer.send(inserted(10, 4, '!'), 0)
    expect(body).toMatchObject({ seq: 2, steps: [{ seq: 1, n: 0, author_id: owner.id }, { seq: 2 }] })
    expect((await read(id)).content_markdown).toBe('eins!\n\ndrei')
  })

  test('is refused with the text that is stored then, which is the base of the next save', async () => {
    const { id, typed } = await typedInto('Alt')
    const save = (version: number, content_markdown: string) =>
      owner.call('PATCH', `/api/articles/${id}`, { version, content_markdown })
    const { status, body } = await save(1, 'Neu')
    expect([status, body.code, body.current.content_markdown]).toEqual([409, 'version_conflict', typed])
    expect(await stored(id)).toMatchObject({ content_markdown: typed, version: body.current.version })
    expect((await save(body.current.version, `${typed}.`)).status).toBe(200)
    expect((await read(id)).content_markdown).toBe(`${typed}.`)
  })

  test('gets a turn after a refusal: every step waits for its next save, those of its own account, too', async () => {
    app.setClock(new Date())
    const { id, writer, typed } = await typedInto('Alt')
    const other = await join(id, { by: editor })
    const refused = await owner.call('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: 'Neu' })
    expect(refused.status).toBe(409)
    const waiting = [other, writer].map((one) => one.send(inserted(typed.length, 0, '>'), 1))
    const { version } = refused.body.current
    const saved = await owner.call('PATCH', `/api/articles/${id}`, { version, content_markdown: `${typed}.` })
    expect(saved.status).toBe(200)
    for (const step of await Promise.all(waiting)) expect([step.status, step.body.steps[0].n]).toEqual([200, 0])
    expect((await read(id)).content_markdown).toBe(`>>${typed}.`)
  })

  test('has one turn in five seconds, and no step waits longer for it', async () => {
    const { id, writer, typed } = await typedInto('Alt')
    const save = () => owner.call('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: 'Neu' })
    const turn = async () => {
      const head = app.db.selectFrom('text_heads').select('saver_until').where('text_id', '=', id)
      return (await head.executeTakeFirstOrThrow()).saver_until
    }
    expect((await save()).status).toBe(409)
    const first = await turn()
    expect((await writer.send(inserted(typed.length, 0, '#'), 1)).status).toBe(200)
    expect((await save()).status).toBe(409)
    expect([(await read(id)).content_markdown, await turn()]).toEqual([`#${typed}`, first])
    app.setClock(new Date(Date.now() + 5000))
    expect((await save()).status).toBe(409)
    expect((await turn())! > first!).toBe(true)
  })

  test('with other line ends begins a new epoch', async () => {
    const { id } = await create('a\r\nb')
    const writer = await join(id)
    expect(writer.line_ends).toBe('crlf')
    expect((await writer.send(inserted(3, 3, '\nc'), 0)).status).toBe(200)
    const { version, content_markdown } = await read(id)
    expect(content_markdown).toBe('a\r\nb\r\nc')
    await owner.call('PATCH', `/api/articles/${id}`, { version, content_markdown: 'a\nb' })
    expect((await writer.send(inserted(5, 0, 'x'), 1)).body.code).toBe('steps_gone')
    const again = await join(id)
    expect([again.line_ends, again.seq, again.epoch === writer.epoch]).toEqual(['lf', 0, false])
  })

  test('by a release that does not know of steps keeps both', async () => {
    const { id } = await typedInto('oben\n\nunten')
    await app.db
      .updateTable('articles')
      .set({ content_markdown: 'OBEN\n\nunten', version: 2 })
      .where('id', '=', id)
      .execute()
    expect(await read(id)).toMatchObject({ content_markdown: 'OBEN\n\nunten und mehr', version: 3 })
  })
})

describe('what an editor has missed is bounded', () => {
  /** A text in which `count` steps replace a word of it by as many characters as `size`. */
  async function replacedOften(count: number, size: number) {
    const { id } = await create('a')
    const writer = await join(id)
    for (let round = 0; round < count; round += 1)
      expect((await writer.send([[round === 0 ? 1 : size, 'x'.repeat(size)]], round)).status).toBe(200)
    return { id, writer }
  }
  const since = (id: string, epoch: string, after: number) =>
    owner.call('GET', `/api/articles/${id}/steps?epoch=${epoch}&after=${after}`)

  test('by characters: more than four million are not sent, but the text', async () => {
    const { id, writer } = await replacedOften(12, 500_000)
    const late = await join(id, { by: editor })
    const { status, body } = await late.send([[1, 'y']], 0)
    expect([status, body.code, body.current.content_markdown.length]).toEqual([409, 'steps_gone', 500_000])
    expect((await since(id, writer.epoch, 0)).body.code).toBe('steps_gone')
    expect((await since(id, writer.epoch, 5)).body.steps).toHaveLength(7)
    expect((await late.send([500_000, [0, 'y']], 12)).status).toBe(200)
  })

  test('and what nobody is sent any more is not kept', async () => {
    const { id, writer } = await replacedOften(12, 1_000_000)
    await read(id)
    await writer.send([1_000_000, [0, '!']], 12)
    await runIfDue(runtimeAt(new Date()), forgetSteps)
    const left = app.db.selectFrom('text_steps').select('seq').where('text_id', '=', id).orderBy('seq')
    expect((await left.execute()).map(({ seq }) => seq)).toEqual([6, 7, 8, 9, 10, 11, 12, 13])
    expect((await since(id, writer.epoch, 5)).body.steps).toHaveLength(8)
    expect((await since(id, writer.epoch, 4)).body.code).toBe('steps_gone')
  })

  test('by the work of mapping: a step of many sections is mapped over few others', async () => {
    const sections = 9001
    const { id } = await create('a'.repeat(sections))
    const writer = await join(id)
    for (let round = 0; round < 230; round += 1)
      expect((await writer.send([sections + round, [0, '!']], round)).status).toBe(200)
    const late = await join(id, { by: editor })
    const many = (rest: number) => [
      ...Array.from({ length: sections }, (_, at) => (at % 2 ? 1 : [1, 'b'])),
      ...(rest > 0 ? [rest] : []),
    ]
    expect((await late.send(many(0), 0)).body.code).toBe('steps_gone')
    expect((await late.send(many(100), 100)).status).toBe(200)
    expect((await read(id)).content_markdown).toBe(`${'ba'.repeat((sections - 1) / 2)}b${'!'.repeat(230)}`)
  })
})

test('[TEAM-13] a save of other fields is taken beside steps, one from before a change of them is not', async () => {
  const { id, typed } = await typedInto('Alt')
  const saved = await owner.call('PATCH', `/api/articles/${id}`, { version: 1, title: 'Titel' })
  expect([saved.status, saved.body.content_markdown, saved.body.version]).toEqual([200, typed, 3])
  const late = await editor.call('PATCH', `/api/articles/${id}`, { version: 1, excerpt: 'Auszug' })
  expect([late.status, late.body.current.title]).toEqual([409, 'Titel'])
})

describe('[TEAM-16] all characters acknowledged before are in', () => {
  test('a publication, its undo, and what is published again', async () => {
    const { id, typed, writer } = await typedInto('Text')
    const published = await owner.call('PATCH', `/api/articles/${id}`, { version: 1, status: 'published' })
    expect([published.status, published.body.content_markdown]).toEqual([200, typed])
    await writer.send(inserted(typed.length, typed.length, '!'), 1)
    expect(await stored(id)).toMatchObject({ content_markdown: typed, working: null })
    const undone = await owner.call('POST', `/api/articles/${id}/undo`, { version: published.body.version })
    expect([undone.status, undone.body.status, undone.body.content_markdown]).toEqual([200, 'draft', `${typed}!`])
  })

  test('the working text of a published article, not what its readers have', async () => {
    const { id, typed } = await typedInto('Text', { status: 'published' })
    await runIfDue(runtimeAt(new Date(Date.now() + 2100)), foldSteps)
    expect(await stored(id)).toMatchObject({ content_markdown: 'Text', working: typed, version: 2 })
    const { body } = await owner.call('PUT', `/api/articles/${id}/working-copy`, {
      ...(await read(id)).working_copy,
      content_markdown: null,
      version: 2,
      title: 'Neu',
    })
    expect([body.working_copy.title, body.working_copy.content_markdown]).toEqual(['Neu', typed])
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'a bulk status',
      (id) => owner.call('POST', '/api/articles/bulk', { ids: [id], action: { do: 'status', status: 'published' } }),
    ],
    ['tags', (id) => owner.call('PUT', `/api/articles/${id}/tags`, { tag_ids: [] })],
    ['the trash', (id) => owner.call('DELETE', `/api/articles/${id}`)],
    ['the list of versions', (id) => owner.call('GET', `/api/articles/${id}/revisions`)],
    [
      'a backup',
      async () => {
        await owner.call('POST', '/api/backups')
        await expect.poll(async () => (await owner.call('GET', '/api/backups')).body.running).toBe(false)
      },
    ],
    ['a refused whole text', (id) => owner.call('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: '' })],
    ['a refused Verwerfen', (id) => owner.call('DELETE', `/api/articles/${id}/working-copy?version=1`)],
  ])('%s', async (_what, verb) => {
    const { id, typed } = await typedInto('Text')
    await verb(id)
    const { content_markdown } = await stored(id)
    expect(content_markdown).toBe(_what === 'a refused Verwerfen' ? 'Text' : typed)
    expect((await owner.call('POST', `/api/articles/${id}/duplicate`)).status).toBe(_what === 'the trash' ? 404 : 201)
  })

  test('a copy, an export, a preview, and words replaced in it', async () => {
    const { id, typed, writer } = await typedInto('Einzigartig')
    const copy = await owner.call('POST', `/api/articles/${id}/duplicate`)
    expect(copy.body.content_markdown).toBe(typed)
    await writer.send(inserted(typed.length, typed.length, '.'), 1)
    const { body: link } = await owner.call('POST', `/api/articles/${id}/preview-links`, { days: 1 })
    expect(await (await fetch(`${app.url}${new URL(link.url).pathname}`)).text()).toContain(`${typed}.`)
    await writer.send(inserted(typed.length + 1, typed.length + 1, '.'), 2)
    const zip = await fetch(`${app.url}/api/export.zip`, { headers: { authorization: `Bearer ${owner.accessToken}` } })
    const files = Object.values(unzipSync(new Uint8Array(await zip.arrayBuffer())))
    expect(files.some((bytes) => new TextDecoder().decode(bytes).includes(`${typed}..`))).toBe(true)
    const { version } = await read(id)
    await writer.send(inserted(typed.length + 2, typed.length + 2, '.'), 3)
    const wanted = { find: 'Einzigartig', replacement: 'Selten', match_case: true, whole_words: true }
    const order = await owner.call('POST', '/api/replacements', {
      ...wanted,
      live: false,
      articles: [{ id, version, places: [0] }],
    })
    const worked = await owner.call('POST', `/api/replacements/${order.body.id}/work`)
    expect(worked.status).toBe(200)
    // It was changed since the preview, so it stays and is reported.
    expect(await stored(id)).toMatchObject({ content_markdown: `${typed}...` })
  })

  test('a scheduled publication', async () => {
    const { id, typed } = await typedInto('Text', { status: 'scheduled', published_at: '2030-01-01T08:00:00Z' })
    await runIfDue(runtimeAt(new Date('2030-01-01T08:00:01Z')), turnDueArticles)
    expect(await stored(id)).toMatchObject({ content_markdown: typed, status: 'published' })
  })
})

test('[TEAM-16] [RUL-74] steps are folded five seconds after the first and two after the last, as one version', async () => {
  await foldAll(app.db)
  const begun = Date.now()
  const after = (ms: number) => new Date(begun + ms)
  app.setClock(after(0))
  const { id, typed, writer } = await typedInto('Text')
  const fold = (ms: number) => runIfDue(runtimeAt(after(ms)), foldSteps)
  expect(await fold(1900)).toBe(false)
  app.setClock(after(4000))
  await writer.send(inserted(typed.length, typed.length, '!'), 1)
  expect(await fold(4900)).toBe(false)
  expect(await fold(5100)).toBe(true)
  expect(await stored(id)).toMatchObject({ content_markdown: `${typed}!`, version: 2 })
  const { items } = (await owner.call('GET', `/api/articles/${id}/revisions`)).body
  expect(items.map(({ kind, author }: { kind: string; author: { id: string } }) => [kind, author.id])).toEqual([
    ['autosave', owner.id],
    ['saved', owner.id],
  ])
  // A day later nobody comes back to the log.
  await runIfDue(runtimeAt(after(86_410_000)), forgetSteps)
  expect((await writer.send(inserted(typed.length + 1, 0, 'x'), 2)).body.code).toBe('steps_gone')
})

test('[TEAM-16] of a long log the newest steps stay, and all that are not folded yet', async () => {
  const { id, writer, typed } = await typedInto('Text')
  for (let seq = 1; seq <= 3; seq += 1) await writer.send(inserted(typed.length + seq - 1, 0, 'x'), seq)
  const forget = () => forgetStepsBefore(app.db, { before: '2000-01-01T00:00:00.000Z', most: 2 })
  const since = async (after: number) =>
    (await owner.call('GET', `/api/articles/${id}/steps?epoch=${writer.epoch}&after=${after}`)).body
  await forget()
  expect((await since(0)).steps).toHaveLength(4)
  expect((await read(id)).content_markdown).toBe(`xxx${typed}`)
  await forget()
  expect((await since(2)).steps).toHaveLength(2)
  expect((await since(1)).code).toBe('steps_gone')
  expect((await writer.send(inserted(typed.length, 0, 'x'), 1)).body.code).toBe('steps_gone')
})

test('[TEAM-1] a text of 1 MB opens without its steps being read', async () => {
  const { id, writer, typed } = await typedInto('Ein Satz. '.repeat(100_000))
  expect((await read(id)).content_markdown).toBe(typed)
  await app.db.updateTable('text_steps').set({ changes: 'unlesbar' }).where('text_id', '=', id).execute()
  const as = { authorization: `Bearer ${owner.accessToken}` }
  const { status, body } = await beside.call('POST', `/api/articles/${id}/steps/join`, undefined, as)
  expect([status, body.epoch, body.seq, body.content_markdown]).toEqual([200, writer.epoch, 1, typed])
})

test('[TEAM-16] what is deleted for good leaves no steps', async () => {
  const { id } = await typedInto('Geheim')
  await owner.call('DELETE', `/api/articles/${id}`)
  expect((await owner.call('DELETE', `/api/trash/articles/${id}`)).status).toBe(204)
  const left = app.db.selectFrom('text_steps').select('seq').where('text_id', '=', id)
  expect(await left.execute()).toEqual([])
})

describe('[TEAM-2] [RUL-75] the stream of one text', () => {
  const open: LiveStream[] = []
  afterEach(async () => void (await Promise.all(open.splice(0).map((stream) => stream.close()))))
  const follow = async (id: string, { at = beside, by = owner } = {}) => {
    const stream = await openLive(at.url, by.accessToken, `?text=articles:${id}`)
    open.push(stream)
    return stream
  }
  /** The next event of a kind. */
  const next = async (stream: LiveStream, kind: string): Promise<any> => {
    for (;;) {
      const event = await stream.next()
      if (event === null) return null
      if (event.event === kind) return event.data
    }
  }

  test('carries steps, cursors and heads on every instance, and a plain stream nothing of it', async () => {
    const { id } = await create('abc')
    const writer = await join(id)
    const [stream, plain] = [await follow(id), await openLive(app.url, owner.accessToken)]
    open.push(plain)
    expect(await next(stream, 'head')).toEqual({
      epoch: writer.epoch,
      seq: 0,
      version: 1,
      since: 1,
      hash: hashOfText('abc'),
    })
    await writer.send(inserted(3, 3, '!'), 0)
    expect(await next(stream, 'step')).toMatchObject({ epoch: writer.epoch, seq: 1, n: 1, changes: [3, [0, '!']] })
    const cursor = { editor: writer.me.editor, epoch: writer.epoch, seq: 1, anchor: 1, head: 2 }
    expect((await owner.call('POST', `/api/articles/${id}/steps/cursor`, cursor)).status).toBe(204)
    expect(await next(stream, 'cursor')).toEqual({ ...cursor, user_id: owner.id })
    await read(id)
    expect(await next(stream, 'head')).toMatchObject({ seq: 1, version: 2, since: 1, hash: hashOfText('abc!') })
    // A long step is only announced, so that no stream is cut for it.
    await writer.send(inserted(4, 4, 'x'.repeat(10_000)), 1)
    expect(await next(stream, 'step')).toEqual({ epoch: writer.epoch, seq: 2 })
    await owner.call('POST', '/api/links', { title: 'Zeichen', url: 'https://a.example' })
    expect(await plain.next()).toMatchObject({ data: { noun: 'articles', id } })
    expect(await plain.next()).toMatchObject({ data: { noun: 'links' } })
  })

  test('is there for those who may edit the text, while it is there', async () => {
    const { id } = await create('abc')
    const bearer = { authorization: `Bearer ${owner.accessToken}` }
    for (const name of [uuid(), 'articles:x', `links:${id}`, `articles:${uuid()}`])
      expect((await app.call('GET', `/api/live?text=${name}`, undefined, bearer)).status, name).toBe(404)
    const waiting = await app.register()
    expect((await waiting.call('GET', `/api/live?text=articles:${id}`)).status).toBe(403)
    const stream = await follow(id, { at: app })
    await owner.call('DELETE', `/api/articles/${id}`)
    await stream.closed()
  })
})

test('[TEAM-1] many editors at once beside publishing and saving: every acknowledged character is there once', async () => {
  const { id } = await create('Anfang.\n\nEnde.')
  const calls = [owner, editor].flatMap((account) =>
    [app, beside].map(
      (instance): TestAccount['call'] =>
        (method, path, body) =>
          instance.call(method, path, body, { authorization: `Bearer ${account.accessToken}` }),
    ),
  )
  const acknowledged: string[] = []
  /** Types marks over what it knows; the server maps them. */
  const write = async (index: number) => {
    const call = calls[index % calls.length]!
    const { body: joined } = await call('POST', `/api/articles/${id}/steps/join`)
    let doc = docOf(joined.content_markdown, joined.line_ends)
    let base = joined.seq
    const me = uuid()
    for (let n = 1; n <= 15; n += 1) {
      const mark = `<${index}.${n}>`
      const changes = ChangeSet.of({ from: (index * 7 + n * 3) % (doc.length + 1), insert: mark }, doc.length)
      const sent = { editor: me, n, epoch: joined.epoch, base, changes: changes.toJSON() }
      // Every third one is sent twice at once.
      const [answer] = await Promise.all(
        Array.from({ length: n % 3 === 0 ? 2 : 1 }, () => call('POST', `/api/articles/${id}/steps`, sent)),
      )
      expect(answer!.status, JSON.stringify(answer!.body)).toBe(200)
      const steps = answer!.body.steps as TextStep[]
      const others = steps.filter((step) => step.editor !== me).map((step) => ChangeSet.fromJSON(step.changes))
      const own = steps.find((step) => step.editor === me)!
      const before = others.slice(0, steps.indexOf(own))
      expect(mapOver(changes, before).toJSON()).toEqual(own.changes)
      doc = steps.reduce((text, step) => ChangeSet.fromJSON(step.changes).apply(text), doc)
      base = answer!.body.seq
      acknowledged.push(mark)
    }
  }
  const disturb = async () => {
    for (let round = 0; round < 12; round += 1) {
      const { version, content_markdown, working_copy } = await read(id)
      const written = working_copy?.content_markdown ?? content_markdown
      const saves = [
        { status: round % 2 ? 'draft' : 'published' },
        { content_markdown: `${written}\n\n[${round}]` },
        { title: `Titel ${round}` },
      ]
      const { status } = await calls[round % calls.length]!('PATCH', `/api/articles/${id}`, {
        version,
        ...saves[round % 3],
      })
      expect([200, 409]).toContain(status)
      if (status === 200 && round % 3 === 1) acknowledged.push(`[${round}]`)
    }
  }
  await Promise.all([...Array.from({ length: 6 }, (_, index) => write(index)), disturb()])
  const { content_markdown, working_copy } = await read(id)
  const text: string = working_copy?.content_markdown ?? content_markdown
  const found = (sign: string) => text.split(sign).length - 1
  // A mark may be split by another one typed into it, so its ends are counted.
  expect(acknowledged).toHaveLength(6 * 15 + acknowledged.filter((mark) => mark.startsWith('[')).length)
  const count = (sign: string) => acknowledged.filter((mark) => mark.includes(sign)).length
  expect([found('<'), found('>')]).toEqual([count('<'), count('>')])
  const log = await app.db
    .selectFrom('text_heads')
    .select('content')
    .where('text_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(log.content).toBe(text)
})
