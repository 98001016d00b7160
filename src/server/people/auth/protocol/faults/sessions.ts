import type { Faults } from './fault.ts'

/** Sessions and their tokens. */
export const SESSION_FAULTS = {
  missing_refresh_token: [400, 'validation_failed', 'refresh_token required', 'Die Angabe „refresh_token“ fehlt.'],
  unsupported_scope: [400, 'validation_failed', 'Unsupported logout scope', 'Diese Art der Abmeldung gibt es nicht.'],
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
} as const satisfies Faults
