import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { fromStored, toStored } from '../../src/admin/writing/local/local-copies.ts'
import { EMPTY_TEXT, textOf } from '../../src/admin/writing/text/article-text.ts'
import type { Article } from '../../src/contract/articles.ts'
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts'
import { openWriter, type Writer } from './writer.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const stored = async (id: string): Promise<Article> => (await owner.call('GET', `/api/articles/${id}`)).body
const create = async (input: Record<string, unknown>): Promise<Article> =>
  (await owner.call('POST', '/api/articles', { title: 'Ein Artikel', ...input })).body
const open = (article: Article | null, found?: ReturnType<Writer['copy']>) => openWriter(app, owner, { article, found })

/** Another editor saves. */
const save = async ({ id }: Article, changes: Record<string, unknown>): Promise<Article> =>
  (await owner.call('PATCH', `/api/articles/${id}`, { version: (await stored(id)).version, ...changes })).body

test('[RUL-14] hours without a network leave one unconfirmed save, which is sent again under its number before the newest text', async () => {
  const article = await create({ content_markdown: 'Anfang' })
  const person = open(article)
  person.network.state = 'down'
  for (let count = 1; count <= 20; count++) {
    person.write(`Anfang, ${count} Stunden im Tunnel`)
    await person.sync.flush()
  }
  const { origin } = person.copy()
  expect(origin?.unconfirmed.map(({ text }) => text.content_markdown)).toEqual(['Anfang, 1 Stunden im Tunnel'])
  person.network.state = 'up'
  await person.sync.flush()
  expect(await stored(article.id)).toMatchObject({
    version: 3,
    content_markdown: 'Anfang, 20 Stunden im Tunnel',
    recent_saves: [`${person.sync.editor}:2`],
  })
  expect(person.state()).toMatchObject({ sync: 'saved', conflict: null })
  await person.sync.close()
})

test('[RUL-14] a lost response is remembered through a later refusal, so that own text is no conflict', async () => {
  const article = await create({ content_markdown: 'Zeile' })
  const person = open(article)
  person.network.state = 'answers lost'
  person.write('Zeile eins')
  await person.sync.flush()
  person.network.state = 'up'
  const removed = await owner.call('DELETE', `/api/articles/${article.id}`)
  expect(removed.status).toBe(204)
  person.write('Zeile eins und zwei')
  await person.sync.flush()
  expect(person.state().refusal).toMatchObject({ code: 'not_found' })
  await owner.call('POST', `/api/trash/articles/${article.id}/restore`)
  person.write('Zeile eins und zwei und drei')
  await person.sync.flush()
  expect(person.state()).toMatchObject({ conflict: null, sync: 'saved', refusal: null })
  expect((await stored(article.id)).content_markdown).toBe('Zeile eins und zwei und drei')
  await person.sync.close()
})

test('a request without a response times out and does not block later ones', async () => {
  const article = await create({ status: 'published', content_markdown: 'Alt' })
  const person = open(article)
  person.network.state = 'silent'
  person.write('Neu')
  const asked = [
    person.sync.flush(),
    person.sync.save('update'),
    person.sync.changeStatus('draft'),
    person.sync.changeDates({ unpublish_at: null }),
    person.sync.discardWorkingCopy(),
  ]
  person.sync.noticed(99)
  const outcomes = await Promise.all(asked)
  expect(outcomes.slice(1)).toEqual(Array(4).fill({ error: expect.objectContaining({ name: 'TimeoutError' }) }))
  await person.sync.flush()
  expect(new Set(person.network.asked.map(({ path }) => path))).toEqual(
    new Set(['saveWorkingCopy', 'update', 'discardWorkingCopy', 'get']),
  )
  for (const asked of person.network.asked) expect(asked).toMatchObject({ timeoutMs: 30_000, userId: owner.id })
  person.network.state = 'up'
  expect(await person.sync.save('update')).toMatchObject({ created: false })
  expect(await stored(article.id)).toMatchObject({ content_markdown: 'Neu', working_copy: null })
  await person.sync.close()
})

test('[RUL-29] text of a trashed article continues as another article', async () => {
  const first = open(null)
  first.network.state = 'answers lost'
  first.sync.written.change({ title: 'Weggeworfen' })
  first.write('Noch zu retten')
  await first.sync.flush()
  const copy = first.copy()
  const id = copy.origin?.articleId ?? ''
  expect((await owner.call('DELETE', `/api/articles/${id}`)).status).toBe(204)

  const second = open(null, copy)
  await second.sync.flush()
  expect(second.state()).toMatchObject({ sync: 'saved', refusal: null })
  expect(second.created).toHaveLength(1)
  expect(second.created[0]).not.toBe(id)
  expect(await stored(second.created[0]!)).toMatchObject({ title: 'Weggeworfen', content_markdown: 'Noch zu retten' })
  await second.sync.close()
})

test('[RUL-29] discarding a new article does not affect the article already created from it', async () => {
  const first = open(null)
  first.network.state = 'answers lost'
  first.sync.written.change({ title: 'Erster' })
  first.write('Text des ersten')
  await first.sync.flush()
  const copy = first.copy()

  const second = open(null, copy)
  second.sync.startOver(EMPTY_TEXT)
  second.sync.written.change({ title: 'Zweiter' })
  second.write('Text des zweiten')
  await second.sync.flush()
  expect(await stored(copy.origin?.articleId ?? '')).toMatchObject({
    title: 'Erster',
    content_markdown: 'Text des ersten',
  })
  expect(await stored(second.created[0]!)).toMatchObject({ title: 'Zweiter', content_markdown: 'Text des zweiten' })
  await second.sync.close()
})

test('[EDIT-9] the requested status is set, also if the article was created by a save whose response was lost', async () => {
  const person = open(null)
  person.network.state = 'answers lost'
  person.sync.written.change({ title: 'Geplant' })
  await person.sync.flush()
  person.network.state = 'up'
  expect(await person.sync.changeStatus('scheduled')).toMatchObject({ done: { status: 'scheduled' }, created: true })
  await person.sync.close()
})

test('[RUL-14] a copy that lost its origin overwrites nothing, and its differences need a choice', async () => {
  const article = await create({ content_markdown: 'Von gestern' })
  const left = open(article)
  left.network.state = 'down'
  left.write('Von mir, im Zug')
  const copy = left.copy()
  await left.sync.close()
  const newer = await save(article, { content_markdown: 'Von dir, heute' })

  const person = open(newer, { ...copy, origin: null })
  await person.sync.flush()
  expect(person.state().conflict).not.toBeNull()
  expect((await stored(article.id)).content_markdown).toBe('Von dir, heute')
  await person.sync.close()
})

/** The texts of an article that lost a conflict, oldest first. */
async function lostTexts(id: string): Promise<string[]> {
  const { items } = (await owner.call('GET', `/api/articles/${id}/revisions`)).body
  const kept = (items as { id: string; kind: string }[]).filter(({ kind }) => kind === 'kept').toReversed()
  const read = async (revision: { id: string }) =>
    (await owner.call('GET', `/api/articles/${id}/revisions/${revision.id}`)).body.content_markdown as string
  return Promise.all(kept.map(read))
}

/** `mine` is typed and `theirs` saved by another editor; theirs is chosen. */
async function lose(person: Writer, article: Article, { mine, theirs }: { mine: string; theirs: string }) {
  await save(article, { content_markdown: theirs })
  person.write(mine)
  await person.sync.flush()
  expect(await person.sync.written.resolve({ fields: [], body: ['theirs'] })).toBe(true)
  expect([person.body(), person.state().sync]).toEqual([theirs, 'local'])
}

test.each<[string, (person: Writer) => Promise<unknown>]>([
  ['a pause', ({ sync }) => sync.flush()],
  ['the editor closes', ({ sync }) => sync.close()],
  ['the status changes', ({ sync }) => sync.changeStatus('published')],
  [
    'a response is lost',
    async ({ sync, network }) => {
      network.state = 'answers lost'
      await sync.flush()
      network.state = 'up'
      await sync.flush()
    },
  ],
])('[RUL-14] a text that lost a conflict becomes a version without anything else to save: %s', async (_when, end) => {
  const article = await create({ content_markdown: 'Alt' })
  const person = open(article)
  await lose(person, article, { mine: 'Meins', theirs: 'Deins' })
  await end(person)
  expect(person.state().sync).toBe('saved')
  expect(await lostTexts(article.id)).toEqual(['Meins'])
  await person.sync.close()
})

test('[RUL-14] two texts that lost one after the other both become versions, also from the copy on this machine', async () => {
  const article = await create({ content_markdown: 'Alt' })
  const left = open(article)
  await lose(left, article, { mine: 'Meins', theirs: 'Deins' })
  await lose(left, article, { mine: 'Noch einmal meins', theirs: 'Noch einmal deins' })
  const copy = fromStored(structuredClone(toStored(left.copy())))
  left.network.state = 'down'
  await left.sync.close()
  const person = open(await stored(article.id), copy)
  expect(await person.sync.save('update')).toMatchObject({ created: false })
  expect(person.state()).toMatchObject({ conflict: null, sync: 'saved' })
  expect(await lostTexts(article.id)).toEqual(['Meins', 'Noch einmal meins'])
  await person.sync.close()
})

test('[RUL-14] a copy is sent with the version it was based on, however the first merge failed', async () => {
  const article = await create({ content_markdown: 'oben\n\nmitte\n\nunten' })
  const left = open(article)
  left.network.state = 'down'
  left.write('oben von mir\n\nmitte\n\nunten')
  const copy = left.copy()
  await left.sync.close()
  const newer = await save(article, { content_markdown: 'oben\n\nmitte\n\nunten von dir' })

  const person = open(newer, copy)
  // The page unloads before the merge: a save now would revert the other editor's text.
  expect(person.sync.flushOnUnload()).toBeNull()
  await person.sync.changeStatus('draft')
  await person.sync.flush()
  expect((await stored(article.id)).content_markdown).toBe('oben von mir\n\nmitte\n\nunten von dir')
  await person.sync.close()
})

test('[RUL-5] a slug taken by another article blocks no text, and is reported until it is changed', async () => {
  const article = await create({ status: 'published', content_markdown: 'Alt', slug: `eigen-${uuid()}` })
  const wanted = `gewuenscht-${uuid()}`
  const person = open(article)
  person.sync.written.change({ slug: wanted, slugIsOwn: true })
  await person.sync.flush()
  expect((await stored(article.id)).working_copy?.slug).toBe(wanted)
  // Working versions reserve no slug.
  await create({ slug: wanted })
  person.write('Neu')
  await person.sync.flush()
  expect((await stored(article.id)).working_copy).toMatchObject({ content_markdown: 'Neu', slug: article.slug })
  expect(person.state().slugFault?.proposal).toBe(`${wanted}-2`)
  person.write('Neuer')
  await person.sync.flush()
  expect((await stored(article.id)).working_copy).toMatchObject({ content_markdown: 'Neuer', slug: article.slug })
  person.sync.written.change({ slug: `${wanted}-2` })
  await person.sync.flush()
  expect((await stored(article.id)).working_copy?.slug).toBe(`${wanted}-2`)
  expect(person.state()).toMatchObject({ slugFault: null, sync: 'saved' })
  await person.sync.close()
})

test('[RUL-12] [RUL-5] the live slug typed again is published again', async () => {
  const article = await create({ status: 'published', slug: `bleibt-${uuid()}` })
  const person = open(article)
  person.sync.written.change({ slug: `anders-${uuid()}`, slugIsOwn: true })
  await person.sync.flush()
  person.sync.written.change({ slug: article.slug })
  expect(await person.sync.save('publish')).toMatchObject({ done: { slug: article.slug } })
  await person.sync.close()
})

test('a refused text is not sent again, and one typed meanwhile is', async () => {
  const article = await create({ content_markdown: 'Gut' })
  const person = open(article)
  const lost = { tag_ids: [uuid()] }
  person.sync.written.change(lost)
  person.network.underway = () => person.write('Gut und mehr')
  await person.sync.flush()
  delete person.network.underway
  expect(person.state().refusal).toMatchObject({ code: 'validation_failed' })
  const asked = person.network.asked.length
  await person.sync.flush()
  expect(person.network.asked).toHaveLength(asked + 1)
  await person.sync.flush()
  expect(person.network.asked, 'the same text is not sent twice').toHaveLength(asked + 1)
  person.sync.written.change({ tag_ids: [] })
  await person.sync.flush()
  expect((await stored(article.id)).content_markdown).toBe('Gut und mehr')
  await person.sync.close()
})

test('[RUL-14] [RUL-27] a flush on unload is unconfirmed, and an editor opened before it arrives recognises its text as its own', async () => {
  const article = await create({ content_markdown: 'Eins' })
  const first = open(article)
  first.write('Eins, zwei')
  const last = first.sync.flushOnUnload()
  const copy = first.copy()
  const second = open(await stored(article.id), copy)
  second.write('Eins, zwei, drei')
  // The flush on unload arrives only now.
  expect(last?.to).toBe('update')
  expect((await owner.call('PATCH', `/api/articles/${article.id}`, last?.input)).status).toBe(200)
  await second.sync.flush()
  expect(second.state()).toMatchObject({ conflict: null, sync: 'saved' })
  expect(textOf(await stored(article.id)).content_markdown).toBe('Eins, zwei, drei')
  await second.sync.close()
})

test('[RUL-14] an older copy of an editor gives way to what that editor saved later', async () => {
  const article = await create({ content_markdown: 'Eins' })
  const first = open(article)
  first.write('Eins, zwei')
  const copy = first.copy()
  first.write('Eins, zwei, drei')
  await first.sync.flush()

  const second = open(await stored(article.id), copy)
  await second.sync.flush()
  expect(second.state()).toMatchObject({ conflict: null, sync: 'saved' })
  expect(second.body()).toBe('Eins, zwei, drei')
  await second.sync.close()
})

test('[RUL-14] a last character that only the server has, typed again on the text without it, is no conflict', async () => {
  const article = await create({ content_markdown: 'Eins' })
  const first = open(article)
  first.write('Eins, zwe')
  const copy = first.copy()
  first.write('Eins, zwei')
  await first.sync.flush()

  const second = open(article, copy)
  second.network.state = 'down'
  second.write('Eins, zwei, drei')
  const last = open(await stored(article.id), second.copy())
  await last.sync.flush()
  expect(last.state()).toMatchObject({ conflict: null, sync: 'saved' })
  expect((await stored(article.id)).content_markdown).toBe('Eins, zwei, drei')
  for (const { sync } of [second, last]) await sync.close()
})

test('[RUL-14] the last save of a closed editor is known through later editors that never reached the server', async () => {
  const article = await create({ content_markdown: 'Eins' })
  const first = open(article)
  first.write('Eins, zwei')
  let copy = first.copy()
  // It arrives after the copy was stored. A page opened meanwhile has no network, and is closed again.
  await first.sync.flush()
  for (const word of ['drei', 'vier', 'fünf']) {
    const lost = open(article, copy)
    lost.network.state = 'down'
    lost.write(`${lost.body()}, ${word}`)
    copy = lost.copy()
    await lost.sync.close()
  }

  const last = open(await stored(article.id), copy)
  await last.sync.flush()
  expect(last.state()).toMatchObject({ conflict: null, sync: 'saved' })
  expect((await stored(article.id)).content_markdown).toBe('Eins, zwei, drei, vier, fünf')
  await last.sync.close()
})
