import type { Faults } from './fault.ts'

/** Sign-up, sign-in by password, and changes of the own account. */
export const ACCOUNT_FAULTS = {
  invalid_email: [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
    'Die E-Mail-Adresse ist ungültig.',
  ],
  invalid_phone: [
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
    'Die Telefonnummer ist ungültig (Format E.164, zum Beispiel +4930123456).',
  ],
  email_or_phone: [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided',
    'Bitte entweder E-Mail-Adresse oder Telefonnummer angeben.',
  ],
  missing_email_or_phone: [400, 'validation_failed', 'missing email or phone', 'Bitte die E-Mail-Adresse angeben.'],
  missing_password: [400, 'validation_failed', 'Signup requires a valid password', 'Bitte ein Passwort angeben.'],
  metadata_too_large: [
    400,
    'validation_failed',
    'User metadata must not be larger than 4096 bytes',
    'Die Angaben zum Konto sind zu groß (höchstens 4096 Byte).',
  ],
  weak_password: [
    422,
    'weak_password',
    'Password should be at least 6 characters.',
    'Das Passwort braucht mindestens 6 Zeichen.',
  ],
  long_password: [
    422,
    'validation_failed',
    'Password cannot be longer than 1024 characters',
    'Das Passwort darf höchstens 1024 Zeichen haben.',
  ],
  same_password: [
    422,
    'same_password',
    'New password should be different from the old password.',
    'Das neue Passwort muss sich vom bisherigen unterscheiden.',
  ],
  wrong_current_password: [
    400,
    'invalid_credentials',
    'Current password is not valid',
    'Das bisherige Passwort stimmt nicht.',
  ],
  user_already_exists: [
    422,
    'user_already_exists',
    'User already registered',
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  ],
  email_exists: [
    422,
    'email_exists',
    'A user with this email address has already been registered',
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  ],
  invite_invalid: [
    422,
    'invite_not_found',
    'The invitation is not valid any more',
    'Diese Einladung gilt nicht mehr. Bitte lassen Sie sich eine neue geben.',
  ],
  signup_disabled: [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
    'Die Registrierung ist geschlossen.',
  ],
  setup_code_required: [
    422,
    'setup_code_required',
    'The first account needs the setup code the server prints',
    'Das erste Konto braucht den Einrichtungscode. Er steht in der Ausgabe des Servers.',
  ],
  setup_code_invalid: [422, 'setup_code_invalid', 'The setup code is not valid', 'Der Einrichtungscode stimmt nicht.'],
  anonymous_disabled: [
    422,
    'anonymous_provider_disabled',
    'Anonymous sign-ins are disabled',
    'Anonyme Anmeldungen sind abgeschaltet.',
  ],
  phone_disabled: [
    400,
    'phone_provider_disabled',
    'Phone sign-ins are disabled',
    'Die Anmeldung per Telefon ist abgeschaltet.',
  ],
  invalid_credentials: [
    400,
    'invalid_credentials',
    'Invalid login credentials',
    'E-Mail-Adresse oder Passwort ist falsch.',
  ],
  email_not_confirmed: [
    400,
    'email_not_confirmed',
    'Email not confirmed',
    'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  ],
  user_banned: [400, 'user_banned', 'User is banned', 'Ihr Konto ist gesperrt.'],
  reauthentication_required: [
    400,
    'reauthentication_needed',
    'Password update requires reauthentication',
    'Ihre Anmeldung liegt länger zurück. Bitte geben Sie Ihr bisheriges Passwort oder den Code aus der E-Mail an, oder melden Sie sich neu an.',
  ],
  sign_in_again: [
    400,
    'reauthentication_needed',
    'This change requires reauthentication. Sign in again',
    'Ihre Anmeldung liegt länger zurück. Bitte melden Sie sich neu an und versuchen Sie es dann noch einmal.',
  ],
  invalid_nonce: [
    422,
    'reauthentication_not_valid',
    'Nonce has expired or is invalid',
    'Der Code ist abgelaufen oder ungültig.',
  ],
} as const satisfies Faults
