import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
let verify: ReturnType<typeof vi.fn>
beforeAll(async () => {
  // Test files share their modules; this one loads its own. The library itself runs, the spy only counts.
  vi.resetModules()
  vi.doMock('@node-rs/argon2', { spy: true })
  verify = vi.mocked((await import('@node-rs/argon2')).verify) as unknown as typeof verify
  const { startTestApp } = await import('../../../../../tests/support/test-app.ts')
  app = await startTestApp()
})
afterAll(async () => {
  await app.stop()
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

test('an unknown address gets the response of a wrong password, and costs a hash as well', async () => {
  const account = await app.register()
  const signIn = (email: string) =>
    app.call('POST', '/auth/v1/token?grant_type=password', { email, password: 'falsch-geheim' })
  verify.mockClear()
  const wrong = await signIn(account.email)
  expect(verify).toHaveBeenCalledTimes(1)
  const unknown = await signIn('niemand@redaktion.example')
  expect(verify).toHaveBeenCalledTimes(2)
  expect(verify.mock.lastCall?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const comparable = ({ status, body, headers }: typeof wrong) => {
    const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers)
    return { status, body, rest }
  }
  expect(comparable(unknown)).toEqual(comparable(wrong))
})
