import type { Hono } from 'hono'
import { getUser, isOwned } from '../accounts/accounts.service.ts'
import { createSetupCode } from '../accounts/setup-code.ts'
import { changesOf } from '../platform/db/transaction.ts'
import type { AccessRow, RawRoute } from '../platform/http/access.ts'
import type { AuthGate } from '../platform/http/caller.ts'
import { clientAddressFrom } from '../platform/http/client-address.ts'
import { isReachableByStrangers, isSecureAddress, ownAddress } from '../platform/own-address.ts'
import type { Runtime } from '../platform/runtime.ts'
import { openSms } from '../platform/sms.ts'
import { authAccountRoutes } from './account.routes.ts'
import { authRoutes, readerSessionRoutes } from './auth.routes.ts'
import { confirmsMail } from './auth-settings.ts'
import type { AuthContext } from './account/context.ts'
import { ensureAnonKey, openKeyRing } from './sessions/keys.service.ts'
import { mailSender, openMailDesk } from './mail/mail-desk.ts'
import { createProviders } from './providers/providers.ts'
import { createRateLimiter } from './rate-limits.ts'
import { isReader } from './sessions/reader.service.ts'
import { createRedirects } from './protocol/redirects.ts'
import { openSecretBox } from '../platform/secret-box.ts'
import { deleteSessionsOf } from './sessions/sessions.queries.ts'
import { identify } from './sessions/sessions.service.ts'
import { relyingPartyOf } from './factors/webauthn.ts'

/** The auth module: its routes and what the rest of the server asks of it. */
export type Auth = AuthGate & {
  /** Everything below `/auth/v1`, with error shapes and CORS of its own. */
  routes: Hono
  /** The rows of those routes in the access table. */
  access: AccessRow[]
  /** The part of the contract's `account` that is about sessions. */
  accountRoutes: ReturnType<typeof authAccountRoutes>
  /** Routes below `/api` behind the common guard. */
  readerRoutes: RawRoute[]
  /** The code the first sign-up needs, to be printed at start; null where this machine itself needs none (RUL-4). */
  setupCode: string | null
}

const LOCAL_ISSUER = /^http:\/\/localhost:\d+\/auth\/v1$/

/**
 * Opens secrets and keys, making them at first start, and puts the auth module together. Throws when the secret key does
 * not fit the database, or TRUST_PROXY names no address ranges.
 */
export async function createAuth({ config, db, log, clock }: Runtime): Promise<Auth> {
  const issuer = `${ownAddress(config)}/auth/v1`
  const box = await openSecretBox(config)
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
  const desk = openMailDesk({ config, db, log, clock }, box)
  const auth: AuthContext = {
    db,
    clock,
    log,
    keys: await openKeyRing(db, box, clock),
    limits: createRateLimiter(config, clock),
    setup,
    box,
    sms: openSms(config, log),
    relyingParty: relyingPartyOf(config),
    flowKey: box.keyFor('flow'),
    providers: createProviders(config),
    redirects: createRedirects(config),
    oneTimeKey: box.keyFor('one-time-token'),
    sendMails: desk && mailSender(desk),
    confirmsMail: confirmsMail(config),
    refreshKey: box.keyFor('refresh-token'),
    reuseSeconds: config.AUTH_REFRESH_REUSE_SECONDS,
    issuer,
    // Without PUBLIC_URL the own address names the port, which another start may change; sessions outlive that.
    isOwnIssuer: (text) => text === issuer || (!config.PUBLIC_URL && LOCAL_ISSUER.test(text ?? '')),
    anonymousAllowed: config.AUTH_ANONYMOUS,
  }
  // Blocking an account ends its sessions in the same transaction (RUL-4).
  changesOf(db).onChange(async (tx, { noun, id, verb }) => {
    if (noun === 'users' && verb === 'updated' && (await getUser(tx, id))?.approval === 'blocked')
      await deleteSessionsOf(tx, id)
  })
  const secure = isSecureAddress(config)
  const addressOf = clientAddressFrom(config.TRUST_PROXY)
  const { routes, access } = authRoutes({ auth, config, anonKey, addressOf, secure, log })
  return {
    routes,
    access,
    accountRoutes: authAccountRoutes(auth),
    readerRoutes: readerSessionRoutes({ auth, secure }),
    anonKey,
    setupCode: (await isOwned(db)) ? null : setup.printed,
    isReader: (cookieHeader) => isReader(db, cookieHeader, clock()),
    async authenticate(token) {
      const identified = await identify(auth, token)
      return 'fault' in identified ? null : identified.caller
    },
  }
}
