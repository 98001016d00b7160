import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../tests/support/test-app.ts'
import type { contract } from '../contract/contract.ts'
import { MAX_JSON_BYTES } from './platform/http/guard.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** The RPC client that the admin app uses. */
const client = (token?: string): ContractRouterClient<typeof contract> =>
  createORPCClient(
    new RPCLink({ url: `${app.url}/api/rpc`, headers: token ? { authorization: `Bearer ${token}` } : {} }),
  )

test('[PLAN-3] a refusal before the handler also carries the server’s own message', async () => {
  const create = (token: string | undefined, title: string) => client(token).tasks.create({ title })
  await expect(create(undefined, 'Ohne Anmeldung')).rejects.toMatchObject({
    code: 'unauthorized',
    status: 401,
    message: 'Bitte melden Sie sich an.',
  })
  const waiting = await app.register()
  await expect(create(waiting.accessToken, 'Zu früh')).rejects.toMatchObject({
    code: 'approval_pending',
    status: 403,
    message: 'Ihr Konto wartet auf Freigabe.',
  })
  await owner.call('PATCH', `/api/users/${waiting.id}`, { approval: 'blocked' })
  await expect(create(waiting.accessToken, 'Zu spät')).rejects.toMatchObject({
    status: expect.any(Number),
    message: expect.stringMatching(/^(Ihr Konto ist gesperrt|Bitte melden Sie sich an)\.$/),
  })
  await expect(create(owner.accessToken, 'x'.repeat(MAX_JSON_BYTES))).rejects.toMatchObject({
    code: 'payload_too_large',
    status: 413,
    message: 'Der Inhalt der Anfrage ist zu groß.',
  })
})
