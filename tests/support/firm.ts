import type { BrowserContext } from '@playwright/test'
import { test as base } from './e2e.ts'
import { startOidcPeer, type OidcPeer } from './oidc-peer.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { UNLIMITED } from './unlimited.ts'

type Firm = {
  /** A blog of this test's own with a real OpenID provider on loopback. */
  firm: { peer: OidcPeer; server: ServerProcess; person: () => Promise<BrowserContext> }
}

/** Test fixture for blogs with an external identity provider. */
export const test = base.extend<Firm>({
  firm: async ({ newContext, expectedErrors }, use) => {
    const peer = await startOidcPeer()
    const server = await startServer({ env: { ...UNLIMITED, ...peer.env } })
    // The sign-in passes through the provider, and through the server's own name.
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
    // Closed before the server, since their pages would report lost connections otherwise.
    for (const context of contexts) await context.close()
    await server.stop()
    await peer.stop()
  },
})
