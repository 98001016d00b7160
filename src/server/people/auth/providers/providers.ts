import type * as OpenId from 'openid-client'
import type { Config, OidcProvider } from '../../../config.ts'
import { ownAddress } from '../../../platform/own-address.ts'

/** The verified statement of a provider about a person. */
export type ProviderIdentity = {
  provider: string
  /** The provider's subject. */
  subject: string
  email: string | null
  /** True only when the provider vouches for the address. */
  emailVerified: boolean
  /** The claims to keep as `identity_data`. */
  claims: Record<string, unknown>
  /** The provider's own tokens, passed to the client and not stored. */
  tokens: { provider_token: string; provider_refresh_token?: string }
}

/** Values that must return unchanged from a visit to the provider. */
export type ProviderSecrets = { state: string; nonce: string; verifier: string }

export type VisitRequest = { scopes: string; extras: Record<string, string> }

/** The configured OpenID Connect providers. */
export type Providers = {
  has: (name: string) => boolean
  /**
   * The provider's address for the browser, and the secrets of this visit. Throws when the provider does not respond.
   */
  begin: (name: string, request: VisitRequest) => Promise<{ url: string; secrets: ProviderSecrets }>
  /**
   * Redeems the provider's callback (`query`). Throws when state, issuer, nonce, signature or audience do not fit, or
   * the provider refuses the code.
   */
  finish: (name: string, query: URLSearchParams, secrets: ProviderSecrets) => Promise<ProviderIdentity>
}

const SCOPES = 'openid email profile'
const TIMEOUT_SECONDS = 10
/** Tolerated difference of the provider's clock in seconds. */
const CLOCK_TOLERANCE = 30
/** Claims that are stored; the others belong to the protocol. */
const KEPT_CLAIMS = ['sub', 'email', 'email_verified', 'name', 'preferred_username', 'picture']

/** Parameters reserved for the server; clients may add others (`prompt`, `login_hint` …). */
const RESERVED = new Set([
  'apikey',
  'client_assertion',
  'client_assertion_type',
  'client_id',
  'client_secret',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'invite_token',
  'nonce',
  'provider',
  'redirect_to',
  'redirect_uri',
  'registration',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'scopes',
  'skip_http_redirect',
  'state',
])

/** Parameters of a request that are passed on to the provider. */
export function extrasOf(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !RESERVED.has(name.toLowerCase())))
}

/**
 * The providers of the environment. Each is discovered at its first use and cached; the library is loaded then, too.
 * Their addresses come from the operator, not from users, so RUL-36 does not apply; plain http is used only where the
 * operator configured it.
 */
export function createProviders(config: Pick<Config, 'oidcProviders' | 'PUBLIC_URL' | 'PORT'>): Providers {
  const known = new Map(config.oidcProviders.map((provider) => [provider.name, provider]))
  const opened = new Map<string, Promise<OpenId.Configuration>>()
  const callback = `${ownAddress(config)}/auth/v1/callback`

  const open = async (name: string) => {
    const provider = known.get(name)
    if (!provider) throw new Error(`there is no provider ${name}`)
    const openId = await import('openid-client')
    let found = opened.get(name)
    if (!found) {
      found = discover(openId, provider)
      opened.set(name, found)
      found.catch(() => opened.delete(name))
    }
    return { openId, server: await found }
  }

  return {
    has: (name) => known.has(name),

    async begin(name, { scopes, extras }) {
      const { openId, server } = await open(name)
      const secrets = {
        state: openId.randomState(),
        nonce: openId.randomNonce(),
        verifier: openId.randomPKCECodeVerifier(),
      }
      const wanted = new Set(`${SCOPES} ${scopes}`.split(/[\s,]+/).filter(Boolean))
      const url = openId.buildAuthorizationUrl(server, {
        ...extras,
        redirect_uri: callback,
        scope: [...wanted].join(' '),
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secrets }
    },

    async finish(name, query, { state, nonce, verifier }) {
      const { openId, server } = await open(name)
      const tokens = await openId.authorizationCodeGrant(server, new URL(`${callback}?${query.toString()}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const idClaims = tokens.claims()
      if (!idClaims) throw new Error('the provider sent no ID token')
      const info = server.serverMetadata().userinfo_endpoint
        ? await openId.fetchUserInfo(server, tokens.access_token, idClaims.sub)
        : {}
      const claims: Record<string, unknown> = { ...idClaims, ...info }
      return {
        provider: name,
        subject: idClaims.sub,
        email: typeof claims.email === 'string' ? claims.email : null,
        // Some providers send a string instead of a boolean.
        emailVerified: claims.email_verified === true || claims.email_verified === 'true',
        claims: Object.fromEntries(
          KEPT_CLAIMS.flatMap((claim) => (isShort(claims[claim]) ? [[claim, claims[claim]]] : [])),
        ),
        tokens: {
          provider_token: tokens.access_token,
          ...(tokens.refresh_token ? { provider_refresh_token: tokens.refresh_token } : {}),
        },
      }
    },
  }
}

async function discover(openId: typeof OpenId, provider: OidcProvider): Promise<OpenId.Configuration> {
  const issuer = new URL(provider.issuer)
  const insecure = issuer.protocol === 'http:'
  const found = await openId.discovery(issuer, provider.clientId, undefined, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: insecure ? [openId.allowInsecureRequests] : [],
  })
  const metadata = found.serverMetadata()
  // Without metadata the basic method is the default every provider supports (OpenID Connect Discovery §3).
  const post = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
  const server = new openId.Configuration(
    metadata,
    provider.clientId,
    { [openId.clockTolerance]: CLOCK_TOLERANCE },
    post ? openId.ClientSecretPost(provider.clientSecret) : openId.ClientSecretBasic(provider.clientSecret),
  )
  server.timeout = TIMEOUT_SECONDS
  if (insecure) openId.allowInsecureRequests(server)
  // The ID token's signature is checked as well, although it comes straight from the provider.
  openId.enableNonRepudiationChecks(server)
  return server
}

function isShort(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && value.length <= 500)
}
