import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'http://redaktion.localhost:8080/' } })
  owner = await app.register()
})
afterAll(() => app.stop())

const create = async (account: TestAccount, name = 'Mein Rechner') => {
  const { status, body } = await account.call('POST', '/api/integrations/tokens', { name })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: string; token: string; name: string }
}
const names = async (account: TestAccount) =>
  (await account.call('GET', '/api/integrations/tokens')).body.items.map((item: { name: string }) => item.name)

describe('inbox-only tokens', () => {
  test('[RUL-10] one adds to the inbox in its owner’s name and opens nothing else', async () => {
    const { token } = await create(owner)
    expect(token).toMatch(/^blogcms_inbox_[\w-]{43}$/)
    const asToken = callAs(app.url, token)
    const added = await asToken('POST', '/api/inbox', {
      title: 'Fund',
      url: 'https://fund.example/',
      source: 'extension',
    })
    expect([added.status, added.body.author_id, added.body.type]).toEqual([201, owner.id, 'link'])
    for (const row of app.access) {
      if (row.access === 'public' || row.path.startsWith('/auth/v1/')) continue
      if (row.method === 'POST' && row.path === '/api/inbox') continue
      const path = row.path.replace(/:name\{.+\}/, 'x').replace(/:\w+/g, '01919191-9191-7191-9191-919191919191')
      const { status, body } = await asToken(row.method, path, row.method === 'GET' ? undefined : {})
      expect([status, body.code], `${row.method} ${row.path}`).toEqual([403, 'token_scope'])
    }
    expect((await asToken('GET', '/auth/v1/user')).status).toBe(403)
  })

  test('[RUL-10] it is shown once, kept as a hash, listed for its owner only and revoked at once', async () => {
    const editor = await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    const { id, token } = await create(editor, 'Erweiterung')
    const rows = await app.db.selectFrom('inbox_tokens').selectAll().where('id', '=', id).execute()
    expect(JSON.stringify(rows)).not.toContain(token.slice(14))
    const listed = await editor.call('GET', '/api/integrations/tokens')
    expect(JSON.stringify(listed.body)).not.toContain(token)
    expect(await names(editor)).toEqual(['Erweiterung'])
    expect(await names(owner)).not.toContain('Erweiterung')

    expect((await owner.call('DELETE', `/api/integrations/tokens/${id}`)).status).toBe(404)
    const asToken = callAs(app.url, token)
    expect((await asToken('POST', '/api/inbox', { title: 'x' })).status).toBe(201)
    expect((await editor.call('GET', '/api/integrations/tokens')).body.items[0].last_used_at).not.toBeNull()
    expect((await editor.call('DELETE', `/api/integrations/tokens/${id}`)).status).toBe(204)
    expect((await asToken('POST', '/api/inbox', { title: 'x' })).status).toBe(401)
    expect(await names(editor)).toEqual([])
  })

  test('[RUL-10] [RUL-4] a blocked account’s token opens nothing', async () => {
    const editor = await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    const { token } = await create(editor)
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'blocked' })
    const { status, body } = await callAs(app.url, token)('POST', '/api/inbox', { title: 'x' })
    expect([status, body.code]).toEqual([403, 'blocked'])
  })

  test('a name is required, and a forged token is refused', async () => {
    expect((await owner.call('POST', '/api/integrations/tokens', { name: ' ' })).body.fields[0].field).toBe('name')
    const forged = callAs(app.url, `blogcms_inbox_${'A'.repeat(43)}`)
    expect((await forged('POST', '/api/inbox', { title: 'x' })).status).toBe(401)
  })
})

test('[RUL-32] [INT-3] the backend’s address is PUBLIC_URL, whatever the request contains', async () => {
  const { body } = await owner.call('GET', '/api/integrations', undefined, { host: 'boese.example' })
  expect(body).toEqual({ backend_url: 'http://redaktion.localhost:8080' })
})

test.each([
  ['popup.html', 'text/html; charset=utf-8'],
  ['popup.js', 'text/javascript; charset=utf-8'],
  ['options.html', 'text/html; charset=utf-8'],
  ['options.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
  ['icon-16.png', 'image/png'],
  ['icon-48.png', 'image/png'],
  ['icon-128.png', 'image/png'],
])('[INT-4] [RUL-10] /chrome-extension/%s is served to every origin', async (file, type) => {
  const { status, headers } = await app.call('GET', `/chrome-extension/${file}`, undefined, {
    origin: 'https://woanders.example',
  })
  expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([200, type, '*'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['manifest.json', 'gibt-es-nicht.js', '..%2fserver%2fmain.ts', 'popup.js%00'])(
  '/chrome-extension/%s is not there',
  async (file) => {
    expect((await app.call('GET', `/chrome-extension/${file}`)).status).toBe(404)
  },
)
