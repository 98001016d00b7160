/** Time-based codes (RFC 6238) as every authenticator app makes them: SHA-1, six digits, a new one every 30 seconds. */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Time steps by which a clock may be off. */
export const TOTP_WINDOW = 1

/** A new secret in base32, its `otpauth:` address, and that address as an SVG image free of `#` (clients put it into a data URL). */
export async function newTotp(names: {
  issuer: string
  label: string
}): Promise<{ secret: string; uri: string; qr_code: string }> {
  const { Secret, TOTP } = await import('otpauth')
  const { renderSVG } = await import('uqr')
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ ...SCHEME, ...names, secret }).toString()
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4 }) }
}

/** The time step a code belongs to, within one step of now, or null when it fits none. */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const { Secret, TOTP } = await import('otpauth')
  const totp = new TOTP({ ...SCHEME, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: TOTP_WINDOW })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}
