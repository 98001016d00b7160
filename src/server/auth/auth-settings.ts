import type { Config } from '../config.ts'
import type { Db } from '../platform/db/db.ts'
import { isOwned } from '../accounts/accounts.service.ts'
import { readSettings } from '../settings/settings.service.ts'
import { relyingPartyOf } from './factors/webauthn.ts'

/** What a sign-in form needs to know before anybody is signed in (`GET /auth/v1/settings`). */
export type PublicAuthSettings = {
  /** Configured providers by name. */
  external: Record<string, true>
  /** Whether mail can be sent at all (forgotten password). */
  mail: boolean
  /** Whether codes can come by SMS. */
  phone_factor: boolean
  /** The only origin passkeys work on (WebAuthn binds them to a name); null where there is none. */
  passkey_origin: string | null
  /** True while registration is closed (RUL-4). */
  disable_signup: boolean
  /** True while nobody owns the installation: the first account will. */
  setup_due: boolean
  /** True when accounts need no confirmation mail. */
  mailer_autoconfirm: boolean
}

/** The public part of the auth configuration, in the reference server's names where it has them. */
export async function publicAuthSettings(db: Db, config: Config): Promise<PublicAuthSettings> {
  const { registration } = await readSettings(db)
  return {
    external: Object.fromEntries(config.oidcProviders.map(({ name }) => [name, true])),
    mail: config.SMTP_URL !== undefined,
    phone_factor: config.SMS_WEBHOOK_URL !== undefined,
    passkey_origin: relyingPartyOf(config)?.origin ?? null,
    disable_signup: registration === 'geschlossen',
    setup_due: !(await isOwned(db)),
    mailer_autoconfirm: !confirmsMail(config),
  }
}

/** Whether new accounts wait for a confirmation mail: AUTH_MAIL_CONFIRM, by default where mail is configured. */
export function confirmsMail({ SMTP_URL, AUTH_MAIL_CONFIRM }: Pick<Config, 'SMTP_URL' | 'AUTH_MAIL_CONFIRM'>): boolean {
  return SMTP_URL !== undefined && AUTH_MAIL_CONFIRM !== 'false'
}
