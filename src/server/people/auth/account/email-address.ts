import { normalizeEmail } from '../../../platform/email-address.ts'
import { AuthFault } from '../protocol/auth-fault.ts'

/** The address as accounts store it. Throws 400 `validation_failed`. */
export function validEmail(text: string): string {
  const email = normalizeEmail(text)
  if (!email) throw new AuthFault('invalid_email')
  return email
}
