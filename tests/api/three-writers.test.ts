import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Article } from '../../src/contract/articles.ts'
import { seededRandom } from '../torture/random.ts'
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts'
import { openWriter } from './writer.ts'

let app: TestApp
let people: TestAccount[]

beforeAll(async () => {
  app = await startTestApp()
  people = []
  for (let count = 0; count < 3; count++) {
    const account = await app.register()
    if (people[0]) await people[0].call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
    people.push(account)
  }
})
afterAll(() => app.stop())

const writer = (account: TestAccount, article: Article | null) => openWriter(app, account, { article })

const stored = async (id: string): Promise<Article> => (await people[0]!.call('GET', `/api/articles/${id}`)).body

/** All text ever saved or shown as saved, anywhere on the server: in the article or its versions. */
async function everywhere(id: string): Promise<string> {
  const { body } = await people[0]!.call('GET', `/api/articles/${id}/revisions?limit=200`)
  const texts = [(await stored(id)).content_markdown]
  for (const { id: revision } of body.items)
    texts.push((await people[0]!.call('GET', `/api/articles/${id}/revisions/${revision}`)).body.content_markdown)
  return texts.join('\n')
}

// In the odd seeds the first of them writes in two tabs.
test.each([11, 12, 14, 23])(
  '[RUL-14] with three writers, random edits and broken networks no acknowledged word is lost (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
    const paragraphs = Array.from({ length: 12 }, (_, index) => `Absatz ${index}`)
    const { body: article } = await people[0]!.call('POST', '/api/articles', {
      title: `Zu dritt ${seed}`,
      content_markdown: paragraphs.join('\n\n'),
    })
    const tabs = seed % 2 === 0 ? people : [...people, people[0]!]
    const writers = tabs.map((account) => writer(account, article))
    const acknowledged = new Set<string>()
    const typed = writers.map(() => new Set<string>())
    let conflicts = 0

    const settle = async (index: number) => {
      const { sync } = writers[index]!
      const before = [...typed[index]!]
      await sync.flush()
      const { conflict } = sync.written.getSnapshot()
      if (conflict) {
        conflicts += 1
        const stretches = conflict.merge.body.parts.filter((part) => part.kind === 'conflict')
        await sync.written.resolve({
          fields: conflict.merge.fields.map(() => pick(['mine', 'theirs'] as const)),
          body: stretches.map(() => pick(['mine', 'theirs', 'both'] as const)),
        })
        await sync.flush()
      }
      // The text that the chip shows as saved from now on.
      if (sync.written.getSnapshot().sync === 'saved') for (const word of before) acknowledged.add(word)
    }

    for (let step = 0; step < 90; step++) {
      const index = Math.floor(random() * writers.length)
      const person = writers[index]!
      const dice = random()
      if (dice < 0.6) {
        const lines = person.body().split('\n\n')
        const word = `w${seed}x${step}y${index}`
        const at = Math.floor(random() * lines.length)
        if (dice < 0.2) lines.splice(at, 0, word)
        else lines[at] = `${lines[at]} ${word}`
        person.write(lines.join('\n\n'))
        typed[index]!.add(word)
      } else if (dice < 0.75) person.network.state = pick(['down', 'answers lost', 'up', 'up'] as const)
      else await settle(index)
    }
    for (const person of writers) person.network.state = 'up'
    for (let round = 0; round < 4; round++) for (const index of writers.keys()) await settle(index)
    for (const { sync } of writers) {
      sync.noticed((await stored(article.id)).version)
      await sync.flush()
      await sync.close()
    }

    const kept = await everywhere(article.id)
    expect([...acknowledged].filter((word) => !kept.includes(word))).toEqual([])
    // Finally all have the same text, and so does the server.
    const final = (await stored(article.id)).content_markdown
    for (const person of writers) expect(person.body()).toBe(final)
    expect(acknowledged.size).toBeGreaterThan(10)
    expect(conflicts).toBeGreaterThan(0)
  },
)

test('[RUL-14] changes of distant lines merge without a question, keep the cursor, and give both writers one text', async () => {
  const { body: article } = await people[0]!.call('POST', '/api/articles', {
    title: 'Zu zweit',
    content_markdown: 'oben\n\nmitte\n\nunten',
  })
  const [mine, theirs] = [writer(people[0]!, article), writer(people[1]!, article)]
  theirs.write('oben\n\nmitte\n\nunten von dir')
  await theirs.sync.flush()
  mine.write('oben von mir\n\nmitte\n\nunten')
  await mine.sync.flush()
  expect(mine.body()).toBe('oben von mir\n\nmitte\n\nunten von dir')
  expect(mine.sync.written.getSnapshot()).toMatchObject({ conflict: null, sync: 'saved' })
  theirs.sync.noticed((await stored(article.id)).version)
  await theirs.sync.flush()
  expect(theirs.body()).toBe(mine.body())
  await mine.sync.close()
  await theirs.sync.close()
})

test('[RUL-29] a creation whose response is lost makes one article, and later text follows', async () => {
  const person = writer(people[0]!, null)
  person.network.state = 'answers lost'
  person.sync.written.change({ title: 'Einmalig' })
  person.write('Eins')
  await person.sync.flush()
  expect(person.sync.written.getSnapshot()).toMatchObject({ base: null, sync: 'offline' })
  person.write('Eins, zwei')
  person.network.state = 'up'
  await person.sync.flush()
  expect(person.sync.written.getSnapshot()).toMatchObject({ conflict: null, sync: 'saved' })
  const { body } = await people[0]!.call('GET', '/api/articles?q=Einmalig')
  expect(body.items).toHaveLength(1)
  expect(await stored(body.items[0].id)).toMatchObject({ content_markdown: 'Eins, zwei' })
  await person.sync.close()
})

test('[RUL-14] [EDIT-10] save and status follow a running autosave, and text typed meanwhile is kept', async () => {
  const { body: article } = await people[0]!.call('POST', '/api/articles', { title: 'Gleichzeitig' })
  const person = writer(people[0]!, article)
  person.write('Eins.')
  const auto = person.sync.flush()
  person.write('Eins. Zwei.')
  const saved = person.sync.save('save')
  person.write('Eins. Zwei. Drei.')
  const published = person.sync.changeStatus('published')
  person.write('Eins. Zwei. Drei. Vier.')
  await Promise.all([auto, saved, published])
  expect(await saved).toMatchObject({ created: false })
  expect(person.body()).toBe('Eins. Zwei. Drei. Vier.')
  await person.sync.flush()
  const now = await stored(article.id)
  expect(now.status).toBe('published')
  // Typed before or after going live: readers never see later text (RUL-27).
  expect((now.working_copy ?? now).content_markdown).toBe('Eins. Zwei. Drei. Vier.')
  expect(person.sync.written.getSnapshot().sync).toBe('saved')
  await person.sync.close()
})

test('[RUL-14] typing while a choice is open offers it again for the current text, and none is needed once both agree', async () => {
  const { body: article } = await people[0]!.call('POST', '/api/articles', {
    title: 'Zur Wahl',
    content_markdown: 'Alt',
  })
  const [mine, theirs] = [writer(people[0]!, article), writer(people[1]!, article)]
  const part = () => mine.sync.written.getSnapshot().conflict?.merge.body.parts[0]
  theirs.write('Deins')
  await theirs.sync.flush()
  mine.write('Meins')
  await mine.sync.flush()
  expect(mine.sync.written.getSnapshot().conflict?.turn).toBe(1)
  mine.write('Meins, länger')
  expect(await mine.sync.written.resolve({ fields: [], body: ['theirs'] })).toBe(false)
  expect(mine.body()).toBe('Meins, länger')
  expect(mine.sync.written.getSnapshot().conflict?.turn).toBe(2)
  expect(part()).toMatchObject({ mine: 'Meins, länger\n', theirs: 'Deins\n' })
  mine.write('Deins')
  expect(await mine.sync.written.poseAnew()).toBe(true)
  expect(mine.sync.written.getSnapshot()).toMatchObject({ conflict: null, sync: 'saved' })
  await mine.sync.close()
  await theirs.sync.close()
})

test('[RUL-27] Verwerfen first fetches text that another editor saved meanwhile, and discards it only the second time', async () => {
  const { body: article } = await people[0]!.call('POST', '/api/articles', {
    title: 'Verworfen',
    content_markdown: 'Für alle.',
    status: 'published',
  })
  const first = writer(people[0]!, article)
  first.write('Für alle. Halb.')
  await first.sync.flush()
  const second = writer(people[1]!, await stored(article.id))
  second.write('Für alle. Halb. Ganz.')
  await second.sync.flush()
  expect(await first.sync.discardWorkingCopy()).toMatchObject({ error: { code: 'version_conflict' } })
  expect(first.body()).toBe('Für alle. Halb. Ganz.')
  expect((await stored(article.id)).working_copy?.content_markdown).toBe('Für alle. Halb. Ganz.')
  expect(await first.sync.discardWorkingCopy()).toMatchObject({ done: { working_copy: null } })
  expect(first.body()).toBe('Für alle.')
  await first.sync.close()
  await second.sync.close()
})
