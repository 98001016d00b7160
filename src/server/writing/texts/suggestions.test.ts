import { ChangeSet, Text } from '@codemirror/state'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openLive } from '../../../../tests/support/live-stream.ts'
import {
  accountWithRole,
  DIALECT,
  startTestApp,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import type { Role } from '../../../rules/roles.ts'
import type { Suggestion, Suggestions } from '../../../contract/articles/suggestions.ts'
import type { TextStep } from '../../../contract/articles/steps.ts'
import { MOST_SUGGESTIONS } from '../../../rules/limits.ts'
import type { Part } from '../../../rules/suggestions.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ARTICLE_TABLES } from '../articles/article-tables.ts'
import { thinDecided } from './suggestions.queries.ts'
import { forgetSuggestions } from './suggestions.service.ts'

let app: TestApp
let beside: TestApp
let owner: TestAccount
let editor: TestAccount
let contributor: TestAccount
let guest: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  owner = await app.register()
  const named = async (name: string, role: Role = 'editor') => {
    const account = await accountWithRole(app, owner, role)
    await account.call('PATCH', '/api/account', { display_name: name })
    return account
  }
  await owner.call('PATCH', '/api/account', { display_name: 'Ruth Adler' })
  editor = await named('Mira Öztürk')
  contributor = await named('Tarek Benali', 'contributor')
  guest = await named('Jonas Weidenhöfer', 'guest')
})
afterAll(async () => {
  if (beside !== app) await beside.stop()
  await app.stop()
})
afterEach(() => app.setClock())

const TEXT = 'Parameter in sechs Gigabyte, und die Bandbreite eines Notebooks genügt.\n\nDrei Dinge sprechen dafür.'
const create = async (content_markdown = TEXT, more = {}, noun = 'articles') => {
  const { body } = await owner.call('POST', `/api/${noun}`, { title: 'Zu zweit', content_markdown, ...more })
  if (noun === 'articles') await owner.call('PUT', `/api/articles/${body.id}/guests/${guest.id}`)
  return body
}
const read = async (id: string, noun = 'articles') => {
  const { body } = await owner.call('GET', `/api/${noun}/${id}`)
  return { ...body, text: (body.working_copy ?? body).content_markdown as string }
}
const path = (id: string, more = '', noun = 'articles') => `/api/${noun}/${id}/suggestions${more}`
const list = async (id: string, noun = 'articles'): Promise<Suggestions> =>
  (await owner.call('GET', path(id, '', noun))).body
/** The part that replaces the first place of some words. */
const part = (words: string, insert: string, text = TEXT): Part => {
  const from = text.indexOf(words)
  return [from, from + words.length, insert]
}
type At = { version?: number; log?: { epoch: string; seq: number } }
async function suggest(
  id: string,
  parts: Part[],
  { by = editor, n = 1, suggestion = uuid() as string, noun = 'articles', at = {} as At } = {},
) {
  const place = Object.keys(at).length > 0 ? at : { version: (await read(id, noun)).version as number }
  const sent = await by.call('POST', path(id, '', noun), { ...place, items: [{ id: suggestion, n, parts }] })
  return { ...sent, id: suggestion }
}
const decide = (
  id: string,
  decision: string,
  items: readonly { id: string; n: number }[],
  { by = owner, noun = 'articles' } = {},
) => by.call('POST', path(id, '/decisions', noun), { decision, items: items.map((one) => ({ id: one.id, n: one.n })) })
const reopen = (id: string, ids: string[], { by = owner } = {}) => by.call('POST', path(id, '/reopen'), { ids })

test('[TEAM-6] a suggestion is written, changed, taken back and stands in no text until it is accepted', async () => {
  const { id } = await create()
  const first = await suggest(id, [part('sechs', 'fünf bis sechs')])
  expect(first.status).toBe(200)
  expect(first.body.items).toMatchObject([
    { author: { name: 'Mira Öztürk' }, n: 1, removed: 'sechs', inserted: 'fünf bis sechs', gone: false },
  ])
  const changed = await suggest(id, [part('sechs', 'acht')], { suggestion: first.id, n: 2 })
  expect(changed.body.items).toMatchObject([{ n: 2, inserted: 'acht' }])
  // A delayed request of before changes nothing.
  expect((await suggest(id, [part('sechs', 'fünf')], { suggestion: first.id, n: 1 })).body.items).toMatchObject([
    { n: 2, inserted: 'acht' },
  ])
  const others = await suggest(id, [part('sechs', 'x')], { suggestion: first.id, n: 3, by: owner })
  expect(others.body).toMatchObject({ code: 'validation_failed', fields: [{ field: 'items' }] })
  await owner.call('PATCH', `/api/articles/${id}`, { version: 1, status: 'published' })
  const { slug, text } = await read(id)
  expect(text).toBe(TEXT)
  const link = (await owner.call('POST', `/api/articles/${id}/preview-links`, {})).body
  const paths = [`/article/${slug}`, `/api/articles/by-slug/${slug}`, '/feed.xml', new URL(link.url).pathname]
  for (const one of paths) {
    const { status, body } = await app.call('GET', one)
    expect([one, status]).toEqual([one, 200])
    expect(JSON.stringify(body), one).not.toContain('acht')
  }
  expect((await suggest(id, [], { suggestion: first.id, n: 3 })).body.items).toEqual([])
  expect((await reopen(id, [first.id])).body.message).toBe('Dieser Vorschlag ist zurückgezogen.')
  // Undo of its author writes it once more.
  expect((await suggest(id, [part('sechs', 'acht')], { suggestion: first.id, n: 4 })).body.items).toHaveLength(1)
  expect((await editor.call<string>('GET', '/api/account/export')).body).toMatchObject(expect.anything())
  await owner.call('DELETE', `/api/articles/${id}`)
  expect((await owner.call('GET', path(id))).status).toBe(404)
  await owner.call('DELETE', `/api/trash/articles/${id}`)
  expect(await app.db.selectFrom('suggestions').select('id').where('article_id', '=', id).execute()).toEqual([])
})

test('[TEAM-6] [TEAM-4] accepted it is a step of the other that names its author, byte for byte, and versions name both', async () => {
  const windows = TEXT.replaceAll('\n', '\r\n')
  for (const noun of ['articles', 'pages']) {
    const { id } = await create(windows, {}, noun)
    const counted = windows.replaceAll('\r\n', '\n')
    await suggest(id, [part('Notebooks genügt.\n\nDrei', 'Laptops\nreicht. 👩‍🚀\n\nVier', counted)], { noun })
    await suggest(id, [part('sechs', '', counted)], { noun, by: noun === 'pages' ? editor : guest })
    const { items } = await list(id, noun)
    const accepted = await decide(id, 'accept', items, { noun })
    expect([accepted.status, accepted.body.items, accepted.body.left]).toEqual([200, [], []])
    const wanted = counted.replace('sechs', '').replace('Notebooks genügt.\n\nDrei', 'Laptops\nreicht. 👩‍🚀\n\nVier')
    expect((await read(id, noun)).text).toBe(wanted.replaceAll('\n', '\r\n'))
    const [newest] = (await owner.call('GET', `/api/${noun}/${id}/revisions`)).body.items
    expect(newest.author.name).toBe('Ruth Adler')
    const names = newest.authors.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['Ruth Adler', 'Mira Öztürk']))
    // Sent again, since the response was lost.
    expect((await decide(id, 'accept', items, { noun })).status).toBe(200)
    expect((await read(id, noun)).text).toBe(wanted.replaceAll('\n', '\r\n'))
    const steps = app.db.selectFrom('text_steps').select(['author_id', 'suggested_by']).where('text_id', '=', id)
    const both = await steps.orderBy('seq').execute()
    expect(both.map(({ author_id }) => author_id)).toEqual([owner.id, owner.id])
    expect(both[1]?.suggested_by).toBe(editor.id)
  }
})

test('[TEAM-6] refused it leaves the text as it is; decisions are taken back, also all at once', async () => {
  const { id } = await create()
  await suggest(id, [part('sechs', 'acht')])
  await suggest(id, [part('eines Notebooks ', '')])
  await suggest(id, [[TEXT.length, TEXT.length, ' Und mehr.']], { by: guest })
  const { items } = await list(id)
  const ids = items.map((one) => one.id)
  await decide(id, 'refuse', items.slice(0, 1))
  expect(await read(id)).toMatchObject({ text: TEXT, version: 1 })
  await reopen(id, ids.slice(0, 1))
  await decide(id, 'accept', items)
  const all = `${TEXT.replace('sechs', 'acht').replace('eines Notebooks ', '')} Und mehr.`
  expect((await read(id)).text).toBe(all)
  const back = await reopen(id, ids)
  expect((await read(id)).text).toBe(TEXT)
  expect(back.body.items.map(({ parts }: Suggestion) => parts)).toEqual(items.map(({ parts }) => parts))
  await decide(id, 'accept', items)
  // What others wrote meanwhile stays when it is taken back.
  const now = await read(id)
  await owner.call('PATCH', `/api/articles/${id}`, { version: now.version, content_markdown: `Neu. ${all}` })
  await reopen(id, ids)
  expect((await read(id)).text).toBe(`Neu. ${TEXT}`)
  await decide(id, 'refuse', items)
  await forgetSuggestions({ db: app.db, clock: () => new Date(Date.now() + 90_000_000) })
  expect((await reopen(id, ids)).status).toBe(404)
})

test('[TEAM-6] follows steps and saves of whole texts, or says that its place is gone', async () => {
  const { id } = await create()
  const { body: log } = await owner.call('POST', `/api/articles/${id}/steps/join`)
  let base = 0
  const me = { editor: uuid(), n: 0, epoch: log.epoch }
  const type = async (from: number, to: number, insert: string, length: number) => {
    me.n += 1
    const changes = ChangeSet.of({ from, to, insert: Text.of(insert.split('\n')) }, length).toJSON()
    expect((await owner.call('POST', `/api/articles/${id}/steps`, { ...me, base, changes })).status).toBe(200)
    base += 1
  }
  await type(0, 0, 'Neu. ', TEXT.length)
  // Its author has not seen the step yet.
  const seen = { at: { log: { epoch: log.epoch, seq: 0 } } }
  const [six, note] = [
    await suggest(id, [part('sechs', 'acht')], seen),
    await suggest(id, [part('Notebooks', 'Laptops')], seen),
  ]
  expect(six.body.items[0].parts).toEqual([[18, 23, 'acht']])
  // Between the characters that it removes, and a part of them.
  await type(20, 20, '!', TEXT.length + 5)
  await type(21, 23, '', TEXT.length + 6)
  const { items } = await list(id)
  expect(items.map(({ parts, gone }) => [parts, gone])).toMatchObject([
    [
      [
        [18, 20, ''],
        [21, 22, 'acht'],
      ],
      false,
    ],
    [[[58, 67, 'Laptops']], false],
  ])
  await decide(id, 'accept', items.slice(0, 1))
  const text = `Neu. ${TEXT.replace('sechs', '!acht')}`
  const { version } = await read(id)
  expect((await read(id)).text).toBe(text)
  await owner.call('PATCH', `/api/articles/${id}`, {
    version,
    content_markdown: `Davor.\n\n${text.replace('Drei', 'Vier')}`,
  })
  expect((await list(id)).items[0]).toMatchObject({ id: note.id, gone: false })
  const next = await read(id)
  await owner.call('PATCH', `/api/articles/${id}`, { version: next.version, content_markdown: 'Ganz anders.' })
  const [left] = (await list(id)).items
  expect(left).toMatchObject({ gone: true, removed: 'Notebooks', inserted: 'Laptops' })
  expect(await decide(id, 'accept', [left!])).toMatchObject({
    status: 409,
    body: { code: 'suggestion_state', message: 'Die Stelle gibt es im Text nicht mehr.' },
  })
  expect((await decide(id, 'refuse', [left!])).status).toBe(200)
  const unknown = await suggest(id, [[0, 1, '']], { at: { log: { epoch: log.epoch, seq: 99 } } })
  expect([unknown.status, unknown.body.code]).toEqual([409, 'version_conflict'])
})

test('[TEAM-6] words suggested at a place that was deleted meanwhile are kept', async () => {
  const { id } = await create()
  const { body: log } = await owner.call('POST', `/api/articles/${id}/steps/join`)
  const at = { log: { epoch: log.epoch, seq: 0 } }
  const earlier = await suggest(id, [[12, 12, 'früher ']], { at })
  const changes = ChangeSet.of({ from: 5, to: 40 }, TEXT.length).toJSON()
  await owner.call('POST', `/api/articles/${id}/steps`, { editor: uuid(), n: 1, epoch: log.epoch, base: 0, changes })
  const later = await suggest(id, [[20, 20, 'mitten ']], { at })
  const again = await suggest(id, [[12, 12, 'noch früher ']], { at, n: 2, suggestion: earlier.id })
  const instead = await suggest(id, [[13, 18, 'acht']], { at })
  expect([later.status, again.status, instead.status]).toEqual([200, 200, 200])
  expect((await list(id)).items.map(({ id: one, gone, inserted }) => [one, gone, inserted])).toEqual(
    expect.arrayContaining([
      [later.id, true, 'mitten '],
      [instead.id, true, 'acht'],
      [earlier.id, true, 'noch früher '],
    ]),
  )
})

test('[TEAM-6] of many decisions at once one counts, and the others say which', async () => {
  const { id } = await create()
  await suggest(id, [part('sechs', 'acht')])
  await suggest(id, [part('Drei', 'Vier')])
  const { items } = await list(id)
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      decide(id, turn % 2 ? 'refuse' : 'accept', items, { by: turn < 4 ? owner : editor }),
    ),
  )
  const said = all.filter(({ status }) => status !== 200)
  expect(new Set(said.map(({ body }) => body.code))).toEqual(new Set(['suggestion_state']))
  expect(said[0]?.body.message).toMatch(
    /^(Ruth Adler|Mira Öztürk) hat diesen Vorschlag schon (angenommen|abgelehnt)\.$/,
  )
  const accepted = TEXT.replace('sechs', 'acht').replace('Drei', 'Vier')
  expect([TEXT, accepted]).toContain((await read(id)).text)
  // Writers and deciders at once: each suggestion is in the text once.
  const again = await create('x'.repeat(12))
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => suggest(again.id, [[at, at + 1, `${at};`]], { at: { version: 1 } })),
  )
  const open = (await list(again.id)).items
  expect(open).toHaveLength(12)
  const one = await Promise.all(
    open.map((item, at) => decide(again.id, 'accept', [item], { by: at % 2 ? owner : editor })),
  )
  expect(new Set(one.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await read(again.id)).text).toBe('0;1;2;3;4;5;6;7;8;9;10;11;')
  // What went with another one stays open, also when the request is sent again since its response was lost.
  const whole = await create()
  await suggest(whole.id, [part('sechs Gigabyte', '')])
  const between = await suggest(whole.id, [[TEXT.indexOf('Gigabyte'), TEXT.indexOf('Gigabyte'), 'knappen ']])
  const both = (await list(whole.id)).items
  for (const _ of [1, 2])
    expect(await decide(whole.id, 'accept', both)).toMatchObject({ status: 200, body: { left: [between.id] } })
  // Its author changes it while it is seen.
  const [late] = (await suggest(again.id, [[0, 1, '9']])).body.items
  await suggest(again.id, [[0, 1, '8']], { suggestion: late.id, n: 2 })
  expect((await decide(again.id, 'accept', [late])).body.message).toMatch(
    /^Mira Öztürk hat diesen Vorschlag eben geändert/,
  )
})

test('[TEAM-6] [TEAM-8] every role suggests; only those who may write the text decide', async () => {
  const { id } = await create()
  for (const by of [contributor, guest]) {
    const { body } = await suggest(id, [part('sechs', 'acht')], { by })
    expect(await decide(id, 'accept', body.items, { by })).toMatchObject({
      status: 403,
      body: { code: 'role_forbidden' },
    })
    expect((await decide(id, 'refuse', body.items, { by })).status).toBe(403)
  }
  const own = (await contributor.call('POST', '/api/articles', { title: 'Eigener', content_markdown: TEXT })).body
  const { body } = await suggest(own.id, [part('sechs', 'acht')])
  const accepted = await decide(own.id, 'accept', body.items, { by: contributor })
  expect(accepted.status).toBe(200)
  expect((await read(own.id)).text).toBe(TEXT.replace('sechs', 'acht'))
  await owner.call('PATCH', `/api/articles/${own.id}`, { version: (await read(own.id)).version, status: 'published' })
  const live = await suggest(own.id, [part('Drei', 'Vier')], { at: { version: (await read(own.id)).version } })
  expect((await decide(own.id, 'accept', live.body.items, { by: editor })).status).toBe(200)
  // Readers have the live text until it is published.
  expect((await owner.call('GET', `/api/articles/${own.id}`)).body.content_markdown).not.toContain('Vier')
})

test('[TEAM-6] [TEAM-10] the author hears of the decision, the streams of all', async () => {
  const { id } = await create(TEXT, { title: 'Gehört' })
  const live = await openLive(beside.url, owner.accessToken)
  await suggest(id, [part('sechs', 'acht')])
  await suggest(id, [part('Drei', 'Vier')])
  let heard = await live.next()
  while ((heard?.data as { noun?: string } | undefined)?.noun !== 'suggestions') heard = await live.next()
  expect(heard?.data).toMatchObject({ id })
  await live.close()
  await decide(id, 'accept', (await list(id)).items)
  const [notice] = (await editor.call('GET', '/api/notices?group=me')).body.items.filter(
    ({ things }: { things: { id: string }[] }) => things[0]?.id === id,
  )
  expect(notice).toMatchObject({
    kind: 'suggestion_decided',
    actor: { name: 'Ruth Adler' },
    reason: '2 Vorschläge angenommen',
  })
})

test('[TEAM-6] [TEAM-15] number, size and places are limited, and no character is torn', async () => {
  const { id } = await create('a👩b')
  const fault = async (parts: unknown) => {
    const { status, body } = await suggest(id, parts as Part[])
    return [status, body.fields?.[0].field.split('.')[0]]
  }
  expect(await fault([[1, 2, '']])).toEqual([400, 'items'])
  expect(await fault([[2, 2, 'x']])).toEqual([400, 'items'])
  expect(await fault([[0, 0, '\ud83d']])).toEqual([400, 'items'])
  expect(await fault([[0, 99, '']])).toEqual([400, 'items'])
  expect(await fault([[2, 1, '']])).toEqual([400, 'items'])
  expect(await fault([[0, 0, 'x'.repeat(20_001)]])).toEqual([400, 'items'])
  const many = (count: number) =>
    Array.from({ length: count }, (): { id: string; n: number; parts: Part[] } => ({
      id: uuid(),
      n: 1,
      parts: [[0, 0, 'x']],
    }))
  expect((await owner.call('POST', path(id), { version: 1, items: many(MOST_SUGGESTIONS) })).status).toBe(200)
  expect((await owner.call('POST', path(id), { version: 1, items: many(1) })).body).toMatchObject({
    code: 'payload_too_large',
  })
  expect((await list(id)).items).toHaveLength(MOST_SUGGESTIONS)
  expect((await read(id)).text).toBe('a👩b')
})

test('[TEAM-6] of decided suggestions the last ones stay, also where one decision was about more than that', async () => {
  const { id } = await create('Ein Satz.')
  const sent = await owner.call('POST', path(id), {
    version: 1,
    items: Array.from({ length: 5 }, () => ({ id: uuid(), n: 1, parts: [[0, 0, 'x']] })),
  })
  expect(sent.status).toBe(200)
  const { items } = await list(id)
  expect((await decide(id, 'refuse', items)).status).toBe(200)
  const decided = async () =>
    (await app.db.selectFrom('suggestions').select('id').where('article_id', '=', id).orderBy('id').execute()).map(
      (row) => row.id,
    )
  const all = await decided()
  expect(all).toHaveLength(5)
  await inTransaction(app.db, (tx) => thinDecided(tx, ARTICLE_TABLES, id, 2))
  expect(await decided()).toEqual(all.slice(-2))
  await inTransaction(app.db, (tx) => thinDecided(tx, ARTICLE_TABLES, id, 2))
  expect(await decided()).toEqual(all.slice(-2))
})

/** Mulberry32. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

test.each([1, 2, 3])(
  '[TEAM-6] writers, suggesters and deciders at random: every text is that of a model (%i)',
  async (seed) => {
    const at = random(seed)
    // Every character of the text is another one, so that each is known again.
    let unit = 0x4e00
    const fresh = (count: number) => String.fromCharCode(...Array.from({ length: count }, () => (unit += 1)))
    let text = fresh(60)
    const { id } = await create(text)
    const { body: log } = await owner.call('POST', `/api/articles/${id}/steps/join`)
    let seq = 0
    const writers = [owner, editor, owner].map((by) => ({ by, editor: uuid() as string, n: 0 }))
    /** What each open suggestion removes, and the character that its insertion follows. */
    const known = new Map<string, { removes: string; behind: string; inserts: string }>()
    const back: { id: string; was: string }[] = []
    const applied = (parts: readonly Part[]) =>
      parts.toReversed().reduce((all, [from, to, insert]) => all.slice(0, from) + insert + all.slice(to), text)
    for (let turn = 0; turn < 45; turn += 1) {
      const from = at(text.length + 1)
      const to = Math.min(text.length, from + at(8))
      const deed = at(10)
      if (deed < 4) {
        const writer = writers[at(3)]!
        writer.n += 1
        const insert = deed < 2 ? fresh(1 + at(3)) : ''
        const end = deed < 2 ? from : to
        const changes = ChangeSet.of({ from, to: end, insert }, text.length).toJSON()
        const step = { editor: writer.editor, n: writer.n, epoch: log.epoch, base: seq, changes }
        const { status, body } = await writer.by.call('POST', `/api/articles/${id}/steps`, step)
        expect(status).toBe(200)
        seq = (body.steps as TextStep[]).at(-1)!.seq
        text = text.slice(0, from) + insert + text.slice(end)
        continue
      }
      if (deed < 7) {
        const inserts = at(3) === 0 && to > from ? '' : fresh(2)
        const sent = await suggest(id, [[from, to, inserts]], {
          by: at(2) ? editor : guest,
          at: { log: { epoch: log.epoch, seq } },
        })
        expect(sent.status).toBe(200)
        known.set(sent.id, {
          removes: text.slice(from, to),
          behind: text[Math.max(from, to) - 1] ?? '',
          inserts,
        })
        if (from === to && inserts === '') known.delete(sent.id)
        continue
      }
      const { items, log: now } = await list(id)
      seq = now!.seq
      for (const { id: one, parts, gone } of items) {
        const model = known.get(one)!
        const left = [...model.removes].filter((character) => text.includes(character))
        expect(parts.map(([begin, end]) => text.slice(begin, end)).join('')).toBe(left.join(''))
        if (gone) continue
        expect(parts.map(([, , insert]) => insert).join('')).toBe(model.inserts)
        const place = parts.find(([, , insert]) => insert !== '')
        if (place && text.includes(model.behind)) expect(text[place[1] - 1] ?? '').toBe(model.behind)
      }
      const open = items.filter(({ gone }) => !gone)
      const undone = deed === 9 && at(2) ? back.pop() : undefined
      const one = open[at(open.length || 1)]
      if (undone) {
        if (text !== undone.was) continue
        expect((await reopen(id, [undone.id])).status).toBe(200)
      } else if (one) {
        const refuses = deed === 8
        const was = applied(one.parts)
        expect((await decide(id, refuses ? 'refuse' : 'accept', [one], { by: at(2) ? owner : editor })).status).toBe(
          200,
        )
        if (!refuses) text = was
        known.delete(one.id)
      }
      seq = (await list(id)).log!.seq
      expect((await read(id)).text).toBe(text)
    }
    const rest = (await list(id)).items.filter(({ gone }) => !gone)
    if (rest.length > 0) {
      const { body } = await decide(id, 'accept', rest)
      const steps = (await owner.call('GET', `/api/articles/${id}/steps?epoch=${log.epoch}&after=${seq}`)).body
        .steps as TextStep[]
      const doc = steps.reduce((all, { changes }) => ChangeSet.fromJSON(changes).apply(all), Text.of([text]))
      expect((await read(id)).text).toBe(doc.toString())
      expect(steps.length + body.left.length).toBe(rest.length)
    }
  },
)
