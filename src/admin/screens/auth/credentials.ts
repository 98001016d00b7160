/** A reason per refused field, by the field's name, in the order of the form. */
export type CredentialFaults = { email?: string; password?: string; setup_code?: string }

/** What is wrong with an address as far as one can see. */
export function checkEmail(email: string): string | undefined {
  if (email === '') return 'Bitte geben Sie Ihre E-Mail-Adresse ein'
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : 'Das ist keine gültige E-Mail-Adresse'
}

/** What is wrong with a new password, or one that is to sign in. */
export function checkPassword(password: string): string | undefined {
  if (password === '') return 'Bitte geben Sie ein Passwort ein'
  return [...password].length < 6 ? 'Das Passwort braucht mindestens 6 Zeichen' : undefined
}

/**
 * What can be said about the fields before asking the server (AUTH-1): an e-mail, and a password of at least 6 characters.
 * `code` is checked only where the form shows it.
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

/** True for the server's refusals that concern the one-time code of the very first registration (RUL-4). */
export function asksForSetupCode(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('setup_code')
  )
}
