import { z } from 'zod'
import de from 'zod/v4/locales/de.js'

/** Lets zod word in German what the contract leaves to it (R29); what the contract says itself stays. */
export function wordFaultsInGerman(): void {
  z.config({
    ...de(),
    customError: ({ code, input }) =>
      code === 'invalid_type' && input === undefined ? 'Diese Angabe fehlt' : undefined,
  })
}
