import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../../../tests/support/compile-cache.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '../../../../tests/support/test-app.ts'
import { wxr } from '../../../../tests/support/wxr.ts'

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  await app.register()
  folder = await mkdtemp(join(tmpdir(), 'blog-cms-archiv-'))
  await mkdir(join(folder, 'alt', 'node_modules'), { recursive: true })
  await writeFile(join(folder, 'alt', 'blog.xml'), [
    ...wxr([
      { id: 1, title: 'Vom Band' },
      { id: 2, status: 'private' },
    ]),
  ])
  await writeFile(join(folder, 'alt', 'node_modules', 'anderes.xml'), 'nichts')
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Output and exit code of `npm run import`. */
async function run(...args: string[]): Promise<{ code: number; out: string; fault: string }> {
  const env = {
    ...COMPILE_CACHE,
    PATH: process.env.PATH,
    DATA_DIR: app.dataDir,
    SECRET_KEY: TEST_SECRET,
    ...(app.databaseUrl && { DATABASE_URL: app.databaseUrl }),
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['src/server/commands/import-source.ts', ...args],
      { env, maxBuffer: 10 * 1024 ** 2 },
    )
    return { code: 0, out: stdout, fault: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, fault: stderr }
  }
}

test('[MOVE-1] [RUL-53] npm run import takes a folder, dry at first, and prints the report of the API', async () => {
  const count = async () => (await app.db.selectFrom('articles').select('id').execute()).length
  const dry = await run(join(folder, 'alt'), '--dry-run')
  expect(dry).toMatchObject({ code: 0, fault: '' })
  expect(dry.out).toContain('Probelauf abgeschlossen: 11 von 11 (10 neu')
  expect(dry.out).toContain('War privat und wird Entwurf.')
  expect(await count()).toBe(0)

  const real = await run(join(folder, 'alt'), '--json')
  expect(real.code).toBe(0)
  const report = JSON.parse(real.out)
  expect(report).toMatchObject({ state: 'finished', dry_run: false, counts: { total: 11, created: 10 } })
  expect(report.items).toHaveLength(11)
  expect(await count()).toBe(2)
  expect((await app.call('GET', '/api/articles/by-slug/beitrag-1')).status).toBe(200)

  // A report many times larger than a pipe's buffer is printed completely.
  const many = Array.from({ length: 1500 }, (_, at) => ({
    id: 1000 + at,
    title: 'Ein langer Titel '.repeat(15),
    status: 'private',
  }))
  await writeFile(join(folder, 'lang.xml'), [...wxr(many)])
  const long = await run(join(folder, 'lang.xml'), '--json', '--dry-run')
  expect(JSON.parse(long.out).items.length).toBeGreaterThan(1500)

  expect(await run(join(folder, 'nirgends'))).toMatchObject({
    code: 1,
    fault: expect.stringContaining('nichts zu finden'),
  })
})
