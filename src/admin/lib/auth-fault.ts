import { isUnreachable, SERVER_AWAY } from './faults.ts'

const FALLBACK = 'Ein Fehler ist aufgetreten'
/** What the client makes of an answer without a message. */
const WORDLESS = /^(?:HTTP \d+|Internal Server Error|\{\})$/

type AuthFaultName = 'AuthApiError' | 'AuthRetryableFetchError' | 'AuthUnknownError' | 'AuthImplicitGrantRedirectError'
type AuthFault = Error & { status?: number; code?: string; details?: { code?: string } | null }

/**
 * Whether the auth client says so, by the name its errors carry. Asking the client's own module would bring all of it onto the
 * first screen.
 */
export function isAuthFault(error: unknown, name?: AuthFaultName): error is AuthFault {
  return error instanceof Error && '__isAuthError' in error && (name === undefined || error.name === name)
}

/**
 * What to tell about a failed auth call (AUTH-6): the server's own message, which is German because the client asks for it
 * (RUL-26), also for a 503; a plain sentence when no server answered; an exception's message; `Ein Fehler ist aufgetreten` where none is given.
 */
export function authFault(error: unknown): string {
  // The server's own reason is a sentence with a full stop, such as that the blog has moved. A proxy's is a phrase.
  if (isAuthFault(error, 'AuthRetryableFetchError') && error.status === 503 && error.message.endsWith('.'))
    return error.message
  if (isUnreachable(error) || (isAuthFault(error, 'AuthRetryableFetchError') && error.status !== 500))
    return SERVER_AWAY
  // What came could not be read; the parser's English sentence about that helps nobody.
  if (isAuthFault(error) && (error.name === 'AuthUnknownError' || WORDLESS.test(error.message))) return FALLBACK
  return (error instanceof Error && error.message) || FALLBACK
}
