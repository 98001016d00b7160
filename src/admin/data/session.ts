import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { isAuthFault } from '../lib/auth-fault.ts'
import type { AuthClient } from './late-auth-client.ts'
import { SESSION_STORAGE_KEY } from './stored-session.ts'

export type SessionUser = { id: string; email: string }

/**
 * State of the session:
 * - `loading`: not read yet.
 * - `unreachable`: there is a session, but the server does not respond, so it may have ended.
 * - `unproven`: the password was correct, the second factor is missing (RUL-11). Nothing is shown until then.
 * - `lost`: it ended while in use. The page stays and asks for the missing credential (RUL-28).
 * - `replaced`: another tab signed in another account. Nothing of the page may stay (RUL-28).
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'unreachable' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser }
  | { status: 'unproven'; user: SessionUser }
  | { status: 'lost'; user: SessionUser; due: 'password' | 'second-factor' }
  | { status: 'replaced' }

/** Local storage flag of a deliberate sign-out. It lets other tabs distinguish a sign-out from a lost session. */
export const SIGNED_OUT_MARK = 'blog-cms-signed-out'

/**
 * How a page starts before the auth client is loaded, also while the server is unreachable (RUL-65): with the session
 * in the browser's storage. `returned`: the URL contains a sign-in that the client has to read.
 */
type Opening = { storedSession?: () => Session | null; returned?: boolean; ask?: () => Promise<boolean> }

type MarkStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type SessionStore = ReturnType<typeof createSession>

/** Reduces the auth client's events (SESS-6) to one state that screens subscribe to. */
export function createSession(
  client: AuthClient,
  marks: MarkStore,
  { storedSession, returned = false, ask = async () => true }: Opening = {},
) {
  let state: SessionState = { status: 'loading' }
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: AuthChangeEvent, session: Session | null) => void>()
  let checking: Promise<boolean> | null = null
  // An event of another tab's sign-in can arrive before its write to local storage. Then the session of the event
  // counts.
  let latest: Session | null = null
  /** The server was unreachable when the page started: the session may have ended. */
  let unasked = false
  /** This tab is signing out. Needed because a full storage may not take the flag. */
  let leaving = false

  function enter(next: SessionState) {
    if (isSame(next, state) || state.status === 'replaced') return
    state = next
    for (const listener of listeners) listener()
  }

  function follow(event: AuthChangeEvent, session: Session | null) {
    latest = session
    if (session) {
      unasked = false
      const known = userOf(state)
      marks.removeItem(SIGNED_OUT_MARK)
      leaving = false
      const user = { id: session.user.id, email: session.user.email ?? '' }
      if (known && known.id !== user.id) enter({ status: 'replaced' })
      else if (!isUnproven(session)) enter({ status: 'signed-in', user })
      else enter(known ? { status: 'lost', user, due: 'second-factor' } : { status: 'unproven', user })
    } else if (event === 'SIGNED_OUT') {
      const known = userOf(state)
      const onPurpose = leaving || marks.getItem(SIGNED_OUT_MARK) !== null
      enter(known && !onPurpose ? { status: 'lost', user: known, due: 'password' } : { status: 'signed-out' })
    }
    for (const listener of eventListeners) listener(event, session)
  }

  /**
   * True if the stored session suffices: there is none, it is valid, or the server that could refresh it is
   * unreachable.
   */
  async function openStored(): Promise<boolean> {
    if (!storedSession || returned) return false
    const held = storedSession()
    if (!held) enter({ status: 'signed-out' })
    else if (isUnproven(held)) return false
    else if (isFresh(held)) follow('INITIAL_SESSION', held)
    else if (await ask()) return false
    else {
      follow('INITIAL_SESSION', held)
      unasked = true
    }
    return true
  }

  async function load() {
    if (await openStored()) return
    try {
      const { data, error } = await client.getSession()
      if (data.session) follow('INITIAL_SESSION', data.session)
      else enter({ status: isAuthFault(error, 'AuthRetryableFetchError') ? 'unreachable' : 'signed-out' })
    } catch {
      // The client's code could not be loaded.
      enter({ status: 'unreachable' })
    }
  }

  client.onAuthStateChange((event, session) => {
    // The initial event does not show whether reading failed, so `load` reads the session itself.
    if (event !== 'INITIAL_SESSION' || (session && state.status === 'signed-in')) follow(event, session)
  })
  const loaded = load()

  /** Resolves with true once the account is signed in again, with false if the page has to close. */
  function settled(): Promise<boolean> {
    return new Promise((resolve) => {
      const check = () => {
        if (state.status === 'lost' || state.status === 'loading') return
        listeners.delete(check)
        resolve(state.status === 'signed-in')
      }
      listeners.add(check)
      check()
    })
  }

  // While a factor is being verified the server refuses the old token before the response brings the new one. Requests
  // in between wait for it, and the session is not given up.
  let raising: Promise<unknown> = Promise.resolve()
  for (const name of ['verify', 'challengeAndVerify'] as const) {
    const verify = client.mfa[name] as (parameters: never) => Promise<unknown>
    client.mfa[name] = ((parameters: never) => {
      const answer = verify(parameters)
      // A missing response must not block requests for good.
      raising = Promise.race([answer.catch(() => undefined), pause(LONGEST_RAISE_MS)])
      return answer
    }) as never
  }

  /** The stored session, if the client would return it unchanged or cannot refresh it. */
  function storedToUse(): Session | null {
    const held = storedSession?.() ?? null
    return held && (unasked || isFresh(held)) ? held : null
  }

  async function refreshOrLose(): Promise<boolean> {
    const before = (await client.getSession()).data.session
    unasked = false
    await raising
    const { data } = await client.getSession()
    if (before && data.session && data.session.access_token !== before.access_token) return settled()
    const held = data.session ?? latest
    if (held) {
      // A server that refused the token is reachable, so the client's memory of a silence is outdated.
      client.forgetSilence()
      const { error } = await client.refreshSession(held)
      // Refreshed and still refused: a second factor is due.
      if (!error) return settled()
      if (isAuthFault(error, 'AuthRetryableFetchError')) return false
      await client.signOut({ scope: 'local' })
    }
    const known = userOf(state)
    if (known && state.status === 'signed-in') enter({ status: 'lost', user: known, due: 'password' })
    return settled()
  }

  return {
    client,
    loaded,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /**
     * The client's events as they happen, such as SIGNED_IN, SIGNED_OUT, TOKEN_REFRESHED and MFA_CHALLENGE_VERIFIED
     * (SESS-6).
     */
    onEvent(listener: (event: AuthChangeEvent, session: Session | null) => void) {
      eventListeners.add(listener)
      return () => void eventListeners.delete(listener)
    },
    /**
     * A valid access token, refreshed if needed; null without a session. Never the token of an account that signed in
     * from another tab meanwhile, since this page acts for its own user (RUL-28). With `userId`, only a token of that
     * account.
     */
    async accessToken(userId?: string): Promise<string | null> {
      await raising
      const held = storedToUse() ?? (await client.getSession()).data.session ?? latest
      if (state.status === 'replaced' || (userId !== undefined && held?.user.id !== userId)) return null
      const known = userOf(state)
      if (held && known && known.id !== held.user.id) {
        enter({ status: 'replaced' })
        return null
      }
      return held?.access_token ?? null
    },
    /** The current access token, perhaps expired, for a page that unloads and cannot wait. `userId` as above. */
    heldToken(userId?: string): string | null {
      const isOthers = userId !== undefined && latest?.user.id !== userId
      return state.status === 'replaced' || isOthers ? null : (latest?.access_token ?? null)
    },
    /** The server is reachable again: an unchecked session is refreshed, or lost. */
    async resume() {
      // Loading the client may still fail; the next response of the server triggers another attempt.
      if (unasked) await this.recover().catch(() => false)
      else if (state.status === 'unreachable') await this.retry()
    },
    /** Tries again after `unreachable`. */
    async retry() {
      client.forgetSilence()
      enter({ status: 'loading' })
      await load()
    },
    /**
     * Called when the server refuses the access token. True: repeat the request once, after a refresh or after the user
     * entered the password in the dialog (RUL-28). False: give up.
     */
    async recover(): Promise<boolean> {
      if (state.status === 'replaced') return false
      checking ??= refreshOrLose().finally(() => {
        checking = null
      })
      return checking
    },
    /** Ends this browser's session on the server and locally, also without a network (GUARD-3). */
    async signOut() {
      leaving = true
      try {
        marks.setItem(SIGNED_OUT_MARK, new Date().toISOString())
      } catch {
        // Storage is full: other tabs will ask for the password. No session stays signed in.
      }
      await client.signOut({ scope: 'local' }).catch(() => {
        // The client could not be loaded, so its local sign-out is done here.
        marks.removeItem(SESSION_STORAGE_KEY)
        follow('SIGNED_OUT', null)
      })
      enter({ status: 'signed-out' })
    },
    /** Gives up a lost session and allows the page to close (RUL-28). */
    dismiss() {
      if (state.status !== 'lost') return
      enter(state.due === 'password' ? { status: 'signed-out' } : { status: 'unproven', user: state.user })
    },
    /** Another tab set the flag of a deliberate sign-out. */
    markSeen() {
      if ('user' in state) enter({ status: 'signed-out' })
    },
  }
}

/** How long a request waits for the token of a factor that is being verified. */
const LONGEST_RAISE_MS = 10_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The client treats a token this close to its end as expired. */
const EXPIRES_SOON_MS = 90_000

const isFresh = (session: Session) => (session.expires_at ?? 0) * 1000 > Date.now() + EXPIRES_SOON_MS

/** A session of the password alone, although the account has a second factor. */
function isUnproven({ access_token: token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasFactor && assuranceOf(token) !== 'aal2'
}

function isSame(a: SessionState, b: SessionState): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The account that owns this page. */
function userOf(state: SessionState): SessionUser | undefined {
  return state.status === 'signed-in' || state.status === 'lost' ? state.user : undefined
}

/** The assurance level an access token states (claim `aal`), unchecked: the server decides, this only tells what to ask for next. */
function assuranceOf(token: string): string | null {
  try {
    const [, payload = ''] = token.split('.')
    const { aal } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: unknown }
    return typeof aal === 'string' ? aal : null
  } catch {
    return null
  }
}
