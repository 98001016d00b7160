const MIN = 6

/**
 * Hint on a password while it is typed. Length counts, not special characters (NIST SP 800-63B). A few repeated
 * characters or the own address are as weak as none.
 */
export function passwordHint(password: string, email: string): string {
  const { length } = [...password]
  if (length === 0) return `Mindestens ${MIN} Zeichen. Am sichersten sind mehrere Wörter hintereinander.`
  if (length < MIN) return length === MIN - 1 ? 'Noch 1 Zeichen' : `Noch ${MIN - length} Zeichen`
  const lower = password.toLowerCase()
  const name = email.split('@')[0]?.toLowerCase() ?? ''
  const guessable = new Set(lower).size < 5 || (name.length > 3 && lower.includes(name)) || /^\d+$/.test(lower)
  if (guessable) return 'Leicht zu erraten. Mehrere Wörter hintereinander sind sicherer.'
  if (length < 10) return 'Kurz. Mehrere Wörter hintereinander sind sicherer.'
  return length < 16 ? 'Gut' : 'Sehr gut'
}
