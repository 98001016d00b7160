import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader, importPKCS8, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { openDatabase, sqliteFile } from '../../platform/db/db.ts'
import { ensureAnonKey, openKeyRing, rotateKeys } from './sessions/keys.service.ts'
import { keepSample, openInstallationBox, openSecretBox } from '../../platform/secret-box.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'blog-cms-secrets-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const SECRET_KEY = 'a secret of forty characters, for tests.'

/** Every row of every table as text. */
async function everything(): Promise<string> {
  const tables = await app.db.introspection.getTables()
  const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.id(name)}`.execute(app.db)))
  return JSON.stringify(rows.map((result) => result.rows))
}

describe('[RUL-34] secrets at rest', () => {
  test('the database contains no secret in clear', async () => {
    const account = await app.register(undefined, 'unverwechselbar-geheim')
    const reader = await account.call('PUT', '/api/reader-session')
    const cookie = /blog-cms-reader=([^;]+)/.exec(reader.headers.get('set-cookie') ?? '')?.[1] ?? ''
    const { body } = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: account.refreshToken,
    })
    const box = await openSecretBox({ SECRET_KEY, dataDir: folder })
    const keys = await app.db.selectFrom('auth_keys').selectAll().execute()
    const privateKeys = keys.map((row) => box.unseal('signing-key', row.private_key))
    expect(privateKeys[0]).toContain('PRIVATE KEY')
    const privateLines = privateKeys.flatMap((pem) => pem.split('\n').filter((line) => /^[\w+/=]{20,}$/.test(line)))
    const secrets = [
      'unverwechselbar-geheim',
      account.refreshToken,
      body.refresh_token,
      account.accessToken,
      cookie,
      SECRET_KEY,
      'PRIVATE KEY',
      '"d":',
      ...privateLines,
    ]
    const rows = await everything()
    expect(rows).toContain(account.email)
    for (const secret of secrets) expect(rows).not.toContain(secret)
    if (DIALECT !== 'sqlite') return
    for (const suffix of ['', '-wal']) {
      const bytes = await readFile(sqliteFile(app.dataDir) + suffix)
      for (const secret of secrets) expect(bytes.includes(secret), `${suffix} ${secret}`).toBe(false)
    }
  })

  test('the key file is made once, with mode 0600, also by processes starting together', async () => {
    for (let round = 0; round < 20; round++) {
      const dataDir = join(folder, `fresh-${round}`)
      const open = async (late: number) => {
        // Makes the processes reach different steps at the same time.
        for (let turn = 0; turn < late; turn++) await stat(folder)
        return openSecretBox({ dataDir })
      }
      const boxes = await Promise.all(Array.from({ length: 8 }, (_, index) => open(index * round)))
      const sealed = boxes[0]?.seal('zweck', 'Übergröße') ?? ''
      for (const box of boxes) expect(box.unseal('zweck', sealed)).toBe('Übergröße')
      const again = await openSecretBox({ dataDir })
      expect(again.unseal('zweck', sealed)).toBe('Übergröße')
      expect(again.keyFor('refresh-token')).toEqual(boxes[1]?.keyFor('refresh-token'))
      expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
      expect(await readdir(dataDir)).toEqual(['secret.key'])
    }
  })

  test('a key file readable by others is made private', async () => {
    const dataDir = join(folder, 'open')
    await openSecretBox({ dataDir })
    await chmod(join(dataDir, 'secret.key'), 0o644)
    await openSecretBox({ dataDir })
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  test('a damaged key file is reported and not overwritten', async () => {
    const dataDir = join(folder, 'damaged')
    await openSecretBox({ dataDir })
    await writeFile(join(dataDir, 'secret.key'), 'kaputt')
    await expect(openSecretBox({ dataDir })).rejects.toThrow(/beschädigt/)
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe('kaputt')
  })

  test('a sealed value opens only for its purpose and key, and unaltered', async () => {
    const box = await openSecretBox({ SECRET_KEY, dataDir: folder })
    const other = await openSecretBox({ SECRET_KEY: SECRET_KEY.toUpperCase(), dataDir: folder })
    const sealed = box.seal('zweck', 'geheim')
    expect(box.seal('zweck', 'geheim')).not.toBe(sealed)
    expect(() => box.unseal('anderer', sealed)).toThrow()
    expect(() => other.unseal('zweck', sealed)).toThrow()
    expect(() =>
      box.unseal(
        'zweck',
        sealed.replace(/.$/, (sign) => (sign === 'A' ? 'Q' : 'A')),
      ),
    ).toThrow()
    expect(() => box.unseal('zweck', 'v2.abc')).toThrow()
    expect(box.keyFor('zweck')).not.toEqual(box.keyFor('anderer'))
  })

  test('another secret key stops the start with the reason', async () => {
    const env = { SECRET_KEY: 'another secret of forty characters, too.' }
    await expect(startTestApp({ env, beside: app })).rejects.toThrow(/anderen geheimen Schlüssel/)
  })

  test('SECRET_KEY may be set later: values sealed under secret.key still open, and a stale file is ignored', async () => {
    const fresh = await startTestApp()
    const place = { dataDir: fresh.dataDir }
    const withFile = await openSecretBox(place)
    await fresh.db.deleteFrom('meta').where('key', '=', 'sealed sample').execute()
    await keepSample(fresh.db, withFile)
    const later = await openInstallationBox(fresh.db, { ...place, SECRET_KEY })
    expect(later.unseal('zweck', withFile.seal('zweck', 'geheim'))).toBe('geheim')

    const withKey = await openSecretBox({ ...place, SECRET_KEY })
    await fresh.db.deleteFrom('meta').where('key', '=', 'sealed sample').execute()
    await keepSample(fresh.db, withKey)
    const still = await openInstallationBox(fresh.db, { ...place, SECRET_KEY })
    expect(still.unseal('zweck', withKey.seal('zweck', 'geheim'))).toBe('geheim')
    await fresh.stop()
  })
})

describe('signing keys', () => {
  test('two instances starting at once on one database make one key and one public key', async () => {
    const fresh = await startTestApp()
    // SQLite has one process; two handles in it would block each other for ever.
    const second =
      DIALECT === 'postgres'
        ? await openDatabase({ DATABASE_URL: fresh.databaseUrl, dataDir: fresh.dataDir })
        : fresh.db
    try {
      await fresh.db.deleteFrom('auth_keys').execute()
      await fresh.db.deleteFrom('meta').where('key', '=', 'anon_key').execute()
      const box = await openSecretBox({ SECRET_KEY, dataDir: fresh.dataDir })
      const clock = () => new Date()
      const handles = [fresh.db, second, fresh.db, second]
      const rings = await Promise.all(handles.map((db) => openKeyRing(db, box, clock)))
      const sets = await Promise.all(rings.map((ring) => ring.publicKeys()))
      expect(sets[0]).toHaveLength(1)
      expect(await fresh.db.selectFrom('auth_keys').select('kid').execute()).toHaveLength(1)
      expect(new Set(sets.map((set) => set[0]?.kid)).size).toBe(1)
      expect(new Set(await Promise.all(handles.map(ensureAnonKey))).size).toBe(1)
    } finally {
      if (second !== fresh.db) await second.destroy()
      await fresh.stop()
    }
  })

  test('rotation announces a key before it signs, and keeps the old one while its tokens are valid', async () => {
    const START = Date.parse('2026-03-01T12:00:00.000Z')
    const at = (seconds: number) => app.setClock(new Date(START + seconds * 1000))
    const set = async () =>
      (await app.call('GET', '/auth/v1/.well-known/jwks.json')).body.keys.map((key: { kid: string }) => key.kid)
    const user = (token: string) => app.call('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${token}` })
    try {
      await app.db
        .updateTable('auth_keys')
        .set({ active_from: new Date(START - 1000).toISOString() })
        .execute()
      at(0)
      const [oldKid] = await set()
      const box = await openSecretBox({ SECRET_KEY, dataDir: folder })
      const { kid, activeFrom } = await rotateKeys(app.db, box, new Date(START))
      at(61)
      expect(await set()).toEqual([oldKid, kid])
      const before = await app.register()
      expect(decodeProtectedHeader(before.accessToken).kid).toBe(oldKid)
      const switched = (activeFrom.getTime() - START) / 1000
      expect(switched).toBeGreaterThan(600)
      at(switched - 1)
      const last = await app.register()
      expect(decodeProtectedHeader(last.accessToken).kid).toBe(oldKid)
      at(switched)
      const first = await app.register()
      expect(decodeProtectedHeader(first.accessToken).kid).toBe(kid)
      for (const { accessToken } of [before, first]) expect((await user(accessToken)).status).toBe(200)
      // Signed by one of our keys, with the id of the other.
      const [row] = await app.db.selectFrom('auth_keys').select('private_key').where('kid', '=', oldKid).execute()
      const oldKey = await importPKCS8(box.unseal('signing-key', row?.private_key ?? ''), 'ES256')
      const renamed = await new SignJWT(decodeJwt(first.accessToken))
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(oldKey)
      expect((await user(renamed)).status).toBe(403)
      at(switched + 3590)
      expect((await user(last.accessToken)).status).toBe(200)
      expect(await set()).toEqual([oldKid, kid])
      at(switched + 3661)
      expect(await set()).toEqual([kid])
      expect((await user(last.accessToken)).status).toBe(403)

      const leaked = await app.register()
      const { kid: emergency } = await rotateKeys(app.db, box, new Date(START + (switched + 3661) * 1000), true)
      at(switched + 3661 + 61)
      expect(await user(leaked.accessToken)).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
      const body = { refresh_token: leaked.refreshToken }
      const fresh = await app.call('POST', '/auth/v1/token?grant_type=refresh_token', body)
      expect(decodeProtectedHeader(fresh.body.access_token).kid).toBe(emergency)
      expect(await app.db.selectFrom('auth_keys').select('kid').execute()).toEqual([{ kid: emergency }])
    } finally {
      app.setClock()
    }
  })
})
