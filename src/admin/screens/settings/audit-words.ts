import type { AuditEvent, AuditRecord } from '../../../contract/audit.ts'
import { quoted } from '../../../rules/quoted.ts'
import { ROLES, ROLE_WORDS } from '../../../rules/roles.ts'

/** Every security event in words. */
export const AUDIT_WORDS: Record<AuditEvent, string> = {
  sign_up: 'Konto angelegt',
  sign_in: 'Angemeldet',
  sign_in_failed: 'Anmeldung abgewiesen',
  sign_out: 'Abgemeldet',
  refresh_token_reused: 'Verbrauchtes Sitzungs-Token vorgelegt',
  session_revoked: 'Sitzung wegen alten Tokens beendet',
  password_changed: 'Passwort geändert',
  password_reset: 'Passwort auf dem Server zurückgesetzt',
  email_changed: 'E-Mail-Adresse geändert',
  email_change_requested: 'Änderung der E-Mail-Adresse angefordert',
  email_confirmed: 'E-Mail-Adresse bestätigt',
  recovery_requested: 'Neues Passwort angefordert',
  code_refused: 'Einmalcode abgewiesen',
  mail_undelivered: 'E-Mail nicht zugestellt',
  name_changed: 'Name geändert',
  identity_linked: 'Anmeldedienst verknüpft',
  identity_unlinked: 'Anmeldedienst getrennt',
  account_claimed: 'Unbestätigtes Konto übernommen',
  invite_created: 'Einladung angelegt',
  invite_revoked: 'Einladung zurückgezogen',
  approval_changed: 'Freigabe geändert',
  role_changed: 'Rolle geändert',
  sessions_ended: 'Sitzungen beendet',
  account_exported: 'Eigene Daten exportiert',
  blog_exported: 'Blog exportiert',
  account_deleted: 'Konto gelöscht',
  factor_added: 'Zweiter Faktor eingerichtet',
  factor_used: 'Zweiter Faktor bestätigt',
  factor_failed: 'Zweiter Faktor abgewiesen',
  factor_removed: 'Zweiter Faktor entfernt',
  passkey_added: 'Passkey zum Anmelden eingerichtet',
  passkey_removed: 'Passkey zum Anmelden entfernt',
  recovery_codes_made: 'Wiederherstellungscodes angelegt',
  recovery_code_used: 'Wiederherstellungscode benutzt',
  recovery_code_failed: 'Wiederherstellungscode abgewiesen',
}

const VALUES: Record<string, string> = {
  approved: 'freigegeben',
  pending: 'wartet',
  blocked: 'gesperrt',
  ...Object.fromEntries(ROLES.map((role) => [role, ROLE_WORDS[role].name])),
  password: 'mit Passwort',
  oauth: 'mit Anmeldedienst',
  otp: 'mit Einmalcode',
  anonymous: 'anonym',
  totp: 'Authenticator-App',
  webauthn: 'Passkey',
  passkey: 'mit Passkey',
  phone: 'Telefon',
}

/** The detail of an event, in short: the new role, the sign-in method, the provider. */
export function auditDetail({ event, details }: Pick<AuditRecord, 'event' | 'details'>): string {
  // Names are user input, not translated values.
  if (event === 'name_changed') return [details.from, details.to].map(nameWords).join(' → ')
  const said = ['to', 'role', 'method', 'provider', 'factor_type', 'type'].flatMap((name) => {
    const value = details[name]
    return typeof value === 'string' ? [VALUES[value] ?? value] : []
  })
  return [...said, ...(details.invited === true ? ['eingeladen'] : [])].join(', ')
}

const nameWords = (name: unknown) => (typeof name === 'string' ? quoted(name) : 'ohne Namen')
