import { isApiError } from '../../contract/errors.ts'

/** Thrown when the server cannot be reached at all, so that screens can tell it from a refusal. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('Der Server antwortet nicht.', { cause })
    this.name = 'UnreachableError'
  }
}

/**
 * A caught error as a German sentence for a toast: the server's own words for its closed list of errors, a plain hint when
 * it cannot be reached, else `fallback` (R23).
 */
export function faultSentence(error: unknown, fallback = 'Ein Fehler ist aufgetreten'): string {
  if (isApiError(error)) return error.message
  if (error instanceof UnreachableError) return 'Der Server antwortet nicht. Bitte versuchen Sie es gleich noch einmal.'
  return fallback
}

/** The reasons of refused fields by field name, empty when the error names none. */
export function fieldFaults(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {}
  return Object.fromEntries((error.data?.fields ?? []).map(({ field, reason }) => [field, reason]))
}
