import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTwoInstances, type TwoInstances } from '../../../../../tests/support/two-instances.ts'
import type { Article } from '../../../../contract/articles.ts'
import { createLog } from '../../../platform/log.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { textJobs } from '../../texts/text-jobs.ts'
import { ARTICLES } from '../article-noun.ts'

let { app, beside, owner, editor, stop } = {} as TwoInstances
beforeAll(async () => void ({ app, beside, owner, editor, stop } = await startTwoInstances()))
afterAll(() => stop())

const call = async (status: number, method: string, path: string, body?: unknown, as = owner): Promise<Article> => {
  const answer = await as.call(method, path, body)
  expect([answer.status, answer.body?.code]).toEqual([status, status < 400 ? undefined : expect.any(String)])
  return answer.body
}
const create = (input: Record<string, unknown>) => call(201, 'POST', '/api/articles', input)
const patch = ({ id, version }: Article, input: Record<string, unknown>, as = owner) =>
  call(200, 'PATCH', `/api/articles/${id}`, { version, ...input }, as)
const get = (id: string) => call(200, 'GET', `/api/articles/${id}`)
const undo = ({ id, version }: Pick<Article, 'id' | 'version'>, status = 200, as = owner) =>
  call(status, 'POST', `/api/articles/${id}/undo`, { version }, as)
const work = ({ id, version, slug }: Article, text: Record<string, unknown>, as = owner) =>
  call(
    200,
    'PUT',
    `/api/articles/${id}/working-copy`,
    {
      version,
      slug,
      title: 'Titel',
      excerpt: '',
      content_markdown: '',
      cover_image_url: null,
      category_id: null,
      ...text,
    },
    as,
  )
const page = async (slug: string, instance = app) => {
  const answer = await fetch(`${instance.url}/article/${slug}`)
  return { status: answer.status, html: await answer.text() }
}
const stored = (id: string) => app.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const formerAddresses = async (id: string) =>
  (await app.db.selectFrom('slug_history').select('slug').where('article_id', '=', id).execute()).map(
    ({ slug }) => slug,
  )

test('[WEEK-7] an undone first publication leaves no page, list entry or mark, but its text', async () => {
  const draft = await create({ title: 'Vorschnell', content_markdown: 'Noch **roh**.' })
  const live = await patch(draft, { status: 'published', content_markdown: 'Noch **roher**.' })
  expect(await page(live.slug)).toMatchObject({ status: 200 })
  expect((await (await fetch(app.url)).text()).includes('Vorschnell')).toBe(true)
  const undone = await undo(live)
  expect(undone).toMatchObject({
    status: 'draft',
    published_at: null,
    version: live.version + 1,
    content_markdown: 'Noch **roher**.',
    slug_is_own: false,
    working_copy: null,
  })
  expect(await page(live.slug)).toMatchObject({ status: 404 })
  expect((await (await fetch(app.url)).text()).includes('Vorschnell')).toBe(false)
  expect((await stored(draft.id)).first_published_at).toBeNull()
  // As if never public: its slug follows the title, and no former one redirects.
  const renamed = await patch(undone, { title: 'Bedacht' })
  expect(renamed.slug).toBe('bedacht')
  expect(await formerAddresses(draft.id)).toEqual([])
  await undo(live, 409)
})

test('[WEEK-7] a scheduled one is scheduled again for its instant, a new one a draft', async () => {
  const planned = await create({
    title: 'Geplant',
    status: 'scheduled',
    published_at: '2031-01-01T08:00:00.000Z',
    unpublish_at: '2032-01-01T08:00:00.000Z',
  })
  const live = await patch(planned, { status: 'published' })
  expect(await undo(live)).toMatchObject({
    status: 'scheduled',
    published_at: '2031-01-01T08:00:00.000Z',
    unpublish_at: '2032-01-01T08:00:00.000Z',
  })
  const made = await create({ title: 'Gleich öffentlich', content_markdown: 'Da.', status: 'published' })
  expect(await undo(made)).toMatchObject({ status: 'draft', published_at: null, content_markdown: 'Da.' })
  expect((await stored(made.id)).first_published_at).toBeNull()
})

test('[WEEK-7] withdrawn: the public text is restored, later writing is the working version', async () => {
  const tag = (await owner.call('POST', '/api/tags', { name: 'Zurück' })).body as { id: string }
  const live = await create({
    title: 'Titel',
    content_markdown: 'Gelesen.',
    status: 'published',
    published_at: '2026-01-01T08:00:00.000Z',
    tag_ids: [tag.id],
  })
  const written = await work(live, { content_markdown: 'Geschrieben.', byline: 'Ada', noindex: true })
  const withdrawn = await patch(written, { status: 'draft' })
  expect(withdrawn).toMatchObject({ content_markdown: 'Geschrieben.', working_copy: null })
  const on = await patch(withdrawn, { content_markdown: 'Weiter geschrieben.' })
  const undone = await undo(withdrawn)
  expect(undone).toMatchObject({
    status: 'published',
    published_at: '2026-01-01T08:00:00.000Z',
    version: on.version + 1,
    content_markdown: 'Gelesen.',
    byline: null,
    noindex: false,
    tags: [{ id: tag.id }],
    working_copy: { content_markdown: 'Weiter geschrieben.', byline: 'Ada', noindex: true, tag_ids: [tag.id] },
  })
  expect((await page(live.slug)).html).toContain('Gelesen.')
})

test('[WEEK-7] an update is undone with its slug, and stays as the working version', async () => {
  const live = await create({ title: 'Adresse', content_markdown: 'Alt.', status: 'published' })
  const updated = await patch(live, { content_markdown: 'Neu.', slug: 'adresse-neu' })
  expect((await page('adresse-neu')).html).toContain('Neu.')
  const undone = await undo(updated)
  expect(undone).toMatchObject({
    slug: 'adresse',
    content_markdown: 'Alt.',
    published_at: live.published_at,
    working_copy: { content_markdown: 'Neu.', slug: 'adresse-neu' },
  })
  expect((await page('adresse')).html).toContain('Alt.')
  // Readers may have stored the short-lived address.
  expect(await formerAddresses(live.id)).toEqual(['adresse-neu'])
})

test('[WEEK-7] published and edited: undone, the newest text is the draft’s', async () => {
  const live = await patch(await create({ title: 'Titel', content_markdown: 'Eins.' }), { status: 'published' })
  const written = await work(live, { content_markdown: 'Zwei.' })
  expect(await undo(live)).toMatchObject({
    status: 'draft',
    version: written.version + 1,
    content_markdown: 'Zwei.',
    working_copy: null,
  })
})

test('[WEEK-7] later changes by others stay, and so do one’s own other changes', async () => {
  const live = await patch(await create({ title: 'Zu zweit' }), { status: 'published' })
  await undo(live, 409, editor)
  const theirs = await work(live, { content_markdown: 'Von ihr.' }, editor)
  const { body, status } = await owner.call('POST', `/api/articles/${live.id}/undo`, { version: live.version })
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'version_conflict',
    message: 'Der Artikel ist inzwischen weiter geändert worden und bleibt, wie er ist.',
    current: { version: theirs.version, status: 'published' },
  })
  expect(await get(live.id)).toEqual(theirs)

  const first = await patch(await create({ title: 'Zweimal' }), { status: 'published' })
  const second = await patch(first, { status: 'scheduled' })
  await undo(first, 409)
  expect(await undo(second)).toMatchObject({ status: 'published', published_at: first.published_at })

  const tagged = await patch(await create({ title: 'Verschlagwortet' }), { status: 'published' })
  await call(200, 'PUT', `/api/articles/${tagged.id}/tags`, { tag_ids: [] }, editor)
  await undo(tagged, 409)
  const trashed = await patch(await create({ title: 'Weg' }), { status: 'published' })
  await owner.call('DELETE', `/api/articles/${trashed.id}`)
  await undo(trashed, 404)
})

test('undo is refused after ten minutes, and when the category was deleted', async () => {
  const category = (await owner.call('POST', '/api/categories', { name: 'Bald weg' })).body as { id: string }
  const live = await create({ title: 'Einsortiert', status: 'published', category_id: category.id })
  const withdrawn = await patch(live, { status: 'draft', category_id: null })
  await owner.call('DELETE', `/api/categories/${category.id}`)
  expect(await undo(withdrawn)).toMatchObject({ status: 'published', category_id: null })

  const late = await patch(await create({ title: 'Zu spät' }), { status: 'published' })
  const later = new Date(Date.now() + 11 * 60_000)
  app.setClock(later.toISOString())
  await undo(late, 409)
  app.setClock()
  await textJobs(ARTICLES.tables, '').forgetUndos.run({
    db: app.db,
    log: createLog('silent'),
    clock: () => later,
  } as Runtime)
  expect(await app.db.selectFrom('article_undos').selectAll().execute()).toEqual([])
})

test('[WEEK-7] the undo of the list also undoes a first publication', async () => {
  const drafts = await Promise.all([create({ title: 'Stapel eins' }), create({ title: 'Stapel zwei' })])
  const ids = drafts.map(({ id }) => id)
  const done = await owner.call('POST', '/api/articles/bulk', { ids, action: { do: 'status', status: 'published' } })
  const states = done.body.items.map(({ before }: { before: unknown }) => before)
  const undone = await owner.call('POST', '/api/articles/bulk', { ids, action: { do: 'undo', states } })
  expect(undone.body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['changed', 'changed'])
  for (const { id } of drafts) expect((await stored(id)).first_published_at).toBeNull()
})

test('[WEEK-7] of concurrent undos on two instances one succeeds, the others change nothing', async () => {
  const live = await patch(await create({ title: 'Gedränge', content_markdown: 'Eins.' }), { status: 'published' })
  expect(await page(live.slug, beside)).toMatchObject({ status: 200 })
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const requests = Array.from({ length: 24 }, (_, index) =>
    (index % 2 ? beside : app).call('POST', `/api/articles/${live.id}/undo`, { version: live.version }, headers),
  )
  const saves = Array.from({ length: 8 }, () =>
    editor.call('PATCH', `/api/articles/${live.id}`, { version: live.version, content_markdown: 'Zwei.' }),
  )
  const answers = await Promise.all(requests)
  const statuses = answers.map(({ status }) => status)
  const saved = (await Promise.all(saves)).filter(({ status }) => status === 200)
  expect(new Set([...statuses, 200, 409])).toEqual(new Set([200, 409]))
  expect(statuses.filter((status) => status === 200).length + saved.length).toBe(1)
  const after = await get(live.id)
  expect(after.status).toBe(saved.length === 1 ? 'published' : 'draft')
  for (const instance of [app, beside])
    await expect.poll(async () => (await page(live.slug, instance)).status).toBe(saved.length === 1 ? 200 : 404)
})

test('[RUL-67] an undone change is no update: `Aktualisiert am` disappears', async () => {
  const live = await create({ title: 'Ohne Datum', content_markdown: 'Alt', status: 'published' })
  const changed = await patch(live, { content_markdown: 'Neu' })
  expect((await stored(live.id)).text_changed_at).not.toBeNull()
  await undo(changed)
  expect((await stored(live.id)).text_changed_at).toBeNull()
})
