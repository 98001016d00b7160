import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { assuranceOf } from '../lib/access-token.ts'
import { isAuthFault } from '../lib/auth-fault.ts'
import type { AuthClient } from './late-auth-client.ts'
import { SESSION_STORAGE_KEY } from './stored-session.ts'

export type SessionUser = { id: string; email: string }

/**
 * What the app knows of its session:
 * - `loading`: not read yet. `unreachable`: there is one, but the server does not answer, so it may have ended.
 * - `unproven`: the password was right, the second factor is still due (RUL-11); nothing is shown before.
 * - `lost`: it ended while in use; the page stays and asks for what is due (RUL-28).
 * - `replaced`: another tab signed in as somebody else; nothing of the page may stay (RUL-28).
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'unreachable' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser }
  | { status: 'unproven'; user: SessionUser }
  | { status: 'lost'; user: SessionUser; due: 'password' | 'second-factor' }
  | { status: 'replaced' }

/** Set in local storage while nobody is signed in on purpose, so that other tabs tell a sign-out from a loss. */
export const SIGNED_OUT_MARK = 'blog-cms-signed-out'

/**
 * How a page opens without asking the auth client, whose code comes later, and while the server is away (RUL-65): with the
 * session as it lies in the browser's storage. `returned`: the address tells of a sign-in, which the client has to read.
 */
type Opening = { storedSession?: () => Session | null; returned?: boolean; ask?: () => Promise<boolean> }

type MarkStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type SessionStore = ReturnType<typeof createSession>

/** Follows the auth client's events (SESS-6) and turns them into one state that screens subscribe to. */
export function createSession(
  client: AuthClient,
  marks: MarkStore,
  { storedSession, returned = false, ask = async () => true }: Opening = {},
) {
  let state: SessionState = { status: 'loading' }
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: AuthChangeEvent, session: Session | null) => void>()
  let checking: Promise<boolean> | null = null
  // News of another tab's sign-in can overtake its write to local storage; what the event carried is then the truth.
  let latest: Session | null = null
  /** The server was away when the page opened: the session may have ended. */
  let unasked = false
  /** This tab signs out itself: known here even where a full storage takes no mark of it. */
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

  /** True when what is stored says enough: nothing is, or a session that holds, or one that nobody is there to refresh. */
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
      // The client's code did not come.
      enter({ status: 'unreachable' })
    }
  }

  client.onAuthStateChange((event, session) => {
    // The initial event hides whether reading failed; `load` asks for itself.
    if (event !== 'INITIAL_SESSION' || (session && state.status === 'signed-in')) follow(event, session)
  })
  const loaded = load()

  /** Resolves once somebody is signed in again (true) or the page has to go (false). */
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

  // A factor just verified makes the server refuse the former token before its answer has brought the new one: what is asked for
  // meanwhile waits for it, and nobody gives the session up.
  let raising: Promise<unknown> = Promise.resolve()
  for (const name of ['verify', 'challengeAndVerify'] as const) {
    const verify = client.mfa[name] as (parameters: never) => Promise<unknown>
    client.mfa[name] = ((parameters: never) => {
      const answer = verify(parameters)
      // An answer that never comes holds nothing up for good.
      raising = Promise.race([answer.catch(() => undefined), pause(LONGEST_RAISE_MS)])
      return answer
    }) as never
  }

  /** The stored session where the client would give it as it is, or nobody can be asked for another one. */
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
      // Who refused the token does answer: what the client remembers of a silence is out of date.
      client.forgetSilence()
      const { error } = await client.refreshSession(held)
      // Refreshed, and still nothing opens: a second factor is due.
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
    /** SIGNED_IN, SIGNED_OUT, TOKEN_REFRESHED, MFA_CHALLENGE_VERIFIED and the others, as they happen (SESS-6). */
    onEvent(listener: (event: AuthChangeEvent, session: Session | null) => void) {
      eventListeners.add(listener)
      return () => void eventListeners.delete(listener)
    },
    /**
     * A valid access token, refreshed where need be; null without a session. Never that of somebody who signed in from
     * another tab meanwhile: what this page sends is its own user's doing (RUL-28). `userId`: nobody else's but this account's.
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
    /** The access token at hand, perhaps expired: for a page that is going and cannot wait. `userId` as above. */
    heldToken(userId?: string): string | null {
      const isOthers = userId !== undefined && latest?.user.id !== userId
      return state.status === 'replaced' || isOthers ? null : (latest?.access_token ?? null)
    },
    /** The server is back: a session that nobody could ask about is refreshed, or lost. */
    async resume() {
      // Its code may still not come; the next answer of the server tries again.
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
     * Called when the server refused the access token. True means: send the request once more, after a refresh or after the
     * password was entered in the dialog (RUL-28); false: give up.
     */
    async recover(): Promise<boolean> {
      if (state.status === 'replaced') return false
      checking ??= refreshOrLose().finally(() => {
        checking = null
      })
      return checking
    },
    /** Ends this browser's session on the server and here, also without a network (GUARD-3). */
    async signOut() {
      leaving = true
      try {
        marks.setItem(SIGNED_OUT_MARK, new Date().toISOString())
      } catch {
        // Full: other tabs ask for the password then. Nobody stays signed in for it.
      }
      await client.signOut({ scope: 'local' }).catch(() => {
        // Its code did not come: what it would have done here is done all the same.
        marks.removeItem(SESSION_STORAGE_KEY)
        follow('SIGNED_OUT', null)
      })
      enter({ status: 'signed-out' })
    },
    /** Gives up a lost session: the page may go (RUL-28). */
    dismiss() {
      if (state.status !== 'lost') return
      enter(state.due === 'password' ? { status: 'signed-out' } : { status: 'unproven', user: state.user })
    },
    /** The mark of a deliberate sign-out arrived from another tab. */
    markSeen() {
      if ('user' in state) enter({ status: 'signed-out' })
    },
  }
}

/** So long a request waits for the token of a factor that is being verified. */
const LONGEST_RAISE_MS = 10_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The client counts a token that ends so soon as one that has run out. */
const EXPIRES_SOON_MS = 90_000

const isFresh = (session: Session) => (session.expires_at ?? 0) * 1000 > Date.now() + EXPIRES_SOON_MS

/** A session of the password alone, where the account has a second factor. */
function isUnproven({ access_token: token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasFactor && assuranceOf(token) !== 'aal2'
}

function isSame(a: SessionState, b: SessionState): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Whose page this is. */
function userOf(state: SessionState): SessionUser | undefined {
  return state.status === 'signed-in' || state.status === 'lost' ? state.user : undefined
}
