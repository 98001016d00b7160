import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('[WEEK-17] each first step is done by its own data and undone with it; all of them hide the steps', async () => {
  expect((await app.call('GET', '/auth/v1/settings')).body.setup_due).toBe(true)
  const owner = await app.register('mira@redaktion.example')
  expect((await app.call('GET', '/auth/v1/settings')).body.setup_due).toBe(false)
  const steps = async (as: TestAccount = owner) => (await as.call('GET', '/api/dashboard')).body.first_steps
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.call(method, path, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const nothing = {
    site_title: '',
    name: 'mira',
    has_name: false,
    article_count: 0,
    colleague_count: 0,
    has_sources: false,
    hidden: false,
  }
  expect(await steps()).toEqual(nothing)

  await call('PATCH', '/api/settings', { site_title: ' Nachtausgabe ' })
  await call('PATCH', '/api/account', { display_name: 'Mira Öztürk' })
  const { id } = await call('POST', '/api/articles', { title: 'Der erste' })
  // A registration is no invitation, and an entry typed into the inbox has no source.
  const stranger = await app.register()
  await call('POST', '/api/inbox', { title: 'Selbst getippt' })
  const named = { ...nothing, site_title: 'Nachtausgabe', name: 'Mira Öztürk', has_name: true }
  expect(await steps()).toEqual({ ...named, article_count: 1 })
  await call('DELETE', `/api/articles/${id}`)
  expect(await steps()).toEqual(named)

  const { invite } = await call('POST', '/api/users/invites', { role: 'editor', note: 'Ruth' })
  expect(await steps()).toEqual({ ...named, colleague_count: 1 })
  await call('DELETE', `/api/users/invites/${invite?.id ?? (await call('GET', '/api/users/invites')).items[0].id}`)
  expect(await steps()).toEqual(named)
  await call('PATCH', `/api/users/${stranger.id}`, { approval: 'approved' })
  const token = await call('POST', '/api/integrations/tokens', { name: 'Laptop' })
  expect(await steps()).toEqual({ ...named, colleague_count: 1, has_sources: true })
  await call('DELETE', `/api/integrations/tokens/${token.id}`)
  expect(await steps()).toMatchObject({ has_sources: false })

  // Dismissed on one device is dismissed on all; editors do not see the steps.
  expect((await call('PATCH', '/api/account', { first_steps_hidden: true })).first_steps_hidden).toBe(true)
  expect(await steps()).toMatchObject({ hidden: true })
  await call('PATCH', '/api/account', { first_steps_hidden: false })
  expect(await steps(stranger)).toBeNull()

  await call('POST', '/api/inbox', { title: 'Vom Lesezeichen', source: 'bookmarklet' })
  expect(await steps()).toMatchObject({ article_count: 0, has_sources: true })
  await call('POST', '/api/articles', { title: 'Noch einer' })
  expect(await steps()).toBeNull()
})
