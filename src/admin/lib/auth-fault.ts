import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js'

const FALLBACK = 'Ein Fehler ist aufgetreten'
/** What the client makes of an answer without a message. */
const WORDLESS = /^(?:HTTP \d+|Internal Server Error|\{\})$/

/**
 * What to tell about a failed auth call (AUTH-6): the server's own message, which is German because the client asks for it
 * (RUL-26); a plain sentence when no server answered; an exception's message; `Ein Fehler ist aufgetreten` where none is given.
 */
export function authFault(error: unknown): string {
  if (isAuthRetryableFetchError(error) && error.status !== 500)
    return 'Der Server antwortet nicht. Bitte versuchen Sie es gleich noch einmal.'
  // What came could not be read; the parser's English sentence about that helps nobody.
  if (isAuthError(error) && (error.name === 'AuthUnknownError' || WORDLESS.test(error.message))) return FALLBACK
  return (error instanceof Error && error.message) || FALLBACK
}
