import type { Faults } from './fault.ts'

/** Second factors. */
export const FACTOR_FAULTS = {
  mfa_factor_not_found: [404, 'mfa_factor_not_found', 'Factor not found', 'Diesen zweiten Faktor gibt es nicht.'],
  unsupported_factor: [
    400,
    'validation_failed',
    'factor_type needs to be totp, phone, or webauthn',
    'Diese Art von zweitem Faktor gibt es nicht.',
  ],
  long_factor_name: [
    400,
    'validation_failed',
    'friendly_name cannot be longer than 100 characters',
    'Der Name darf höchstens 100 Zeichen haben.',
  ],
  long_issuer: [
    400,
    'validation_failed',
    'issuer cannot be longer than 60 characters',
    'Der Name des Ausstellers darf höchstens 60 Zeichen haben.',
  ],
  phone_factor_disabled: [
    422,
    'mfa_phone_enroll_not_enabled',
    'MFA enroll is disabled for Phone',
    'Codes per SMS sind auf diesem Server nicht eingerichtet.',
  ],
  webauthn_factor_disabled: [
    422,
    'mfa_webauthn_enroll_not_enabled',
    'MFA enroll is disabled for WebAuthn: the own address is no name',
    'Passkeys brauchen einen Namen als Adresse des Servers, keine bloße IP-Adresse.',
  ],
  factor_name_conflict: [
    422,
    'mfa_factor_name_conflict',
    'A factor with the friendly name for this user already exists',
    'Einen zweiten Faktor mit diesem Namen haben Sie schon.',
  ],
  too_many_factors: [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of enrolled factors reached, unenroll to continue',
    'Mehr als zehn zweite Faktoren sind nicht möglich. Entfernen Sie zuerst einen.',
  ],
  phone_factor_exists: [
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
    'Diese Telefonnummer ist schon ein zweiter Faktor.',
  ],
  enrol_needs_aal2: [
    403,
    'insufficient_aal',
    'AAL2 required to enroll a new factor',
    'Bitte bestätigen Sie die Anmeldung zuerst mit Ihrem zweiten Faktor.',
  ],
  removal_needs_aal2: [
    422,
    'insufficient_aal',
    'AAL2 required to unenroll verified factor',
    'Bitte bestätigen Sie die Anmeldung zuerst mit Ihrem zweiten Faktor.',
  ],
  challenge_expired: [
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
    'Diese Abfrage ist abgelaufen. Bitte versuchen Sie es noch einmal.',
  ],
  wrong_totp: [422, 'mfa_verification_failed', 'Invalid TOTP code entered', 'Der Code stimmt nicht.'],
  wrong_phone_code: [422, 'mfa_verification_failed', 'Invalid MFA Phone code entered', 'Der Code stimmt nicht.'],
  wrong_passkey: [
    422,
    'mfa_verification_failed',
    'WebAuthn verification failed',
    'Der Passkey wurde nicht anerkannt. Bitte versuchen Sie es noch einmal.',
  ],
  passkey_challenge_expired: [
    422,
    'webauthn_challenge_expired',
    'WebAuthn challenge has expired, create a new challenge',
    'Diese Abfrage ist abgelaufen. Bitte versuchen Sie es noch einmal.',
  ],
  unknown_passkey: [
    400,
    'invalid_credentials',
    'Invalid login credentials',
    'Der Passkey wurde nicht anerkannt. Bitte versuchen Sie es noch einmal, oder melden Sie sich mit dem Passwort an.',
  ],
  passkey_not_found: [404, 'passkey_not_found', 'Passkey not found', 'Diesen Passkey gibt es nicht.'],
  passkey_exists: [422, 'passkey_exists', 'This passkey is already registered', 'Diesen Passkey gibt es hier schon.'],
  too_many_passkeys: [
    422,
    'too_many_passkeys',
    'Maximum number of passkeys reached, remove one to continue',
    'Mehr als zehn Passkeys sind nicht möglich. Entfernen Sie zuerst einen.',
  ],
  long_passkey_name: [
    400,
    'validation_failed',
    'friendly_name cannot be longer than 120 characters',
    'Der Name darf höchstens 120 Zeichen haben.',
  ],
  sms_failed: [
    422,
    'sms_send_failed',
    'Error sending confirmation SMS',
    'Die SMS konnte nicht verschickt werden. Bitte versuchen Sie es später noch einmal.',
  ],
  sms_too_often: [
    429,
    'over_sms_send_rate_limit',
    'For security purposes, you can only request this after some seconds',
    'Eine SMS ist schon unterwegs. Bitte warten Sie eine Minute.',
  ],
} as const satisfies Faults
