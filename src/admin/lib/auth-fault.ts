import { isAuthRetryableFetchError } from '@supabase/auth-js'

const FALLBACK = 'Ein Fehler ist aufgetreten'

/**
 * What to tell about a failed auth call (AUTH-6): the server's own message, which is German because the client asks for it
 * (R26); a plain sentence when no server answered; an exception's message, or `Ein Fehler ist aufgetreten` without one.
 */
export function authFault(error: unknown): string {
  if (isAuthRetryableFetchError(error)) return 'Der Server antwortet nicht. Bitte versuchen Sie es gleich noch einmal.'
  return (error instanceof Error && error.message) || FALLBACK
}
