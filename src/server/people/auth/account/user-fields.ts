import { AuthFault } from '../protocol/auth-fault.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'

/** Maximum `user_metadata` in bytes: it is part of every access token. */
const METADATA_MAX = 4096

export type Metadata = Record<string, unknown>

/** Throws 400 for metadata too large to travel in a token. */
export function checkMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_MAX) throw new AuthFault('metadata_too_large')
}

/** True for a number in E.164 form, with or without the plus sign. */
export function isPhone(text: string): boolean {
  return /^\+?[1-9]\d{5,14}$/.test(text.replace(/[\s()-]/g, ''))
}

/** The typed number in E.164 form. Throws 400 `validation_failed`. */
export function validPhone(text: string | null | undefined): string {
  const digits = (text ?? '').replace(/[\s()/.-]/g, '').replace(/^00/, '+')
  const number = digits.startsWith('+') ? digits : `+${digits}`
  if (!/^\+[1-9]\d{6,14}$/.test(number)) throw new AuthFault('invalid_phone')
  return number
}

/** The address as accounts store it. Throws 400 `validation_failed`. */
export function validEmail(text: string): string {
  const email = normalizeEmail(text)
  if (!email) throw new AuthFault('invalid_email')
  return email
}
