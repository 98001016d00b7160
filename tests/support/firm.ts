import type { BrowserContext } from '@playwright/test'
import { test as base } from './e2e.ts'
import { startOidcPeer, type OidcPeer } from './oidc-peer.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { UNLIMITED } from './unlimited.ts'

type Firm = {
  /** A blog of this test's own that offers a real provider on loopback. */
  firm: { peer: OidcPeer; server: ServerProcess; person: () => Promise<BrowserContext> }
}

/** The test of blogs where people sign in with another service. */
export const test = base.extend<Firm>({
  firm: async ({ newContext, expectedErrors }, use) => {
    const peer = await startOidcPeer()
    const server = await startServer({ env: { ...UNLIMITED, ...peer.env } })
    // The way leads over the provider and the server's own name.
    expectedErrors(
      new RegExp(`^request to a foreign host: (GET|POST) ${peer.issuer}/`),
      new RegExp(`^request to a foreign host: GET http://localhost:${server.port}/`),
    )
    const contexts: BrowserContext[] = []
    const person = async () => {
      const context = await newContext({ baseURL: server.url, ownHost: new URL(server.url).host })
      contexts.push(context)
      return context
    }
    await use({ peer, server, person })
    // Before the server, or their pages would complain that it is gone.
    for (const context of contexts) await context.close()
    await server.stop()
    await peer.stop()
  },
})
