import type { Hono } from 'hono'
import { getUser, isOwned } from '../accounts/accounts.service.ts'
import { createSetupCode } from '../accounts/setup-code.ts'
import { mailSender, openMailDesk } from '../mail/mail-desk.ts'
import { createLimits } from '../../platform/fleet/limits.ts'
import { changesOf } from '../../platform/db/transaction.ts'
import type { AccessRow, RawRoute } from '../../platform/http/access.ts'
import type { AuthGate } from '../../platform/caller.ts'
import { clientAddressFrom } from '../../platform/http/client-address.ts'
import { isReachableByStrangers, isSecureAddress } from '../../platform/own-address.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { keepSample, openInstallationBox } from '../../platform/secret-box.ts'
import { openSms } from '../../platform/sms.ts'
import { authAccountRoutes } from './account.routes.ts'
import type { AccountContext } from './account/context.ts'
import { AUTH_LIMITS } from './account/limits.ts'
import { authRoutes, readerSessionRoutes } from './auth.routes.ts'
import { confirmsMail } from './auth-settings.ts'
import type { FactorContext } from './factors/context.ts'
import { factorRoutes } from './factors/factors.routes.ts'
import { relyingPartyOf } from './factors/webauthn.ts'
import { accountMails, type OtherMails } from './mail/account-mails.service.ts'
import { mailRoutes } from './mail/mail.routes.ts'
import { oneTimeKeys } from './tokens/context.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { authApp } from './protocol/auth-app.ts'
import type { AuthEnv } from './protocol/auth-route.ts'
import { createRedirects } from './protocol/redirects.ts'
import type { ProviderContext } from './providers/context.ts'
import { identitiesRoutes } from './providers/identities.routes.ts'
import { createProviders } from './providers/providers.ts'
import { openSessions } from './sessions/context.ts'
import { ensureAnonKey } from './sessions/keys.service.ts'
import { isReader } from './sessions/reader.service.ts'
import { deleteSessionsOf } from './sessions/sessions.queries.ts'
import { identify } from './sessions/sessions.service.ts'
import type { SignUpContext } from './sign-up.service.ts'

/** The auth module: its routes and its interface for the rest of the server. */
export type Auth = AuthGate & {
  /** Routes below `/auth/v1`, with their own error shapes and CORS. */
  routes: Hono<AuthEnv>
  /** The rows of those routes in the access table. */
  access: AccessRow[]
  /** The part of the contract's `account` that concerns sessions. */
  accountRoutes: ReturnType<typeof authAccountRoutes>
  /** Routes below `/api` behind the common guard. */
  readerRoutes: RawRoute[]
  /** Sends ordered mails in the background; does nothing without a mail server. */
  sendMails: () => void
  /** The code for the first sign-up, printed at start; null where local requests need none (RUL-4). */
  setupCode: string | null
}

/**
 * Opens secrets and keys, which are made at first start, and wires the auth module. Throws when the secret key does not
 * fit the database, or TRUST_PROXY is invalid. `otherMails` are written by other modules and sent here.
 */
export async function createAuth(runtime: Runtime, otherMails: OtherMails): Promise<Auth> {
  const { config, db, log, clock } = runtime
  const box = await openInstallationBox(db, config)
  await keepSample(db, box)
  const anonKey = await ensureAnonKey(db)
  const setup = createSetupCode({
    needed: isReachableByStrangers(config),
    chosen: config.SETUP_CODE,
    key: box.keyFor('setup-code'),
    installation: anonKey,
    onAsked: (code) =>
      log.warn(
        'Jemand wollte das erste Konto anlegen, und zwar nicht unmittelbar von diesem Rechner aus (fremde Seite, anderer Name oder Proxy). Dafür braucht es den Einrichtungscode. Wenn Sie das waren, geben Sie ihn unter /auth ein.',
        { setup_code: code },
      ),
  })
  const desk = openMailDesk(runtime, accountMails(config, box, otherMails))
  const account: AccountContext = { db, clock, limits: createLimits(AUTH_LIMITS, runtime) }
  const sessions = { ...account, ...(await openSessions(account, config, box)) }
  const factors: FactorContext = { ...sessions, box, sms: openSms(config, log), relyingParty: relyingPartyOf(config) }
  const ways = { ...sessions, ...oneTimeKeys(box), redirects: createRedirects(config), setup }
  const providers: ProviderContext = { ...ways, log, box, providers: createProviders(config) }
  const auth: SignUpContext = {
    ...ways,
    sendMails: desk && mailSender(desk),
    confirmsMail: confirmsMail(config),
    anonymousAllowed: config.AUTH_ANONYMOUS,
  }
  // Blocking an account ends its sessions in the same transaction (RUL-4).
  changesOf(db).onChange(async (tx, { noun, id, verb }) => {
    if (noun === 'users' && verb === 'updated' && (await getUser(tx, id))?.approval === 'blocked')
      await deleteSessionsOf(tx, id)
  })
  const secure = isSecureAddress(config)
  const { routes, access } = authApp({
    table: [
      ...authRoutes({ auth, providers, config, secure }),
      ...mailRoutes(auth),
      ...identitiesRoutes(providers, { secure, linking: config.AUTH_MANUAL_LINKING }),
      ...factorRoutes(factors),
      ...passkeyRoutes(factors),
    ],
    identify: (token) => identify(sessions, token),
    anonKey,
    addressOf: clientAddressFrom(config.TRUST_PROXY),
    log,
  })
  return {
    routes,
    access,
    accountRoutes: authAccountRoutes(factors),
    readerRoutes: readerSessionRoutes(sessions, { secure }),
    anonKey,
    sendMails: auth.sendMails ?? (() => {}),
    setupCode: (await isOwned(db)) ? null : setup.printed,
    isReader: (cookieHeader) => isReader(db, cookieHeader, clock()),
    async authenticate(token) {
      const identified = await identify(sessions, token)
      return 'fault' in identified ? null : identified.caller
    },
  }
}
