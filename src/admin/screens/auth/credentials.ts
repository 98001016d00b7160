/** Errors by field name, in the order of the form. */
export type CredentialFaults = { email?: string; password?: string; setup_code?: string }

/** Checks the format of an address. */
export function checkEmail(email: string): string | undefined {
  if (email === '') return 'Bitte geben Sie Ihre E-Mail-Adresse ein'
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : 'Das ist keine gültige E-Mail-Adresse'
}

/** Checks a new password, or one for sign-in. */
export function checkPassword(password: string): string | undefined {
  if (password === '') return 'Bitte geben Sie ein Passwort ein'
  return [...password].length < 6 ? 'Das Passwort braucht mindestens 6 Zeichen' : undefined
}

/**
 * Validates the fields before the request (AUTH-1): an e-mail, and a password of at least 6 characters. `code` is
 * validated only if the form shows it.
 */
export function checkCredentials(typed: {
  email: string
  password: string
  code?: string | undefined
}): CredentialFaults {
  const faults: CredentialFaults = {}
  const email = checkEmail(typed.email)
  if (email) faults.email = email
  const password = checkPassword(typed.password)
  if (password) faults.password = password
  if (typed.code === '') faults.setup_code = 'Bitte geben Sie den Einrichtungscode ein'
  return faults
}

/** True for refusals that concern the setup code of the very first registration (RUL-4). */
export function asksForSetupCode(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('setup_code')
  )
}
