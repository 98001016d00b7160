import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { Config } from '../../../config.ts'
import { ownAddress } from '../../../platform/own-address.ts'

/** The relying party of passkeys: the own address (RUL-32), never a value of the client. */
export type RelyingParty = { id: string; name: string; origin: string }

/** A stored passkey: public data only, and the counter that detects copies. */
export type StoredCredential = { id: string; public_key: string; counter: number; transports: string[] }

/** Signature algorithms that every present authenticator supports: EdDSA, ES256, RS256 (COSE numbers). */
const ALGORITHMS = [-8, -7, -257]
/** How long the browser's dialog stays open. */
const TIMEOUT_MS = 5 * 60_000

/** The relying party of this installation; null where the own address is no domain name, which WebAuthn requires. */
export function relyingPartyOf(config: Pick<Config, 'PUBLIC_URL' | 'PORT'>): RelyingParty | null {
  const { hostname, origin } = new URL(ownAddress(config))
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, name: 'Blog CMS', origin }
}

/**
 * What a passkey is for. As a second factor it follows the password, so possession is enough, and security keys without a
 * PIN work too. As the only step of a sign-in it names its account, and the device verifies the user.
 */
export type PasskeyUse = 'second-factor' | 'sign-in'

/** Options of `navigator.credentials.create` for a new passkey; the account's other ones are excluded. */
export async function creationOptions(
  party: RelyingParty,
  user: { id: string; name: string },
  existing: readonly StoredCredential[],
  use: PasskeyUse = 'second-factor',
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection:
      use === 'sign-in'
        ? { residentKey: 'required', userVerification: 'required' }
        : { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** Options of `navigator.credentials.get` for one passkey, or for any that names its account (null). */
export async function requestOptions(party: RelyingParty, credential: StoredCredential | null) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: credential ? [{ id: credential.id, transports: credential.transports }] : [],
    userVerification: credential ? 'preferred' : 'required',
  })
}

/** The passkey of a registration response, or null when challenge, origin, relying party or signature do not fit. */
export async function registeredCredential(
  party: RelyingParty,
  challenge: string,
  response: unknown,
  use: PasskeyUse = 'second-factor',
): Promise<StoredCredential | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  // The library throws for every invalid response, malformed ones included.
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: use === 'sign-in',
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!result?.verified) return null
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  return { id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/**
 * The passkey with its new counter when it signed the assertion for this challenge, else null; also when the counter
 * did not advance, which reveals a copied authenticator (WebAuthn §6.1.1).
 */
export async function assertedCredential(
  party: RelyingParty,
  challenge: string,
  stored: StoredCredential,
  response: unknown,
  use: PasskeyUse = 'second-factor',
): Promise<StoredCredential | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const credential: WebAuthnCredential = {
    id: stored.id,
    publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
    counter: stored.counter,
  }
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential,
    requireUserVerification: use === 'sign-in',
  }).catch(() => null)
  return result?.verified ? { ...stored, counter: result.authenticationInfo.newCounter } : null
}
