import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Article } from '../../src/contract/articles.ts'
import { forgetSteps as forgetStepsBefore } from '../../src/server/writing/texts/steps.queries.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts'
import { openSharedWriter } from './writer.ts'

let app: TestApp
/** A second instance on the same database. */
let beside: TestApp
let people: TestAccount[]

beforeAll(async () => {
  app = await startTestApp()
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  people = [await app.register(), await app.register(), await app.register()]
  for (const { id } of people.slice(1)) await people[0]!.call('PATCH', `/api/users/${id}`, { approval: 'approved' })
})
afterAll(async () => {
  if (beside !== app) await beside.stop()
  await app.stop()
})

type Writer = ReturnType<typeof openSharedWriter>

const create = async (content_markdown: string, more = {}): Promise<Article> =>
  (await people[0]!.call('POST', '/api/articles', { title: 'Gemeinsam', content_markdown, ...more })).body
const stored = async (id: string): Promise<Article> => (await people[0]!.call('GET', `/api/articles/${id}`)).body
const textOf = ({ working_copy, content_markdown }: Article) => working_copy?.content_markdown ?? content_markdown

/** Writers of one article, each on an instance, who know of each other. */
async function together(article: Article, count = 2): Promise<Writer[]> {
  const writers = Array.from({ length: count }, (_, index) =>
    openSharedWriter(index % 2 ? beside : app, people[index % 3]!, { article }),
  )
  for (const { sync } of writers) sync.share()
  await expect.poll(() => writers.every(({ sync }) => sync.steps !== null)).toBe(true)
  return writers
}
/** All have the same text, and so has the server. */
async function settled(id: string, writers: Writer[]): Promise<string> {
  await expect
    .poll(() => writers.every((one) => one.isClean()) && new Set(writers.map((one) => one.body())).size, {
      timeout: 10_000,
    })
    .toBe(1)
  const text = textOf(await stored(id))
  for (const one of writers) expect(one.body()).toBe(text)
  return text
}
const closeAll = (writers: Writer[]) => Promise.all(writers.map((one) => one.close()))

test('[TEAM-1] two writers see each character of the other, and each undo takes back only their own', async () => {
  const article = await create('oben\r\n\r\nunten')
  const [one, two] = (await together(article)) as [Writer, Writer]
  for (const sign of 'Eins ') one.type(sign, 0)
  for (const sign of ' Zwei') two.type(sign)
  expect(await settled(article.id, [one, two])).toBe(' sniEoben\r\n\r\nunten Zwei')
  while (one.undo());
  expect(await settled(article.id, [one, two])).toBe('oben\r\n\r\nunten Zwei')
  while (one.redo());
  while (two.undo());
  expect(await settled(article.id, [one, two])).toBe(' sniEoben\r\n\r\nunten')
  expect(one.state()).toMatchObject({ conflict: null })
  await closeAll([one, two])
})

test('[TEAM-1] what was typed before the others came is theirs, too; title and publishing go beside the steps', async () => {
  const article = await create('Text')
  const one = openSharedWriter(app, people[0]!, { article })
  one.type(' von mir')
  const two = openSharedWriter(beside, people[1]!, { article })
  two.type('Vorn: ', 0)
  one.sync.share()
  two.sync.share()
  await expect.poll(() => [one, two].every(({ sync }) => sync.steps !== null)).toBe(true)
  expect(await settled(article.id, [one, two])).toBe('Vorn: Text von mir')
  await closeAll([one, two])
  const now = await stored(article.id)
  const [three, four] = (await together(now)) as [Writer, Writer]
  three.sync.written.change({ title: 'Neuer Titel' })
  three.type('!')
  four.type('?', 0)
  const published = await three.sync.save('publish')
  expect(published).toMatchObject({ done: { status: 'published', title: 'Neuer Titel' } })
  const text = await settled(article.id, [three, four])
  expect(text.endsWith('!') && text.startsWith('?')).toBe(true)
  four.type(' danach')
  await settled(article.id, [three, four])
  expect(await stored(article.id)).toMatchObject({ has_unpublished_changes: true })
  await expect.poll(() => four.state().base?.title).toBe('Neuer Titel')
  expect(await four.sync.save('update')).toMatchObject({ done: { has_unpublished_changes: false } })
  four.type(' und verworfen')
  await settled(article.id, [three, four])
  expect(await three.sync.discardWorkingCopy()).toMatchObject({ done: { working_copy: null } })
  expect(await settled(article.id, [three, four])).not.toContain('verworfen')
  await closeAll([three, four])
})

test('[TEAM-5] [RUL-70] a version that is restored beside incoming steps keeps what came meanwhile, and remarks keep their passages', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `Zeile ${index} bleibt.`)
  const former = lines.join('\n\n')
  const article = await create(former)
  const [one, two] = (await together(article)) as [Writer, Writer]
  const at = former.indexOf('Zeile 9')
  const quote = 'Zeile 9 bleibt'
  const passage = { from: at, to: at + quote.length, quote, version: article.version }
  const { id } = article
  const remark = await people[1]!.call('POST', `/api/articles/${id}/remarks`, { passage, body: 'Stimmt das?' })
  expect([remark.status, remark.body.passage?.quote]).toEqual([201, quote])
  one.type('Neu. ', former.indexOf('Zeile 20'))
  await settled(id, [one, two])
  const seen = one.sync.written.text()
  // Some of it is there before the choice, some on its way.
  two.type('Kommt dazu. ', two.body().indexOf('Zeile 30'))
  await expect.poll(() => one.body()).toContain('Kommt dazu.')
  const undo = one.sync.written.exchange(seen, { ...seen, content_markdown: former })
  two.type('Auch das. ', two.body().indexOf('Zeile 33'))
  await expect.poll(() => one.body()).not.toContain('Neu.')
  const typed = former.replace('Zeile 30', 'Kommt dazu. Zeile 30').replace('Zeile 33', 'Auch das. Zeile 33')
  expect(await settled(id, [one, two])).toBe(typed)
  const { body } = await people[0]!.call('GET', `/api/articles/${id}/remarks`)
  expect(body.items[0].passage).toMatchObject({ quote, gone: false })
  undo()
  await expect.poll(() => one.body()).toContain('Neu.')
  expect(await settled(id, [one, two])).toBe(typed.replace('Zeile 20', 'Neu. Zeile 20'))
  await closeAll([one, two])
})

test('[TEAM-3] without a network both go on; back within a minute the steps go on', async () => {
  const article = await create('Anfang.\n\nEnde.')
  const [one, two] = (await together(article)) as [Writer, Writer]
  one.network.state = 'down'
  one.type('A', 0)
  two.type('B', 0)
  for (const sign of 'lang ') one.type(sign, 1)
  await expect.poll(() => one.state().sync).toBe('offline')
  one.network.state = 'answers lost'
  await one.sync.steps?.send()
  one.network.state = 'up'
  await one.sync.steps?.send()
  const text = await settled(article.id, [one, two])
  expect([...text].toSorted().join('')).toBe([...'BA gnalAnfang.\n\nEnde.'].toSorted().join(''))
  await closeAll([one, two])
})

test('[TEAM-3] after a long separation lines are merged, and those that both touched wait for a choice', async () => {
  const article = await create('eins\n\nzwei\n\ndrei')
  const [one, two] = (await together(article)) as [Writer, Writer]
  one.network.state = 'down'
  one.type('Mein ', 0)
  one.type(' von mir')
  await expect.poll(() => one.state().sync).toBe('offline')
  two.type('Dein ', 0)
  await expect.poll(() => two.isClean()).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  one.network.state = 'up'
  void one.sync.steps?.send()
  await expect.poll(() => one.state().conflict?.merge.body.parts.length).toBe(2)
  vi.useRealTimers()
  expect(one.state().conflict?.merge.body.parts).toMatchObject([
    { kind: 'conflict', mine: 'Mein eins\n', theirs: 'Dein eins\n' },
    { kind: 'settled' },
  ])
  expect(one.body()).toBe('Mein eins\n\nzwei\n\ndrei von mir')
  expect(await one.sync.written.resolve({ fields: [], body: ['both'] })).toBe(true)
  await one.sync.flush()
  one.sync.share()
  await expect.poll(() => one.sync.steps !== null).toBe(true)
  expect(await settled(article.id, [one, two])).toBe('Mein eins\nDein eins\n\nzwei\n\ndrei von mir')
  await closeAll([one, two])
})

test('[TEAM-3] a page that was killed goes on from its copy, also where the answer to its last step was lost', async () => {
  const article = await create('Text')
  const [one, two] = (await together(article)) as [Writer, Writer]
  // From this step on: without an answer to another request it would not be sent at all.
  one.network.underway = () => {
    if (one.network.asked.at(-1)?.path === 'steps/send') one.network.state = 'answers lost'
  }
  one.type(' eins')
  await expect.poll(async () => textOf(await stored(article.id))).toBe('Text eins')
  one.network.underway = () => undefined
  one.network.state = 'down'
  one.type(' zwei')
  const found = one.copy()
  one.kill()
  two.type('>', 0)
  await expect.poll(() => two.body()).toBe('>Text eins')
  const again = openSharedWriter(app, people[0]!, { article: await stored(article.id), found })
  expect(await settled(article.id, [again, two])).toBe('>Text eins zwei')
  await closeAll([again, two])
})

test('[TEAM-3] a page that was killed before its copy had what it sent goes on from the copy, with each character once', async () => {
  const article = await create('Text')
  const [one, two] = (await together(article)) as [Writer, Writer]
  one.type(' eins')
  const found = one.copy()
  await expect.poll(() => two.body()).toBe('Text eins')
  one.type(' zwei')
  await expect.poll(() => two.body()).toBe('Text eins zwei')
  one.kill()
  const again = openSharedWriter(app, people[0]!, { article: await stored(article.id), found })
  again.type(' drei')
  expect(await settled(article.id, [again, two])).toBe('Text eins zwei drei')
  await expect.poll(() => again.state().sync).toBe('saved')
  await closeAll([again, two])
})

test('[TEAM-13] [RUL-73] a whole text that is saved beside live editors appears there, and one over an old version changes nothing', async () => {
  const article = await create('eins\n\nzwei')
  const [one, two] = (await together(article)) as [Writer, Writer]
  one.type('!', 4)
  const { version, content_markdown } = await stored(article.id)
  const save = (input: object) => people[2]!.call('PATCH', `/api/articles/${article.id}`, input)
  expect((await save({ version: 1, content_markdown: 'alles neu' })).status).toBe(409)
  const text = await settled(article.id, [one, two])
  const current = content_markdown === text ? version : (await stored(article.id)).version
  expect((await save({ version: current, content_markdown: `${text}\n\ndrei`, title: 'Von außen' })).status).toBe(200)
  await expect.poll(() => [one.body(), two.body()]).toEqual([`${text}\n\ndrei`, `${text}\n\ndrei`])
  await expect.poll(() => one.state().base?.title).toBe('Von außen')
  // Other line ends begin a new epoch, and all go on in it.
  expect((await save({ version: (await stored(article.id)).version, content_markdown: 'a\r\nb' })).status).toBe(200)
  await expect.poll(() => [one.body(), two.body()], { timeout: 5000 }).toEqual(['a\r\nb', 'a\r\nb'])
  await expect.poll(() => one.sync.steps !== null && two.sync.steps !== null).toBe(true)
  one.type('c')
  expect(await settled(article.id, [one, two])).toBe('a\r\nbc')
  await closeAll([one, two])
})

test('[TEAM-14] a client whose text has parted notices it at the next fold, keeps its text and goes on with the server’s', async () => {
  const article = await create('Anfang\n\nEnde')
  const [one, two] = (await together(article)) as [Writer, Writer]
  // Damaged on purpose: the editor loses a step of the other.
  const broken = one.sync.written.shared!
  const receive = broken.receive.bind(broken)
  broken.receive = (step) =>
    receive({
      ...step,
      changes: step.editor === two.sync.written.shared!.editor ? [broken.serverText().length] : step.changes,
    })
  two.type('B', 0)
  await expect.poll(() => two.isClean() && one.isClean()).toBe(true)
  one.type(' mein')
  await expect.poll(() => one.isClean() || one.parted() > 0).toBe(true)
  await stored(article.id)
  await expect.poll(() => one.parted()).toBe(1)
  await expect.poll(() => one.sync.steps !== null && one.isClean()).toBe(true)
  const text = await settled(article.id, [one, two])
  expect(text).toContain('B')
  expect(text).toContain('mein')
  const { items } = (await people[0]!.call('GET', `/api/articles/${article.id}/revisions`)).body
  expect(items.some(({ kind }: { kind: string }) => kind === 'kept')).toBe(true)
  await closeAll([one, two])
})

test('[TEAM-15] [RUL-72] emoji, flags and combining marks that two replace at once stay whole', async () => {
  const article = await create('😀🇩🇪👨‍👩‍👧e\u0301')
  const [one, two] = (await together(article)) as [Writer, Writer]
  // Half of the emoji is replaced by that of its neighbour, as a browser reports it.
  one.type('\ude01', 1, 2)
  two.type('\ude02', 1, 2)
  one.type('🇫🇷', 2, 6)
  two.type('x', 3)
  const text = await settled(article.id, [one, two])
  expect(text.isWellFormed() && !text.includes('\ufffd')).toBe(true)
  await closeAll([one, two])
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['the log is forgotten', (_id) => forgetStepsBefore(app.db, { before: '2999-01-01T00:00:00.000Z', most: 0 })],
  [
    'a publication',
    async (id) => {
      const { version } = await stored(id)
      expect((await people[2]!.call('PATCH', `/api/articles/${id}`, { version, status: 'published' })).status).toBe(200)
    },
  ],
  [
    'the trash and back',
    async (id) => {
      await people[2]!.call('DELETE', `/api/articles/${id}`)
      expect((await people[2]!.call('POST', `/api/trash/articles/${id}/restore`)).status).toBe(200)
    },
  ],
])('[TEAM-3] what is typed without a network is there after %s, too', async (_what, happens) => {
  const article = await create('eins\n\nzwei')
  const [one, two] = (await together(article)) as [Writer, Writer]
  one.network.state = 'down'
  one.type('Mein ', 0)
  await expect.poll(() => one.state().sync).toBe('offline')
  two.type('!')
  await expect.poll(() => two.isClean()).toBe(true)
  await two.close()
  await stored(article.id)
  await happens(article.id)
  one.network.state = 'up'
  await expect
    .poll(
      () => {
        one.sync.share()
        void one.sync.steps?.send()
        void one.sync.flush()
        return one.isClean() && one.body()
      },
      { timeout: 10_000 },
    )
    .toBe('Mein eins\n\nzwei!')
  expect(await settled(article.id, [one])).toBe('Mein eins\n\nzwei!')
  expect(one.state().conflict).toBeNull()
  await closeAll([one])
})

test('[TEAM-1] [TEAM-3] two tabs of one person, and a clock that is a day ahead, are writers as all others', async () => {
  const article = await create('Text')
  const writers = await together(article, 4)
  const [first, , , second] = writers as [Writer, Writer, Writer, Writer]
  const now = new Date()
  for (const instance of [app, beside]) instance.setClock(now)
  vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + 86_400_000 })
  first.type('<', 0)
  second.type('>')
  expect(await settled(article.id, writers)).toBe('<Text>')
  first.undo()
  expect(await settled(article.id, writers)).toBe('Text>')
  vi.useRealTimers()
  for (const instance of [app, beside]) instance.setClock()
  second.undo()
  expect(await settled(article.id, writers)).toBe('Text')
  await closeAll(writers)
})
