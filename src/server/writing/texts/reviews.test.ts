import { ChangeSet, Text } from '@codemirror/state'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  accountWithRole,
  DIALECT,
  startTestApp,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import type { Role } from '../../../rules/roles.ts'
import { ARTICLE_TABLES } from '../articles/article-tables.ts'
import { turnDueArticles } from '../articles/publication/publication.service.ts'
import { thinRevisions } from './revisions.service.ts'
import { forgetSteps } from './steps.service.ts'

let app: TestApp
/** A second instance on the same database. */
let beside: TestApp
let owner: TestAccount
let editor: TestAccount
let writer: TestAccount

const withRole = (role: Role) => accountWithRole(app, owner, role)
beforeAll(async () => {
  app = await startTestApp()
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  owner = await app.register()
  editor = await withRole('editor')
  writer = await withRole('contributor')
})
afterAll(async () => {
  if (beside !== app) await beside.stop()
  await app.stop()
})
afterEach(() => app.setClock())

const FUTURE = '2099-01-01T10:00:00.000Z'
const make = async (by: TestAccount, more = {}) =>
  (await by.call('POST', '/api/articles', { title: `Text ${uuid()}`, content_markdown: 'abc', ...more })).body
const read = async (id: string) => (await owner.call('GET', `/api/articles/${id}`)).body
const ask = (by: TestAccount, { id, version }: { id: string; version: number }, more = {}) =>
  by.call('POST', `/api/articles/${id}/review`, { version, reviewer_id: null, ...more })
const approve = (by: TestAccount, { id, version }: { id: string; version: number }) =>
  by.call('POST', `/api/articles/${id}/review/approval`, { version })
const publish = (by: TestAccount, { id, version }: { id: string; version: number }) =>
  by.call('PATCH', `/api/articles/${id}`, { version, status: 'published' })
const noticed = async (by: TestAccount, kind: string) =>
  (await by.call('GET', '/api/notices')).body.items.filter((one: { kind: string }) => one.kind === kind)
const insert = (length: number) => ChangeSet.of({ from: length, insert: Text.of(['!']) }, length).toJSON()
async function joined(by: TestAccount, id: string) {
  const { body } = await by.call('POST', `/api/articles/${id}/steps/join`)
  const length = (body.content_markdown as string).length
  return (at: TestApp) =>
    at.call(
      'POST',
      `/api/articles/${id}/steps`,
      { editor: uuid(), n: 1, epoch: body.epoch, base: body.seq, changes: insert(length) },
      { authorization: `Bearer ${by.accessToken}` },
    )
}

describe('[TEAM-9] a review', () => {
  test('goes from none to requested, returned, requested, approved; those concerned are notified', async () => {
    const article = await make(writer)
    expect(article).toMatchObject({ review: 'none', review_details: null })
    const asked = await ask(writer, article, { reviewer_id: editor.id, note: ' Bitte die Zahl prüfen ' })
    expect(asked.body).toMatchObject({
      review: 'requested',
      version: 1,
      review_details: { version: 1, asked_by: writer.id, reviewer_id: editor.id, note: 'Bitte die Zahl prüfen' },
    })
    expect(await noticed(editor, 'submitted')).toMatchObject([{ reason: 'Bitte die Zahl prüfen' }])
    expect(await noticed(owner, 'submitted')).toEqual([])
    const back = `/api/articles/${article.id}/review/return`
    expect((await editor.call('POST', back, { version: 1, reason: ' ' })).body.fields[0].field).toBe('reason')
    expect((await writer.call('POST', back, { version: 1, reason: 'x' })).body.code).toBe('role_forbidden')
    const returned = await editor.call('POST', back, { version: 1, reason: 'Zahl belegen' })
    expect(returned.body).toMatchObject({
      review: 'returned',
      review_details: { decided_by: editor.id, note: 'Zahl belegen' },
    })
    expect(await noticed(writer, 'returned')).toMatchObject([{ reason: 'Zahl belegen' }])
    const saved = await writer.call('PATCH', `/api/articles/${article.id}`, { version: 1, content_markdown: 'abcd' })
    expect(saved.body).toMatchObject({ review: 'returned', version: 2 })
    await ask(writer, saved.body)
    expect((await owner.call('GET', '/api/articles?review=requested')).body.items).toMatchObject([{ id: article.id }])
    const { body: open } = await owner.call('GET', '/api/articles/reviews')
    expect(open).toMatchObject({ requested: 1, items: [{ id: article.id, review: 'requested' }] })
    expect(open.reviewers.map(({ id }: { id: string }) => id).toSorted()).toEqual([owner.id, editor.id].toSorted())
    expect((await approve(writer, saved.body)).body.code).toBe('role_forbidden')
    expect((await approve(editor, { ...saved.body, version: 1 })).body.code).toBe('version_conflict')
    expect((await approve(editor, saved.body)).body).toMatchObject({ review: 'approved', status: 'draft' })
    expect(await noticed(writer, 'approved')).toHaveLength(1)
    expect((await publish(owner, saved.body)).body).toMatchObject({ status: 'published', review: 'none' })
  })

  test('[RUL-76] ends with a step, a save and a working text after the approval, and not with category or date', async () => {
    const changes: ((article: any) => Promise<any>)[] = [
      async ({ id }) => (await joined(writer, id))(app),
      ({ id, version }) => writer.call('PATCH', `/api/articles/${id}`, { version, title: 'Anders' }),
      ({ id, version }) => writer.call('PATCH', `/api/articles/${id}`, { version, seo_description: 'Anders' }),
    ]
    for (const change of changes) {
      const article = await make(writer)
      expect((await approve(editor, article)).body.review).toBe('approved')
      expect((await change(article)).status).toBe(200)
      const { rows } = {
        rows: await app.db.selectFrom('article_reviews').selectAll().where('article_id', '=', article.id).execute(),
      }
      expect(rows).toEqual([])
      expect((await read(article.id)).review).toBe('none')
    }
    const article = await make(writer)
    await approve(editor, article)
    const { body: category } = await owner.call('POST', '/api/categories', { name: uuid() })
    await editor.call('PATCH', `/api/articles/${article.id}`, { version: 1, category_id: category.id })
    await editor.call('PATCH', `/api/articles/${article.id}`, { version: 2, status: 'scheduled', published_at: FUTURE })
    expect(await read(article.id)).toMatchObject({ review: 'approved', status: 'scheduled' })
  })

  test('[RUL-76] steps and an approval at once, many times: nothing is approved that was not seen', async () => {
    for (let round = 0; round < 6; round++) {
      const article = await make(writer)
      const send = await joined(writer, article.id)
      const [approval, step] = await Promise.all([approve(editor, article), send(beside)])
      expect(step.status).toBe(200)
      const { review, content_markdown } = await read(article.id)
      expect([review, content_markdown]).toEqual(['none', 'abc!'])
      expect([200, 409]).toContain(approval.status)
    }
  })
})

describe('[TEAM-9] Vier-Augen-Prinzip', () => {
  beforeEach(async () => {
    expect((await owner.call('PATCH', '/api/settings', { four_eyes: true })).body.four_eyes).toBe(true)
  })
  afterEach(async () => {
    await owner.call('PATCH', '/api/settings', { four_eyes: false })
  })

  test('is switched by owners alone', async () => {
    expect((await editor.call('PATCH', '/api/settings', { four_eyes: false })).body.code).toBe('owner_only')
    expect((await app.call('GET', '/api/settings')).body).not.toHaveProperty('four_eyes')
  })

  test('holds at every way of publishing, for owners, too', async () => {
    const article = await make(owner)
    const refused = async (answer: Promise<{ status: number; body: any }>) => {
      const { status, body } = await answer
      expect([status, body.code]).toEqual([409, 'approval_required'])
    }
    await refused(owner.call('POST', '/api/articles', { title: 'Sofort', status: 'published' }))
    await refused(publish(owner, article))
    await refused(
      owner.call('PATCH', `/api/articles/${article.id}`, { version: 1, status: 'published', content_markdown: null }),
    )
    const bulk = await owner.call('POST', '/api/articles/bulk', {
      ids: [article.id],
      action: { do: 'status', status: 'published' },
    })
    expect(bulk.body.items).toMatchObject([
      { outcome: 'failed', reason: expect.stringContaining('Vier-Augen-Prinzip') },
    ])
    expect((await approve(owner, article)).body.code).toBe('own_text')
    expect((await approve(editor, article)).status).toBe(200)
    // Not another text than the approved one, in the same request.
    await refused(
      owner.call('PATCH', `/api/articles/${article.id}`, { version: 1, status: 'published', title: 'Anders' }),
    )
    expect((await publish(owner, article)).status).toBe(200)
    const live = { id: article.id, version: 2 }
    await refused(owner.call('PATCH', `/api/articles/${live.id}`, { version: 2, content_markdown: 'Neu' }))
    const found = await owner.call('POST', '/api/replacements/search', { search: 'abc' })
    expect(found.status).toBeLessThan(500)
    // What readers have already stays theirs: withdrawn and taken back.
    const withdrawn = await owner.call('PATCH', `/api/articles/${live.id}`, { version: 2, status: 'draft' })
    const undone = await owner.call('POST', `/api/articles/${live.id}/undo`, { version: withdrawn.body.version })
    expect(undone.body.status).toBe('published')
  })

  test('holds at every way of publishing a page', async () => {
    const [created, other] = await Promise.all(
      ['Leitbild', 'Team'].map(
        async (title) => (await owner.call('POST', '/api/pages', { title, content_markdown: 'abc' })).body,
      ),
    )
    const at = (id: string) => `/api/pages/${id}`
    const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
    expect(await codeOf(owner.call('POST', '/api/pages', { title: 'Sofort', status: 'published' }))).toBe(
      'approval_required',
    )
    const live = { version: 1, status: 'published' }
    expect(await codeOf(owner.call('PATCH', at(created.id), live))).toBe('approval_required')
    const asked = await owner.call('POST', `${at(created.id)}/review`, { version: 1, reviewer_id: editor.id })
    expect([asked.status, asked.body.id]).toEqual([200, created.id])
    const { items, requested } = (await editor.call('GET', '/api/articles/reviews')).body
    const waiting = items.filter(({ noun }: { noun: string }) => noun === 'pages')
    expect(waiting).toMatchObject([{ id: created.id, title: 'Leitbild', review: 'requested', asked_by: owner.id }])
    expect(requested).toBe(
      items.filter(({ noun, review }: any) => noun === 'articles' && review === 'requested').length,
    )
    expect(await noticed(editor, 'submitted')).toContainEqual(
      expect.objectContaining({ things: [expect.objectContaining({ noun: 'pages', id: created.id })] }),
    )
    const approval = `${at(created.id)}/review/approval`
    expect(await codeOf(owner.call('POST', approval, { version: 1 }))).toBe('own_text')
    expect(await codeOf(writer.call('POST', approval, { version: 1 }))).toBe('role_forbidden')
    expect((await editor.call('POST', approval, { version: 1 })).status).toBe(200)
    expect(await codeOf(owner.call('PATCH', at(created.id), { ...live, title: 'Anders' }))).toBe('approval_required')
    const shown = (await owner.call('PATCH', at(created.id), live)).body
    expect(shown.status).toBe('published')
    const { version, title, slug } = shown
    // Where it stands is the desk's, and no text.
    const moved = await owner.call('PATCH', at(created.id), { version, placement: 'header' })
    expect(moved.status).toBe(200)
    const words = { title, slug, content_markdown: 'Besser' }
    expect(await codeOf(owner.call('PATCH', at(created.id), { version: moved.body.version, ...words }))).toBe(
      'approval_required',
    )
    const saved = await editor.call('PUT', `${at(created.id)}/working-copy`, { version: moved.body.version, ...words })
    expect(await codeOf(editor.call('POST', approval, { version: saved.body.version }))).toBe('own_text')
    expect((await owner.call('POST', approval, { version: saved.body.version })).status).toBe(200)
    const updated = await editor.call('PATCH', at(created.id), { version: saved.body.version, status: 'published' })
    expect(updated.body).toMatchObject({ content_markdown: 'Besser', status: 'published' })
    // What was written since is not what was approved.
    await editor.call('POST', `${at(other.id)}/review/approval`, { version: 1 })
    await editor.call('PATCH', at(other.id), { version: 1, content_markdown: 'Neu' })
    expect((await owner.call('GET', `${at(other.id)}/review`)).body).toEqual({ review: 'none', review_details: null })
  })

  test('a working text goes live only approved; a reviewer who wrote in it approves nothing', async () => {
    const article = await make(owner)
    await approve(editor, article)
    await publish(owner, article)
    const { title, slug } = article
    const text = { title, slug, excerpt: '', cover_image_url: null, category_id: null, content_markdown: 'Besser' }
    const saved = await editor.call('PUT', `/api/articles/${article.id}/working-copy`, { version: 2, ...text })
    expect(saved.body).toMatchObject({ review: 'none', has_unpublished_changes: true })
    expect((await publish(owner, saved.body)).body.code).toBe('approval_required')
    expect((await approve(editor, saved.body)).body.code).toBe('own_text')
    expect((await approve(owner, saved.body)).body.review).toBe('approved')
    const shown = await publish(editor, saved.body)
    expect(shown.body).toMatchObject({ content_markdown: 'Besser', has_unpublished_changes: false })
  })

  test('a reviewer who typed in it approves nothing, also after the steps are forgotten and the versions thinned out', async () => {
    app.setClock('2026-05-01T08:00:00.000Z')
    const article = await make(owner)
    for (const by of [editor, owner]) {
      const send = await joined(by, article.id)
      expect((await send(app)).status).toBe(200)
    }
    const { version } = await read(article.id)
    app.setClock('2026-05-01T08:20:00.000Z')
    await owner.call('PATCH', `/api/articles/${article.id}`, { version, title: 'Anders', autosave: true })
    app.setClock('2026-05-04T08:00:00.000Z')
    await forgetSteps({ db: app.db, clock: () => new Date('2026-05-04T08:00:00.000Z') })
    await thinRevisions(app.db, ARTICLE_TABLES, new Date('2026-05-04T08:00:00.000Z'))
    const { items } = (await owner.call('GET', `/api/articles/${article.id}/revisions`)).body
    expect(items.map(({ version: one }: { version: number }) => one)).toEqual([version + 1])
    expect((await approve(editor, await read(article.id))).body.code).toBe('own_text')
  })

  test('[RUL-76] a reviewer who sets category and tags is no writer: before and behind the approval', async () => {
    const { body: category } = await owner.call('POST', '/api/categories', { name: uuid() })
    const { body: tag } = await owner.call('POST', '/api/tags', { name: uuid() })
    const article = await make(owner)
    const at = `/api/articles/${article.id}`
    await editor.call('PATCH', at, { version: 1, category_id: category.id })
    await editor.call('PUT', `${at}/tags`, { tag_ids: [tag.id] })
    expect((await approve(editor, await read(article.id))).body.review).toBe('approved')
    const { version } = await read(article.id)
    expect((await editor.call('PATCH', at, { version, category_id: null })).status).toBe(200)
    expect((await publish(editor, await read(article.id))).body.status).toBe('published')
  })

  test('scheduled work and planned updates wait without an approval, and appear with it', async () => {
    app.setClock('2026-05-01T08:00:00.000Z')
    const planned = { status: 'scheduled', published_at: '2026-05-01T09:00:00.000Z' }
    const article = await make(owner, planned)
    const later = new Date('2026-05-01T10:00:00.000Z')
    await turnDueArticles(app.db, later)
    expect(await read(article.id)).toMatchObject({ status: 'scheduled' })
    expect((await approve(editor, article)).status).toBe(200)
    await turnDueArticles(app.db, later)
    expect(await read(article.id)).toMatchObject({ status: 'published', published_at: planned.published_at })
  })

  test('[RUL-39] planned work appears where its author’s account is deleted and leaves it to the person who approved it', async () => {
    const leaving = await withRole('contributor')
    app.setClock('2026-05-01T08:00:00.000Z')
    const article = await make(leaving)
    const { version } = (await approve(editor, article)).body
    const planned = { version, status: 'scheduled', published_at: '2026-05-01T09:00:00.000Z' }
    expect((await editor.call('PATCH', `/api/articles/${article.id}`, planned)).status).toBe(200)
    expect((await owner.call('DELETE', `/api/users/${leaving.id}`, { articles_to: editor.id })).status).toBe(204)
    await turnDueArticles(app.db, new Date('2026-05-01T10:00:00.000Z'))
    expect(await read(article.id)).toMatchObject({ status: 'published', author_id: editor.id })
  })

  test('the author of a text without versions of its own, as a former release wrote it, approves nothing of it', async () => {
    const article = await make(editor)
    await app.db.deleteFrom('article_revisions').where('article_id', '=', article.id).execute()
    const { body } = await owner.call('PATCH', `/api/articles/${article.id}`, { version: 1, title: 'Anders' })
    expect((await approve(editor, body)).body.code).toBe('own_text')
  })

  test('an approval that is returned or ended beside its due publication, many at once: nothing appears without it', async () => {
    const due = new Date(Date.now() + 60_000)
    for (let round = 0; round < 8; round++) {
      const article = await make(writer)
      const { version } = (await approve(editor, article)).body
      const planned = { version, status: 'scheduled', published_at: due.toISOString() }
      const { body } = await editor.call('PATCH', `/api/articles/${article.id}`, planned)
      const back =
        round % 2
          ? editor.call('POST', `/api/articles/${article.id}/review/return`, { version: body.version, reason: 'Nein' })
          : editor.call('DELETE', `/api/articles/${article.id}/review`, { version: body.version })
      const [taken] = await Promise.all([
        back,
        ...[app, beside, app, beside].map(({ db }) => turnDueArticles(db, due).catch(() => {})),
      ])
      // The publication is a change of its own, and a conflict for what came after it.
      expect([200, 409]).toContain(taken.status)
      expect((await read(article.id)).status).toBe(taken.status === 200 ? 'scheduled' : 'published')
    }
  })

  test('an approval and a publication beside steps, many at once: only the approved text is ever live', async () => {
    for (let round = 0; round < 6; round++) {
      const article = await make(writer)
      await approve(editor, article)
      const send = await joined(writer, article.id)
      const [published] = await Promise.all([
        beside.call(
          'PATCH',
          `/api/articles/${article.id}`,
          { version: 1, status: 'published', content_markdown: null },
          { authorization: `Bearer ${owner.accessToken}` },
        ),
        send(app),
        send(beside),
      ])
      const { status, content_markdown } = await read(article.id)
      if (status === 'published') expect(content_markdown).toBe('abc')
      else expect(published.body.code).toBe('approval_required')
    }
  })
})
