/** A reason per refused field, by the field's name, in the order of the form. */
export type CredentialFaults = { email?: string; password?: string; setup_code?: string }

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
  if (typed.email === '') faults.email = 'Bitte geben Sie Ihre E-Mail-Adresse ein'
  else if (!/^[^\s@]+@[^\s@]+$/.test(typed.email)) faults.email = 'Das ist keine gültige E-Mail-Adresse'
  if (typed.password === '') faults.password = 'Bitte geben Sie ein Passwort ein'
  else if (typed.password.length < 6) faults.password = 'Das Passwort braucht mindestens 6 Zeichen'
  if (typed.code === '') faults.setup_code = 'Bitte geben Sie den Einrichtungscode ein'
  return faults
}

/** True for the server's refusals that concern the one-time code of the very first registration (R4). */
export function asksForSetupCode(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('setup_code')
  )
}
