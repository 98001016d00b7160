import type { AuthError, MFAVerifyWebauthnParams } from '@supabase/auth-js'
import type { Api } from './api.ts'
import type { AuthClient } from './late-auth-client.ts'

type ShownPasskey = MFAVerifyWebauthnParams<'request'>['webauthn']

/** A verified second factor that the user can present. */
export type ShownFactor = { id: string; type: 'totp' | 'webauthn' | 'phone'; name: string; phone: string }

/** The verified factors of the current session, the last used first. */
export async function listShownFactors(client: AuthClient): Promise<ShownFactor[]> {
  const { data } = await client.getSession()
  const factors = (data.session?.user.factors ?? []) as (NonNullable<
    NonNullable<typeof data.session>['user']['factors']
  >[number] & { phone?: string | null; last_challenged_at?: string | null })[]
  return factors
    .filter(({ status }) => status === 'verified')
    .sort((a, b) => (b.last_challenged_at ?? '').localeCompare(a.last_challenged_at ?? ''))
    .flatMap(({ id, factor_type: type, friendly_name: name, phone }) =>
      type === 'totp' || type === 'webauthn' || type === 'phone'
        ? [{ id, type, name: name ?? '', phone: phone ?? '' }]
        : [],
    )
}

/** Verifies the code of an authenticator app; the session rises to aal2. Throws the server's refusal. */
export async function showAppCode(client: AuthClient, factorId: string, code: string): Promise<void> {
  refuse((await client.mfa.challengeAndVerify({ factorId, code })).error)
}

/** Sends a code by SMS. Returns the challenge that it answers. */
export async function sendPhoneCode(client: AuthClient, factorId: string): Promise<string> {
  const { data, error } = await client.mfa.challenge({ factorId, channel: 'sms' })
  refuse(error)
  return data?.id ?? ''
}

export async function showPhoneCode(
  client: AuthClient,
  { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
): Promise<void> {
  refuse((await client.mfa.verify({ factorId, challengeId, code })).error)
}

/**
 * Asks the browser for the passkey. It runs step by step because the client's `webauthn.authenticate` offers security
 * keys only. Throws the server's refusal, or a sentence if the browser refuses.
 */
export async function showPasskey(client: AuthClient, factorId: string): Promise<void> {
  // The server uses its own configuration, but the client requires both fields (docs/reference/auth-protocol.md §5).
  const party = { rpId: location.hostname, rpOrigins: [location.origin] }
  const challenge = await client.mfa.challenge({ factorId, webauthn: party })
  if (challenge.error) throw challenge.error
  const { id: challengeId, webauthn } = challenge.data
  if (webauthn.type !== 'request') throw new Error('the server did not ask for a known passkey')
  const credential = await askBrowser(webauthn.credential_options.publicKey as PublicKeyCredentialRequestOptions)
  const proof = { ...party, type: 'request', credential_response: credential } as ShownPasskey
  refuse((await client.mfa.verify({ factorId, challengeId, webauthn: proof })).error)
}

async function askBrowser(publicKey: PublicKeyCredentialRequestOptions): Promise<Credential | null> {
  if (typeof PublicKeyCredential === 'undefined') throw new Error('Dieser Browser kennt hier keine Passkeys.')
  try {
    return await navigator.credentials.get({ publicKey })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError')
      throw new Error(
        `Ihr Passkey gehört zur Adresse ${publicKey.rpId ?? ''}. Öffnen Sie die Redaktion dort, oder bestätigen Sie auf einem anderen Weg.`,
        { cause: error },
      )
    throw new Error('Der Passkey wurde nicht bestätigt. Bitte versuchen Sie es noch einmal.', { cause: error })
  }
}

/** Uses up a recovery code; the session rises to aal2. */
export async function showRecoveryCode(client: AuthClient, api: Api, code: string): Promise<void> {
  const session = await api.account.recoveryCodes.use({ code })
  refuse((await client.setSession(session)).error)
}

function refuse(error: AuthError | null): void {
  if (error) throw error
}
