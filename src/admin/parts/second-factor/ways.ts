import type { ShownFactor } from '../../data/second-factor.ts'
import { quoted } from '../../../rules/quoted.ts'

/** A way to show who one is beside the password. */
export type Way =
  | { kind: 'totp' | 'webauthn' | 'phone'; id: string; name: string; phone: string }
  | { kind: 'recovery' }

/** Every way of an account, the one used last in front and recovery codes at the end. */
export function waysOf(factors: readonly ShownFactor[]): Way[] {
  if (factors.length === 0) return []
  return [...factors.map(({ type, ...factor }) => ({ kind: type, ...factor })), { kind: 'recovery' }]
}

/** What the line says that leads to it. */
export function wayLabel(way: Way): string {
  if (way.kind === 'recovery') return 'Wiederherstellungscode verwenden'
  const name = way.name === '' ? '' : ` ${quoted(way.name)}`
  if (way.kind === 'totp') return `Code aus der App${name} eingeben`
  if (way.kind === 'webauthn') return `Passkey${name} verwenden`
  return `Code per SMS an …${way.phone.slice(-3)}`
}

/** True for six digits, however they are spaced. */
export function isWholeCode(typed: string): boolean {
  return /^\s*(\d\s*){6}$/.test(typed)
}
