import { createHmac, timingSafeEqual } from 'node:crypto'

/** Crockford's digits: none is mistaken for another. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Whether a code opens the first sign-up to whoever asks. */
export type SetupCheck = {
  /** Why a given code does not open it, or null when it does. */
  faultOf: (given: string | null) => 'setup_code_required' | 'setup_code_invalid' | null
}

/** The one-time code that the first sign-up needs wherever it may come from a stranger (RUL-4). */
export type SetupCode = {
  /** The code to print at start; null where only requests that are not `direct` need it. */
  printed: string | null
  /** The check for one request; `direct` says that it came from this machine, sent by no foreign page and through no proxy. */
  for: (request: { direct: boolean }) => SetupCheck
}

/** A way to an account by which nobody becomes the owner. */
export const NO_SETUP: SetupCheck = { faultOf: () => 'setup_code_required' }
/** For accounts that are made on the server itself. */
export const OPEN_SETUP: SetupCheck = { faultOf: () => null }

/**
 * The setup code: the operator's (SETUP_CODE), else derived from the secret key and the installation's key, so that every
 * instance and every restart prints the same one and nothing is stored. It opens the first account alone and is void
 * afterwards.
 */
export function createSetupCode(options: {
  /** True where strangers can reach the server: then the code is always asked for. */
  needed: boolean
  chosen: string | undefined
  key: Buffer
  installation: string
  /** Tells the operator the code when somebody was refused for want of it, since the start did not print it. */
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

/** Case, spaces, dashes and letters that look like digits do not matter when somebody types the code from a terminal. */
function normalize(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

function sameText(key: Buffer, a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
