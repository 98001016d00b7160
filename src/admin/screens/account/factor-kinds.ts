import { KeyRound, MessageSquareText, Smartphone, type LucideIcon } from 'lucide-react'

export type FactorKind = 'totp' | 'webauthn' | 'phone'

/** Label, icon and default name of each type of second factor. */
export const FACTOR_KINDS: Record<FactorKind, { label: string; icon: LucideIcon; add: string }> = {
  totp: { label: 'Authenticator-App', icon: Smartphone, add: 'Authenticator-App einrichten' },
  webauthn: { label: 'Passkey', icon: KeyRound, add: 'Passkey hinzufügen' },
  phone: { label: 'SMS', icon: MessageSquareText, add: 'Telefonnummer hinzufügen' },
}

/** A factor name that is not in use: `Passkey`, `Passkey 2`. */
export function freeFactorName(kind: FactorKind, taken: readonly (string | undefined)[]): string {
  const { label } = FACTOR_KINDS[kind]
  for (let number = 1; ; number++) {
    const name = number === 1 ? label : `${label} ${number}`
    if (!taken.includes(name)) return name
  }
}
