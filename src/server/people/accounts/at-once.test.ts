import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTotp } from '../../../../tests/support/second-factor.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

const MANY = 12

let app: TestApp
let beside: TestApp | null
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : null
  owner = await app.register()
})
afterAll(async () => {
  await beside?.stop()
  await app.stop()
})

/** Runs the same work concurrently, over both instances where there are two. */
const atOnce = <T>(work: (at: TestApp, index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: MANY }, (_, index) => work((index % 2 ? beside : null) ?? app, index)))
const bearer = ({ accessToken }: TestAccount) => ({ authorization: `Bearer ${accessToken}` })
async function inviteToken(by: TestAccount = owner): Promise<string> {
  return (await by.call('POST', '/api/users/invites', { role: 'owner', note: '' })).body.url.split('#invite=')[1]
}
const signUp = (at: TestApp, token: string) =>
  at.call('POST', '/auth/v1/signup', {
    email: `${crypto.randomUUID()}@redaktion.example`,
    password: 'geheim-genug',
    data: { invite_token: token },
  })

describe('concurrent requests', () => {
  test('one of several first sign-ups owns the installation', async () => {
    const fresh = await startTestApp()
    try {
      await Promise.all(Array.from({ length: MANY }, () => fresh.register()))
      const owners = await fresh.db.selectFrom('users').select('id').where('role', '=', 'owner').execute()
      expect(owners).toHaveLength(1)
    } finally {
      await fresh.stop()
    }
  })

  test('owners who demote each other leave one', async () => {
    const owners = [owner]
    for (let index = 0; index < 5; index++) {
      const other = await app.register()
      await owner.call('PATCH', `/api/users/${other.id}`, { approval: 'approved', role: 'owner' })
      owners.push(other)
    }
    await Promise.all(
      owners.map((by, index) =>
        ((index % 2 ? beside : null) ?? app).call(
          'PATCH',
          `/api/users/${owners[(index + 1) % owners.length]?.id}`,
          { role: 'editor' },
          bearer(by),
        ),
      ),
    )
    const left = await app.db.selectFrom('users').select('id').where('role', '=', 'owner').execute()
    expect(left.length).toBeGreaterThanOrEqual(1)
    await app.db.updateTable('users').set({ role: 'owner' }).where('id', '=', owner.id).execute()
  })

  test('one of several sign-ups with one invitation is approved', async () => {
    const token = await inviteToken()
    const answers = await atOnce((at) => signUp(at, token))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(MANY - 1)
  })

  test('ten second factors can be enrolled', async () => {
    const account = await app.register()
    const answers = await atOnce((at, index) =>
      at.call('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: `F ${index}` }, bearer(account)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  })

  test('one recovery code works once', async () => {
    const account = await app.register()
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
    const { raised } = await withTotp(app, account)
    const { body } = await raised.call('POST', '/api/account/recovery-codes')
    const code = body.codes[0]
    const answers = await atOnce((at) => at.call('POST', '/api/account/recovery-codes/use', { code }, bearer(raised)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('an invitation becomes void when its author is no longer an owner', async () => {
  const other = await app.register()
  await owner.call('PATCH', `/api/users/${other.id}`, { approval: 'approved', role: 'owner' })
  const [first, second] = [await inviteToken(other), await inviteToken(other)]
  await owner.call('PATCH', `/api/users/${other.id}`, { role: 'editor' })
  expect((await signUp(app, first)).body.error_code).toBe('invite_not_found')
  await owner.call('PATCH', `/api/users/${other.id}`, { approval: 'blocked', role: 'owner' })
  expect((await signUp(app, first)).body.error_code).toBe('invite_not_found')
  expect((await owner.call('GET', '/api/users/invites')).body.items).toEqual([])
  await owner.call('DELETE', `/api/users/${other.id}`, { articles_to: null })
  expect((await signUp(app, second)).status).toBe(422)
})
