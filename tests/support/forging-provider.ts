import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** A dishonest provider: its token responses contain whatever `forge` makes of the honest claims. */
export type ForgingProvider = {
  issuer: string
  env: Record<string, string>
  /** Changes the claims of the next ID token. `key` chooses the published key or a foreign one. */
  forge: (honest: JWTPayload) => { claims: JWTPayload; key?: 'published' | 'foreign' | 'none' }
  /** The nonce of the sign-in, which an honest provider repeats. */
  nonce: string
  /** How often a code was redeemed. */
  redeemed: number
  stop: () => Promise<void>
}

export async function startForgingProvider(): Promise<ForgingProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const published = await generateKeyPair('ES256', { extractable: true })
  const foreign = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }
  const peer: ForgingProvider = {
    issuer,
    env: { OIDC_FAELSCHER_ISSUER: issuer, OIDC_FAELSCHER_CLIENT_ID: 'blog', OIDC_FAELSCHER_CLIENT_SECRET: 'geheim' },
    forge: (claims) => ({ claims }),
    nonce: '',
    redeemed: 0,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const verified = { email: 'chefin@firma.example', email_verified: true }
    const honest = { iss: issuer, aud: 'blog', sub: 'f-1', iat: now, exp: now + 300, nonce: peer.nonce, ...verified }
    const { claims, key = 'published' } = peer.forge(honest)
    if (key === 'none') {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    const { privateKey } = key === 'published' ? published : foreign
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey)
  }

  server.on('request', (request, response) => {
    const answer = async (): Promise<unknown> => {
      if (request.url === '/jwks') return { keys: [jwk] }
      if (request.url !== '/token')
        return {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
          authorization_response_iss_parameter_supported: true,
        }
      peer.redeemed += 1
      return { access_token: 'zugang', token_type: 'Bearer', expires_in: 300, id_token: await idToken() }
    }
    void answer().then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  return peer
}
