import { ChangeSet, Text } from '@codemirror/state'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { RevisionSummary, Writers } from '../../../contract/articles/revisions.ts'

let app: TestApp
let owner: TestAccount
let editor: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  await owner.call('PATCH', '/api/account', { display_name: 'Ruth' })
  await editor.call('PATCH', '/api/account', { display_name: 'Mira' })
})
afterAll(() => app.stop())
afterEach(() => app.setClock())

const START = Math.floor(Date.now() / 60_000) * 60_000
/** Minutes after the start; a session lasts an hour. */
const setClock = (minutes: number) => app.setClock(new Date(START + minutes * 60_000).toISOString())

/** Who wrote what of a text: `Ruth 12: words`, with the minutes since the start. */
async function writersOf(id: string, noun = 'articles') {
  const text = (await owner.call('GET', `/api/${noun}/${id}`)).body
  const words = ((text.working_copy ?? text).content_markdown as string).replaceAll('\r\n', '\n')
  const { runs } = (await owner.call('GET', `/api/${noun}/${id}/writers`)).body as Writers
  let at = 0
  return runs.map((run) => {
    const part = words.slice(at, (at += run.length))
    return `${run.author?.name ?? '–'} ${run.at === null ? '' : (Date.parse(run.at) - START) / 60_000}: ${part}`
  })
}
const namesOf = async (id: string) => {
  const { items } = (await owner.call('GET', `/api/articles/${id}/revisions`)).body as { items: RevisionSummary[] }
  return items.map(({ authors }) => authors.map(({ name }) => name).join(', '))
}

test('[TEAM-4] a passage says who wrote it and when, behind saves of whole texts', async () => {
  setClock(0)
  const { body } = await owner.call('POST', '/api/articles', { title: 'Wer', content_markdown: 'Eins.\r\nZwei drei.' })
  const save = (by: TestAccount, version: number, content_markdown: string) =>
    by.call('PATCH', `/api/articles/${body.id}`, { version, content_markdown, autosave: true })
  setClock(12)
  await save(editor, 1, 'Eins.\r\nZwei neue drei.')
  setClock(25)
  await save(owner, 2, 'Anfang. Eins.\r\nZwei neue drei.')
  expect(await writersOf(body.id)).toEqual([
    'Ruth 25: Anfang. ',
    'Ruth 0: Eins.\nZwei ',
    'Mira 12: neue ',
    'Ruth 0: drei.',
  ])
  expect(await namesOf(body.id)).toEqual(['Ruth', 'Mira', 'Ruth'])
  // A version of a former release is its author's as a whole.
  await app.db
    .updateTable('article_revisions')
    .set({ authors: null, runs: null })
    .where('article_id', '=', body.id)
    .execute()
  expect(await writersOf(body.id)).toEqual(['Ruth 25: Anfang. Eins.\nZwei neue drei.'])
  expect(await namesOf(body.id)).toEqual(['Ruth', 'Mira', 'Ruth'])
  expect((await owner.call('GET', `/api/articles/${uuid()}/writers`)).status).toBe(404)
})

test('[TEAM-4] each character of several hands in one fold is its writer’s, and the version names them all', async () => {
  setClock(0)
  const { body } = await owner.call('POST', '/api/articles', { title: 'Zu zweit', content_markdown: 'Text' })
  const { body: log } = await owner.call('POST', `/api/articles/${body.id}/steps/join`)
  setClock(5)
  const type = (by: TestAccount, base: number, length: number, from: number, words: string) => {
    const changes = ChangeSet.of({ from, insert: Text.of([words]) }, length).toJSON()
    return by.call('POST', `/api/articles/${body.id}/steps`, { editor: uuid(), n: 1, epoch: log.epoch, base, changes })
  }
  await type(editor, 0, 4, 0, 'Mein ')
  await type(owner, 1, 9, 9, ' hier')
  await type(editor, 2, 14, 14, '!')
  expect(await writersOf(body.id)).toEqual(['Mira 5: Mein ', 'Ruth 0: Text', 'Ruth 5:  hier', 'Mira 5: !'])
  expect(await namesOf(body.id)).toEqual(['Mira, Ruth', 'Ruth'])
})
