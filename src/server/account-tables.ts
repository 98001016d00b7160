/** Tables of accounts, sign-in and audit; part of `NounTables`. Conventions as there. */
export interface AccountTables {
  users: UsersTable
  auth_keys: AuthKeysTable
  auth_sessions: AuthSessionsTable
  auth_identities: AuthIdentitiesTable
  auth_factors: AuthFactorsTable
  auth_challenges: AuthChallengesTable
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
  approval: string
  /** JSON object the user may write (`data` of sign-up and PUT /user). */
  user_metadata: string
  /** What the holder is called by (RUL-69); null until they give a name. */
  display_name: string | null
  /** 1 once the holder has put the first steps away. */
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
  /** From when on it signs; known to verifiers before. */
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
  /** Highest number whose access token has reached the server: its refresh token is known to have arrived. */
  confirmed_counter: number
  refreshed_at: string
  created_at: string
  ip: string | null
  user_agent: string | null
  /** The second factor that raised it to aal2; null at aal1 and after a recovery code. */
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
  /** Last TOTP time step used, so that no code works twice. */
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

export interface RecoveryCodesTable {
  /** Keyed hash (RUL-34). */
  code_hash: string
  user_id: string
  created_at: string
  used_at: string | null
}

/** A mail that is due. It holds no secret: links and codes are made when it is sent. */
export interface AuthMailOrdersTable {
  id: string
  kind: string
  /** The address it was asked for, which need not belong to any account. */
  email: string
  /** JSON object: where the link leads, PKCE challenge, who asked. */
  details: string
  attempts: number
  next_attempt_at: string
  last_error: string | null
  created_at: string
}

/** What a mailed link or code opens, once; the newest of its kind alone. */
export interface AuthOneTimeTokensTable {
  id: string
  user_id: string
  kind: string
  /** Where it was mailed to. */
  email: string
  /** Keyed hashes of the link's token and of the six digits. */
  token_hash: string
  code_hash: string
  /** Wrong codes so far. */
  attempts: number
  /** PKCE challenge of the request; the link then leads back with a code instead of tokens. */
  code_challenge: string | null
  code_challenge_method: string | null
  created_at: string
  expires_at: string
}

/** A sign-up that waits for its mail: what was typed, and the link and code of that mail. */
export interface AuthSignUpsTable {
  id: string
  user_id: string
  email: string
  password_hash: string
  /** JSON object. */
  user_metadata: string
  /** Role of the invitation it used; null without one. */
  role: string | null
  /** Where it came from, as limits count it. */
  client: string
  /** Keyed hashes; null before the mail is sent and once they were used. */
  token_hash: string | null
  code_hash: string | null
  attempts: number
  code_challenge: string | null
  code_challenge_method: string | null
  token_expires_at: string | null
  created_at: string
  expires_at: string
}

/** From where an account was signed in to of late: a network, or the hash of a browser's secret. */
export interface AuthKnownClientsTable {
  user_id: string
  client: string
  seen_at: string
}

/** An address an account had until a short while ago and can have back; nobody else gets it meanwhile. */
export interface FormerAddressesTable {
  id: string
  user_id: string
  email: string
  /** Of the link in the notice; null until it is mailed. */
  token_hash: string | null
  changed_at: string
  expires_at: string
}

/** A new address that both mailboxes have to confirm. */
export interface AuthEmailChangesTable {
  user_id: string
  new_email: string
  current_confirmed: number
  new_confirmed: number
  requested_at: string
  expires_at: string
}

/** A sign-in that leaves the page (to a provider, to a mailbox) and comes back with a one-time code. */
export interface AuthFlowStatesTable {
  id: string
  purpose: string
  /** Whom the code signs in; for linking, who asked. */
  user_id: string | null
  /** The session that asked to link a provider; the flow ends with it. */
  session_id: string | null
  provider: string | null
  /** Keyed hash of what the provider sends back; null once it did. */
  state_hash: string | null
  /** Keyed hash of the browser's cookie, where no code challenge binds the flow to its browser. */
  browser_hash: string | null
  /** Sealed JSON (RUL-34): nonce and verifier on the way to the provider, its tokens and claims on the way back. */
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
  /** For whom it is, in the owner's words. */
  note: string
  created_by: string | null
  created_at: string
  expires_at: string
}

export interface AuditLogTable {
  id: string
  at: string
  event: string
  /** Whom it concerns; no foreign key, entries outlive accounts. */
  user_id: string | null
  /** Who did it, where that is somebody else. */
  actor_id: string | null
  email: string | null
  ip: string | null
  details: string
}
