/**
 * Backslashes only where a sign would mean something: as careful hands write. Called for each piece of text; what could begin
 * a line is guarded at its start alone.
 */
export function escapeText(text: string): string {
  return (
    text
      .replaceAll('\\', (slash, at: number) => (/[!-/:-@[-`{-~]/.test(text[at + 1] ?? '') ? '\\\\' : slash))
      .replaceAll('`', '\\`')
      // Between blanks a star is one, and inside a word a low line is.
      .replaceAll(/[*_]/g, (sign, at: number) => (isAlone(text, at, sign) ? sign : `\\${sign}`))
      .replaceAll(/\[(?=[^\]]{0,300}\][([:]|\^)/g, '\\[')
      .replaceAll(/<(?=[a-z/!?])/gi, '\\<')
      .replaceAll(/&(?=#?\w{1,31};)/g, '\\&')
      .replaceAll('~~', '\\~~')
      .replace(/^(#{1,6}(?:\s|$)|[-+](?:\s|$)|>|={3,}|-{3,}|\|)/, '\\$1')
      .replace(/^(\d{1,9})([.)]\s)/, '$1\\$2')
  )
}

function isAlone(text: string, at: number, sign: string): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at + 1]]
  if (sign === '_') return /[\p{L}\p{N}_]/u.test(before) && /[\p{L}\p{N}_]/u.test(after)
  return (before === '' || /\s/.test(before)) && (after === '' || /\s/.test(after)) && before + after !== ''
}
