import * as accounts from '../accounts/accounts.service.ts'
import { AccountRefused, type NewAccount } from '../accounts/accounts.service.ts'
import type { UsersTable } from '../../account-tables.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Visitor } from './protocol/visitor.ts'
import { AuthFault } from './protocol/auth-fault.ts'
import { readChallenge } from './tokens/flow-states.service.ts'
import { orderAccountMail } from './mail/account-mails.service.ts'
import { throttleMail } from './mail/mail-requests.service.ts'
import { checkPassword, hashPassword } from './account/passwords.ts'
import { getUserParts } from './account/account.queries.ts'
import { issueTokens, startSession, type OpenSession } from './sessions/sessions.service.ts'
import { keepFurtherSignUp, keepSignUp } from './tokens/sign-ups.service.ts'
import { presentUser, type AuthSession, type AuthUser } from './protocol/shapes.ts'
import { addEmailIdentity } from './account/email-identity.service.ts'
import { limitClient } from './account/limits.ts'
import { checkMetadata, type Metadata, isPhone, validEmail } from './account/user-fields.ts'
import { refusal, refusing } from './account/refusals.ts'
import type { UserContext } from './user.service.ts'

/** Context of sign-up. */
export type SignUpContext = UserContext & {
  /** AUTH_ANONYMOUS. */
  anonymousAllowed: boolean
}

export type SignUpInput = {
  email?: string | null
  phone?: string | null
  password?: string | null
  data?: Metadata | null
  code_challenge?: string | null
  code_challenge_method?: string | null
}

/**
 * Sign-up with address and password, or anonymously with neither. Returns a session where accounts are confirmed at
 * once (the first one always is), else the bare User, with a mail on its way; an address that has an account gets the
 * same response with `identities: []`. `redirectTo` is an allowed address. The setup code is sent as `data.setup_code`,
 * an invitation as `data.invite_token`; neither is stored (RUL-4). Errors: 400 `validation_failed`, 422
 * `weak_password`, `user_already_exists`, `signup_disabled`, `setup_code_required`, `setup_code_invalid`,
 * `anonymous_provider_disabled`; 429.
 */
export async function signUp(
  auth: SignUpContext,
  input: SignUpInput,
  redirectTo: string,
  visitor: Visitor,
): Promise<AuthSession | AuthUser> {
  if (!input.email && !input.phone) return signUpAnonymously(auth, input, visitor)
  await limitClient(auth, 'signup', visitor)
  if (input.email && input.phone) throw new AuthFault('email_or_phone')
  if (input.phone) throw new AuthFault(isPhone(input.phone) ? 'phone_disabled' : 'invalid_phone')
  const email = validEmail(input.email ?? '')
  if (!input.password) throw new AuthFault('missing_password')
  checkPassword(input.password)
  const { setup_code: setupCode, invite_token: inviteToken, ...metadata } = input.data ?? {}
  checkMetadata(metadata)
  const challenge = readChallenge(input)
  if (setupCode !== undefined) await limitClient(auth, 'setup_code', visitor)
  if (auth.confirmsMail) await throttleMail(auth, email)
  const passwordHash = await hashPassword(input.password)
  const now = auth.clock()
  const account: NewAccount = {
    email,
    passwordHash,
    metadata,
    confirmed: !auth.confirmsMail,
    setupCode: typeof setupCode === 'string' ? setupCode : null,
    inviteToken: typeof inviteToken === 'string' ? inviteToken : null,
  }
  const mail = { kind: 'signup', email, redirectTo, challenge, ip: visitor.ip } as const
  const typed = { passwordHash, metadata, ip: visitor.ip, now }
  try {
    const opened = await inTransaction(auth.db, async (tx): Promise<OpenSession | AuthUser> => {
      const { user, invitedAs } = await accounts.createAccount(tx, account, {
        now,
        ip: visitor.ip,
        setup: auth.setup.for(visitor),
      })
      await addEmailIdentity(tx, user.id, email, now)
      if (!user.email_confirmed_at) {
        const signUpId = await keepSignUp(tx, user, { ...typed, role: invitedAs })
        await orderAccountMail(tx, { ...mail, signUpId }, now)
        const parts = await getUserParts(tx, user.id)
        if (!parts) throw new Error(`account ${user.id} is missing`)
        return { ...presentUser(parts), user_metadata: metadata, confirmation_sent_at: now.toISOString() }
      }
      await accounts.noteSignIn(tx, user.id, now)
      return startSession(tx, user.id, { method: 'password', visitor, now })
    })
    if ('session' in opened) return await issueTokens(auth, opened)
    auth.sendMails?.()
    return opened
  } catch (error) {
    if (!(error instanceof AccountRefused)) throw error
    if (error.reason !== 'email_taken' || !auth.confirmsMail) throw refusal(error)
    await refusing(() =>
      inTransaction(auth.db, async (tx) => {
        const signUpId = await keepFurtherSignUp(tx, email, { ...typed, inviteToken: account.inviteToken ?? null })
        await orderAccountMail(tx, { ...mail, signUpId }, now)
      }),
    )
    auth.sendMails?.()
    return strangersUser(email, metadata, now)
  }
}

/**
 * The User for an address that already has an account: like a new one, but without identities
 * (docs/reference/auth-protocol.md §7).
 */
function strangersUser(email: string, metadata: Metadata, now: Date): AuthUser {
  const at = now.toISOString()
  const user: UsersTable = {
    id: newId(),
    email,
    phone: null,
    password_hash: null,
    role: 'editor',
    lesser_role: null,
    approval: 'pending',
    user_metadata: JSON.stringify(metadata),
    display_name: null,
    first_steps_hidden: 0,
    is_anonymous: 0,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    last_sign_in_at: null,
    created_at: at,
    updated_at: at,
  }
  return {
    ...presentUser({ user, identities: [], factors: [], emailChange: null }),
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
  }
}

async function signUpAnonymously(auth: SignUpContext, input: SignUpInput, visitor: Visitor): Promise<AuthSession> {
  if (!auth.anonymousAllowed) throw new AuthFault('anonymous_disabled')
  await limitClient(auth, 'anonymous', visitor)
  const { setup_code: _setupCode, invite_token: _inviteToken, ...metadata } = input.data ?? {}
  checkMetadata(metadata)
  const now = auth.clock()
  const account = { email: null, passwordHash: null, metadata, anonymous: true, confirmed: false }
  const opened = await refusing(() =>
    inTransaction(auth.db, async (tx) => {
      const { user } = await accounts.createAccount(tx, account, {
        now,
        ip: visitor.ip,
        setup: auth.setup.for(visitor),
      })
      return startSession(tx, user.id, { method: 'anonymous', visitor, now })
    }),
  )
  return issueTokens(auth, opened)
}
