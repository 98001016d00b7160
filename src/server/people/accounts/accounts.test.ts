import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const someone = () => ({ email: `${crypto.randomUUID()}@redaktion.example`, password: 'geheim' })

describe('[RUL-4] registration', () => {
  test('of concurrent registrations exactly one makes an owner', async () => {
    const app = await startTestApp()
    // Two handles on one SQLite file in one process would block each other; the product uses one process there.
    const instances = DIALECT === 'postgres' ? [app, await startTestApp({ beside: app })] : [app]
    try {
      const calls = Array.from({ length: 8 }, (_, index) => {
        const { call } = instances[index % instances.length] ?? app
        return call('POST', '/auth/v1/signup', someone())
      })
      const answers = await Promise.all(calls)
      expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
      const users = await app.db.selectFrom('users').select(['role', 'approval']).execute()
      expect(users.filter(({ role }) => role === 'owner')).toEqual([{ role: 'owner', approval: 'approved' }])
      expect(users.filter(({ role }) => role === 'editor')).toEqual(
        Array(7).fill({ role: 'editor', approval: 'pending' }),
      )
    } finally {
      for (const instance of instances.toReversed()) await instance.stop()
    }
  })

  test('follows the mode: freigabe waits, offen is approved, geschlossen refuses', async () => {
    const app = await startTestApp({ env: { REGISTRATION: 'geschlossen' } })
    try {
      const owner = await app.register()
      expect((await owner.call('GET', '/api/account')).body).toMatchObject({ role: 'owner', approval: 'approved' })
      const refused = await app.call('POST', '/auth/v1/signup', someone())
      expect(refused).toMatchObject({ status: 422, body: { error_code: 'signup_disabled' } })
      const known = await app.call('POST', '/auth/v1/signup', owner)
      expect(known.body).toEqual(refused.body)
      await owner.call('PATCH', '/api/settings', { registration: 'offen' })
      const open = await app.register()
      expect((await open.call('GET', '/api/account')).body).toMatchObject({ role: 'editor', approval: 'approved' })
      expect((await open.call('GET', '/api/articles')).status).toBe(200)
      await owner.call('PATCH', '/api/settings', { registration: 'freigabe' })
      const waiting = await app.register()
      expect((await waiting.call('GET', '/api/account')).body).toMatchObject({ role: 'editor', approval: 'pending' })
    } finally {
      await app.stop()
    }
  })

  test('anonymous accounts never own, are never approved', async () => {
    const app = await startTestApp({ env: { AUTH_ANONYMOUS: 'true', REGISTRATION: 'offen' } })
    try {
      const { status, body } = await app.call('POST', '/auth/v1/signup', { data: { name: 'Niemand' } })
      expect(status).toBe(200)
      expect(body.user).toMatchObject({ email: '', is_anonymous: true, identities: [], app_metadata: {} })
      const headers = { authorization: `Bearer ${body.access_token}` }
      const own = await app.call('GET', '/api/account', undefined, headers)
      expect(own.body).toMatchObject({ role: 'editor', approval: 'pending', email: '' })
      const owner = await app.register()
      expect((await owner.call('GET', '/api/account')).body.role).toBe('owner')
      const approve = await owner.call('PATCH', `/api/users/${body.user.id}`, { approval: 'approved' })
      expect(approve).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', fields: [{ field: 'approval' }] },
      })
      const promote = await owner.call('PATCH', `/api/users/${body.user.id}`, { role: 'owner' })
      expect(promote.status).toBe(400)
    } finally {
      await app.stop()
    }
  })

  test('the first account needs the setup code where strangers have access, later ones do not', async () => {
    const app = await startTestApp({ env: { PUBLIC_URL: 'https://blog.example', SETUP_CODE: 'Geheimer Code' } })
    try {
      const first = someone()
      const signUp = (data?: Record<string, unknown>) => app.call('POST', '/auth/v1/signup', { ...first, data })
      expect(await signUp()).toMatchObject({ status: 422, body: { error_code: 'setup_code_required' } })
      expect(await signUp({ setup_code: 'falsch' })).toMatchObject({
        status: 422,
        body: { error_code: 'setup_code_invalid' },
      })
      expect(await signUp({ setup_code: 42 })).toMatchObject({
        status: 422,
        body: { error_code: 'setup_code_required' },
      })
      expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
      const owner = await signUp({ setup_code: 'geheimer code', name: 'Jürgen' })
      expect(owner).toMatchObject({ status: 200, body: { user: { user_metadata: { name: 'Jürgen' } } } })
      expect(JSON.stringify(await app.db.selectFrom('users').selectAll().execute())).not.toMatch(
        /setup_code|geheimer code/i,
      )
      const second = await app.call('POST', '/auth/v1/signup', { ...someone(), data: { setup_code: 'geheimer code' } })
      expect(second).toMatchObject({ status: 200, body: { user: { user_metadata: {} } } })
      const headers = { authorization: `Bearer ${second.body.access_token}` }
      expect((await app.call('GET', '/api/account', undefined, headers)).body.role).toBe('editor')
    } finally {
      await app.stop()
    }
  })

  test.each([
    ['a page of somebody else', { origin: 'https://boese.example' }],
    ['another program’s page on this machine', { origin: 'http://localhost:8080' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page that leaves its name out', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a name bound to this address', { host: 'boese.example' }],
    ['a name of the local network', { host: 'rechner.local:3000' }],
    ['a proxy', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy that names itself', { via: '1.1 vorn' }],
    ['a proxy of the standard', { forwarded: 'for=127.0.0.1' }],
    ['a proxy in front of the name', { 'x-forwarded-host': 'localhost' }],
    ['a network of caches', { 'cdn-loop': 'cloudflare' }],
    ['a load balancer that numbers requests alone', { 'x-amzn-trace-id': 'Root=1-67891233-abcdef012345678912345678' }],
    ['a proxy of containers', { 'x-envoy-external-address': '127.0.0.1' }],
  ])('on this machine %s needs the setup code, its own page does not', async (_name, headers) => {
    const app = await startTestApp({ env: { SETUP_CODE: 'geheimer-code', AUTH_ANONYMOUS: 'true' } })
    const send = (body: unknown, from: Record<string, string>) =>
      new Promise<{ status: number; body: { error_code?: string } }>((resolve, reject) => {
        const sent = request(
          `${app.url}/auth/v1/signup`,
          { method: 'POST', headers: { 'content-type': 'application/json', ...from } },
          (answer) => {
            let text = ''
            answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }))
          },
        )
        sent.on('error', reject).end(JSON.stringify(body))
      })
    try {
      expect(await send(someone(), headers)).toMatchObject({ status: 422, body: { error_code: 'setup_code_required' } })
      expect((await send({ ...someone(), data: { setup_code: 'falsch' } }, headers)).body.error_code).toBe(
        'setup_code_invalid',
      )
      expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
      const { host } = new URL(app.url)
      const own = { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
      const opened =
        'origin' in headers && headers.origin === 'null'
          ? await send({ ...someone(), data: { setup_code: 'geheimer code' } }, headers)
          : await send(someone(), own)
      expect(opened.status).toBe(200)
      // From then on the code is not required.
      expect((await send(someone(), headers)).status).toBe(200)
    } finally {
      await app.stop()
    }
  })

  test('guesses of the setup code are limited', async () => {
    const app = await startTestApp({ env: { PUBLIC_URL: 'https://blog.example', SETUP_CODE: 'Geheimer Code' } })
    try {
      const guess = (code: string) => app.call('POST', '/auth/v1/signup', { ...someone(), data: { setup_code: code } })
      for (let time = 0; time < 10; time++) expect((await guess(`falsch ${time}`)).status).toBe(422)
      expect((await guess('geheimer code')).status).toBe(429)
    } finally {
      await app.stop()
    }
  })
})

describe('accounts', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test('[RUL-4] role, approval and block take effect with the next request; waiting accounts reach only their own account', async () => {
    const owner = await app.register()
    const editor = await app.register()
    const approve = (change: object) => owner.call('PATCH', `/api/users/${editor.id}`, change)
    for (const path of ['/api/articles', '/api/users', '/api/media']) {
      expect(await editor.call('GET', path), path).toMatchObject({ status: 403, body: { code: 'approval_pending' } })
    }
    expect((await editor.call('GET', '/auth/v1/user')).status).toBe(200)
    expect((await editor.call('GET', '/api/account')).body).toMatchObject({ email: editor.email, approval: 'pending' })
    expect(await approve({ approval: 'approved' })).toMatchObject({
      status: 200,
      body: { approval: 'approved', role: 'editor' },
    })
    expect((await editor.call('GET', '/api/articles')).status).toBe(200)
    expect(await editor.call('GET', '/api/users')).toMatchObject({ status: 403, body: { code: 'owner_only' } })
    expect((await editor.call('PATCH', `/api/users/${editor.id}`, { role: 'owner' })).status).toBe(403)
    await approve({ role: 'owner' })
    expect((await editor.call('GET', '/api/users')).status).toBe(200)
    // As if a sign-in had escaped the block: the session exists and opens nothing.
    await app.db.updateTable('users').set({ approval: 'blocked' }).where('id', '=', editor.id).execute()
    expect((await editor.call('GET', '/api/account')).status).toBe(401)
    await app.db.updateTable('users').set({ approval: 'approved' }).where('id', '=', editor.id).execute()
    expect((await editor.call('GET', '/api/account')).status).toBe(200)
    await approve({ role: 'editor', approval: 'blocked' })
    await app.db.updateTable('users').set({ approval: 'approved' }).where('id', '=', editor.id).execute()
    expect((await editor.call('GET', '/api/account')).status).toBe(401)
    await app.db.updateTable('users').set({ approval: 'blocked' }).where('id', '=', editor.id).execute()
    expect(await editor.call('GET', '/api/articles')).toMatchObject({ status: 401 })
    expect(await editor.call('GET', '/auth/v1/user')).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    })
    const refresh = { refresh_token: editor.refreshToken }
    expect((await app.call('POST', '/auth/v1/token?grant_type=refresh_token', refresh)).status).toBe(400)
    const signIn = await app.call('POST', '/auth/v1/token?grant_type=password', editor)
    expect(signIn).toMatchObject({ status: 400, body: { error_code: 'user_banned' } })
    const wrong = await app.call('POST', '/auth/v1/token?grant_type=password', { ...editor, password: 'falsch!' })
    expect(wrong.body.error_code).toBe('invalid_credentials')

    const log = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('user_id', '=', editor.id)
      .orderBy('id')
      .execute()
    expect(log.map(({ event }) => event)).toEqual([
      'sign_up',
      'approval_changed',
      'role_changed',
      'approval_changed',
      'role_changed',
      'sign_in_failed',
    ])
    expect(log[1]).toMatchObject({ actor_id: owner.id, details: '{"from":"pending","to":"approved"}' })
    expect(JSON.stringify(log)).not.toContain(editor.password)
  })

  test('the last owner cannot be blocked or demoted, also not concurrently', async () => {
    const own = await startTestApp()
    try {
      const first = await own.register()
      const patch = (id: string, change: object) => first.call('PATCH', `/api/users/${id}`, change)
      for (const change of [{ role: 'editor' }, { approval: 'blocked' }, { approval: 'pending' }]) {
        expect(await patch(first.id, change)).toMatchObject({ status: 409, body: { code: 'last_owner' } })
      }
      const second = await own.register()
      await patch(second.id, { role: 'owner' })
      expect(await patch(first.id, { role: 'editor' })).toMatchObject({ status: 409, body: { code: 'last_owner' } })
      await patch(second.id, { approval: 'approved' })
      const answers = await Promise.all([
        first.call('PATCH', `/api/users/${second.id}`, { role: 'editor' }),
        second.call('PATCH', `/api/users/${first.id}`, { role: 'editor' }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const owners = await own.db.selectFrom('users').select('id').where('role', '=', 'owner').execute()
      expect(owners).toHaveLength(1)
    } finally {
      await own.stop()
    }
  })

  test('owners list accounts newest first, page by page, by address and state', async () => {
    const own = await startTestApp()
    try {
      const owner = await own.register('inhaberin@redaktion.example')
      const others = []
      for (const name of ['anna', 'bernd', 'c_d']) others.push(await own.register(`${name}@redaktion.example`))
      const list = async (query: string) => (await owner.call('GET', `/api/users${query}`)).body
      const emails = ({ items }: { items: { email: string }[] }) => items.map(({ email }) => email.split('@')[0])
      const first = await list('?limit=3')
      expect(emails(first)).toEqual(['c_d', 'bernd', 'anna'])
      expect(emails(await list(`?limit=3&cursor=${first.next_cursor}`))).toEqual(['inhaberin'])
      expect(emails(await list('?q=BERN'))).toEqual(['bernd'])
      expect(emails(await list('?q=c_d'))).toEqual(['c_d'])
      expect(emails(await list('?q=%25'))).toEqual([])
      expect(emails(await list('?approval=approved'))).toEqual(['inhaberin'])
      expect((await owner.call('PATCH', `/api/users/${crypto.randomUUID()}`, { role: 'editor' })).status).toBe(404)
      expect((await owner.call('PATCH', `/api/users/${others[0]?.id}`, { role: 'chef' })).status).toBe(400)
      expect(Object.keys((await list('')).items[0]).sort()).toEqual([
        'approval',
        'created_at',
        'email',
        'id',
        'last_sign_in_at',
        'name',
        'role',
      ])
    } finally {
      await own.stop()
    }
  })
})
