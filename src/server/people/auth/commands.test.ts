import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../../../tests/support/compile-cache.ts'
import { giveFactor } from '../../../../tests/support/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Runs a command of the server as npm does, beside the running server. */
async function run(command: string, ...args: string[]): Promise<{ code: number; out: string }> {
  const env = {
    ...COMPILE_CACHE,
    DATA_DIR: app.dataDir,
    SECRET_KEY: 'a secret of forty characters, for tests.',
    ...(app.databaseUrl ? { DATABASE_URL: app.databaseUrl } : {}),
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [`src/server/commands/${command}.ts`, ...args], {
      env,
    })
    return { code: 0, out: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, out: stderr }
  }
}

const signIn = (email: string, password: string) =>
  app.call('POST', '/auth/v1/token?grant_type=password', { email, password })

describe('[RUL-11] npm run reset-password', () => {
  test('sets a new password, ends the sessions, removes factors on request, and is audited', async () => {
    const account = await app.register()
    const at = new Date().toISOString()
    const factorId = await giveFactor(app, account)
    await app.db
      .insertInto('recovery_codes')
      .values({ code_hash: 'x', user_id: account.id, created_at: at, used_at: null })
      .execute()
    const { code, out } = await run('reset-password', account.email.toUpperCase())
    expect(code).toBe(0)
    const password = /: (\S{23})$/m.exec(out)?.[1] ?? ''
    expect((await account.call('GET', '/auth/v1/user')).status).toBe(403)
    expect((await signIn(account.email, account.password)).status).toBe(400)
    expect(await signIn(account.email, password)).toMatchObject({
      status: 200,
      body: { user: { factors: [{ id: factorId }] } },
    })
    expect(await app.db.selectFrom('recovery_codes').select('code_hash').execute()).toHaveLength(1)
    expect((await run('reset-password', account.email, '--remove-factors')).code).toBe(0)
    expect(await app.db.selectFrom('recovery_codes').select('code_hash').execute()).toEqual([])
    const log = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('event', '=', 'password_reset')
      .orderBy('id')
      .execute()
    expect(log.map(({ user_id, details }) => [user_id, details])).toEqual([
      [account.id, '{"factors_removed":false}'],
      [account.id, '{"factors_removed":true}'],
    ])
    expect(await app.db.selectFrom('auth_factors').select('id').execute()).toEqual([])
    expect(JSON.stringify(log)).not.toContain(password)
  })

  test('reports an unknown account', async () => {
    expect(await run('reset-password', 'niemand@redaktion.example')).toMatchObject({
      code: 1,
      out: expect.stringContaining('kein Konto'),
    })
  })

  test('prints its usage if the arguments are wrong', async () => {
    for (const args of [[], ['a@b.example', '--unbekannt']]) {
      expect(await run('reset-password', ...args)).toMatchObject({ code: 2, out: expect.stringContaining('Aufruf') })
    }
  })
})

describe('[FACT-5] npm run rotate-keys', () => {
  test('adds a key that signs later, or at once with an option', async () => {
    const kids = async () =>
      (await app.db.selectFrom('auth_keys').select('kid').orderBy('active_from').execute()).map(({ kid }) => kid)
    const [before] = await kids()
    expect((await run('rotate-keys')).code).toBe(0)
    expect(await kids()).toHaveLength(2)
    expect(decodeProtectedHeader((await app.register()).accessToken).kid).toBe(before)
    expect((await run('rotate-keys', '--at-once')).code).toBe(0)
    const [only, ...rest] = await kids()
    expect(rest).toEqual([])
    const second = await startTestApp({ beside: app })
    try {
      expect(decodeProtectedHeader((await second.register()).accessToken).kid).toBe(only)
    } finally {
      await second.stop()
    }
    expect((await run('rotate-keys', '--jetzt')).code).toBe(2)
  })
})
