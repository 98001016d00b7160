import { callAs, type Call, type TestAccount, type TestApp } from './test-app.ts'
import { codeAt } from './totp.ts'

export type Totp = { id: string; secret: string }

/** Answers a factor's challenge and returns the server's response. */
export async function answerChallenge(call: Call, factorId: string, answer: Record<string, unknown>) {
  const { body: challenge } = await call('POST', `/auth/v1/factors/${factorId}/challenge`, {})
  return call('POST', `/auth/v1/factors/${factorId}/verify`, { challenge_id: challenge.id, ...answer })
}

/**
 * Gives an account a verified TOTP factor, through the real endpoints. Returns the factor and the account with its aal2
 * session.
 */
export async function withTotp(
  app: TestApp,
  account: TestAccount,
  at: Date = new Date(),
): Promise<{ totp: Totp; raised: TestAccount }> {
  const { body } = await account.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Handy' })
  const totp = { id: body.id, secret: body.totp.secret }
  const verified = await answerChallenge(account.call, totp.id, { code: codeAt(totp.secret, at) })
  if (verified.status !== 200)
    throw new Error(`verifying answered ${verified.status}: ${JSON.stringify(verified.body)}`)
  return { totp, raised: withSession(app, account, verified.body) }
}

/** The account, calling with the tokens of another session. */
export function withSession(
  app: TestApp,
  account: TestAccount,
  { access_token, refresh_token }: { access_token: string; refresh_token: string },
): TestAccount {
  return {
    ...account,
    accessToken: access_token,
    refreshToken: refresh_token,
    call: callAs(app.url, access_token),
  }
}

/** A further sign-in with the password alone. */
export async function signedInAgain(app: TestApp, account: TestAccount): Promise<TestAccount> {
  const { email, password } = account
  return withSession(
    app,
    account,
    (await app.call('POST', '/auth/v1/token?grant_type=password', { email, password })).body,
  )
}

/** Inserts a TOTP factor into the database directly and returns its id. */
export async function giveFactor(
  app: TestApp,
  { id: userId }: Pick<TestAccount, 'id'>,
  { status = 'verified', secret = null }: { status?: string; secret?: string | null } = {},
): Promise<string> {
  const id = crypto.randomUUID()
  const at = new Date().toISOString()
  const kind = { friendly_name: 'Handy', factor_type: 'totp', status, phone: null, secret, credential: null }
  const use = { last_step: null, failed_attempts: 0, locked_until: null, last_challenged_at: null }
  await app.db
    .insertInto('auth_factors')
    .values({ id, user_id: userId, ...kind, ...use, created_at: at, updated_at: at })
    .execute()
  return id
}
