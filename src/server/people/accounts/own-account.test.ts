import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../tests/support/auth-client.ts'
import { giveFactor } from '../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())
afterEach(() => app.setClock())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** An approved member of the editorial team. */
async function editor(): Promise<TestAccount> {
  const account = await app.register()
  await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
  return account
}

async function signIn(account: TestAccount, userAgent = FIREFOX): Promise<string> {
  const { body } = await app.call('POST', '/auth/v1/token?grant_type=password', account, { 'user-agent': userAgent })
  return body.access_token
}

const reaches = async (token: string) =>
  (await app.call('GET', '/api/account', undefined, bearer(token))).status === 200
const sessionsOf = async (account: TestAccount) => (await account.call('GET', '/api/account/sessions')).body.items
const eventsOf = async (userId: string) =>
  (await app.db.selectFrom('audit_log').selectAll().where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ event, actor_id, details }) => ({ event, actor_id, details: JSON.parse(details) }),
  )

describe('[RUL-11] own sessions', () => {
  test('are listed with device, address and times, the present one first, and only one’s own', async () => {
    app.setClock('2026-03-01T12:00:00.000Z')
    const account = await app.register()
    app.setClock('2026-03-01T12:10:00.000Z')
    await signIn(account)
    app.setClock('2026-03-01T12:20:00.000Z')
    await signIn(account, 'curl/8.9.1')
    expect(await sessionsOf(account)).toMatchObject([
      { current: true, created_at: '2026-03-01T12:00:00.000Z', second_factor: false },
      { current: false, device: { kind: 'program', browser: 'curl' }, last_used_at: '2026-03-01T12:20:00.000Z' },
      { current: false, device: { kind: 'computer', browser: 'Firefox 133', system: 'Linux' }, ip: '127.0.0.1' },
    ])
    app.setClock('2026-03-01T12:30:00.000Z')
    const body = { refresh_token: account.refreshToken }
    await app.call('POST', '/auth/v1/token?grant_type=refresh_token', body, { 'user-agent': FIREFOX })
    expect((await sessionsOf(account))[0]).toMatchObject({
      created_at: '2026-03-01T12:00:00.000Z',
      last_used_at: '2026-03-01T12:30:00.000Z',
      device: { browser: 'Firefox 133' },
    })
    expect(JSON.stringify(await sessionsOf(owner))).not.toContain('Firefox')
  })

  test('one ends at once; another account’s is not found and continues', async () => {
    const account = await app.register()
    const other = await signIn(account)
    const stranger = await app.register()
    const [, { id }] = await sessionsOf(account)
    expect((await stranger.call('DELETE', `/api/account/sessions/${id}`)).status).toBe(404)
    expect(await reaches(other)).toBe(true)
    expect((await account.call('DELETE', `/api/account/sessions/${id}`)).status).toBe(204)
    expect(await reaches(other)).toBe(false)
    expect(await reaches(account.accessToken)).toBe(true)
    expect((await account.call('DELETE', `/api/account/sessions/${id}`)).status).toBe(404)
    expect(await eventsOf(account.id)).toContainEqual({
      event: 'sessions_ended',
      actor_id: null,
      details: { session_id: id },
    })
  })

  test('all others end, in the interface and by the official client', async () => {
    const account = await app.register()
    const others = [await signIn(account), await signIn(account)]
    expect((await account.call('DELETE', '/api/account/sessions')).body).toEqual({ ended: 2 })
    expect(await Promise.all(others.map(reaches))).toEqual([false, false])
    const another = await signIn(account)
    const client = authClient(app.url)
    await client.setSession({ access_token: account.accessToken, refresh_token: account.refreshToken })
    expect((await client.signOut({ scope: 'others' })).error).toBeNull()
    expect(await reaches(another)).toBe(false)
    expect(await sessionsOf(account)).toMatchObject([{ current: true }])
  })
})

test('with a verified factor an aal1 session sees, exports and deletes nothing', async () => {
  const account = await app.register()
  await giveFactor(app, account, { secret: 'versiegeltes-geheimnis' })
  for (const [method, path, body] of [
    ['GET', '/api/account/sessions'],
    ['DELETE', '/api/account/sessions'],
    ['GET', '/api/account/export'],
    ['GET', '/api/account/removal'],
    ['DELETE', '/api/account', { articles_to: null, password: account.password }],
  ] as const) {
    const answer = await account.call(method, path, body)
    expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } })
  }
})

describe('[RUL-11] export of own data', () => {
  test('holds the account, its texts and its traces, and no secret', async () => {
    const account = await editor()
    await giveFactor(app, account, { status: 'unverified' })
    const texts = Array.from({ length: 120 }, (_, index) => `Absatz ${index} „mit Gänsefüßchen“`)
    for (const [index, text] of texts.entries())
      await account.call('POST', '/api/articles', { title: `Text ${index}`, content_markdown: text })
    await account.call('POST', '/api/inbox', { title: 'Eigener Einfall', type: 'idea' })
    await owner.call('POST', '/api/articles', { title: 'Fremder Text', content_markdown: 'fremd' })
    const { status, headers, body } = await account.call('GET', '/api/account/export')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="konto-\d{4}-\d\d-\d\d\.json"$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.account).toMatchObject({ id: account.id, email: account.email, has_password: true })
    expect(body.articles.map((article: { content_markdown: string }) => article.content_markdown)).toEqual(texts)
    expect(body.inbox).toMatchObject([{ title: 'Eigener Einfall' }])
    expect(body.identities).toMatchObject([{ provider: 'email', identity_data: { email: account.email } }])
    expect(body.sessions).toMatchObject([{ ip: '127.0.0.1', amr: [{ method: 'password' }] }])
    expect(body.security_events.map(({ event }: { event: string }) => event)).toContain('sign_up')
    const text = JSON.stringify(body)
    expect(text).not.toContain('fremd')
    const { password_hash } = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(body.factors).toMatchObject([{ friendly_name: 'Handy' }])
    expect(text).not.toContain('versiegeltes-geheimnis')
    expect(text).not.toContain(password_hash)
    expect(await eventsOf(account.id)).toContainEqual({ event: 'account_exported', actor_id: null, details: {} })
  })

  test('[TEAM-10] holds its notices with everything they name, and its choices, and nothing of others', async () => {
    const account = await editor()
    const titles = Array.from({ length: 105 }, (_, index) => `Karte ${String(index).padStart(3, '0')}`)
    for (const title of titles) await owner.call('POST', '/api/tasks', { title, assignee_id: account.id })
    await owner.call('POST', '/api/articles', { title: 'Erschienen', content_markdown: 'x', status: 'published' })
    await account.call('PATCH', '/api/notices/choices', { kind: 'due_tomorrow', bell: false })
    await account.call('PUT', '/api/notices/digest', { hour: 18 })
    const other = await editor()
    await owner.call('POST', '/api/tasks', { title: 'Fremde Karte', assignee_id: other.id })
    await other.call('PATCH', '/api/notices/choices', { kind: 'published', bell: false })
    const { body } = await account.call('GET', '/api/account/export')
    const kinds = new Map(body.notices.map(({ id, kind }: Record<string, string>) => [id, kind]))
    expect(new Set(kinds.values())).toEqual(new Set(['assigned', 'published']))
    const things = body.notice_things.map((thing: Record<string, string>) => [
      kinds.get(thing.notice_id),
      thing.noun,
      thing.title,
    ])
    expect(things).toHaveLength(titles.length + 1)
    expect(things).toEqual(
      expect.arrayContaining([
        ...titles.map((title) => ['assigned', 'tasks', title]),
        ['published', 'articles', 'Erschienen'],
      ]),
    )
    expect(body.notice_choices).toEqual([{ kind: 'due_tomorrow', bell: 0, mail: 0 }])
    expect(body.notice_digests).toEqual([{ user_id: account.id, hour: 18, sent_on: null }])
  })

  test('[RUL-4] is available to waiting accounts too', async () => {
    const waiting = await app.register()
    const { status, body } = await waiting.call('GET', '/api/account/export')
    expect([status, body.account.email, body.articles]).toEqual([200, waiting.email, []])
  })
})

describe('[RUL-11] deleting the own account', () => {
  const remove = (
    account: TestAccount,
    articlesTo: string | null = null,
    password: string | undefined = account.password,
  ) => account.call('DELETE', '/api/account', { articles_to: articlesTo, password })

  test('hands the articles over, keeps all records, ends every session, frees the address', async () => {
    const leaving = await editor()
    const successor = await editor()
    const elsewhere = await signIn(leaving)
    const { id } = (await leaving.call('POST', '/api/articles', { title: 'Bleibt', content_markdown: 'Text' })).body
    const task = (await leaving.call('POST', '/api/tasks', { title: 'Bleibt auch' })).body
    const page = (await leaving.call('POST', '/api/pages', { title: 'Über uns' })).body
    const facts = (await leaving.call('GET', '/api/account/removal')).body
    expect(facts).toMatchObject({ article_count: 1, page_count: 1, last_owner: false, proof: 'password' })
    expect(facts.successors).toContainEqual({ id: successor.id, name: successor.email.split('@')[0] })
    expect(facts.successors).not.toContainEqual(expect.objectContaining({ id: leaving.id }))

    expect((await remove(leaving, successor.id)).status).toBe(204)
    expect(await Promise.all([leaving.accessToken, elsewhere].map(reaches))).toEqual([false, false])
    const refresh = { refresh_token: leaving.refreshToken }
    expect((await app.call('POST', '/auth/v1/token?grant_type=refresh_token', refresh)).status).toBe(400)
    expect((await app.call('POST', '/auth/v1/token?grant_type=password', leaving)).status).toBe(400)
    expect((await owner.call('GET', `/api/articles/${id}`)).body).toMatchObject({
      author_id: successor.id,
      title: 'Bleibt',
      content_markdown: 'Text',
    })
    expect((await owner.call('GET', `/api/pages/${page.id}`)).body).toMatchObject({ author_id: successor.id })
    expect((await owner.call('GET', `/api/tasks/${task.id}`)).body).toMatchObject({
      title: 'Bleibt auch',
      author_id: null,
    })
    expect(await eventsOf(leaving.id)).toContainEqual({
      event: 'account_deleted',
      actor_id: null,
      details: { articles: 1, pages: 1, articles_to: successor.id },
    })
    expect((await app.register(leaving.email)).id).not.toBe(leaving.id)
  })

  test('articles may also go to no account; waiting accounts may delete themselves and see no other names', async () => {
    const leaving = await editor()
    const { id } = (await leaving.call('POST', '/api/articles', { title: 'Ohne Namen' })).body
    expect((await remove(leaving)).status).toBe(204)
    expect((await owner.call('GET', `/api/articles/${id}`)).body).toMatchObject({ author_id: null })
    const waiting = await app.register()
    expect((await waiting.call('GET', '/api/account/removal')).body).toMatchObject({
      successors: [],
      proof: 'password',
    })
    expect((await remove(waiting)).status).toBe(204)
  })

  test('needs the password, and guesses are limited as at the sign-in', async () => {
    const limited = await startTestApp({ env: { AUTH_RATE_LIMIT_PASSWORD: '3/300' } })
    try {
      await limited.register()
      const account = await limited.register()
      expect((await account.call('DELETE', '/api/account', { articles_to: null })).body.code).toBe('proof_required')
      for (let guess = 0; guess < 3; guess++) {
        expect(await remove(account, null, `falsch ${guess}`)).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', fields: [{ field: 'password' }] },
        })
      }
      expect((await remove(account)).status).toBe(429)
      expect((await limited.call('POST', '/auth/v1/token?grant_type=password', account)).status).toBe(429)
      expect((await account.call('GET', '/api/account')).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })

  test('without a password a sign-in of the last ten minutes is required', async () => {
    app.setClock('2026-03-01T12:00:00.000Z')
    const account = await app.register()
    await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', account.id).execute()
    expect((await account.call('GET', '/api/account')).body.has_password).toBe(false)
    app.setClock('2026-03-01T12:10:00.000Z')
    expect((await account.call('GET', '/api/account/removal')).body.proof).toBe('sign_in')
    expect(await remove(account)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
    app.setClock('2026-03-01T12:09:59.000Z')
    expect((await account.call('GET', '/api/account/removal')).body.proof).toBe('given')
    expect((await remove(account, null, undefined)).status).toBe(204)
  })

  test('the last owner cannot leave, and nothing changes', async () => {
    const { id } = (await owner.call('POST', '/api/articles', { title: 'Der Inhaberin' })).body
    expect((await owner.call('GET', '/api/account/removal')).body.last_owner).toBe(true)
    expect(await remove(owner)).toMatchObject({ status: 409, body: { code: 'last_owner' } })
    expect((await owner.call('GET', `/api/articles/${id}`)).body.author_id).toBe(owner.id)
  })

  test('of two owners who leave concurrently one stays', async () => {
    const own = await startTestApp()
    try {
      const [first, second] = [await own.register(), await own.register()]
      await first.call('PATCH', `/api/users/${second.id}`, { approval: 'approved', role: 'owner' })
      const answers = await Promise.all([remove(first), remove(second)])
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409])
    } finally {
      await own.stop()
    }
  })

  test.each(['unknown', 'waiting', 'self'])('articles do not go to an account that is %s', async (who) => {
    const leaving = await editor()
    const to = who === 'unknown' ? crypto.randomUUID() : who === 'self' ? leaving.id : (await app.register()).id
    expect(await remove(leaving, to)).toMatchObject({ status: 400, body: { fields: [{ field: 'articles_to' }] } })
    expect(await reaches(leaving.accessToken)).toBe(true)
  })
})
