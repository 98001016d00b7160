import type {
  AuthEmailChangesTable,
  AuthFactorsTable,
  AuthIdentitiesTable,
  UsersTable,
} from '../../../account-tables.ts'
import type { AccessClaims } from './claims.ts'

type ShownFactor = Pick<
  AuthFactorsTable,
  'id' | 'friendly_name' | 'factor_type' | 'status' | 'phone' | 'last_challenged_at' | 'created_at' | 'updated_at'
>

/** An account with all data of the protocol's User. */
export type UserParts = {
  user: UsersTable
  identities: AuthIdentitiesTable[]
  factors: ShownFactor[]
  /** A new address waiting for confirmation. */
  emailChange: Pick<AuthEmailChangesTable, 'new_email' | 'requested_at'> | null
}

/** The protocol's User (docs/reference/auth-protocol.md §4). */
export type AuthUser = ReturnType<typeof presentUser> & { confirmation_sent_at?: string }

/** The protocol's Session: the response to sign-in and refresh. */
export type AuthSession = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: AuthUser
}

/** An account in the protocol's shape; empty optional fields and an empty list of factors are omitted. */
export function presentUser({ user, identities, factors, emailChange }: UserParts) {
  const confirmedAt = user.email_confirmed_at ?? user.phone_confirmed_at
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: confirmedAt,
      last_sign_in_at: user.last_sign_in_at,
      new_email: emailChange?.new_email ?? null,
      email_change_sent_at: emailChange?.requested_at ?? null,
    }),
    app_metadata: appMetadata(identities),
    user_metadata: JSON.parse(user.user_metadata) as Record<string, unknown>,
    identities: identities.map(presentIdentity),
    ...(factors.length > 0
      ? { factors: factors.map((factor) => ({ ...factor, ...present({ phone: factor.phone }) })) }
      : {}),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous === 1,
  }
}

/** The claims that come from the account. */
export function userClaims({
  user,
  identities,
}: UserParts): Pick<
  AccessClaims,
  'sub' | 'role' | 'email' | 'phone' | 'app_metadata' | 'user_metadata' | 'is_anonymous'
> {
  return {
    sub: user.id,
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: appMetadata(identities),
    user_metadata: JSON.parse(user.user_metadata) as Record<string, unknown>,
    is_anonymous: user.is_anonymous === 1,
  }
}

function appMetadata(identities: AuthIdentitiesTable[]): Record<string, unknown> {
  const providers = [...new Set(identities.map((identity) => identity.provider))]
  return providers.length > 0 ? { provider: providers[0], providers } : {}
}

function presentIdentity(row: AuthIdentitiesTable) {
  return {
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    identity_data: JSON.parse(row.identity_data) as Record<string, unknown>,
    provider: row.provider,
    ...present({ email: row.email, last_sign_in_at: row.last_sign_in_at }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Omits fields that are null. */
function present(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null))
}
