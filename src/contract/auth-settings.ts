/** What a sign-in form needs to know before anybody is signed in, in the auth protocol's words (`GET /auth/v1/settings`). */
export type AuthSettings = {
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
