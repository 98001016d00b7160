import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

/** An account at the provider. */
export type Person = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** A real OpenID Connect provider on loopback. `person` is signed in and consents to everything, or declines. */
export type OidcPeer = {
  issuer: string
  /** Environment variables that configure it in the product under the name `firma`. */
  env: Record<string, string>
  /** The account of the next sign-in; null declines it. */
  person: Person | null
  /** The query of the latest authorisation request. */
  asked: URLSearchParams
  stop: () => Promise<void>
}

export async function startOidcPeer(): Promise<OidcPeer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const people = new Map<string, Person>()
  const peer: OidcPeer = {
    issuer,
    env: { OIDC_FIRMA_ISSUER: issuer, OIDC_FIRMA_CLIENT_ID: 'blog', OIDC_FIRMA_CLIENT_SECRET: 'geheim' },
    person: null,
    asked: new URLSearchParams(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'blog', client_secret: 'geheim', redirect_uris: ['https://blog.example/'] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'firma' }] },
    cookies: { keys: ['a key for cookies of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
  })
  // The product's port is not known yet when the client is registered.
  provider.Client.prototype.redirectUriAllowed = () => true
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') {
      peer.asked = url.searchParams
      // No provider session: each sign-in uses the current `person`.
      delete request.headers.cookie
    }
    if (!url.pathname.startsWith('/interaction/')) return void answer(request, response)
    const agree = async () => {
      const { person } = peer
      const { params } = await provider.interactionDetails(request, response)
      if (!person) {
        const declined = { error: 'access_denied', error_description: 'Die Person hat abgelehnt.' }
        return provider.interactionFinished(request, response, declined)
      }
      people.set(person.sub, person)
      const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) })
      grant.addOIDCScope(String(params.scope))
      const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } }
      return provider.interactionFinished(request, response, result)
    }
    agree().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return peer
}
