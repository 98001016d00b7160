import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedInAgain, withTotp } from '../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../tests/support/test-app.ts'
import { contract } from '../contract/contract.ts'
import { endpoint } from '../contract/endpoint.ts'
import { LISTED_CALLS, mayCall } from '../rules/permission-calls.ts'
import { contractAccess } from './platform/http/access.ts'

let app: TestApp
let owner: TestAccount
let editor: TestAccount
let contributor: TestAccount
let guest: TestAccount
let waiting: TestAccount
let blocked: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  editor = await app.register()
  contributor = await app.register()
  guest = await app.register()
  waiting = await app.register()
  blocked = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  await owner.call('PATCH', `/api/users/${contributor.id}`, { approval: 'approved', role: 'contributor' })
  await owner.call('PATCH', `/api/users/${guest.id}`, { approval: 'approved', role: 'guest' })
  const { body } = await app.call('POST', '/auth/v1/token?grant_type=password', {
    email: blocked.email,
    password: blocked.password,
  })
  blocked.accessToken = body.access_token
})
afterAll(() => app.stop())

const ID = '01919191-9191-7191-9191-919191919191'
const address = (path: string) =>
  path
    .replace(/:slug/, 'gibt-es-nicht')
    .replace(/:name\{.+\}/, 'nichts.webp')
    .replace(/:\w+/g, ID)
const rows = () =>
  app.access.map((row) => ({ ...row, address: address(row.path), auth: row.path.startsWith('/auth/v1/') }))
/**
 * Rows of the data API. The auth protocol is left out: its errors have another shape, and its calls end or change the
 * session.
 */
const dataRows = () => rows().filter((row) => !row.auth)
const send = (account: Pick<TestAccount, 'call'>, row: { method: string; address: string }) =>
  account.call(row.method, row.address, row.method === 'GET' ? undefined : {})

describe('the access table', () => {
  test('[RUL-30] holds every contract endpoint, over REST and RPC; one without access does not start', () => {
    const { rest, rpc } = contractAccess(contract)
    for (const row of [...rest, ...rpc]) expect(app.access).toContainEqual(row)
    const undeclared = { noun: { broken: endpoint('GET', '/broken', 'public').meta({ access: undefined }) } }
    expect(() => contractAccess(undeclared)).toThrow('noun.broken declares no access')
  })

  test('[RUL-30] opens to everyone exactly the rows listed here', () => {
    const open = app.access.filter((row) => row.access === 'public' && !row.path.startsWith('/api/rpc/'))
    expect(open.map((row) => `${row.method} ${row.path}`).sort()).toEqual([
      'GET /api/articles/by-slug/:slug',
      // Opened by a link that an owner requests; it is signed and valid for one minute.
      'GET /api/backups/:name/file',
      'GET /api/docs',
      'GET /api/openapi.json',
      'GET /api/pages/by-slug/:slug',
      'GET /api/settings',
      'GET /auth/v1/.well-known/jwks.json',
      'GET /auth/v1/authorize',
      'GET /auth/v1/callback',
      'GET /auth/v1/settings',
      'GET /auth/v1/verify',
      'GET /chrome-extension/:file',
      'GET /storage/v1/object/public/blog-media/:name{.+}',
      'GET /storage/v1/object/sign/blog-media/:name{.+}',
      'GET /storage/v1/render/image/public/blog-media/:name{.+}',
      'POST /auth/v1/callback',
      'POST /auth/v1/otp',
      'POST /auth/v1/passkeys/authentication/options',
      'POST /auth/v1/passkeys/authentication/verify',
      'POST /auth/v1/recover',
      'POST /auth/v1/resend',
      'POST /auth/v1/signup',
      'POST /auth/v1/sso',
      'POST /auth/v1/token',
      'POST /auth/v1/verify',
    ])
  })

  test('[RUL-30] refuses strangers on every row that is not public', async () => {
    for (const row of rows()) {
      const { status, body } = await send(app, row)
      if (row.access === 'public') expect(status, row.path).not.toBe(401)
      else expect([status, body.code], row.path).toEqual([401, row.auth ? 401 : 'unauthorized'])
    }
  })

  test('[RUL-30] [RUL-4] waiting accounts reach their own account and nothing else', async () => {
    for (const row of dataRows()) {
      const { status, body } = await send(waiting, row)
      if (row.access === 'public' || row.access === 'session') expect(body.code, row.path).not.toBe('approval_pending')
      else expect([status, body.code], row.path).toEqual([403, 'approval_pending'])
    }
  })

  test('[RUL-30] editors reach everything but what belongs to owners', async () => {
    for (const row of dataRows()) {
      const { status, body } = await send(editor, row)
      if (row.access === 'owner') expect([status, body.code], row.path).toEqual([403, 'owner_only'])
      else expect([401, 403], row.path).not.toContain(status)
    }
  })

  test('[TEAM-8] [RUL-61] contributors and guests reach exactly the rows that the table of roles opens to them', async () => {
    for (const account of [contributor, guest]) {
      const role = account === guest ? 'guest' : 'contributor'
      for (const row of dataRows()) {
        const { status, body } = await send(account, row)
        if (row.access === 'owner') expect([status, body.code], row.path).toEqual([403, 'owner_only'])
        else if (row.access === 'approved' && !mayCall(role, row.name))
          expect([status, body.code], `${role} ${row.name}`).toEqual([403, 'role_forbidden'])
        else expect([401, 403], `${role} ${row.name}`).not.toContain(status)
      }
    }
    // Every name in the table of roles is a row of access `approved`: none is misspelt, none is left over.
    const names = new Set(app.access.flatMap(({ name, access }) => (access === 'approved' ? [name] : [])))
    expect(LISTED_CALLS.filter((name) => !names.has(name))).toEqual([])
  })

  test('[TEAM-8] opens to guests exactly the calls listed here', () => {
    const open = app.access.filter((row) => row.access === 'approved' && mayCall('guest', row.name))
    expect([...new Set(open.map(({ name }) => name))].sort()).toEqual([
      'GET /api/live',
      'PUT /api/reader-session',
      'activity.list',
      'activity.things',
      'articles.counts',
      'articles.get',
      'articles.list',
      'articles.presence.leave',
      'articles.presence.stay',
      'articles.remarks.answer',
      'articles.remarks.create',
      'articles.remarks.list',
      'articles.remarks.remove',
      'articles.remarks.restore',
      'articles.remarks.update',
      'articles.review.get',
      'articles.review.list',
      'articles.revisions.get',
      'articles.revisions.list',
      'articles.suggestions.list',
      'articles.suggestions.save',
      'articles.textHits',
      'authors.list',
      'categories.list',
      'embeds.lookup',
      'media.lookup',
      'notices.choices',
      'notices.choose',
      'notices.list',
      'notices.mark',
      'notices.readAll',
      'notices.setHour',
      'notices.unread',
      'tags.list',
      'users.people',
      'views.list',
      'views.remove',
      'views.save',
    ])
  })

  test('[FACT-3] [RUL-11] with a verified factor an aal1 session reaches no data, nor its own account', async () => {
    const account = await app.register()
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved', role: 'owner' })
    const { totp, raised } = await withTotp(app, account)
    const unproven = await signedInAgain(app, account)
    expect(app.access.flatMap((row) => (row.beforeSecondFactor ? [`${row.method} ${row.path}`] : []))).toEqual([
      'POST /auth/v1/logout',
      'GET /auth/v1/user',
      'POST /auth/v1/factors/:id/challenge',
      'POST /auth/v1/factors/:id/verify',
      'DELETE /auth/v1/factors/:id',
      'POST /api/account/recovery-codes/use',
      'POST /api/rpc/account/recoveryCodes/use',
    ])
    // Open rows lead only to the second factor or to the end of this session.
    const closed = rows().filter((row) => row.auth && row.access !== 'public' && !row.beforeSecondFactor)
    expect(closed.length).toBeGreaterThanOrEqual(5)
    const wishes = [
      ...closed,
      ...['global', 'others', ''].map((scope) => ({ method: 'POST', address: `/auth/v1/logout?scope=${scope}` })),
    ]
    for (const row of wishes) {
      const { status, body } = await send(unproven, row)
      expect([401, 403, 422], row.address).toContain(status)
      expect(body.error_code, row.address).toBe('insufficient_aal')
    }
    expect((await raised.call('GET', '/auth/v1/user')).body.user_metadata).toEqual({})
    const leaving = await signedInAgain(app, account)
    expect((await leaving.call('POST', '/auth/v1/logout?scope=local')).status).toBe(204)
    expect((await leaving.call('GET', '/auth/v1/user')).body.error_code).toBe('session_not_found')
    for (const row of dataRows()) {
      const { status, body } = await send(unproven, row)
      if (row.access === 'public' || row.beforeSecondFactor) expect(body.code, row.path).not.toBe('insufficient_aal')
      else expect([status, body.code], row.path).toEqual([403, 'insufficient_aal'])
    }
    expect((await raised.call('GET', '/api/articles')).status).toBe(200)
    expect((await raised.call('DELETE', `/auth/v1/factors/${totp.id}`)).status).toBe(200)
    expect((await unproven.call('GET', '/api/articles')).status).toBe(200)
    await owner.call('PATCH', `/api/users/${account.id}`, { role: 'editor' })
  })

  test('[RUL-30] a blocked account, a signed-out session and a forged token reach nothing', async () => {
    await owner.call('PATCH', `/api/users/${blocked.id}`, { approval: 'blocked' })
    const forged = `${owner.accessToken.slice(0, -6)}AAAAAA`
    const ended = await app.register()
    await ended.call('POST', '/auth/v1/logout')
    for (const row of rows().filter((row) => row.access !== 'public')) {
      const headers = { authorization: `Bearer ${blocked.accessToken}` }
      expect([401, 403], row.path).toContain(
        (await app.call(row.method, row.address, row.method === 'GET' ? undefined : {}, headers)).status,
      )
      const as = (token: string) =>
        app.call(row.method, row.address, row.method === 'GET' ? undefined : {}, { authorization: `Bearer ${token}` })
      const refusal = row.auth ? 403 : 401
      expect((await as(forged)).status, row.path).toBe(refusal)
      expect((await as(ended.accessToken)).status, row.path).toBe(refusal)
    }
  })

  test('checks the caller before it reads the body', async () => {
    for (const body of ['{', '"x"', 'x'.repeat(100)]) {
      expect((await app.call('POST', '/api/articles', body)).status).toBe(401)
      expect((await app.call('POST', '/api/articles', body, { 'content-type': 'text/plain' })).status).toBe(401)
    }
  })
})

describe('what strangers can read', () => {
  test('[RUL-19] published articles and public settings, but no drafts, scheduled or trashed articles', async () => {
    const make = async (title: string, status: string) =>
      (await owner.call('POST', '/api/articles', { title, status })).body
    const published = await make('Für alle', 'published')
    const hidden = [await make('Entwurf', 'draft'), await make('Später', 'scheduled'), await make('Weg', 'published')]
    await owner.call('DELETE', `/api/articles/${hidden[2].id}`)

    const open = await app.call('GET', `/api/articles/by-slug/${published.slug}`)
    expect(open.status).toBe(200)
    expect(open.body).toMatchObject({ title: 'Für alle', status: 'published' })
    for (const field of ['author_id', 'version', 'has_unpublished_changes', 'working_copy'])
      expect(open.body).not.toHaveProperty(field)
    for (const { slug, id } of hidden) {
      expect((await app.call('GET', `/api/articles/by-slug/${slug}`)).status).toBe(404)
      expect((await app.call('GET', `/api/articles/${id}`)).status).toBe(401)
    }
    const settings = await app.call('GET', '/api/settings')
    expect(Object.keys(settings.body).sort()).toEqual([
      'author_name',
      'registration',
      'site_description',
      'site_title',
      'timezone',
      'visibility',
    ])
  })

  test('[RUL-2] [RUL-19] under „privat“ not even those', async () => {
    const { body: article } = await owner.call('POST', '/api/articles', { title: 'Nur für uns', status: 'published' })
    expect((await editor.call('PATCH', '/api/settings', { visibility: 'privat' })).status).toBe(200)
    const path = `/api/articles/by-slug/${article.slug}`
    expect((await app.call('GET', path)).status).toBe(401)
    expect((await waiting.call('GET', path)).status).toBe(403)
    const allowed = await editor.call('GET', path)
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('cache-control')).toBe('private, no-store')
    expect((await app.call('GET', '/api/settings')).status).toBe(200)
    await editor.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
    expect((await app.call('GET', path)).status).toBe(200)
  })
})

describe('requests of every shape', () => {
  test('unknown addresses below the API are 404 JSON, other methods too', async () => {
    for (const [method, path] of [
      ['GET', '/api/nichts'],
      ['GET', '/api/rpc/nichts'],
      ['POST', '/storage/v1/nichts'],
      ['PUT', '/api/articles'],
      ['GET', '/api/articles/%2e%2e%2f%2e%2e%2fetc%2fpasswd/x'],
    ] as const) {
      const { status, body } = await owner.call(method, path)
      expect([status, body.code], path).toEqual([404, 'not_found'])
    }
  })

  test('an RPC body is plain JSON: its texts never become patterns, dates or big numbers', async () => {
    const texts = { 0: '9', 1: '2026-01-01T00:00:00Z', 4: 'http://a.example/', 5: `/${'(a+)+'.repeat(60_000)}$/` }
    for (const [type, title] of [...Object.entries(texts), ['6', ['t']], ['7', [['a', 'b']]]] as const) {
      const body = { json: { title }, meta: [[Number(type), 'title']] }
      expect((await owner.call('POST', '/api/rpc/inbox/create', body)).status, `type ${type}`).toBe(400)
    }
    const body = { json: { title: 'Idee', url: null }, meta: [[3, 'url']] }
    expect((await owner.call('POST', '/api/rpc/inbox/create', body)).status).toBe(200)
  })

  test('responses carry the headers of data, and other origins may call without credentials', async () => {
    const { headers } = await app.call('GET', '/api/settings', undefined, { origin: 'https://woanders.example' })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await app.call('OPTIONS', '/api/articles', undefined, {
      origin: 'chrome-extension://abc',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  })

  test('a wrong public key is refused; the right one and none are accepted', async () => {
    const page = await app.call('GET', '/auth')
    const key = /name="anon-key" content="([^"]+)"/.exec(page.body)?.[1] ?? ''
    expect((await app.call('GET', '/api/settings', undefined, { apikey: key })).status).toBe(200)
    expect(
      (await app.call('GET', '/api/settings', undefined, { apikey: key, authorization: `Bearer ${key}` })).status,
    ).toBe(200)
    const wrong = await app.call('GET', '/api/settings', undefined, { apikey: 'falsch' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_api_key'])
  })
})
