/** Tables of accounts, sign-in and audit; part of `NounTables`, with the same conventions. */
export interface AccountTables {
  users: UsersTable
  auth_keys: AuthKeysTable
  auth_sessions: AuthSessionsTable
  auth_identities: AuthIdentitiesTable
  auth_factors: AuthFactorsTable
  auth_challenges: AuthChallengesTable
  auth_passkeys: AuthPasskeysTable
  auth_passkey_challenges: AuthPasskeyChallengesTable
  recovery_codes: RecoveryCodesTable
  auth_mail_orders: AuthMailOrdersTable
  auth_one_time_tokens: AuthOneTimeTokensTable
  auth_email_changes: AuthEmailChangesTable
  auth_sign_ups: AuthSignUpsTable
  auth_known_clients: AuthKnownClientsTable
  former_addresses: FormerAddressesTable
  auth_flow_states: AuthFlowStatesTable
  reader_sessions: ReaderSessionsTable
  invites: InvitesTable
  audit_log: AuditLogTable
}

export interface UsersTable {
  id: string
  email: string | null
  phone: string | null
  password_hash: string | null
  role: string
  /** A role with fewer rights; `roleOf` reads both. */
  lesser_role: string | null
  approval: string
  /** JSON object the user may write (`data` of sign-up and PUT /user). */
  user_metadata: string
  /** Display name of the account (RUL-69); null until the user sets one. */
  display_name: string | null
  /** 1 once the user has dismissed the first steps. */
  first_steps_hidden: number
  is_anonymous: number
  email_confirmed_at: string | null
  phone_confirmed_at: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export interface AuthKeysTable {
  kid: string
  alg: string
  public_jwk: string
  /** PKCS#8 text sealed under the secret key (RUL-34). */
  private_key: string
  created_at: string
  /** Instant from which the key signs; it is published to verifiers before that. */
  active_from: string
}

export interface AuthSessionsTable {
  id: string
  user_id: string
  aal: string
  /** JSON list `[{method, timestamp}]`, newest first. */
  amr: string
  /** Number of the current refresh token; the token itself is derived from it. */
  refresh_counter: number
  /** Highest refresh number whose access token was presented: its refresh token is known to have arrived. */
  confirmed_counter: number
  refreshed_at: string
  created_at: string
  ip: string | null
  user_agent: string | null
  /** The second factor that raised the session to aal2; null at aal1 and after a recovery code. */
  factor_id: string | null
}

export interface AuthIdentitiesTable {
  /** `identity_id` on the wire. */
  id: string
  user_id: string
  provider: string
  /** The provider's subject: `id` on the wire. */
  provider_id: string
  identity_data: string
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export interface AuthFactorsTable {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: string
  status: string
  phone: string | null
  /** TOTP secret, sealed (RUL-34). */
  secret: string | null
  /** Last TOTP time step used: no code works twice. */
  last_step: number | null
  /** WebAuthn credential: id, public key and counter as JSON. */
  credential: string | null
  failed_attempts: number
  locked_until: string | null
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

export interface AuthChallengesTable {
  id: string
  factor_id: string
  session_id: string
  /** WebAuthn challenge, or the keyed hash of a code sent by SMS. */
  secret: string | null
  attempts: number
  created_at: string
  expires_at: string
}

/** Passkeys that sign in by themselves; those that are second factors are in `auth_factors`. */
export interface AuthPasskeysTable {
  id: string
  user_id: string
  friendly_name: string | null
  /** Unique: a credential belongs to one account. */
  credential_id: string
  /** Id, public key and counter as JSON. */
  credential: string
  created_at: string
  last_used_at: string | null
}

export interface AuthPasskeyChallengesTable {
  id: string
  /** The session that registers a passkey; null for signing in. */
  session_id: string | null
  challenge: string
  expires_at: string
}

export interface RecoveryCodesTable {
  /** Keyed hash (RUL-34). */
  code_hash: string
  user_id: string
  created_at: string
  used_at: string | null
}

/** A mail to send. It holds no secret: links and codes are made when the mail is sent. */
export interface AuthMailOrdersTable {
  id: string
  kind: string
  /** The address the mail was requested for; it need not belong to an account. */
  email: string
  /** JSON object: target of the link, PKCE challenge, requester. */
  details: string
  attempts: number
  next_attempt_at: string
  last_error: string | null
  created_at: string
}

/** A mailed link or code: works once, and only the newest of each type. */
export interface AuthOneTimeTokensTable {
  id: string
  user_id: string
  kind: string
  /** The address it was mailed to. */
  email: string
  /** Keyed hashes of the link's token and of the six digits. */
  token_hash: string
  code_hash: string
  /** Number of wrong codes entered. */
  attempts: number
  /** PKCE challenge of the request; the link then returns a code instead of tokens. */
  code_challenge: string | null
  code_challenge_method: string | null
  created_at: string
  expires_at: string
}

/** A sign-up waiting for confirmation by mail: the data entered, and the link and code of that mail. */
export interface AuthSignUpsTable {
  id: string
  user_id: string
  email: string
  password_hash: string
  /** JSON object. */
  user_metadata: string
  /** Role of the invitation used; null without one. */
  role: string | null
  /** Client key of the requester, as rate limits count it. */
  client: string
  /** Keyed hashes; null before the mail is sent and after use. */
  token_hash: string | null
  code_hash: string | null
  attempts: number
  code_challenge: string | null
  code_challenge_method: string | null
  token_expires_at: string | null
  created_at: string
  expires_at: string
}

/** Clients that recently signed in to an account: a network, or the hash of a browser's secret. */
export interface AuthKnownClientsTable {
  user_id: string
  client: string
  seen_at: string
}

/** An address that an account had until recently and can restore; other accounts cannot take it during that time. */
export interface FormerAddressesTable {
  id: string
  user_id: string
  email: string
  /** Token of the link in the notice; null until it is mailed. */
  token_hash: string | null
  changed_at: string
  expires_at: string
}

/** A new address, to be confirmed by both mailboxes. */
export interface AuthEmailChangesTable {
  user_id: string
  new_email: string
  current_confirmed: number
  new_confirmed: number
  requested_at: string
  expires_at: string
}

/** A sign-in that leaves the page (for a provider or a mailbox) and returns with a one-time code. */
export interface AuthFlowStatesTable {
  id: string
  purpose: string
  /** The user whom the code signs in; for linking, the requester. */
  user_id: string | null
  /** The session that requested linking of a provider; the flow ends with it. */
  session_id: string | null
  provider: string | null
  /** Keyed hash of the state that the provider returns; null after it was returned. */
  state_hash: string | null
  /** Keyed hash of the browser's cookie; set where no code challenge binds the flow to its browser. */
  browser_hash: string | null
  /** Sealed JSON (RUL-34): nonce and verifier before the provider, its tokens and claims after it. */
  payload: string | null
  code_challenge: string | null
  code_challenge_method: string | null
  /** Keyed hash of the one-time code. */
  code_hash: string | null
  code_issued_at: string | null
  redirect_to: string
  created_at: string
}

export interface ReaderSessionsTable {
  token_hash: string
  session_id: string
  aal: string
  created_at: string
  expires_at: string
}

export interface InvitesTable {
  id: string
  token_hash: string
  role: string
  /** The owner's note on whom the invitation is for. */
  note: string
  created_by: string | null
  created_at: string
  expires_at: string
}

export interface AuditLogTable {
  id: string
  at: string
  event: string
  /** The account concerned; no foreign key, since entries outlive accounts. */
  user_id: string | null
  /** The account that acted, where it is another one. */
  actor_id: string | null
  email: string | null
  ip: string | null
  details: string
}
