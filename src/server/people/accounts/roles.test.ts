import { ChangeSet, Text } from '@codemirror/state'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLive } from '../../../../tests/support/live-stream.ts'
import {
  accountWithRole,
  DIALECT,
  startTestApp,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { mayCall } from '../../../rules/permission-calls.ts'
import type { Role } from '../../../rules/roles.ts'

let app: TestApp
/** A second instance on the same database. */
let beside: TestApp
let owner: TestAccount
let contributor: TestAccount
let guest: TestAccount

const withRole = (role: Role) => accountWithRole(app, owner, role)
beforeAll(async () => {
  app = await startTestApp()
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  owner = await app.register()
  contributor = await withRole('contributor')
  guest = await withRole('guest')
})
afterAll(async () => {
  if (beside !== app) await beside.stop()
  await app.stop()
})

const FUTURE = '2099-01-01T10:00:00.000Z'
const make = async (by: TestAccount, more = {}) =>
  (await by.call('POST', '/api/articles', { title: `Text ${crypto.randomUUID()}`, content_markdown: 'abc', ...more }))
    .body
const read = async (id: string) => (await owner.call('GET', `/api/articles/${id}`)).body
const step = ChangeSet.of({ from: 3, insert: Text.of(['!']) }, 3).toJSON()

test('[TEAM-8] roles are given to accounts and by invitations, and the list says them', async () => {
  expect((await contributor.call('GET', '/api/account')).body.role).toBe('contributor')
  const { items } = (await owner.call('GET', '/api/users')).body
  expect(items.find((user: { id: string }) => user.id === guest.id).role).toBe('guest')
  const { url } = (await owner.call('POST', '/api/users/invites', { role: 'guest' })).body
  const invited = await app.call('POST', '/auth/v1/signup', {
    email: `${uuid()}@redaktion.example`,
    password: 'geheim-genug',
    data: { invite_token: url.split('#invite=')[1] },
  })
  const as = { authorization: `Bearer ${invited.body.access_token}` }
  expect((await app.call('GET', '/api/account', undefined, as)).body).toMatchObject({
    role: 'guest',
    approval: 'approved',
  })
  const risen = await withRole('contributor')
  await owner.call('PATCH', `/api/users/${risen.id}`, { role: 'owner' })
  expect((await risen.call('GET', '/api/users')).status).toBe(200)
  await owner.call('PATCH', `/api/users/${risen.id}`, { role: 'contributor' })
  expect((await risen.call('GET', '/api/users')).body.code).toBe('owner_only')
})

describe('[TEAM-8] Mitarbeit', () => {
  test('writes, saves, types and deletes own drafts, and gets them back from the trash', async () => {
    const article = await make(contributor)
    const saved = await contributor.call('PATCH', `/api/articles/${article.id}`, {
      version: article.version,
      content_markdown: 'abc',
      title: 'Neu',
    })
    expect(saved.body).toMatchObject({ title: 'Neu', status: 'draft', author_id: contributor.id })
    const joined = await contributor.call('POST', `/api/articles/${article.id}/steps/join`)
    const sent = { editor: uuid(), n: 1, epoch: joined.body.epoch, base: 0, changes: step }
    expect((await contributor.call('POST', `/api/articles/${article.id}/steps`, sent)).status).toBe(200)
    expect((await contributor.call('DELETE', `/api/articles/${article.id}`)).status).toBe(204)
    expect((await contributor.call('POST', `/api/trash/articles/${article.id}/restore`)).status).toBe(200)
    expect(await read(article.id)).toMatchObject({ content_markdown: 'abc!', status: 'draft' })
  })

  test('cannot publish, schedule or withdraw by any verb, and nothing has changed after it', async () => {
    const draft = await make(contributor)
    const others = await make(owner)
    const scheduled = await make(contributor)
    await owner.call('PATCH', `/api/articles/${scheduled.id}`, {
      version: 1,
      status: 'scheduled',
      published_at: FUTURE,
    })
    const live = await make(contributor)
    await owner.call('PATCH', `/api/articles/${live.id}`, { version: 1, status: 'published' })
    const trashed = await make(contributor)
    await owner.call('PATCH', `/api/articles/${trashed.id}`, { version: 1, status: 'published' })
    await owner.call('DELETE', `/api/articles/${trashed.id}`)
    const { body: card } = await contributor.call('POST', '/api/tasks', { title: 'Karte' })
    const before = await Promise.all([draft, others, scheduled, live].map(({ id }) => read(id)))
    const joined = await owner.call('POST', `/api/articles/${scheduled.id}/steps/join`)
    const sent = { editor: uuid(), n: 1, epoch: joined.body.epoch, base: 0, changes: step }
    const text = { title: 'X', slug: 'x', excerpt: '', content_markdown: 'x', cover_image_url: null, category_id: null }

    const ways: [string, string, object?][] = [
      ['POST', '/api/articles', { title: 'Sofort', status: 'published' }],
      ['POST', '/api/articles', { title: 'Bald', status: 'scheduled', published_at: FUTURE }],
      ['PATCH', `/api/articles/${draft.id}`, { version: 1, status: 'published' }],
      ['PATCH', `/api/articles/${draft.id}`, { version: 1, status: 'scheduled', published_at: FUTURE }],
      ['PATCH', `/api/articles/${others.id}`, { version: 1, title: 'Fremd' }],
      ['PATCH', `/api/articles/${scheduled.id}`, { version: 2, title: 'Anders' }],
      ['PATCH', `/api/articles/${scheduled.id}`, { version: 2, status: 'draft' }],
      ['PATCH', `/api/articles/${live.id}`, { version: 2, content_markdown: 'x' }],
      ['PATCH', `/api/articles/${live.id}`, { version: 2, status: 'draft' }],
      ['PATCH', `/api/articles/${live.id}`, { version: 2, unpublish_at: FUTURE }],
      ['PUT', `/api/articles/${others.id}/working-copy`, { version: 1, ...text }],
      ['PUT', `/api/articles/${live.id}/working-copy/date`, { version: 2, goes_live_at: FUTURE }],
      ['PUT', `/api/articles/${live.id}/tags`, { tag_ids: [] }],
      ['PUT', `/api/articles/${live.id}/pin`],
      ['PUT', `/api/articles/${others.id}/assignee`, { assignee_id: contributor.id }],
      ['DELETE', `/api/articles/${others.id}`],
      ['DELETE', `/api/articles/${live.id}`],
      ['POST', `/api/articles/${scheduled.id}/steps`, sent],
      ['POST', `/api/articles/${others.id}/steps/join`],
      ['POST', '/api/articles/bulk', { ids: [draft.id], action: { do: 'status', status: 'published' } }],
      ['POST', '/api/articles/bulk', { ids: [draft.id], action: { do: 'date', published_at: FUTURE } }],
      ['POST', `/api/trash/articles/${trashed.id}/restore`],
      ['PUT', `/api/planning/articles/${draft.id}`, { planned_on: '2099-01-01' }],
      ['POST', '/api/planning/moves', { moves: [] }],
      ['POST', '/api/planning/pushes', {}],
      ['POST', '/api/tasks/bulk', { ids: [card.id], action: { do: 'move', status: 'published' } }],
      ['POST', '/api/replacements', { search: 'abc', replace: 'x' }],
      ['POST', '/api/imports', {}],
      ['POST', '/api/backups/x/records', {}],
      ['POST', `/api/articles/${draft.id}/preview-links`, {}],
      ['POST', '/api/pages', { title: 'Seite', status: 'published' }],
      ['PATCH', '/api/settings', { site_title: 'X' }],
    ]
    for (const [method, path, body] of ways) {
      const answer = await contributor.call(method, path, body)
      expect([answer.status, path], JSON.stringify(answer.body)).toEqual([403, path])
      expect(['role_forbidden', 'owner_only']).toContain(answer.body.code)
    }
    expect(await Promise.all([draft, others, scheduled, live].map(({ id }) => read(id)))).toEqual(before)
    // A card on the board that is moved changes no article.
    const moved = await contributor.call('PATCH', `/api/tasks/${card.id}`, { status: 'published' })
    expect(moved.status).toBe(200)
    expect(await read(draft.id)).toEqual(before[0])
  })

  test('brings nothing back to readers by taking a change back that was made with more rights', async () => {
    const former = await withRole('editor')
    const article = await make(former, { status: 'published' })
    await former.call('PATCH', `/api/articles/${article.id}`, { version: 1, status: 'draft' })
    await owner.call('PATCH', `/api/users/${former.id}`, { role: 'contributor' })
    expect((await former.call('POST', `/api/articles/${article.id}/undo`, { version: 2 })).body.code).toBe(
      'role_forbidden',
    )
    expect((await read(article.id)).status).toBe('draft')
  })

  test('keeps what is written for a published own article to the working text, and not where it is planned', async () => {
    const article = await make(contributor)
    await owner.call('PATCH', `/api/articles/${article.id}`, { version: 1, status: 'published' })
    const { body } = await contributor.call('GET', `/api/articles/${article.id}`)
    const text = { title: body.title, slug: body.slug, excerpt: '', cover_image_url: null, category_id: null }
    const save = (version: number, content_markdown: string) =>
      contributor.call('PUT', `/api/articles/${article.id}/working-copy`, { version, ...text, content_markdown })
    expect((await save(2, 'Besser')).status).toBe(200)
    expect(await read(article.id)).toMatchObject({
      content_markdown: 'abc',
      working_copy: { content_markdown: 'Besser' },
    })
    const date = { version: 3, goes_live_at: FUTURE }
    expect((await owner.call('PUT', `/api/articles/${article.id}/working-copy/date`, date)).status).toBe(200)
    expect((await save(4, 'Heimlich')).body.code).toBe('role_forbidden')
    expect((await contributor.call('DELETE', `/api/articles/${article.id}/working-copy`, { version: 4 })).status).toBe(
      403,
    )
  })

  test('changes nothing of others at the desk, and an article or task that is handed over is own', async () => {
    const { body: foreign } = await owner.call('POST', '/api/tasks', { title: 'Fremd' })
    const { body: link } = await owner.call('POST', '/api/links', {
      title: 'L',
      url: 'https://a.example',
      category: 'Allgemein',
    })
    for (const [method, path, body] of [
      ['PATCH', `/api/tasks/${foreign.id}`, { title: 'X' }],
      ['PUT', `/api/tasks/${foreign.id}/position`, { status: 'ready', after_id: null }],
      ['DELETE', `/api/tasks/${foreign.id}`],
      ['DELETE', `/api/links/${link.id}`],
      ['POST', '/api/rpc/links/remove', { json: { id: link.id } }],
    ] as const)
      expect((await contributor.call(method, path, body)).status, path).toBe(403)
    await owner.call('PATCH', `/api/tasks/${foreign.id}`, { assignee_id: contributor.id })
    expect((await contributor.call('PATCH', `/api/tasks/${foreign.id}`, { title: 'Meins' })).status).toBe(200)
    const article = await make(owner)
    await owner.call('PUT', `/api/articles/${article.id}/assignee`, { assignee_id: contributor.id })
    const own = await contributor.call('PATCH', `/api/articles/${article.id}`, { version: 1, title: 'Übernommen' })
    expect(own.status).toBe(200)
    const guest = await withRole('guest')
    for (const method of ['PUT', 'DELETE'])
      expect(
        (await contributor.call(method, `/api/articles/${article.id}/guests/${guest.id}`)).status,
        method,
      ).toBeLessThan(300)
  })
})

describe('[TEAM-8] [RUL-61] Gast', () => {
  const invite = (by: TestAccount, article: { id: string }, who: TestAccount) =>
    by.call('PUT', `/api/articles/${article.id}/guests/${who.id}`)
  const noticesOf = async (account: TestAccount) => (await account.call('GET', '/api/notices')).body.items

  test('reads the articles to which an invitation leads, and learns nothing of others by any call', async () => {
    const reader = await withRole('guest')
    const name = reader.email.split('@')[0]
    const hidden = `verborgen${crypto.randomUUID().slice(0, 8)}`
    const more = { title: `Das ${hidden}`, excerpt: hidden, content_markdown: `abc ${hidden}` }
    const [open, secret] = [await make(owner), await make(owner, more)]
    expect((await reader.call('GET', '/api/articles')).body.items).toEqual([])
    await invite(owner, open, reader)
    // All that could name the other one: a remark that mentions the guest, a review, and lines with both articles.
    await owner.call('POST', `/api/articles/${secret.id}/remarks`, { passage: null, body: `@${name} ${hidden}` })
    await owner.call('POST', `/api/articles/${secret.id}/review`, { version: 1, reviewer_id: null, note: hidden })
    const action = { do: 'date', published_at: FUTURE }
    await owner.call('POST', '/api/articles/bulk', { ids: [open.id, secret.id], action })

    const mine = app.access.filter(({ access, name: call }) => access === 'approved' && mayCall('guest', call))
    const ofArticle = mine.filter(
      ({ path, name: call }) => path.includes('/articles/:id') || call.startsWith('articles.'),
    )
    expect(ofArticle.length).toBeGreaterThan(25)
    for (const { method, path, name: call } of ofArticle) {
      const to = (id: string) => path.replace('/articles/:id', `/articles/${id}`).replace(/:\w+/g, uuid())
      const answers = []
      for (const id of [secret.id, uuid()]) {
        const body = path.startsWith('/api/rpc/') ? { json: { id } } : method === 'GET' ? undefined : {}
        answers.push(await reader.call(method, to(id), body))
      }
      const [there, missing] = answers.map(({ status, body }) => [status, body])
      // What needs no id lists; its bodies are looked through below.
      if (missing?.[0] === 404) expect(there, call).toEqual(missing)
      else expect(JSON.stringify(there), call).not.toContain(hidden)
    }
    for (const { method, path } of mine) {
      if (method !== 'GET' || path.includes(':') || path === '/api/live') continue
      for (const query of ['', `?q=${hidden}`, `?record=${secret.id}`]) {
        const { body } = await reader.call('GET', path + query)
        expect(JSON.stringify(body), path + query).not.toMatch(new RegExp(`${hidden}|${secret.id}`))
      }
    }
    const lines = (await reader.call('GET', '/api/activity')).body.items
    expect(lines.length).toBeGreaterThan(0)
    for (const { things } of lines) expect(things).toMatchObject([{ id: open.id }])
    const { items } = (await owner.call('GET', `/api/activity?record=${secret.id}`)).body
    for (const { id } of items) {
      const things = (await reader.call('GET', `/api/activity/${id}/things`)).body.items ?? []
      expect(things.map((thing: { id: string }) => thing.id)).not.toContain(secret.id)
    }
    expect((await reader.call('GET', '/api/articles/counts')).body).toMatchObject({ draft: 0, scheduled: 1 })
    expect((await reader.call('GET', `/api/articles/${open.id}`)).body.content_markdown).toBe('abc')
    const remark = { passage: null, body: 'Gelesen' }
    expect((await reader.call('POST', `/api/articles/${open.id}/remarks`, remark)).status).toBe(201)
    for (const [method, path, body] of [
      ['POST', '/api/articles', { title: 'X' }],
      ['PATCH', `/api/articles/${open.id}`, { version: 1, title: 'X' }],
      ['POST', `/api/articles/${open.id}/steps/join`, {}],
      ['GET', `/api/articles/${open.id}/guests`],
      ['PUT', `/api/articles/${secret.id}/guests/${reader.id}`],
      ['GET', `/api/live?text=articles:${open.id}`],
      ['GET', '/api/tasks'],
      ['GET', '/api/inbox'],
      ['GET', '/api/events/calendar'],
      ['GET', `/api/search?q=${hidden}`],
      ['GET', '/api/users'],
    ] as const)
      expect((await reader.call(method, path, body)).status, path).toBe(403)
  })

  test('is told of an invitation, which stands in the activity; taken back, it ends with its notice', async () => {
    const reader = await withRole('guest')
    const [article, other] = [await make(owner), await make(owner)]
    const both = await Promise.all([invite(owner, article, reader), invite(owner, article, reader)])
    expect(both.map(({ body }) => body.items)).toMatchObject([[{ id: reader.id }], [{ id: reader.id }]])
    await invite(owner, other, reader)
    expect(await noticesOf(reader)).toMatchObject([{ kind: 'invited', count: 2, actor: { id: owner.id } }])
    const mailed = await app.db.selectFrom('notice_things').select('mail').where('record_id', '=', article.id).execute()
    expect(mailed).toHaveLength(1)
    expect((await reader.call('GET', '/api/notices/choices')).body.kinds).toContainEqual(
      expect.objectContaining({ kind: 'invited', mail: true }),
    )
    const choices = (await owner.call('GET', '/api/notices/choices')).body.kinds
    expect(choices.map(({ kind }: { kind: string }) => kind)).not.toContain('invited')

    const remove = () => owner.call('DELETE', `/api/articles/${article.id}/guests/${reader.id}`)
    const removed = await remove()
    expect(removed.body.items).toEqual([])
    expect(removed.body.others).toContainEqual({ id: reader.id, name: reader.email.split('@')[0] })
    expect((await remove()).status).toBe(200)
    expect((await reader.call('GET', `/api/articles/${article.id}`)).status).toBe(404)
    expect(await noticesOf(reader)).toMatchObject([{ count: 1, things: [{ id: other.id }] }])
    const verbs = (await owner.call('GET', `/api/activity?record=${article.id}`)).body.items
    expect(verbs.map(({ verb }: { verb: string }) => verb)).toEqual(['guest-removed', 'guest-invited', 'created'])
    expect((await read(article.id)).version).toBe(1)
  })

  test('hears no more of what an account read before it became a guest', async () => {
    const reader = await withRole('editor')
    await reader.call('PATCH', '/api/account', { display_name: `Lea ${reader.id.slice(-8)}` })
    const { body: open } = await owner.call('POST', '/api/articles', { title: 'Weiter offen' })
    const { body: closed } = await owner.call('POST', '/api/articles', { title: 'Ab jetzt verschlossen' })
    for (const { id } of [open, closed]) {
      const body = `Vertraulich, @Lea ${reader.id.slice(-8)}`
      const remark = await owner.call('POST', `/api/articles/${id}/remarks`, { body, passage: null })
      expect(remark.status).toBe(201)
    }
    await owner.call('PUT', `/api/articles/${open.id}/assignee`, { assignee_id: reader.id })
    await owner.call('PATCH', `/api/users/${reader.id}`, { role: 'guest' })
    const { items } = (await reader.call('GET', '/api/notices')).body
    const named = items.flatMap(({ things }: { things: { id: string }[] }) => things.map(({ id }) => id))
    expect(new Set(named)).toEqual(new Set([open.id]))
    await owner.call('PUT', `/api/articles/${open.id}/assignee`, { assignee_id: null })
    expect((await reader.call('GET', '/api/notices')).body.items).toEqual([])
  })

  test('is invited by those who may write the article, and only while the account is a guest', async () => {
    const reader = await withRole('guest')
    const [own, foreign] = [await make(contributor), await make(owner)]
    expect((await invite(contributor, own, reader)).status).toBe(200)
    expect((await invite(contributor, foreign, reader)).body.code).toBe('role_forbidden')
    const wrong = await invite(owner, foreign, contributor)
    expect([wrong.status, wrong.body.fields[0].field]).toEqual([400, 'user_id'])
    expect((await invite(owner, { id: uuid() }, reader)).status).toBe(404)
    // What was handed over is one's own.
    await owner.call('PUT', `/api/articles/${foreign.id}/assignee`, { assignee_id: reader.id })
    expect((await reader.call('GET', `/api/articles/${foreign.id}`)).status).toBe(200)
    await owner.call('PATCH', `/api/users/${reader.id}`, { role: 'editor' })
    expect((await owner.call('GET', `/api/articles/${own.id}/guests`)).body.items).toEqual([])
  })

  test('keeps no secret address of the calendar from a time with more rights', async () => {
    const former = await withRole('editor')
    const { path } = (await former.call('POST', '/api/planning/link')).body
    expect((await app.call('GET', path)).status).toBe(200)
    await owner.call('PATCH', `/api/users/${former.id}`, { role: 'guest' })
    expect((await app.call('GET', path)).status).toBe(404)
  })
})

test('[TEAM-8] [RUL-35] a role that is lost ends steps at once and the stream of the text within five seconds', async () => {
  const writer = await withRole('editor')
  const article = await make(owner)
  const joined = await writer.call('POST', `/api/articles/${article.id}/steps/join`)
  const sent = { editor: uuid(), n: 1, epoch: joined.body.epoch, base: 0, changes: step }
  const live = await openLive(app.url, writer.accessToken, `?text=articles:${article.id}`)
  await owner.call('PATCH', `/api/users/${writer.id}`, { role: 'guest' })
  expect((await writer.call('POST', `/api/articles/${article.id}/steps`, sent)).body.code).toBe('role_forbidden')
  await live.closed()
  // So does an account that is blocked.
  const blocked = await withRole('editor')
  const theirs = await openLive(app.url, blocked.accessToken, `?text=articles:${article.id}`)
  await owner.call('PATCH', `/api/users/${blocked.id}`, { approval: 'blocked' })
  const { status } = await blocked.call('POST', `/api/articles/${article.id}/steps`, { ...sent, editor: uuid() })
  expect([401, 403]).toContain(status)
  await theirs.closed()
  expect((await read(article.id)).content_markdown).toBe('abc')
})

test('[TEAM-8] steps of Mitarbeit and the scheduling of their text, many at once: what is scheduled stays as it was', async () => {
  for (let round = 0; round < 6; round++) {
    const article = await make(contributor)
    const joined = await contributor.call('POST', `/api/articles/${article.id}/steps/join`)
    const send = (at: TestApp) =>
      at.call(
        'POST',
        `/api/articles/${article.id}/steps`,
        { editor: uuid(), n: 1, epoch: joined.body.epoch, base: 0, changes: step },
        { authorization: `Bearer ${contributor.accessToken}` },
      )
    const schedule = owner.call('PATCH', `/api/articles/${article.id}`, {
      version: 1,
      content_markdown: null,
      status: 'scheduled',
      published_at: FUTURE,
    })
    const [planned, ...answers] = await Promise.all([schedule, send(beside), send(app), send(beside), send(app)])
    expect(planned.status).toBe(200)
    const taken = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'role_forbidden')).toBe(
      true,
    )
    const { content_markdown, status } = await read(article.id)
    expect([status, content_markdown]).toEqual(['scheduled', planned.body.content_markdown])
    expect(content_markdown).toBe(`abc${'!'.repeat(taken.length)}`)
  }
})

test('[TEAM-8] the last owner cannot be given a lesser role, however many try at once', async () => {
  const owners = [owner, await withRole('owner'), await withRole('owner'), await withRole('owner')]
  const demote = (by: TestAccount, who: TestAccount, role: string, at: TestApp) =>
    at.call('PATCH', `/api/users/${who.id}`, { role }, { authorization: `Bearer ${by.accessToken}` })
  const answers = await Promise.all(
    owners.map((by, index) => demote(by, by, index % 2 ? 'guest' : 'contributor', index % 2 ? beside : app)),
  )
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['last_owner'])
  const left = await app.db.selectFrom('users').select('id').where('role', '=', 'owner').execute()
  expect(left).toHaveLength(1)
})
