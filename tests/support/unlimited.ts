/**
 * Environment without the limits of the auth endpoints that count what one address asks for: here one address sends for
 * everybody. What counts for one account, code or number stays as it is. A test about limits sets its own.
 */
export const UNLIMITED = Object.fromEntries(
  [
    'TOKEN',
    'SIGNUP',
    'PASSWORD',
    'USER',
    'AUTHORIZE',
    'RECOVER',
    'OTP',
    'RESEND',
    'VERIFY',
    'VERIFY_ADDRESS',
    'MAIL_ADDRESS',
    'FACTORS',
    'ANONYMOUS',
  ].map((endpoint) => [`AUTH_RATE_LIMIT_${endpoint}`, 'off']),
)
