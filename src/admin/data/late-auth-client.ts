import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { UnreachableError } from '../lib/faults.ts'

const CALLS = [
  'initialize',
  'getSession',
  'getUser',
  'setSession',
  'refreshSession',
  'signInWithPassword',
  'signInWithOAuth',
  'signUp',
  'signOut',
  'resend',
  'resetPasswordForEmail',
  'verifyOtp',
  'updateUser',
  'linkIdentity',
  'unlinkIdentity',
  'signInWithPasskey',
  'registerPasskey',
] as const
const PASSKEY_CALLS = ['list', 'update', 'delete'] as const
const FACTOR_CALLS = ['enroll', 'challenge', 'verify', 'challengeAndVerify', 'unenroll'] as const

type AuthListener = (event: AuthChangeEvent, session: Session | null) => void

/** The part of the auth client that the app uses. All of it is asynchronous. */
export type AuthClient = Pick<GoTrueClient, (typeof CALLS)[number]> & {
  mfa: Pick<GoTrueClient['mfa'], (typeof FACTOR_CALLS)[number]>
  passkey: Pick<GoTrueClient['passkey'], (typeof PASSKEY_CALLS)[number]>
  onAuthStateChange: (listener: AuthListener) => unknown
  /**
   * For a minute after a refresh without a response, the client repeats that error instead of sending a request. That
   * suits its own timer, but not a user's retry or a server known to be back.
   */
  forgetSilence: () => void
}

/** An auth client whose code is loaded by the first call, or by `fetch`. */
export type LateAuthClient = AuthClient & {
  /** Loads the code now. False if that failed. */
  fetch: () => Promise<boolean>
}

/**
 * The auth client is an eighth of the first screen's code, and a screen with a valid session does not need it. Calls
 * throw `UnreachableError` if its code cannot be loaded; the next call tries again.
 */
export function createLateAuthClient(load: () => Promise<AuthClient>): LateAuthClient {
  const listeners: AuthListener[] = []
  let client: AuthClient | undefined
  let coming: Promise<AuthClient> | undefined

  const bring = () => {
    coming ??= load().then(
      (come) => {
        client = come
        for (const listener of listeners) client.onAuthStateChange(listener)
        return client
      },
      (fault: unknown) => {
        coming = undefined
        throw new UnreachableError(fault)
      },
    )
    return coming
  }
  const late = <Name extends string>(names: readonly Name[], part: (client: AuthClient) => Record<Name, unknown>) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (...parameters: unknown[]) => {
          const holder = part(await bring())
          return (holder[name] as (...given: unknown[]) => unknown).apply(holder, parameters)
        },
      ]),
    )
  return {
    ...(late(CALLS, (come) => come) as Pick<AuthClient, (typeof CALLS)[number]>),
    mfa: late(FACTOR_CALLS, (come) => come.mfa) as AuthClient['mfa'],
    passkey: late(PASSKEY_CALLS, (come) => come.passkey) as AuthClient['passkey'],
    onAuthStateChange(listener) {
      if (client) client.onAuthStateChange(listener)
      else listeners.push(listener)
    },
    forgetSilence: () => client?.forgetSilence(),
    fetch: () =>
      bring().then(
        () => true,
        () => false,
      ),
  }
}
