import { Secret, TOTP } from 'otpauth'
import type { Account } from './e2e.ts'

/** The code that an authenticator app shows for a secret at an instant. */
export function codeAt(secret: string, at: Date = new Date()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

/**
 * The code of the time step `steps` away from now: a used code does not work again, so tests take later ones in turn.
 */
export function codeIn(secret: string, steps: number): string {
  return codeAt(secret, new Date(Date.now() + steps * 30_000))
}

type Raised = { secret: string; factorId: string; accessToken: string }

/** Gives an account an authenticator app over HTTP, with the code of the previous time step, and ten recovery codes. */
export async function enrolTotp(url: string, account: Account): Promise<Raised & { recoveryCodes: string[] }> {
  const send = async (token: string, path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as any
  }
  const { access_token: token } = await send('', '/auth/v1/token?grant_type=password', account)
  const factor = await send(token, '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Handy' })
  const challenge = await send(token, `/auth/v1/factors/${factor.id}/challenge`, {})
  const { secret } = factor.totp
  const raised = await send(token, `/auth/v1/factors/${factor.id}/verify`, {
    challenge_id: challenge.id,
    code: codeIn(secret, -1),
  })
  const { codes } = await send(raised.access_token, '/api/account/recovery-codes', {})
  return { secret, factorId: factor.id, accessToken: raised.access_token, recoveryCodes: codes }
}
