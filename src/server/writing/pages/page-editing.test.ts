import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTwoInstances, type TwoInstances } from '../../../../tests/support/two-instances.ts'
import type { Page } from '../../../contract/pages.ts'
import { createLog } from '../../platform/log.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { textJobs } from '../texts/text-jobs.ts'
import { PAGES } from './page-noun.ts'

let { app, beside, owner, editor, stop } = {} as TwoInstances
beforeAll(async () => {
  ;({ app, beside, owner, editor, stop } = await startTwoInstances({ AUTH_RATE_LIMIT_PREVIEW: 'off' }))
})
afterAll(() => stop())

const call = async (status: number, method: string, path: string, body?: unknown, as = owner) => {
  const answer = await as.call(method, `/api/pages${path}`, body)
  expect([answer.status, answer.body?.code]).toEqual([status, status < 400 ? undefined : expect.any(String)])
  return answer.body
}
const add = (input: Record<string, unknown>): Promise<Page> => call(201, 'POST', '', input)
const patch = ({ id, version }: Page, input: Record<string, unknown>, as = owner): Promise<Page> =>
  call(200, 'PATCH', `/${id}`, { version, ...input }, as)
const work = ({ id, version, title, slug }: Page, content_markdown: string): Promise<Page> =>
  call(200, 'PUT', `/${id}/working-copy`, { version, title, slug, content_markdown })
const undo = ({ id, version }: Page, status = 200, as = owner): Promise<Page> =>
  call(status, 'POST', `/${id}/undo`, { version }, as)
const read = async (path: string, instance = app) => {
  const answer = await instance.call<string>('GET', path)
  return { status: answer.status, html: answer.body, headers: answer.headers }
}
const jobs = textJobs(PAGES.tables, 'page-')
const runtimeAt = (now: Date) => ({ db: app.db, log: createLog('silent'), clock: () => now }) as unknown as Runtime

test('[SITE-4] [RUL-14] editors of a page see each other, on every instance', async () => {
  const page = await add({ title: 'Zu zweit' })
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
  const at = (editorId: string) => `/${page.id}/presence/${editorId}`
  expect(await call(200, 'PUT', at(mine), {})).toEqual({ version: 1, others: [] })
  const as = { authorization: `Bearer ${editor.accessToken}` }
  const there = await beside.call('PUT', `/api/pages${at(theirs)}`, {}, as)
  expect(there.body.others).toMatchObject([{ editor: mine, user_id: owner.id }])
  await call(204, 'DELETE', at(mine))
  expect((await call(200, 'PUT', at(theirs), {}, editor)).others).toEqual([])
  await call(404, 'PUT', `/${crypto.randomUUID()}/presence/${mine}`, {})
})

test('[SITE-4] [RUL-37] a secret link shows the working version of a page, without revealing its address', async () => {
  const page = await add({ title: 'Über uns', content_markdown: 'Wer wir **sind**.' })
  const share = async () => new URL((await call(201, 'POST', `/${page.id}/preview-links`, {})).url).pathname
  const path = await share()
  const shown = await read(path, beside)
  expect(shown.status).toBe(200)
  for (const part of ['Vorschau – nicht öffentlich', '<strong>sind</strong>', 'Über uns', 'content="noindex"'])
    expect(shown.html).toContain(part)
  expect(shown.html).not.toMatch(/ueber-uns|rel="canonical"/)
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  const { items } = await call(200, 'GET', `/${page.id}/preview-links`)
  expect(items).toMatchObject([{ last_used_at: expect.any(String) }])

  const live = await patch(page, { status: 'published' })
  await work(live, 'Wer wir *bald* sind.')
  expect((await read(path)).html).toContain('<em>bald</em>')
  expect((await read('/ueber-uns')).html).not.toContain('bald')
  // A link belongs to one page.
  await call(404, 'DELETE', `/${crypto.randomUUID()}/preview-links/${items[0].id}`)
  await call(204, 'DELETE', `/${page.id}/preview-links/${items[0].id}`)
  expect((await read(path)).status).toBe(404)
  const other = await share()
  await call(204, 'DELETE', `/${page.id}`)
  expect((await read(other)).status).toBe(404)
})

test('[SITE-4] [RUL-67] a publication of a page is undone, the written text stays', async () => {
  const draft = await add({ title: 'Anfahrt', content_markdown: 'Zu früh' })
  const live = await patch(draft, { status: 'published' })
  expect((await read('/anfahrt', beside)).html).toContain('Zu früh')
  const hidden = await undo(live)
  expect(hidden).toMatchObject({ status: 'draft', content_markdown: 'Zu früh', slug_is_own: false })
  expect((await read('/anfahrt', beside)).status).toBe(404)

  const shown = await patch(hidden, { status: 'published' })
  const changed = await patch(shown, { title: 'Anreise', content_markdown: 'Anders', slug: 'anreise' })
  expect((await read('/anreise')).html).toContain('Anders')
  await undo(changed, 409, editor)
  const before = await undo(changed)
  expect(before).toMatchObject({ status: 'published', title: 'Anfahrt', slug: 'anfahrt', updated_at: shown.updated_at })
  expect(before.working_copy).toMatchObject({ title: 'Anreise', slug: 'anreise', content_markdown: 'Anders' })
  expect((await read('/anfahrt', beside)).html).toContain('Zu früh')
  await undo(changed, 409)

  // Further writing keeps the undo; another editor's change, and ten minutes, end it.
  const again = await patch(before, { status: 'published' })
  const written = await work(again, 'Noch anders')
  expect((await undo(again)).working_copy).toMatchObject({ content_markdown: 'Noch anders' })
  const { version } = written
  const mine = await patch({ ...written, version: version + 1 }, { status: 'published' })
  await patch(mine, { content_markdown: 'Deines' }, editor)
  await undo(mine, 409)
  await jobs.forgetUndos.run(runtimeAt(new Date(Date.now() + 11 * 60_000)))
  expect(await app.db.selectFrom('page_undos').select('page_id').execute()).toEqual([])
})

test('[SITE-4] versions of pages are thinned with age, by their own job', async () => {
  const page = await add({ title: 'Alt' })
  for (const [index, at] of ['2027-03-01T08:10:00Z', '2027-03-01T08:40:00Z', '2027-03-01T09:10:00Z'].entries())
    await app.db
      .insertInto('page_revisions')
      .values({
        ...{
          id: crypto.randomUUID(),
          page_id: page.id,
          version: index + 2,
          kind: 'autosave',
          author_id: null,
          lost: 0,
        },
        ...{ title: 'Alt', content_markdown: String(index), begun_at: at, created_at: at },
      })
      .execute()
  await jobs.thinRevisions.run(runtimeAt(new Date('2027-03-10T00:00:00Z')))
  const { items } = await call(200, 'GET', `/${page.id}/revisions`)
  expect(items.map((item: { version: number }) => item.version).sort()).toEqual([1, 3, 4])
})
