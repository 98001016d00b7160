import type { MFAVerifyWebauthnParams } from '@supabase/auth-js'
import type { AuthClient } from '../../data/late-auth-client.ts'
import { isAuthFault } from '../../lib/auth-fault.ts'

type NewPasskey = MFAVerifyWebauthnParams<'create'>['webauthn']

/** The browser or the user did not create the passkey; the server has refused nothing. */
export class PasskeyNotMade extends Error {}

/**
 * Adds a passkey as a second factor. It runs step by step because the client's `webauthn.register` accepts security
 * keys only, not platform authenticators and password managers. If it fails, the unfinished factor is removed, so that
 * its name is free for the next try.
 */
export async function registerPasskey(client: AuthClient, friendlyName: string): Promise<void> {
  const enrolled = await client.mfa.enroll({ factorType: 'webauthn', friendlyName })
  if (enrolled.error) throw enrolled.error
  const factorId = enrolled.data.id
  try {
    await proveNewPasskey(client, factorId)
  } catch (error) {
    await client.mfa.unenroll({ factorId }).catch(() => undefined)
    throw isAuthFault(error, 'AuthApiError') ? error : new PasskeyNotMade('no passkey', { cause: error })
  }
}

async function proveNewPasskey(client: AuthClient, factorId: string): Promise<void> {
  // The server uses its own configuration, but the client requires both fields (docs/reference/auth-protocol.md §5).
  const party = { rpId: location.hostname, rpOrigins: [location.origin] }
  const challenge = await client.mfa.challenge({ factorId, webauthn: party })
  if (challenge.error) throw challenge.error
  const { id: challengeId, webauthn } = challenge.data
  if (webauthn.type !== 'create') throw new Error('the server did not ask for a new passkey')
  const credential = await navigator.credentials.create({
    publicKey: webauthn.credential_options.publicKey as PublicKeyCredentialCreationOptions,
  })
  const proof = { ...party, type: 'create', credential_response: credential } as NewPasskey
  const verified = await client.mfa.verify({ factorId, challengeId, webauthn: proof })
  if (verified.error) throw verified.error
}
