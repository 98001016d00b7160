import type { AuthSettings } from '../../../contract/auth-settings.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import { isOwned } from '../accounts/accounts.service.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { relyingPartyOf } from './factors/webauthn.ts'

/** The public part of the auth configuration, in the reference server's names where it has them. */
export async function publicAuthSettings(db: Db, config: Config): Promise<AuthSettings> {
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

/** Whether new accounts need confirmation by mail: AUTH_MAIL_CONFIRM, by default where mail is configured. */
export function confirmsMail({ SMTP_URL, AUTH_MAIL_CONFIRM }: Pick<Config, 'SMTP_URL' | 'AUTH_MAIL_CONFIRM'>): boolean {
  return SMTP_URL !== undefined && AUTH_MAIL_CONFIRM !== 'false'
}
