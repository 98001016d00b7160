import { describe, expect, test } from 'vitest'
import { authFault } from '../lib/auth-fault.ts'
import { SERVER_AWAY, UnreachableError } from '../lib/faults.ts'
import { createAuthClient } from './auth-client.ts'
import { createLateAuthClient } from './late-auth-client.ts'
import { createSession, SIGNED_OUT_MARK, type SessionState } from './session.ts'
import { SESSION_STORAGE_KEY } from './stored-session.ts'

const MIRA = { id: '0199aaaa-0000-7000-8000-000000000001', email: 'mira@blog.example' }
const JONAS = { id: '0199aaaa-0000-7000-8000-000000000002', email: 'jonas@blog.example' }

function storedSession(user: { id: string; email: string }, expiresIn = 3600) {
  return {
    access_token: `token of ${user.id}`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: Math.floor(Date.now() / 1000) + expiresIn,
    user: { ...user, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' },
  }
}

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

type Answer = { status: number; body?: unknown }
type Seen = { path: string; headers: Headers }

/** A real auth client over a network with scripted responses, and the session that follows it. */
function start(
  answer: (path: string) => Answer | Promise<Answer>,
  stored?: ReturnType<typeof storedSession>,
  storage = memory(),
) {
  if (stored) storage.setItem(SESSION_STORAGE_KEY, JSON.stringify(stored))
  const seen: Seen[] = []
  const client = createAuthClient({
    key: 'anon_test',
    origin: 'https://blog.example',
    storage,
    autoRefreshToken: false,
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const path = url.pathname.replace('/auth/v1', '') + url.search
      seen.push({ path, headers: new Headers(init?.headers) })
      const { status, body } = await answer(path)
      const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }
      return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
    },
  })
  const session = createSession(client, storage)
  const states: SessionState['status'][] = []
  session.subscribe(() => states.push(session.state().status))
  return { session, client, storage, seen, states }
}

test('[SESS-10] the auth client fails without a key', async () => {
  expect(() => createAuthClient({ key: '', origin: 'https://blog.example' })).toThrow('Der öffentliche Schlüssel fehlt')
})

test('[SESS-10] calls without a session carry the key', async () => {
  const { client, seen } = start(() => ({ status: 200, body: storedSession(MIRA) }))
  await client.signInWithPassword({ email: MIRA.email, password: 'geheim' })
  expect(seen[0]?.headers.get('apikey')).toBe('anon_test')
  expect(seen[0]?.headers.get('authorization')).toBe('Bearer anon_test')
  expect(seen[0]?.headers.get('accept-language')).toBe('de')
})

test('[AUTH-6] the server’s own reason for a 503 is shown, a proxy’s is not', async () => {
  const reason = 'Der Blog ist umgezogen; hier wird nur noch gelesen.'
  const said = async (body: unknown) => {
    const { client } = start(() => ({ status: 503, body }))
    return authFault((await client.signInWithPassword({ email: MIRA.email, password: 'geheim' })).error)
  }
  expect(await said({ code: 'unexpected_failure', message: reason })).toBe(reason)
  for (const body of [undefined, { message: 'upstream connect error' }, {}]) expect(await said(body)).toBe(SERVER_AWAY)
})

test('[SESS-6] SIGNED_IN, TOKEN_REFRESHED, MFA_CHALLENGE_VERIFIED and SIGNED_OUT reach the app', async () => {
  const { session, client } = start((path) =>
    path.startsWith('/logout') ? { status: 204 } : { status: 200, body: storedSession(MIRA) },
  )
  const events: string[] = []
  session.onEvent((event) => events.push(event))
  await client.signInWithPassword({ email: MIRA.email, password: 'geheim' })
  await client.refreshSession()
  await client.mfa.verify({ factorId: 'factor', challengeId: 'challenge', code: '123456' })
  await session.signOut()
  expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual([
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'MFA_CHALLENGE_VERIFIED',
    'SIGNED_OUT',
  ])
})

test('a stored session is restored', async () => {
  const held = start(() => ({ status: 500 }), storedSession(MIRA))
  await held.session.loaded
  expect(held.session.state()).toEqual({ status: 'signed-in', user: MIRA })
})

test('without a stored session the state is signed out', async () => {
  const none = start(() => ({ status: 500 }))
  await none.session.loaded
  expect(none.session.state()).toEqual({ status: 'signed-out' })
})

test('with a full storage no session stays signed in', async () => {
  const storage = memory()
  const { session, storage: kept } = start(() => ({ status: 204 }), storedSession(MIRA), storage)
  await session.loaded
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const states: string[] = []
  session.subscribe(() => states.push(session.state().status))
  await session.signOut()
  expect(states).toEqual(['signed-out'])
  expect(kept.getItem(SESSION_STORAGE_KEY)).toBeNull()
})

test('a deliberate sign-out leaves the page, a lost session asks for the password (RUL-28)', async () => {
  const leaving = start(() => ({ status: 204 }), storedSession(MIRA))
  await leaving.session.loaded
  await leaving.session.signOut()
  expect(leaving.session.state()).toEqual({ status: 'signed-out' })
  expect(leaving.storage.getItem(SIGNED_OUT_MARK)).not.toBeNull()

  let dead = true
  const losing = start((path) => {
    if (path.startsWith('/token?grant_type=password')) return { status: 200, body: storedSession(MIRA) }
    return dead ? { status: 400, body: { code: 'session_expired', message: 'dead' } } : { status: 200 }
  }, storedSession(MIRA))
  await losing.session.loaded
  const recovered = losing.session.recover()
  await expect.poll(() => losing.session.state()).toEqual({ status: 'lost', user: MIRA, due: 'password' })
  dead = false
  await losing.client.signInWithPassword({ email: MIRA.email, password: 'geheim' })
  expect(await recovered).toBe(true)
  expect(losing.session.state()).toEqual({ status: 'signed-in', user: MIRA })
})

/** The same account with a second factor, and a token of this level. */
function provenSession(aal: 'aal1' | 'aal2') {
  const session = storedSession(MIRA)
  const factor = { id: 'f', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' }
  const claims = Buffer.from(JSON.stringify({ aal, name: 'Zoë' })).toString('base64url')
  return { ...session, access_token: `head.${claims}.signature`, user: { ...session.user, factors: [factor] } }
}

test('[RUL-11] [SESS-7] with a second factor the password alone does not sign in', async () => {
  const answers = { token: provenSession('aal1'), verify: provenSession('aal2') }
  const answer = (path: string) => ({ status: 200, body: path.includes('/verify') ? answers.verify : answers.token })
  const { session, client, states } = start(answer)
  await session.loaded
  await client.signInWithPassword({ email: MIRA.email, password: 'geheim' })
  expect(session.state()).toEqual({ status: 'unproven', user: MIRA })
  await client.mfa.verify({ factorId: 'f', challengeId: 'c', code: '123456' })
  expect(session.state()).toEqual({ status: 'signed-in', user: MIRA })
  expect(states).toEqual(['signed-out', 'unproven', 'signed-in'])

  const held = start(answer, provenSession('aal1'))
  await held.session.loaded
  expect(held.session.state()).toEqual({ status: 'unproven', user: MIRA })
  held.session.markSeen()
  expect(held.session.state()).toEqual({ status: 'signed-out' })
})

test('[RUL-11] [RUL-28] an open screen asks for the second factor in its dialog, then pending requests continue', async () => {
  const answers = { token: provenSession('aal1'), verify: provenSession('aal2') }
  const { session, client } = start(
    (path) => ({ status: 200, body: path.includes('/verify') ? answers.verify : answers.token }),
    provenSession('aal2'),
  )
  await session.loaded
  expect(session.state()).toEqual({ status: 'signed-in', user: MIRA })
  // The second factor was removed on another device: the refreshed token is aal1.
  const recovered = session.recover()
  await expect.poll(() => session.state()).toEqual({ status: 'lost', user: MIRA, due: 'second-factor' })
  await client.mfa.verify({ factorId: 'f', challengeId: 'c', code: '123456' })
  expect(await recovered).toBe(true)
  expect(session.state()).toEqual({ status: 'signed-in', user: MIRA })

  const again = session.recover()
  await expect.poll(() => session.state().status).toBe('lost')
  session.dismiss()
  expect(await again).toBe(false)
  expect(session.state()).toEqual({ status: 'unproven', user: MIRA })
})

test('giving up a lost session rejects the requests that wait for it (RUL-28)', async () => {
  const { session } = start(
    () => ({ status: 400, body: { code: 'session_not_found', message: 'x' } }),
    storedSession(MIRA),
  )
  await session.loaded
  const recovered = session.recover()
  await expect.poll(() => session.state().status).toBe('lost')
  session.dismiss()
  expect(await recovered).toBe(false)
  expect(session.state()).toEqual({ status: 'signed-out' })
})

test('a sign-in of another account replaces the page for good (RUL-28)', async () => {
  const { session, client } = start(() => ({ status: 200, body: storedSession(JONAS) }), storedSession(MIRA))
  await session.loaded
  await client.signInWithPassword({ email: JONAS.email, password: 'geheim' })
  expect(session.state()).toEqual({ status: 'replaced' })
})

test('the sign-out flag of another tab ends this session too', async () => {
  const { session } = start(() => ({ status: 204 }), storedSession(MIRA))
  await session.loaded
  session.markSeen()
  expect(session.state()).toEqual({ status: 'signed-out' })
})

test('concurrent requests with a refused token share one refresh', async () => {
  const { session, seen } = start(() => ({ status: 200, body: storedSession(MIRA) }), storedSession(MIRA))
  await session.loaded
  expect(await Promise.all([session.recover(), session.recover(), session.recover()])).toEqual([true, true, true])
  expect(seen.filter((request) => request.path.startsWith('/token'))).toHaveLength(1)
})

test('a sign-in event that arrives before its write to local storage is enough to call the server', async () => {
  const { session, client, storage } = start(() => ({ status: 200, body: storedSession(MIRA) }))
  await session.loaded
  await client.signInWithPassword({ email: MIRA.email, password: 'geheim' })
  storage.removeItem(SESSION_STORAGE_KEY)
  expect(await session.accessToken()).toBe(`token of ${MIRA.id}`)
  expect(await session.recover()).toBe(true)
  expect(session.state()).toEqual({ status: 'signed-in', user: MIRA })
})

test('[RUL-28] a page never sends the token of an account that signed in from another tab', async () => {
  const { session, storage, states } = start(() => ({ status: 200 }), storedSession(MIRA))
  await session.loaded
  expect(await session.accessToken()).toBe(`token of ${MIRA.id}`)
  storage.setItem(SESSION_STORAGE_KEY, JSON.stringify(storedSession(JONAS)))
  expect(await session.accessToken()).toBeNull()
  expect(states.at(-1)).toBe('replaced')
})

test('[RUL-28] a request refused while a factor is being verified waits for the new token; the session stays', async () => {
  const verified = Promise.withResolvers<Answer>()
  const { session, client, seen } = start((path) => {
    if (path.includes('/verify')) return verified.promise
    return { status: 400, body: { code: 'refresh_token_not_found', message: 'Refresh token is not valid' } }
  }, storedSession(MIRA))
  await session.loaded
  const verifying = client.mfa.verify({ factorId: 'f', challengeId: 'c', code: '123456' })
  const recovered = session.recover()
  const carried = session.accessToken()
  verified.resolve({ status: 200, body: provenSession('aal2') })
  await verifying
  expect(await recovered).toBe(true)
  expect(await carried, 'what is asked for meanwhile').toBe(provenSession('aal2').access_token)
  expect(session.state()).toEqual({ status: 'signed-in', user: MIRA })
  expect(seen.map(({ path }) => path)).toEqual(['/factors/f/verify'])
})

test('[RUL-28] a page replaced by another account sends nothing any more, not even pending requests', async () => {
  const { session, client, seen } = start(() => ({ status: 200, body: storedSession(JONAS) }), storedSession(MIRA))
  await session.loaded
  await client.signInWithPassword({ email: JONAS.email, password: 'geheim' })
  expect(session.state()).toEqual({ status: 'replaced' })
  expect(await session.accessToken()).toBeNull()
  expect(session.heldToken()).toBeNull()
  const before = seen.length
  expect(await session.recover()).toBe(false)
  expect(seen).toHaveLength(before)
})

test('[RUL-28] requests of one account never get the token of the next account on the same page', async () => {
  const { session, client } = start(
    (path) => (path.startsWith('/logout') ? { status: 204 } : { status: 200, body: storedSession(JONAS) }),
    storedSession(MIRA),
  )
  await session.loaded
  expect(await session.accessToken(MIRA.id)).toBe(`token of ${MIRA.id}`)
  expect(session.heldToken(MIRA.id)).toBe(`token of ${MIRA.id}`)
  await session.signOut()
  await client.signInWithPassword({ email: JONAS.email, password: 'geheim' })
  expect(await session.accessToken(MIRA.id)).toBeNull()
  expect(session.heldToken(MIRA.id)).toBeNull()
  expect(await session.accessToken()).toBe(`token of ${JONAS.id}`)
  expect(session.heldToken()).toBe(`token of ${JONAS.id}`)
})

/**
 * Simulates the load of a page: the session is in storage, and the code of the client is loaded by `bring`, or fails to
 * load.
 */
function open(stored: ReturnType<typeof storedSession> | undefined, { returned = false } = {}) {
  const ready = start((path) => ({ status: path.startsWith('/logout') ? 204 : 200, body: storedSession(MIRA) }), stored)
  const loads: ('came' | 'away')[] = []
  let away = false
  const client = createLateAuthClient(async () => {
    loads.push(away ? 'away' : 'came')
    if (away) throw new TypeError('Failed to fetch dynamically imported module')
    return ready.client
  })
  const session = createSession(client, ready.storage, {
    storedSession: () => JSON.parse(ready.storage.getItem(SESSION_STORAGE_KEY) ?? 'null'),
    returned,
  })
  return { ...ready, client, session, loads, goAway: (gone: boolean) => (away = gone) }
}

describe('a page opens without the auth client', () => {
  test('a valid stored session is used without the client, and so is a missing one', async () => {
    const held = open(storedSession(MIRA))
    await held.session.loaded
    expect(held.session.state()).toEqual({ status: 'signed-in', user: MIRA })
    expect(await held.session.accessToken()).toBe(`token of ${MIRA.id}`)
    expect(held.session.heldToken()).toBe(`token of ${MIRA.id}`)
    const none = open(undefined)
    await none.session.loaded
    expect(none.session.state()).toEqual({ status: 'signed-out' })
    expect([...held.loads, ...none.loads, ...held.seen, ...none.seen]).toEqual([])
  })

  test('the client is loaded for a session about to expire, one without its second factor, and an address with a sign-in', async () => {
    const ending = open(storedSession(MIRA, 60))
    await ending.session.loaded
    expect(ending.session.state()).toEqual({ status: 'signed-in', user: MIRA })
    expect(ending.seen.map(({ path }) => path)).toEqual(['/token?grant_type=refresh_token'])
    const unproven = open(provenSession('aal1'))
    await unproven.session.loaded
    expect(unproven.session.state()).toEqual({ status: 'unproven', user: MIRA })
    const returned = open(storedSession(MIRA), { returned: true })
    await returned.session.loaded
    expect([ending.loads, unproven.loads, returned.loads]).toEqual([['came'], ['came'], ['came']])
  })

  test('client events arrive once the client is loaded', async () => {
    const { session, client } = open(undefined)
    await session.loaded
    const events: string[] = []
    session.onEvent((event) => events.push(event))
    await client.signInWithPassword({ email: MIRA.email, password: 'geheim' })
    expect(session.state()).toEqual({ status: 'signed-in', user: MIRA })
    expect(events).toContain('SIGNED_IN')
  })

  test('code that fails to load counts as an unreachable server and is requested again', async () => {
    const { session, client, loads, goAway } = open(storedSession(MIRA, 60))
    goAway(true)
    await session.retry()
    expect(session.state()).toEqual({ status: 'unreachable' })
    await expect(client.signInWithPassword({ email: MIRA.email, password: 'geheim' })).rejects.toThrow(UnreachableError)
    goAway(false)
    await session.retry()
    expect(session.state()).toEqual({ status: 'signed-in', user: MIRA })
    expect(loads.slice(-2)).toEqual(['away', 'came'])
  })

  test('[GUARD-3] signing out does not need the client', async () => {
    const { session, storage, goAway } = open(storedSession(MIRA))
    goAway(true)
    await session.loaded
    const events: string[] = []
    session.onEvent((event) => events.push(event))
    await session.signOut()
    expect(session.state()).toEqual({ status: 'signed-out' })
    expect(storage.getItem(SESSION_STORAGE_KEY)).toBeNull()
    expect(session.heldToken()).toBeNull()
    expect(events).toEqual(['SIGNED_OUT'])
  })
})
