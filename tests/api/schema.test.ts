import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { makeBackup } from '../../src/server/transfer/backups/making.service.ts'
import { readConfig } from '../../src/server/config.ts'
import { openFiles } from '../../src/server/files/store/open.ts'
import { migrations } from '../../src/server/migrations/migrations.ts'
import { openDatabase, type Db } from '../../src/server/platform/db/db.ts'
import { migrate, pendingMigrations } from '../../src/server/platform/db/migrate.ts'
import { emptyHome, runCommand, type Home } from '../support/backups.ts'
import { schemaLines } from '../support/schema-lines.ts'
import { startServer } from '../support/server-process.ts'
import { DIALECT, startTestApp, TEST_SECRET } from '../support/test-app.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FIRST = '0001-schema'
const { names: FORMER, version: LAST_WITH_FORMER } = migrations[FIRST]!.replaces!
/** The schema of the first release; later migrations only add to it. */
const ONLY_FIRST = { [FIRST]: migrations[FIRST]! }
/** Data and a backup made by the former migrations. */
const former = (file: string) => join(ROOT, 'tests', 'support', 'former', file)

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function home(): Promise<Home> {
  const made = await emptyHome(DIALECT)
  ends.push(made.drop)
  return made
}

async function open({ dataDir, databaseUrl }: Home): Promise<Db> {
  const db = await openDatabase({ dataDir, DATABASE_URL: databaseUrl })
  ends.push(() => db.destroy())
  return db
}

/** A database with the schema, recorded as if these migrations had made it, one per second. */
async function madeBy(names: readonly string[]): Promise<Home & { db: Db }> {
  const place = await home()
  const db = await open(place)
  await migrate(db, ONLY_FIRST, place.dataDir)
  await nameMigrations(db, names)
  return { ...place, db }
}

async function nameMigrations(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db)
  for (const [second, name] of names.entries()) {
    const timestamp = new Date(Date.UTC(2026, 8, 1, 12, 0, second)).toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db)
  }
}

async function recorded(db: Db): Promise<{ name: string; timestamp: string }[]> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by name`.execute(db)
  return rows
}

test('the first migration makes the schema that the former migrations made', async () => {
  const place = await home()
  const db = await open(place)
  await migrate(db, ONLY_FIRST, place.dataDir)
  const wanted = readFileSync(former(`${DIALECT}.schema`), 'utf8')
    .trim()
    .split('\n')
  expect(wanted.length).toBeGreaterThan(300)
  expect(await schemaLines(db)).toEqual(wanted)
})

const hasFormer = (() => {
  try {
    execFileSync('git', ['cat-file', '-e', `${LAST_WITH_FORMER}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
if (!hasFormer) console.warn('NOT TESTED: the names of the former migrations (their commit is not in this clone)')

test.runIf(hasFormer || process.env.CI)('the version named by refusals has exactly the former migrations', () => {
  const listed = execFileSync('git', ['ls-tree', '--name-only', LAST_WITH_FORMER, 'src/server/migrations/'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const names = [...listed.matchAll(/(\d{4}-[\w-]+)\.ts$/gm)].map(([, name]) => name)
  expect(names).toEqual(FORMER)
})

describe('a database with every former migration', () => {
  test('has the schema, so only the names of its migrations change', async () => {
    const { db, dataDir } = await madeBy(FORMER)
    await db.insertInto('meta').values({ key: 'probe', value: 'bleibt' }).execute()
    const before = await schemaLines(db)
    expect(await migrate(db, ONLY_FIRST, dataDir)).toEqual({ applied: [] })
    // The timestamp stays, since it is the age of the database.
    expect(await recorded(db)).toEqual([{ name: FIRST, timestamp: '2026-09-01T12:00:00.000Z' }])
    expect(await schemaLines(db)).toEqual(before)
    const row = db.selectFrom('meta').select('value').where('key', '=', 'probe')
    expect(await row.executeTakeFirst()).toEqual({ value: 'bleibt' })
    expect(await pendingMigrations(db, ONLY_FIRST)).toEqual([])
    expect(await migrate(db, ONLY_FIRST, dataDir)).toEqual({ applied: [] })
  })

  test.runIf(DIALECT === 'sqlite')('is copied before, with the names that the former version knows', async () => {
    const { db, dataDir } = await madeBy(FORMER)
    await migrate(db, ONLY_FIRST, dataDir)
    const [copy = ''] = await readdir(join(dataDir, 'backups'))
    expect(copy).toMatch(/before-0001-schema\.sqlite$/)
    const { DatabaseSync } = await import('node:sqlite')
    const opened = new DatabaseSync(join(dataDir, 'backups', copy), { readOnly: true })
    ends.push(() => opened.close())
    expect(opened.prepare('select name from kysely_migration order by name').all()).toHaveLength(FORMER.length)
  })

  test('continues with the migrations after the first', async () => {
    const { db, dataDir } = await madeBy(FORMER)
    const next = { up: (handle: Db) => handle.schema.createTable('next').addColumn('id', 'text').execute() }
    expect(await migrate(db, { ...ONLY_FIRST, '0002-next': next as never }, dataDir)).toEqual({
      applied: ['0002-next'],
    })
    expect((await recorded(db)).map(({ name }) => name)).toEqual([FIRST, '0002-next'])
  })

  test.runIf(DIALECT === 'postgres')(
    'is renamed under the lock of migrations, once for several instances',
    async () => {
      const place = await madeBy(FORMER)
      const [one, other, holder] = [await open(place), await open(place), await open(place)]
      // The lock that Kysely takes.
      const lock = sql.lit(BigInt('3853314791062309107'))
      await holder.connection().execute(async (connection) => {
        await sql`select pg_advisory_lock(${lock})`.execute(connection)
        const both = Promise.all([migrate(one, ONLY_FIRST, ''), migrate(other, ONLY_FIRST, '')])
        const waiting = async () => {
          const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(
            place.db,
          )
          return rows.length
        }
        await expect.poll(waiting).toBe(2)
        expect(await recorded(place.db)).toHaveLength(FORMER.length)
        await sql`select pg_advisory_unlock(${lock})`.execute(connection)
        expect(await both).toEqual([{ applied: [] }, { applied: [] }])
      })
      expect((await recorded(place.db)).map(({ name }) => name)).toEqual([FIRST])
    },
  )
})

describe('a database with only some of the former migrations', () => {
  const refusal = (last: string) =>
    `Diese Datenbank ist auf dem Stand einer früheren Version (${last}). Bitte einmal die Version ${LAST_WITH_FORMER} starten`

  test.each([1, 40, FORMER.length - 1])('is refused and unchanged with %i of them', async (count) => {
    const names = FORMER.slice(0, count)
    const { db, dataDir } = await madeBy(names)
    const before = [await recorded(db), await schemaLines(db)]
    await expect(migrate(db, migrations, dataDir)).rejects.toThrow(refusal(names.at(-1)!))
    expect([await recorded(db), await schemaLines(db)]).toEqual(before)
    expect(await readdir(dataDir)).not.toContain('backups')
  })

  test('ends the server at its start with one line', async () => {
    const { db, dataDir, databaseUrl } = await madeBy(FORMER.slice(0, 40))
    await db.destroy()
    const ended = await startServer({ dataDir, ...(databaseUrl && { databaseUrl }) }).catch((error: Error) => error)
    expect(ended).toBeInstanceOf(Error)
    expect((ended as Error).message).toContain(refusal(FORMER[39]!))
    expect((ended as Error).message).toContain('Es wurde nichts geändert.')
    expect((ended as Error).message).not.toContain('    at ')
  })

  test('is refused by an import', async () => {
    const { db, dataDir, databaseUrl } = await madeBy(FORMER.slice(0, 40))
    await db.destroy()
    const { code, err } = await runCommand({ dataDir, databaseUrl }, 'import-source', [join(ROOT, 'README.md')])
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(refusal(FORMER[39]!))]])
  })
})

describe('[MOVE-7] a backup made by the former migrations', () => {
  test.each(['sqlite', 'postgres'])('made on %s is restored here', async (from) => {
    const there = await home()
    const restored = await runCommand(there, 'restore', [former(`${from}.backup`)])
    expect(restored, restored.out).toMatchObject({ code: 0 })
    const app = await startTestApp({ beside: there })
    ends.push(app.stop)
    expect((await recorded(app.db)).map(({ name }) => name)).toEqual(Object.keys(migrations))
    const { body } = await app.call('GET', '/api/articles/by-slug/vor-dem-schema')
    expect(body).toMatchObject({ title: 'Vor dem Schema', content_markdown: expect.stringContaining('Kranichzug') })
    expect((await app.call('GET', body.cover_image_url)).status).toBe(200)
    const account = { email: 'mira@nachtausgabe.example', password: 'geheim-genug' }
    expect((await app.call('POST', '/auth/v1/token?grant_type=password', account)).status).toBe(200)
    // Derived data came with the rows or are built again.
    const usage = app.db.selectFrom('media_usage').select('working').where('article_id', '=', body.id)
    expect(await usage.execute()).not.toEqual([])
    const orders = app.db.selectFrom('search_orders').select('noun').where('record_id', '=', body.id)
    expect(await orders.execute()).toEqual([{ noun: 'articles' }])
  })

  test('that had only some of them is refused, and nothing is changed', async () => {
    const { db, dataDir } = await madeBy(FORMER.slice(0, 40))
    const file = join(await mkdtemp(join(tmpdir(), 'blog-cms-halfway-')), 'halb.backup')
    ends.push(() => rm(join(file, '..'), { recursive: true }))
    const config = readConfig({ DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET })
    await makeBackup({ db, config, files: await openFiles(config), clock: () => new Date() }, { to: file })
    const there = await home()
    const refused = await runCommand(there, 'restore', [file])
    expect(refused.code).toBe(1)
    expect(refused.out).toContain(`stammt von einer früheren Version von Blog CMS (${FORMER[39]})`)
    expect(refused.out).toContain(`mit der Version ${LAST_WITH_FORMER} einspielen`)
    expect(refused.out).toContain('Es wurde nichts geändert.')
    expect(await readdir(there.dataDir)).toEqual([])
  })
})
