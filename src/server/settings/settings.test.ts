import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

test('[DATA-1] [SET-2] the single row is read and its five fields are updated', async () => {
  const before = (await owner.call('GET', '/api/settings')).body
  expect(before).toMatchObject({
    site_title: '',
    timezone: '',
    effective_timezone: 'Europe/Berlin',
    visibility: 'öffentlich',
    registration: 'freigabe',
  })
  const values = {
    site_title: 'Zwischenspeicher',
    site_description: 'Notizen',
    author_name: 'Jana Öztürk',
    base_url: 'https://blog.example',
    timezone: 'Europe/Vienna',
  }
  const { status, body } = await owner.call('PATCH', '/api/settings', values)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...values, id: before.id, effective_timezone: 'Europe/Vienna' })
  expect((await app.call('GET', '/api/settings')).body).toMatchObject({ site_title: 'Zwischenspeicher' })
  expect(await app.db.selectFrom('settings').select('id').execute()).toHaveLength(1)
})

test('saving is never blocked: an unknown time zone is stored as typed and Europe/Berlin is used (RUL-21)', async () => {
  const { status, body } = await owner.call('PATCH', '/api/settings', { timezone: 'Mitteleuropa' })
  expect([status, body.timezone, body.effective_timezone]).toEqual([200, 'Mitteleuropa', 'Europe/Berlin'])
})

test('[RUL-68] readers’ dates have the specified format by default; an unknown format is refused with its field', async () => {
  expect((await owner.call('GET', '/api/settings')).body.public_date_format).toBe('MMMM d, yyyy')
  const chosen = await owner.call('PATCH', '/api/settings', { public_date_format: 'd. MMMM yyyy' })
  expect([chosen.status, chosen.body.public_date_format]).toEqual([200, 'd. MMMM yyyy'])
  for (const bad of ['dd.MM.yyyy', '', null, 'd. MMMM yyyy ']) {
    const { status, body } = await owner.call('PATCH', '/api/settings', { public_date_format: bad, site_title: 'Nein' })
    expect([status, body.code, body.fields[0].field], `${bad}`).toEqual([
      400,
      'validation_failed',
      'public_date_format',
    ])
  }
  const { body } = await owner.call('GET', '/api/settings')
  expect([body.public_date_format, body.site_title]).toEqual(['d. MMMM yyyy', 'Zwischenspeicher'])
  expect((await app.call('GET', '/api/settings')).body).not.toHaveProperty('public_date_format')
})

test('[RUL-4] only owners change the registration mode', async () => {
  const editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  const refused = await editor.call('PATCH', '/api/settings', { registration: 'offen', site_title: 'Gekapert' })
  expect([refused.status, refused.body.code]).toEqual([403, 'owner_only'])
  expect((await owner.call('GET', '/api/settings')).body).toMatchObject({
    registration: 'freigabe',
    site_title: 'Zwischenspeicher',
  })
  expect((await owner.call('PATCH', '/api/settings', { registration: 'geschlossen' })).body.registration).toBe(
    'geschlossen',
  )
})
