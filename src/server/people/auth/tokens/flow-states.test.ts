import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, TEST_SECRET, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { forgetOldFlows, issueCode, readChallenge, startFlow, type Challenge } from './flow-states.service.ts'
import { openSecretBox } from '../../../platform/secret-box.ts'

let app: TestApp
let account: TestAccount
let flowKey: Buffer
beforeAll(async () => {
  app = await startTestApp()
  account = await app.register()
  flowKey = (await openSecretBox({ SECRET_KEY: TEST_SECRET, dataDir: app.dataDir })).keyFor('flow')
})
afterAll(() => app.stop())
afterEach(() => app.setClock())

const VERIFIER = 'v'.repeat(112)
const S256: Challenge = { challenge: createHash('sha256').update(VERIFIER).digest('base64url'), method: 's256' }
const START = new Date('2026-03-01T12:00:00.000Z')

/** A code as made by a link in a mail: flow started a while ago, code issued now. */
async function codeFor(userId: string, challenge: Challenge = S256, now = new Date()): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const begun = new Date(now.getTime() - 3600_000)
    const id = await startFlow(tx, { purpose: 'recovery', challenge, redirectTo: 'http://localhost/' }, begun)
    const code = await issueCode(tx, { flowKey }, id, { userId, now })
    return code ?? expect.unreachable('the flow is there')
  })
}
const exchange = (code: unknown, verifier: unknown) =>
  app.call('POST', '/auth/v1/token?grant_type=pkce', { auth_code: code, code_verifier: verifier })

describe('the code of a redirect (docs/reference/auth-protocol.md §3, PKCE)', () => {
  test.each([S256, { challenge: VERIFIER, method: 'plain' } as const])(
    'is exchanged once for a session by whoever holds the verifier: $method',
    async (challenge) => {
      const code = await codeFor(account.id, challenge)
      const { status, body } = await exchange(code, VERIFIER)
      expect(status).toBe(200)
      expect(body).toMatchObject({ token_type: 'bearer', user: { id: account.id } })
      expect(await exchange(code, VERIFIER)).toMatchObject({
        status: 404,
        body: { error_code: 'flow_state_not_found' },
      })
    },
  )

  test('a wrong verifier is refused, and so is the challenge itself', async () => {
    const code = await codeFor(account.id)
    for (const verifier of ['w'.repeat(112), S256.challenge, VERIFIER.slice(1), 'v'])
      expect(await exchange(code, verifier)).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } })
    expect((await exchange(code, VERIFIER)).status).toBe(200)
  })

  test('of two concurrent exchanges one gets the session', async () => {
    const code = await codeFor(account.id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(code, VERIFIER)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('lives five minutes from its issue, however long ago the flow started', async () => {
    const code = await codeFor(account.id, S256, START)
    app.setClock(new Date(START.getTime() + 300_001))
    expect(await exchange(code, VERIFIER)).toMatchObject({ status: 422, body: { error_code: 'flow_state_expired' } })
    app.setClock(new Date(START.getTime() + 300_000))
    expect((await exchange(code, VERIFIER)).status).toBe(200)
  })

  test('unknown and missing codes', async () => {
    expect(await exchange('nichts', VERIFIER)).toMatchObject({
      status: 404,
      body: { error_code: 'flow_state_not_found' },
    })
    for (const [code, verifier] of [
      ['', VERIFIER],
      ['x', ''],
      [null, null],
    ])
      expect(await exchange(code, verifier)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  })

  test('a blocked account gets no session from it', async () => {
    const blocked = await app.register()
    const code = await codeFor(blocked.id)
    await account.call('PATCH', `/api/users/${blocked.id}`, { approval: 'blocked' })
    expect(await exchange(code, VERIFIER)).toMatchObject({ status: 400, body: { error_code: 'user_banned' } })
  })

  test('the database holds neither code nor verifier', async () => {
    const code = await codeFor(account.id)
    const rows = JSON.stringify(await app.db.selectFrom('auth_flow_states').selectAll().execute())
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(VERIFIER)
    const plainHash = createHash('sha256').update(code).digest('base64url')
    expect(rows).not.toContain(plainHash)
  })

  test('unfinished flows are deleted after a day', async () => {
    await codeFor(account.id, S256, START)
    await forgetOldFlows(app.db, new Date(START.getTime() + 86_400_000))
    const left = await app.db.selectFrom('auth_flow_states').select('created_at').execute()
    expect(left.filter(({ created_at }) => created_at < START.toISOString())).toEqual([])
  })
})

describe('a code challenge', () => {
  test('must be complete and well formed', () => {
    expect(readChallenge({})).toBeNull()
    expect(readChallenge({ code_challenge: null, code_challenge_method: null })).toBeNull()
    expect(readChallenge({ code_challenge: S256.challenge, code_challenge_method: 'S256' })).toEqual(S256)
    for (const sent of [
      { code_challenge: S256.challenge },
      { code_challenge_method: 's256' },
      { code_challenge: 'kurz', code_challenge_method: 's256' },
      { code_challenge: 'a'.repeat(129), code_challenge_method: 'plain' },
      { code_challenge: `${S256.challenge}=`, code_challenge_method: 's256' },
      { code_challenge: S256.challenge, code_challenge_method: 'none' },
    ])
      expect(() => readChallenge(sent), JSON.stringify(sent)).toThrow('PKCE flow requires')
  })
})
