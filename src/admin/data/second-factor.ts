import { isAuthApiError, isAuthRetryableFetchError, type AuthError } from '@supabase/auth-js'
import type { Api } from './api.ts'
import type { AuthClient } from './auth-client.ts'

/** A second factor the signed-in person can show. */
export type ShownFactor = { id: string; type: 'totp' | 'webauthn' | 'phone'; name: string; phone: string }

/** The verified factors of the session at hand, the one used last in front. */
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

/** Shows the code of an authenticator app; the session rises to aal2. Throws the server's refusal. */
export async function showAppCode(client: AuthClient, factorId: string, code: string): Promise<void> {
  refuse((await client.mfa.challengeAndVerify({ factorId, code })).error)
}

/** Has a code sent by SMS. Returns the challenge it answers. */
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

/** Asks the browser for the passkey. Throws the server's refusal, or a sentence that says what the browser would not do. */
export async function showPasskey(client: AuthClient, factorId: string): Promise<void> {
  const { error } = await client.mfa.webauthn.authenticate({ factorId })
  if (error && !isAuthApiError(error) && !isAuthRetryableFetchError(error)) throw new Error(passkeyFault(error))
  refuse(error)
}

/** Uses up a recovery code; the session rises to aal2. */
export async function showRecoveryCode(client: AuthClient, api: Api, code: string): Promise<void> {
  const session = await api.account.recoveryCodes.use({ code })
  refuse((await client.setSession(session)).error)
}

function refuse(error: AuthError | null): void {
  if (error) throw error
}

function passkeyFault(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const name = cause instanceof Error ? cause.name : ''
  if (typeof PublicKeyCredential === 'undefined') return 'Dieser Browser kennt keine Passkeys.'
  if (name === 'SecurityError')
    return 'Passkeys gehören zu der Adresse, unter der sie angelegt wurden. Öffnen Sie die Redaktion dort.'
  return 'Der Passkey wurde nicht bestätigt. Bitte versuchen Sie es noch einmal.'
}
