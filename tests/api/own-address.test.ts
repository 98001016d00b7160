import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type ServerProcess } from '../support/server-process.ts'

let server: ServerProcess

beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } })
})
afterAll(() => server.stop())

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

describe('[RUL-32] the server on localhost', () => {
  test('prints localhost as its address and responds under every loopback name', async () => {
    expect(server.output()).toContain(`http://localhost:${server.port}/`)
    const hosts = ['127.0.0.1', 'localhost', ...(hasIpv6 ? ['[::1]'] : [])]
    for (const host of hosts) {
      const answer = await fetch(`http://${host}:${server.port}/healthz`)
      expect([answer.status, await answer.json()], host).toEqual([200, { status: 'ok' }])
    }
  })

  test.runIf(hasIpv6)(
    'accepts a registration and calls over ::1, and uses localhost as its address there, too',
    async () => {
      const url = `http://[::1]:${server.port}`
      const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
        fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      const signUp = await send('/auth/v1/signup', { email: 'v6@redaktion.example', password: 'lang-genug' })
      expect(signUp.status).toBe(200)
      const { access_token: token } = (await signUp.json()) as { access_token: string }
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      expect(claims.iss).toBe(`http://localhost:${server.port}/auth/v1`)
      const headers = { authorization: `Bearer ${token}` }
      expect((await send('/api/inbox', { title: 'über ::1' }, headers)).status).toBe(201)
      const shown = await (await fetch(`${url}/api/integrations`, { headers })).json()
      expect(shown).toEqual({ backend_url: `http://localhost:${server.port}` })
      const page = await (await fetch(`${url}/`)).text()
      expect(page).toContain(`http://localhost:${server.port}/`)
      expect(page).not.toContain('[::1]')
    },
  )
})
