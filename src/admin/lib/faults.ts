import { isApiError } from '../../contract/errors.ts'

/** What happened and what helps, where no response came. */
export const SERVER_AWAY = 'Der Server antwortet nicht. Bitte versuchen Sie es gleich noch einmal.'

/** Thrown when the server cannot be reached at all, so that screens can tell it from a refusal. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('Der Server antwortet nicht.', { cause })
    this.name = 'UnreachableError'
  }
}

/** What browsers say of code that did not come. */
const CODE_MISSING = ['dynamically imported module', 'Importing a module script failed', 'Unable to preload CSS']

/** True for an error of a server that is away: of a call, or of the code of a screen or dialog. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof UnreachableError) return true
  return error instanceof Error && CODE_MISSING.some((words) => error.message.includes(words))
}

/**
 * A caught error as a German sentence for a toast: the server's own words for its closed list of errors, a plain hint when
 * it cannot be reached, else `fallback` (RUL-23).
 */
export function faultSentence(error: unknown, fallback = 'Ein Fehler ist aufgetreten'): string {
  if (isApiError(error)) return error.message
  if (error instanceof UnreachableError) return SERVER_AWAY
  return fallback
}

/** The reasons of refused fields by field name, empty when the error names none. */
export function fieldFaults(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {}
  return Object.fromEntries((error.data?.fields ?? []).map(({ field, reason }) => [field, reason]))
}

/** The reason at a field, or at the first refused entry of a list in it (`links.0.url`). */
export function faultOf(faults: Record<string, string>, field: string): string | undefined {
  return faults[field] ?? Object.entries(faults).find(([name]) => name.startsWith(`${field}.`))?.[1]
}
