import { createHmac, timingSafeEqual } from 'node:crypto'

/** Crockford's digits: none is mistaken for another. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The one-time code that the first sign-up needs where strangers can reach the server (R4). */
export type SetupCode = {
  /** The code to print, or null where none is needed. */
  code: string | null
  /** Why a given code does not open the first sign-up, or null when it does. */
  faultOf: (given: string | null) => 'setup_code_required' | 'setup_code_invalid' | null
}

/**
 * The setup code: the operator's (SETUP_CODE), else derived from the secret key and the installation's key, so that every
 * instance and every restart prints the same one and nothing is stored. It opens the first account alone and is void
 * afterwards.
 */
export function createSetupCode(options: {
  needed: boolean
  chosen: string | undefined
  key: Buffer
  installation: string
}): SetupCode {
  if (!options.needed) return { code: null, faultOf: () => null }
  const code = options.chosen ?? derive(options.key, options.installation)
  return {
    code,
    faultOf(given) {
      if (!given?.trim()) return 'setup_code_required'
      return sameText(options.key, normalize(given), normalize(code)) ? null : 'setup_code_invalid'
    },
  }
}

function derive(key: Buffer, installation: string): string {
  const bytes = createHmac('sha256', key).update(installation).digest().subarray(0, 12)
  const digits = [...bytes].map((byte) => DIGITS[byte % DIGITS.length]).join('')
  return digits.replace(/(.{4})(?=.)/g, '$1-')
}

/** Case, spaces, dashes and letters that look like digits do not matter when somebody types the code from a terminal. */
function normalize(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

function sameText(key: Buffer, a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
