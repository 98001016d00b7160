/**
 * Environment without the limits of sign-in and comments per address, since here one address sends for all users. Limits per account, code
 * or number stay. A test of limits sets its own.
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
    'COMMENT',
    'COMMENT_PREVIEW',
    'COMMENT_REPORT',
    'COMMENT_ALL',
    'COMMENT_PREVIEW_ALL',
    'COMMENT_REPORT_ALL',
  ].map((endpoint) => [`AUTH_RATE_LIMIT_${endpoint}`, 'off']),
)
