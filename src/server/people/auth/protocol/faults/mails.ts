import type { Faults } from './fault.ts'

/** Mailed links and codes. */
export const MAIL_FAULTS = {
  otp_disabled: [422, 'otp_disabled', 'Signups not allowed for otp', 'Die Anmeldung per Einmalcode ist abgeschaltet.'],
  otp_expired: [403, 'otp_expired', 'Token has expired or is invalid', 'Der Code ist abgelaufen oder ungültig.'],
  link_expired: [
    403,
    'otp_expired',
    'Email link is invalid or has expired',
    'Der Link ist abgelaufen oder wurde schon benutzt.',
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
} as const satisfies Faults
