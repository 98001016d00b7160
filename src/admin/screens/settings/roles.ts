import type { Role } from '../../../contract/account.ts'

/** The roles in words (RUL-4). */
export const ROLE_CHOICES: { value: Role; label: string }[] = [
  { value: 'owner', label: 'Inhaber' },
  { value: 'editor', label: 'Redaktion' },
]

export function roleLabel(role: Role): string {
  return ROLE_CHOICES.find(({ value }) => value === role)?.label ?? role
}
