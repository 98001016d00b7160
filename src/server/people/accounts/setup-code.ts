import { createHmac, timingSafeEqual } from 'node:crypto'

/** Crockford's base32 digits, which cannot be confused with each other. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Checks the setup code of one request. */
export type SetupCheck = {
  /** The fault of a code, or null when it is accepted. */
  faultOf: (given: string | null) => 'setup_code_required' | 'setup_code_invalid' | null
}

/** The one-time code for the first sign-up, required wherever a stranger could send it (RUL-4). */
export type SetupCode = {
  /** The code to print at start; null where only requests that are not `direct` require it. */
  printed: string | null
  /** The check for one request; `direct` means sent from this machine, by no foreign page and through no proxy. */
  for: (request: { direct: boolean }) => SetupCheck
}

/** For ways to an account that never make an owner. */
export const NO_SETUP: SetupCheck = { faultOf: () => 'setup_code_required' }
/** For accounts made on the server itself. */
export const OPEN_SETUP: SetupCheck = { faultOf: () => null }

/**
 * The setup code: the operator's (SETUP_CODE), else derived from the secret key and the installation's key, so that
 * every instance and every restart prints the same one and nothing is stored. It is valid for the first account only.
 */
export function createSetupCode(options: {
  /** True where strangers can reach the server: the code is then always required. */
  needed: boolean
  chosen: string | undefined
  key: Buffer
  installation: string
  /** Prints the code for the operator when a sign-up lacked it, since the start did not print it. */
  onAsked: (code: string) => void
}): SetupCode {
  const code = options.chosen ?? derive(options.key, options.installation)
  const check: SetupCheck = {
    faultOf(given) {
      if (!given?.trim()) {
        if (!options.needed) options.onAsked(code)
        return 'setup_code_required'
      }
      return sameText(options.key, normalize(given), normalize(code)) ? null : 'setup_code_invalid'
    },
  }
  return {
    printed: options.needed ? code : null,
    for: ({ direct }) => (options.needed || !direct ? check : OPEN_SETUP),
  }
}

function derive(key: Buffer, installation: string): string {
  const bytes = createHmac('sha256', key).update(installation).digest().subarray(0, 12)
  const digits = [...bytes].map((byte) => DIGITS[byte % DIGITS.length]).join('')
  return digits.replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * Ignores case, spaces and dashes, and corrects characters that look like digits, since the code is copied from a
 * terminal.
 */
function normalize(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

function sameText(key: Buffer, a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
