import { expect, test, vi } from 'vitest'
import { createApi } from './api.ts'
import type { SessionStore } from './session.ts'

test('[RUL-28] a flush on unload is an ordinary save request that leaves at once, outlives its page and belongs to its user', async () => {
  const sent: Request[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.clone())
    return Response.json({ json: {} }, { status: request.keepalive ? 401 : 200 })
  })
  const session = {
    accessToken: async () => 'token',
    heldToken: (userId?: string) => (userId === 'mira' ? 'token' : null),
    recover: () => Promise.reject(new Error('nobody is there to be asked for a password')),
  } as unknown as SessionStore
  const { articles } = createApi({ origin: 'http://blog.test', anonKey: 'anon', session, onSilence: () => undefined })
  const input = { id: '0198c0de-0000-7000-8000-000000000001', version: 3, title: 'Titel', save_id: 'editor:1' }

  await articles.update(input, { context: { userId: 'mira', timeoutMs: 1000 } })
  const unloading = articles.update(input, { context: { userId: 'mira', onUnload: true } })
  // A page that unloads runs no further macrotask.
  for (let turn = 0; turn < 100; turn++) await Promise.resolve()
  expect(sent).toHaveLength(2)
  await expect(unloading).rejects.toThrow()
  const wire = sent.map(async (each) => [each.method, each.url, [...each.headers], await each.text()])
  expect(await wire[1]).toEqual(await wire[0])
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([false, true])

  await expect(articles.update(input, { context: { userId: 'jonas', onUnload: true } })).rejects.toThrow()
  expect(sent).toHaveLength(2)
  vi.unstubAllGlobals()
})

test('[RUL-28] a save that was refused for its token is sent again as it was', async () => {
  const sent: Request[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request)
    return Response.json({ json: {} }, { status: sent.length === 1 ? 401 : 200 })
  })
  const session = { accessToken: async () => 'token', recover: async () => true } as unknown as SessionStore
  const { articles } = createApi({ origin: 'http://blog.test', anonKey: 'anon', session, onSilence: () => undefined })
  await articles.update({ id: '0198c0de-0000-7000-8000-000000000001', version: 3, title: 'Grüße' })
  const wire = await Promise.all(
    sent.map(async (each) => [each.method, each.url, [...each.headers], await each.text()]),
  )
  expect(wire).toHaveLength(2)
  expect(wire[1]).toEqual(wire[0])
  expect(wire[0]![3]).toContain('Grüße')
  vi.unstubAllGlobals()
})
