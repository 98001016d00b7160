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
] as const
const FACTOR_CALLS = ['enroll', 'challenge', 'verify', 'challengeAndVerify', 'unenroll'] as const

type AuthListener = (event: AuthChangeEvent, session: Session | null) => void

/** What the app asks of the auth client: every answer comes later. */
export type AuthClient = Pick<GoTrueClient, (typeof CALLS)[number]> & {
  mfa: Pick<GoTrueClient['mfa'], (typeof FACTOR_CALLS)[number]>
  onAuthStateChange: (listener: AuthListener) => unknown
  /**
   * For a minute after a refresh that nobody answered the client repeats that failure instead of asking. Right for its own
   * ticks, wrong where a person asks again or the server has just been heard of.
   */
  forgetSilence: () => void
}

/** An auth client whose code comes when somebody asks it something, or calls `fetch`. */
export type LateAuthClient = AuthClient & {
  /** Brings it now; false where it did not come. */
  fetch: () => Promise<boolean>
}

/**
 * The auth client is an eighth of what a first screen loads, and a screen with a valid session needs nothing of it. Its calls
 * throw `UnreachableError` where its code does not come; the next call tries again.
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
