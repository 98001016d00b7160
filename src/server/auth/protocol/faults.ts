import { MAX_DEPTH, MAX_VALUES } from '../../platform/http/body.ts'
import { prefersGerman } from '../../platform/http/language.ts'

/**
 * Every refusal of the auth protocol: HTTP status, code, and the sentence in English (docs/auth-protocol.md §10) and German
 * (RUL-26). Several sentences may share a code; clients match codes, and fragments of the English sentences.
 */
const AUTH_FAULTS = {
  bad_json: [400, 'bad_json', 'Could not parse request body as JSON', 'Der Inhalt der Anfrage ist kein gültiges JSON.'],
  nested_too_deep: [
    400,
    'bad_json',
    `Request body is nested too deep: at most ${MAX_DEPTH} levels`,
    `Der Inhalt der Anfrage ist zu tief geschachtelt: höchstens ${MAX_DEPTH} Ebenen.`,
  ],
  too_many_values: [
    400,
    'bad_json',
    `Request body holds too many values: at most ${MAX_VALUES}`,
    `Der Inhalt der Anfrage hat zu viele Werte: höchstens ${MAX_VALUES.toLocaleString('de-DE')}.`,
  ],
  body_too_large: [413, 'validation_failed', 'Request body is too large', 'Der Inhalt der Anfrage ist zu groß.'],
  invalid_field: [
    400,
    'validation_failed',
    'A field of the request has the wrong type',
    'Ein Feld der Anfrage hat den falschen Typ.',
  ],
  invalid_text: [
    400,
    'validation_failed',
    'A text of the request contains characters that cannot be stored',
    'Ein Text der Anfrage enthält Zeichen, die sich nicht speichern lassen (NUL oder ein halbes Zeichen).',
  ],
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
  missing_refresh_token: [400, 'validation_failed', 'refresh_token required', 'Die Angabe „refresh_token“ fehlt.'],
  metadata_too_large: [
    400,
    'validation_failed',
    'User metadata must not be larger than 4096 bytes',
    'Die Angaben zum Konto sind zu groß (höchstens 4096 Byte).',
  ],
  unsupported_grant: [
    400,
    'validation_failed',
    'unsupported_grant_type',
    'Diese Art der Anmeldung gibt es hier nicht.',
  ],
  unsupported_scope: [400, 'validation_failed', 'Unsupported logout scope', 'Diese Art der Abmeldung gibt es nicht.'],
  unsupported_provider: [
    400,
    'validation_failed',
    'Unsupported provider: provider is not enabled',
    'Dieser Anmeldedienst ist nicht eingerichtet.',
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
  email_unproven: [
    422,
    'email_exists',
    'An account with this email address exists. Sign in with its password and link the provider there',
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melden Sie sich mit dem Passwort an und verknüpfen Sie den Anmeldedienst unter „Konto“.',
  ],
  provider_email_unverified: [
    422,
    'provider_email_needs_verification',
    'The provider has not verified an email address for this user',
    'Der Anmeldedienst hat keine bestätigte E-Mail-Adresse mitgeteilt.',
  ],
  provider_unreachable: [
    502,
    'unexpected_failure',
    'The provider does not answer',
    'Der Anmeldedienst ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
  ],
  bad_oauth_state: [
    400,
    'bad_oauth_state',
    'OAuth state parameter is invalid or was used before',
    'Diese Anmeldung ist nicht mehr gültig. Bitte beginnen Sie von vorn.',
  ],
  bad_oauth_callback: [
    400,
    'bad_oauth_callback',
    'The answer of the provider could not be verified',
    'Die Antwort des Anmeldedienstes ließ sich nicht prüfen. Bitte beginnen Sie von vorn.',
  ],
  identity_already_exists: [
    422,
    'identity_already_exists',
    'Identity is already linked to a user',
    'Diese Anmeldung ist schon mit einem Konto verknüpft.',
  ],
  single_identity_not_deletable: [
    422,
    'single_identity_not_deletable',
    'User must have at least 1 identity after unlinking',
    'Die letzte Anmeldemöglichkeit kann nicht entfernt werden.',
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
  otp_disabled: [422, 'otp_disabled', 'Signups not allowed for otp', 'Die Anmeldung per Einmalcode ist abgeschaltet.'],
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
  refresh_token_not_found: [
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
    'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  ],
  refresh_token_already_used: [
    400,
    'refresh_token_already_used',
    'Invalid Refresh Token: Already Used',
    'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  ],
  flow_state_not_found: [
    404,
    'flow_state_not_found',
    'invalid flow state, no valid flow state found',
    'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.',
  ],
  flow_state_expired: [
    422,
    'flow_state_expired',
    'invalid flow state, flow state has expired',
    'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.',
  ],
  bad_code_verifier: [
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
    'Diese Anmeldung hat in einem anderen Browser begonnen. Bitte beginnen Sie von vorn.',
  ],
  missing_code: [
    400,
    'validation_failed',
    'invalid request: both auth code and code verifier should be non-empty',
    'Die Angaben „auth_code“ und „code_verifier“ fehlen.',
  ],
  invalid_challenge: [
    400,
    'validation_failed',
    'PKCE flow requires code_challenge (43 to 128 characters) and code_challenge_method (s256 or plain)',
    'Die Angaben „code_challenge“ und „code_challenge_method“ sind ungültig.',
  ],
  link_expired: [
    403,
    'otp_expired',
    'Email link is invalid or has expired',
    'Der Link ist abgelaufen oder wurde schon benutzt.',
  ],
  otp_expired: [403, 'otp_expired', 'Token has expired or is invalid', 'Der Code ist abgelaufen oder ungültig.'],
  no_authorization: [
    401,
    'no_authorization',
    'This endpoint requires a valid Bearer token',
    'Bitte melden Sie sich an.',
  ],
  bad_jwt: [
    403,
    'bad_jwt',
    'invalid JWT: unable to parse or verify signature',
    'Ihre Anmeldung ist ungültig. Bitte melden Sie sich erneut an.',
  ],
  expired_jwt: [
    403,
    'bad_jwt',
    'invalid JWT: token is expired',
    'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich erneut an.',
  ],
  session_not_found: [
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
    'Ihre Sitzung wurde beendet. Bitte melden Sie sich erneut an.',
  ],
  insufficient_aal: [
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
    'Bitte bestätigen Sie die Anmeldung zuerst mit Ihrem zweiten Faktor.',
  ],
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
  unsupported_mail: [
    400,
    'validation_failed',
    'Only the types signup and email_change can be sent again',
    'Diese Art von E-Mail lässt sich nicht erneut senden.',
  ],
  mail_throttled: [
    429,
    'over_email_send_rate_limit',
    'email rate limit exceeded',
    'Es wurden gerade erst E-Mails an diese Adresse angefordert. Bitte warten Sie einen Moment.',
  ],
  reauthentication_needed: [
    400,
    'reauthentication_needed',
    'Reauthentication requires the user to have an email or a phone number',
    'Für eine erneute Bestätigung ist kein Mailversand eingerichtet.',
  ],
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
  identity_not_found: [422, 'identity_not_found', 'Identity not found', 'Diese Verknüpfung gibt es nicht.'],
  manual_linking_disabled: [
    404,
    'manual_linking_disabled',
    'Manual linking is disabled',
    'Das Verknüpfen von Anmeldediensten ist abgeschaltet.',
  ],
  saml_disabled: [404, 'saml_provider_disabled', 'SAML 2.0 is disabled', 'SAML 2.0 ist abgeschaltet.'],
  web3_disabled: [
    422,
    'web3_provider_disabled',
    'Web3 provider is disabled',
    'Die Anmeldung per Wallet ist abgeschaltet.',
  ],
  invalid_api_key: [401, 'invalid_api_key', 'Invalid API key', 'Der öffentliche Schlüssel ist ungültig.'],
  rate_limited: [
    429,
    'over_request_rate_limit',
    'Request rate limit reached',
    'Zu viele Versuche. Bitte warten Sie einen Moment.',
  ],
  not_found: [404, 'not_found', 'There is no such endpoint', 'Diese Adresse gibt es nicht.'],
  method_not_allowed: [
    405,
    'method_not_allowed',
    'Method not allowed',
    'Diese Methode gibt es unter dieser Adresse nicht.',
  ],
  storage_full: [
    507,
    'unexpected_failure',
    'The server has no room left to write. Nothing was changed',
    'Auf dem Server ist kein Speicherplatz mehr frei. Es wurde nichts geändert.',
  ],
  unexpected_failure: [
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    'Auf dem Server ist ein Fehler aufgetreten.',
  ],
} as const satisfies Record<string, readonly [status: number, code: string, english: string, german: string]>

export type FaultName = keyof typeof AUTH_FAULTS

/** A refusal of the auth protocol, thrown by its services. */
export class AuthFault extends Error {
  readonly fault: FaultName
  readonly status: number
  readonly code: string
  /** Seconds until the next attempt (429). */
  readonly retryAfter: number | undefined

  constructor(fault: FaultName, retryAfter?: number) {
    const [status, code, english] = AUTH_FAULTS[fault]
    super(english)
    this.fault = fault
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export const API_VERSION = '2024-01-01'

/** True when a client speaks the protocol of `2024-01-01` or later (docs/auth-protocol.md §2). */
export function speaksVersion(header: string | undefined): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(header ?? '') && (header ?? '') >= API_VERSION
}

/** The body of a refusal in the shape and language its client asks for. */
export function faultBody(
  error: AuthFault,
  request: { apiVersion?: string | undefined; acceptLanguage?: string | undefined },
) {
  const { status, code } = error
  const message = sentenceOf(error, request.acceptLanguage)
  const extra = error.fault === 'weak_password' ? { weak_password: { reasons: ['length'] } } : {}
  return speaksVersion(request.apiVersion)
    ? { code, message, ...extra }
    : { code: status, error_code: code, msg: message, ...extra }
}

/** The sentence of a refusal in the language its reader asks for. */
export function sentenceOf({ fault }: AuthFault, acceptLanguage: string | undefined): string {
  const [, , english, german] = AUTH_FAULTS[fault]
  return prefersGerman(acceptLanguage) ? german : english
}
