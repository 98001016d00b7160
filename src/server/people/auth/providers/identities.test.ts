import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../../tests/support/auth-client.ts'
import { newChallenge, Visit } from '../../../../../tests/support/oidc-visit.ts'
import { startOidcPeer, type OidcPeer, type Person } from '../../../../../tests/support/oidc-peer.ts'
import { giveFactor } from '../../../../../tests/support/second-factor.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let peer: OidcPeer
let app: TestApp
let own: string
let owner: TestAccount
beforeAll(async () => {
  peer = await startOidcPeer()
  app = await startTestApp({
    env: { ...peer.env, REGISTRATION: 'offen', AUTH_REDIRECT_URLS: 'https://app.example/fertig?von=blog' },
  })
  own = app.url.replace('127.0.0.1', 'localhost')
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})
afterEach(() => app.setClock())

let counter = 0
const someone = (extra: Partial<Person> = {}): Person => {
  counter += 1
  return { sub: `p-${counter}`, email: `person-${counter}@firma.example`, email_verified: true, ...extra }
}
const authorizeUrl = (parameters: Record<string, string> = {}) =>
  `${own}/auth/v1/authorize?${new URLSearchParams({ provider: 'firma', redirect_to: `${own}/auth`, ...parameters })}`
const exchange = (code: string | null, verifier: string) =>
  app.call('POST', '/auth/v1/token?grant_type=pkce', { auth_code: code, code_verifier: verifier })
const as = (token: string) => ({ authorization: `Bearer ${token}` })

/** Signs in through the provider with PKCE; returns the response of the token endpoint. */
async function signIn(person: Person, parameters: Record<string, string> = {}) {
  peer.person = person
  const { verifier, parameters: challenge } = newChallenge()
  const end = await new Visit().follow(authorizeUrl({ ...challenge, ...parameters }), `${own}/auth?`)
  return { end, verifier, ...(await exchange(end.searchParams.get('code'), verifier)) }
}

/** The address of a visit that links, started with a session. */
async function linkUrl(account: Pick<TestAccount, 'call'>, parameters: Record<string, string> = {}) {
  const query = new URLSearchParams({
    provider: 'firma',
    redirect_to: `${own}/admin/account`,
    skip_http_redirect: 'true',
    ...parameters,
  })
  return account.call('GET', `/auth/v1/user/identities/authorize?${query}`)
}

async function link(account: Pick<TestAccount, 'call'>, person: Person) {
  peer.person = person
  const { verifier, parameters } = newChallenge()
  const { body } = await linkUrl(account, parameters)
  const end = await new Visit().follow(body.url, `${own}/admin/account?`)
  return exchange(end.searchParams.get('code'), verifier)
}

/** Marks an account's address as verified by mail. */
async function proveAddress(userId: string) {
  const row = await app.db
    .selectFrom('auth_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .executeTakeFirstOrThrow()
  const data = { ...JSON.parse(row.identity_data), email_verified: true }
  await app.db
    .updateTable('auth_identities')
    .set({ identity_data: JSON.stringify(data) })
    .where('id', '=', row.id)
    .execute()
}

describe('signing in with a provider', () => {
  test('[FACT-4] GET /authorize leads to it with scopes and extras, and back with a code that opens a session', async () => {
    const person = someone({ name: 'Erika Muster' })
    const { status, body, end } = await signIn(person, {
      scopes: 'email profile',
      prompt: 'consent',
      client_id: 'fremd',
      state: 'fremd',
      redirect_uri: 'https://evil.example/',
      response_type: 'token',
    })
    expect(Object.fromEntries(peer.asked)).toMatchObject({
      client_id: 'blog',
      response_type: 'code',
      redirect_uri: `${own}/auth/v1/callback`,
      scope: 'openid email profile',
      prompt: 'consent',
      code_challenge_method: 'S256',
      nonce: expect.any(String),
    })
    expect(peer.asked.get('state')).not.toBe('fremd')
    expect([...end.searchParams.keys()]).toEqual(['code'])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      provider_token: expect.any(String),
      user: {
        email: person.email,
        app_metadata: { provider: 'firma', providers: ['firma'] },
        user_metadata: { name: 'Erika Muster' },
        identities: [{ provider: 'firma', id: person.sub, email: person.email }],
      },
    })
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect(claims.amr).toMatchObject([{ method: 'oauth' }])
    expect((await app.call('GET', '/api/articles', undefined, as(body.access_token))).status).toBe(200)
    const again = await signIn(person)
    expect(again.body.user.id).toBe(body.user.id)
  })

  test('the official client works unchanged, by code and by fragment', async () => {
    const person = someone()
    peer.person = person
    const client = authClient(app.url)
    const { data } = await client.signInWithOAuth({
      provider: 'firma' as 'google',
      options: { redirectTo: `${own}/auth`, skipBrowserRedirect: true },
    })
    const end = await new Visit().follow(data.url ?? '', `${own}/auth?`)
    const opened = await client.exchangeCodeForSession(end.searchParams.get('code') ?? '')
    expect(opened.error).toBeNull()
    expect(opened.data.session?.provider_token).toEqual(expect.any(String))
    expect((await client.getUser()).data.user?.email).toBe(person.email)

    const implicit = await new Visit().follow(authorizeUrl(), `${own}/auth#`)
    const fragment = new URLSearchParams(implicit.hash.slice(1))
    for (const name of ['access_token', 'refresh_token', 'expires_in', 'token_type', 'provider_token'])
      expect(fragment.get(name), name).toBeTruthy()
    const other = authClient(app.url)
    const { error } = await other.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect(error).toBeNull()
  })

  test('an unknown provider is a JSON error, an incomplete challenge too', async () => {
    for (const query of ['', '?provider=gibtsnicht', '?provider=firma&code_challenge=zu-kurz']) {
      const { status, body } = await app.call('GET', `/auth/v1/authorize${query}`)
      expect([status, body.error_code], query).toEqual([400, 'validation_failed'])
    }
  })

  test('a target off the list becomes the own landing page, a listed one is used', async () => {
    peer.person = someone()
    const { parameters } = newChallenge()
    const evil = { ...parameters, redirect_to: 'https://evil.example/admin' }
    expect((await new Visit().follow(authorizeUrl(evil), `${own}/?`)).href).toMatch(/\/\?code=[\w-]+$/)
    const listed = { ...parameters, redirect_to: 'https://app.example/fertig?von=blog' }
    const end = await new Visit().follow(authorizeUrl(listed), 'https://app.example/')
    expect(end.href).toMatch(/fertig\?von=blog&code=/)
  })

  test('a provider’s refusal comes back as an error in query and fragment', async () => {
    peer.person = null
    const { parameters } = newChallenge()
    const end = await new Visit().follow(authorizeUrl(parameters), `${own}/auth?`)
    const fields = { error: 'access_denied', error_description: 'Die Person hat abgelehnt.' }
    expect(Object.fromEntries(end.searchParams)).toMatchObject(fields)
    expect(Object.fromEntries(new URLSearchParams(end.hash.slice(1)))).toMatchObject(fields)
  })

  test('a wrong verifier and a replayed code open nothing', async () => {
    const { end, verifier, status } = await signIn(someone())
    expect(status).toBe(200)
    expect(await exchange(end.searchParams.get('code'), verifier)).toMatchObject({
      status: 404,
      body: { error_code: 'flow_state_not_found' },
    })
    peer.person = someone()
    const { parameters } = newChallenge()
    const other = await new Visit().follow(authorizeUrl(parameters), `${own}/auth?`)
    expect(await exchange(other.searchParams.get('code'), newChallenge().verifier)).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    })
  })

  test('a state works once, unaltered, and for ten minutes', async () => {
    peer.person = someone()
    const { parameters } = newChallenge()
    const visit = new Visit()
    const callback = await visit.follow(authorizeUrl(parameters), `${own}/auth/v1/callback`)
    const landed = async (url: URL) => new URL((await visit.open(url)).headers.get('location') ?? '')
    for (const state of [null, '', 'erfunden']) {
      const altered = new URL(callback)
      altered.searchParams.delete('state')
      if (state !== null) altered.searchParams.set('state', state)
      const end = await landed(altered)
      expect(end.href, String(state)).toMatch(new RegExp(`^${own}/\\?error=`))
      expect(end.searchParams.get('error_code')).toBe('bad_oauth_state')
    }
    expect((await landed(callback)).searchParams.has('code')).toBe(true)
    expect((await landed(callback)).searchParams.get('error_code')).toBe('bad_oauth_state')

    const late = await new Visit().follow(authorizeUrl(parameters), `${own}/auth/v1/callback`)
    app.setClock(new Date(Date.now() + 601_000))
    expect((await landed(late)).searchParams.get('error_code')).toBe('flow_state_expired')
  })

  test('without a challenge the visit belongs to the browser that started it', async () => {
    peer.person = someone()
    const visit = new Visit()
    const callback = await visit.follow(authorizeUrl(), `${own}/auth/v1/callback`)
    const foreign = await new Visit().open(callback)
    expect(foreign.headers.get('location')).toContain('error_code=bad_oauth_state')
    const right = await visit.open(callback)
    expect(right.headers.get('location')).toContain('access_token=')
    const replayed = await visit.open(callback)
    expect(replayed.headers.get('location')).toContain('error_code=bad_oauth_state')
    const posted = await fetch(`${own}/auth/v1/callback`, {
      method: 'POST',
      redirect: 'manual',
      body: callback.searchParams,
    })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `/auth/v1/callback?${callback.searchParams}`])
  })

  test('[RUL-34] the database holds neither state, nonce, verifier nor the provider’s tokens in clear', async () => {
    peer.person = someone()
    const { parameters } = newChallenge()
    const visit = new Visit()
    const callback = await visit.follow(authorizeUrl(parameters), `${own}/auth/v1/callback`)
    await visit.open(callback)
    const rows = JSON.stringify(await app.db.selectFrom('auth_flow_states').selectAll().execute())
    for (const secret of [peer.asked.get('state'), peer.asked.get('nonce'), peer.person.email])
      expect(rows).not.toContain(secret)
  })
})

describe('[RUL-4] accounts by a provider follow the registration mode', () => {
  test('waiting, refused, invited, and blocked', async () => {
    await owner.call('PATCH', '/api/settings', { registration: 'freigabe' })
    const waiting = await signIn(someone())
    expect((await app.call('GET', '/api/account', undefined, as(waiting.body.access_token))).body).toMatchObject({
      role: 'editor',
      approval: 'pending',
    })
    expect((await app.call('GET', '/api/articles', undefined, as(waiting.body.access_token))).status).toBe(403)

    await owner.call('PATCH', '/api/settings', { registration: 'geschlossen' })
    const refused = await signIn(someone(), { ui_locales: 'de' })
    expect(Object.fromEntries(refused.end.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'signup_disabled',
      error_description: 'Die Registrierung ist geschlossen.',
    })
    const { body: invite } = await owner.call('POST', '/api/users/invites', { role: 'owner' })
    const token = new URL(invite.url).hash.replace('#invite=', '')
    const invited = await signIn(someone(), { invite_token: token })
    expect((await app.call('GET', '/api/account', undefined, as(invited.body.access_token))).body).toMatchObject({
      role: 'owner',
      approval: 'approved',
    })

    const person = someone()
    await owner.call('PATCH', '/api/settings', { registration: 'offen' })
    const { body } = await signIn(person)
    await owner.call('PATCH', `/api/users/${body.user.id}`, { approval: 'blocked' })
    expect((await signIn(person)).end.searchParams.get('error_code')).toBe('user_banned')
  })

  test('where strangers have access the first account needs the setup code', async () => {
    const guarded = await startTestApp({ env: { ...peer.env, PUBLIC_URL: 'https://blog.example', SETUP_CODE: 'x' } })
    try {
      peer.person = someone()
      const query = new URLSearchParams({ provider: 'firma', ...newChallenge().parameters })
      const visit = new Visit()
      const there = await visit.follow(`${guarded.url}/auth/v1/authorize?${query}`, 'https://blog.example/auth/v1')
      const back = await visit.open(`${guarded.url}/auth/v1/callback${there.search}`)
      const end = new URL(back.headers.get('location') ?? '')
      expect(end.origin).toBe('https://blog.example')
      expect(end.searchParams.get('error_code')).toBe('setup_code_required')
      expect(await guarded.db.selectFrom('users').select('id').execute()).toEqual([])
    } finally {
      await guarded.stop()
    }
  })
})

describe('linking by address', () => {
  test('happens where both sides have verified it', async () => {
    const person = someone()
    const account = await app.register(person.email)
    await proveAddress(account.id)
    const { body } = await signIn(person)
    expect(body.user.id).toBe(account.id)
    expect(body.user.identities.map((identity: { provider: string }) => identity.provider)).toEqual(['email', 'firma'])
    expect((await app.call('POST', '/auth/v1/token?grant_type=password', account)).status).toBe(200)
  })

  test('never with an unverified address of the account: that is refused', async () => {
    const person = someone()
    const account = await app.register(person.email)
    const { end, status } = await signIn(person)
    expect(end.searchParams.get('error_code')).toBe('email_exists')
    expect(status).toBe(400)
    const user = await account.call('GET', '/auth/v1/user')
    expect(user.body.identities).toHaveLength(1)
  })

  test.each([
    ['unverified', { email_verified: false }],
    ['without a statement', { email_verified: undefined }],
    ['without an address', { email: undefined, email_verified: undefined }],
  ])('never on the provider’s word alone: %s', async (_name, extra) => {
    const person = someone()
    const account = await app.register(person.email)
    await proveAddress(account.id)
    const { end } = await signIn({ ...person, ...extra })
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    expect((await account.call('GET', '/auth/v1/user')).body.identities).toHaveLength(1)
  })

  test('an unconfirmed account goes to the verified person, and its password is removed', async () => {
    const person = someone()
    const squatter = await app.register(person.email)
    await app.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', squatter.id).execute()
    const { body } = await signIn(person)
    expect(body.user.id).toBe(squatter.id)
    expect(body.user.identities.map((identity: { provider: string }) => identity.provider)).toEqual(['firma'])
    expect((await squatter.call('GET', '/auth/v1/user')).status).toBe(403)
    expect((await app.call('POST', '/auth/v1/token?grant_type=password', squatter)).status).toBe(400)
  })
})

describe('[FACT-4] linking and unlinking by hand', () => {
  test('links to the account that asked, keeps its session, and unlinks with DELETE /user/identities/{id}', async () => {
    const account = await app.register()
    const person = someone({ email_verified: false })
    const linked = await link(account, person)
    expect(linked.status).toBe(200)
    expect(linked.body.user.id).toBe(account.id)
    expect(linked.body.user.app_metadata.providers).toEqual(['email', 'firma'])
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims(linked.body.access_token).session_id).toBe(claims(account.accessToken).session_id)
    expect((await signIn(person)).body.user.id).toBe(account.id)

    const other = await app.register()
    expect(await link(other, person)).toMatchObject({ status: 422, body: { error_code: 'identity_already_exists' } })
    const identity = linked.body.user.identities.find(({ provider }: { provider: string }) => provider === 'firma')
    const remove = (who: Pick<TestAccount, 'call'>, id: string) =>
      who.call('DELETE', `/auth/v1/user/identities/${id}`, undefined, { 'content-type': 'application/json' })
    expect(await remove(other, identity.identity_id)).toMatchObject({
      status: 422,
      body: { error_code: 'identity_not_found' },
    })
    expect(await remove(account, identity.identity_id)).toMatchObject({ status: 200, body: {} })
    const { body: user } = await account.call('GET', '/auth/v1/user')
    expect(user.identities).toHaveLength(1)
    expect(await remove(account, user.identities[0].identity_id)).toMatchObject({
      status: 422,
      body: { error_code: 'single_identity_not_deletable' },
    })
    const events = await owner.call('GET', `/api/audit?q=${encodeURIComponent(account.email)}`)
    const names = events.body.items.map(({ event }: { event: string }) => event)
    expect(names).toEqual(expect.arrayContaining(['identity_linked', 'identity_unlinked']))
  })

  test('the official client links and unlinks', async () => {
    const account = await app.register()
    const client = authClient(app.url)
    await client.signInWithPassword(account)
    peer.person = someone()
    const { data, error } = await client.linkIdentity({
      provider: 'firma' as 'google',
      options: { redirectTo: `${own}/auth`, skipBrowserRedirect: true },
    })
    expect(error).toBeNull()
    const end = await new Visit().follow(data.url ?? '', `${own}/auth?`)
    expect((await client.exchangeCodeForSession(end.searchParams.get('code') ?? '')).error).toBeNull()
    const identities = (await client.getUserIdentities()).data?.identities ?? []
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'firma'])
    const added = identities[1] ?? expect.unreachable('just linked')
    expect((await client.unlinkIdentity(added)).error).toBeNull()
  })

  test('a visit finished by another person links nothing, whoever signs in at the provider', async () => {
    const attacker = await app.register()
    peer.person = someone()
    const { parameters } = newChallenge()
    const { body } = await linkUrl(attacker, parameters)
    const end = await new Visit().follow(body.url, `${own}/admin/account?`)
    expect(end.searchParams.has('code')).toBe(true)
    expect((await attacker.call('GET', '/auth/v1/user')).body.identities).toHaveLength(1)
    const implicit = await linkUrl(attacker)
    const stranger = await new Visit().follow(implicit.body.url, `${own}/?`)
    expect(stranger.searchParams.get('error_code')).toBe('bad_oauth_state')
    expect((await attacker.call('GET', '/auth/v1/user')).body.identities).toHaveLength(1)
  })

  test('ends with the session that started it', async () => {
    const account = await app.register()
    peer.person = someone()
    const { verifier, parameters } = newChallenge()
    const { body } = await linkUrl(account, parameters)
    const visit = new Visit()
    const callback = await visit.follow(body.url, `${own}/auth/v1/callback`)
    const end = new URL((await visit.open(callback)).headers.get('location') ?? '')
    await account.call('POST', '/auth/v1/logout')
    expect((await exchange(end.searchParams.get('code'), verifier)).status).toBe(404)
    const left = await app.db.selectFrom('auth_identities').select('id').where('user_id', '=', account.id).execute()
    expect(left).toHaveLength(1)
  })

  test('needs the second factor where there is one', async () => {
    const account = await app.register()
    await giveFactor(app, account)
    expect(await linkUrl(account)).toMatchObject({ status: 401, body: { error_code: 'insufficient_aal' } })
    const { body: user } = await account.call('GET', '/auth/v1/user')
    const [identity] = user.identities
    expect(await account.call('DELETE', `/auth/v1/user/identities/${identity.identity_id}`)).toMatchObject({
      status: 401,
      body: { error_code: 'insufficient_aal' },
    })
  })

  test('an account made by a provider can set a password and then has two ways', async () => {
    const person = someone()
    const { body } = await signIn(person)
    const set = await app.call('PUT', '/auth/v1/user', { password: 'ganz-geheim' }, as(body.access_token))
    expect(set.body.app_metadata.providers).toEqual(['firma', 'email'])
    const word = await app.call('POST', '/auth/v1/token?grant_type=password', {
      email: person.email,
      password: 'ganz-geheim',
    })
    expect(word.status).toBe(200)
    const email = word.body.user.identities.find(({ provider }: { provider: string }) => provider === 'email')
    await app.call('DELETE', `/auth/v1/user/identities/${email.identity_id}`, undefined, as(word.body.access_token))
    const gone = await app.call('POST', '/auth/v1/token?grant_type=password', {
      email: person.email,
      password: 'ganz-geheim',
    })
    expect(gone.body.error_code).toBe('invalid_credentials')
  })
})

test('AUTH_MANUAL_LINKING=false: 404 manual_linking_disabled', async () => {
  const closed = await startTestApp({ env: { ...peer.env, AUTH_MANUAL_LINKING: 'false' } })
  try {
    const account = await closed.register()
    for (const [method, path] of [
      ['GET', '/auth/v1/user/identities/authorize?provider=firma'],
      ['DELETE', `/auth/v1/user/identities/${account.id}`],
    ] as const)
      expect(await account.call(method, path)).toMatchObject({
        status: 404,
        body: { error_code: 'manual_linking_disabled', msg: 'Manual linking is disabled' },
      })
  } finally {
    await closed.stop()
  }
})
