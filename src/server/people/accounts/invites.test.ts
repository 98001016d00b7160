import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp({ env: { REGISTRATION: 'geschlossen' } })
  owner = await app.register()
})
afterAll(() => app.stop())
afterEach(() => app.setClock())

const invite = async (input: object = {}) => (await owner.call('POST', '/api/users/invites', input)).body
const tokenOf = (url: string) => new URL(url).hash.replace('#invite=', '')
const signUp = (token: unknown, to = app) =>
  to.call('POST', '/auth/v1/signup', {
    email: `${crypto.randomUUID()}@redaktion.example`,
    password: 'geheim-genug',
    data: { invite_token: token, name: 'Neu' },
  })

describe('[RUL-4] invitations by link', () => {
  test('make an approved account of their role once, in any registration mode', async () => {
    const made = await invite({ role: 'owner', note: '  Jana  ' })
    expect(made).toMatchObject({ role: 'owner', note: 'Jana' })
    expect(made.url).toMatch(/^http:\/\/localhost:\d+\/auth#invite=[\w-]{43}$/)
    const { status, body } = await signUp(tokenOf(made.url))
    expect(status).toBe(200)
    expect(body.user.user_metadata).toEqual({ name: 'Neu' })
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await app.call('GET', '/api/account', undefined, headers)).body).toMatchObject({
      role: 'owner',
      approval: 'approved',
    })
    const refused = { status: 422, body: { error_code: 'invite_not_found' } }
    expect(await signUp(tokenOf(made.url))).toMatchObject(refused)
    expect(await signUp('erfunden')).toMatchObject(refused)
    expect((await signUp(undefined)).body.error_code).toBe('signup_disabled')
  })

  test('of several concurrent uses one succeeds', async () => {
    const beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : null
    try {
      const token = tokenOf((await invite()).url)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => signUp(token, index % 2 && beside ? beside : app)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    } finally {
      await beside?.stop()
    }
  })

  test('a failed registration does not use one up', async () => {
    const token = tokenOf((await invite()).url)
    const taken = await app.call('POST', '/auth/v1/signup', {
      email: owner.email,
      password: 'geheim-genug',
      data: { invite_token: token },
    })
    expect(taken.body.error_code).toBe('user_already_exists')
    expect((await signUp(token)).status).toBe(200)
  })

  test('are valid for seven days, revocable, and listed while valid', async () => {
    const start = new Date('2026-04-01T08:00:00Z')
    app.setClock(start)
    const [first, second] = [await invite({ note: 'eins' }), await invite({ note: 'zwei' })]
    const listed = async () => (await owner.call('GET', '/api/users/invites')).body.items
    const notes = async () => (await listed()).map(({ note }: { note: string }) => note)
    expect(await notes()).toEqual(expect.arrayContaining(['eins', 'zwei']))
    expect(JSON.stringify(await listed())).not.toContain(tokenOf(first.url))
    expect((await owner.call('DELETE', `/api/users/invites/${first.id}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/api/users/invites/${first.id}`)).status).toBe(404)
    expect((await signUp(tokenOf(first.url))).status).toBe(422)
    app.setClock(new Date(start.getTime() + 7 * 86_400_000))
    expect((await signUp(tokenOf(second.url))).status).toBe(422)
    expect(await notes()).not.toContain('zwei')
  })

  test('[RUL-34] are stored as a hash', async () => {
    const { url } = await invite()
    const rows = JSON.stringify(await app.db.selectFrom('invites').selectAll().execute())
    expect(rows).not.toContain(tokenOf(url))
    expect(rows).toContain(createHash('sha256').update(tokenOf(url)).digest('base64url'))
  })

  test('an anonymous account cannot use one', async () => {
    const open = await startTestApp({ env: { AUTH_ANONYMOUS: 'true' } })
    try {
      const chief = await open.register()
      const { url } = (await chief.call('POST', '/api/users/invites', {})).body
      const { body } = await open.call('POST', '/auth/v1/signup', { data: { invite_token: tokenOf(url) } })
      const headers = { authorization: `Bearer ${body.access_token}` }
      expect((await open.call('GET', '/api/account', undefined, headers)).body.approval).toBe('pending')
      expect((await chief.call('GET', '/api/users/invites')).body.items).toHaveLength(1)
    } finally {
      await open.stop()
    }
  })
})

describe('deleting another account', () => {
  test('hands the articles over, ends every session, and never removes the last owner', async () => {
    const { body } = await signUp(tokenOf((await invite()).url))
    const headers = { authorization: `Bearer ${body.access_token}` }
    const article = await app.call('POST', '/api/articles', { title: 'Bleibt' }, headers)
    const facts = await owner.call('GET', `/api/users/${body.user.id}/removal`)
    expect(facts.body).toMatchObject({ article_count: 1, last_owner: false })
    expect((await owner.call('DELETE', `/api/users/${body.user.id}`, { articles_to: owner.id })).status).toBe(204)
    expect((await app.call('GET', '/auth/v1/user', undefined, headers)).status).toBe(403)
    expect((await owner.call('GET', `/api/articles/${article.body.id}`)).body.author_id).toBe(owner.id)
    expect((await owner.call('GET', `/api/users/${body.user.id}/removal`)).status).toBe(404)
    const lonely = await startTestApp()
    try {
      const only = await lonely.register()
      expect(await only.call('DELETE', `/api/users/${only.id}`, { articles_to: null })).toMatchObject({
        status: 409,
        body: { code: 'last_owner' },
      })
    } finally {
      await lonely.stop()
    }
  })

  test('two owners who delete each other concurrently leave one', async () => {
    const own = await startTestApp()
    const beside = DIALECT === 'postgres' ? await startTestApp({ beside: own }) : null
    try {
      const [first, second] = [await own.register(), await own.register()]
      await first.call('PATCH', `/api/users/${second.id}`, { approval: 'approved', role: 'owner' })
      const other = beside ?? own
      const answers = await Promise.all([
        first.call('DELETE', `/api/users/${second.id}`, { articles_to: null }),
        other.call(
          'DELETE',
          `/api/users/${first.id}`,
          { articles_to: null },
          { authorization: `Bearer ${second.accessToken}` },
        ),
      ])
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      const left = await own.db.selectFrom('users').select(['role', 'approval']).execute()
      expect(left).toEqual([{ role: 'owner', approval: 'approved' }])
    } finally {
      await beside?.stop()
      await own.stop()
    }
  })
})

describe('the audit log', () => {
  test('is for owners: newest first, page by page, by event and by person', async () => {
    const { body } = await signUp(tokenOf((await invite()).url))
    const { email } = body.user
    await app.call('POST', '/auth/v1/token?grant_type=password', { email, password: 'falsch-falsch' })
    await owner.call('PATCH', `/api/users/${body.user.id}`, { role: 'owner' })
    const list = async (query: string) => (await owner.call('GET', `/api/audit?${query}`)).body
    const about = `q=${encodeURIComponent(email.toUpperCase())}`
    const events = async (query: string) => (await list(query)).items.map(({ event }: { event: string }) => event)
    expect(await events(about)).toEqual(['role_changed', 'sign_in_failed', 'sign_up'])
    expect(await events(`${about}&event=sign_up`)).toEqual(['sign_up'])
    const first = await list(`${about}&limit=2`)
    expect(first.items).toHaveLength(2)
    expect(first.items[0]).toMatchObject({ email, actor_email: owner.email, details: { from: 'editor', to: 'owner' } })
    expect(await events(`${about}&limit=2&cursor=${first.next_cursor}`)).toEqual(['sign_up'])
    expect((await list('q=%25')).items).toEqual([])
    expect(await app.call('GET', '/api/audit')).toMatchObject({ status: 401 })
    expect((await owner.call('GET', '/api/audit?event=erfunden')).status).toBe(400)
  })
})
