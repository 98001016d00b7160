import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Line } from '../../../../tests/support/line.ts'
import { createDatabase } from '../../../../tests/support/postgres.ts'
import { DIALECT } from '../../../../tests/support/test-app.ts'
import { migrations } from '../../migrations/migrations.ts'
import { createLog } from '../log.ts'
import { isUniqueViolation, openDatabase, type Db } from './db.ts'
import { lockFor } from './locks.ts'
import { migrate } from './migrate.ts'
import { othersWait } from './sqlite-dialect.ts'
import { announce, changesOf, inSavepoint, inTransaction, messagesOf, type Change } from './transaction.ts'
import { listenForChanges } from '../fleet/fleet.ts'

let db: Db
let location: { dataDir: string; DATABASE_URL?: string }
let drop = async () => {}

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-db-'))
  location = { dataDir }
  if (DIALECT === 'postgres') {
    const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '')
    location.DATABASE_URL = database.url
    drop = database.drop
  }
  db = await openDatabase(location)
})

afterAll(async () => {
  await db.destroy()
  await drop()
  await rm(location.dataDir, { recursive: true, force: true })
})

const put = (handle: Db, key: string, value = '1') => handle.insertInto('meta').values({ key, value }).execute()
const keys = async (handle: Db = db) =>
  (await handle.selectFrom('meta').select('key').orderBy('key').execute()).map((row) => row.key)

test.runIf(DIALECT === 'sqlite')(
  'long texts are read one a turn of the event loop: others are answered between',
  async () => {
    const file = await openDatabase({ dataDir: await mkdtemp(join(location.dataDir, 'turns-')) })
    // Reading this takes far more than ten milliseconds on any machine.
    const text = '\u202e'.repeat(10_000_000)
    await sql`create table long_texts (text text)`.execute(file)
    await sql`insert into long_texts (text) values (${text})`.execute(file)
    const seen: string[] = []
    const read = async (handle: Db) => {
      await sql`select text from long_texts`.execute(handle)
      setImmediate(() => seen.push('somebody else'))
      await sql`select text from long_texts`.execute(handle)
      seen.push('read')
    }
    await read(file)
    await inTransaction(file, read)
    expect(seen).toEqual(['somebody else', 'read', 'somebody else', 'read'])
    await file.destroy()
  },
)

describe('migrations', () => {
  test('[RUL-42] run once; a failing one changes nothing and the former version still starts', async () => {
    expect((await migrate(db, migrations, location.dataDir)).applied).toEqual(Object.keys(migrations))
    expect((await migrate(db, migrations, location.dataDir)).applied).toEqual([])
    await put(db, 'kept')

    const broken: Record<string, Migration> = {
      ...migrations,
      '9998-fine': { up: (handle) => handle.schema.createTable('half_done').addColumn('id', 'text').execute() },
      '9999-broken': { up: (handle) => sql`select * from no_such_table`.execute(handle).then(() => {}) },
    }
    await expect(migrate(db, broken, location.dataDir)).rejects.toThrow('9999-broken')
    await expect(sql`select * from half_done`.execute(db)).rejects.toThrow()
    expect((await migrate(db, migrations, location.dataDir)).applied).toEqual([])
    expect(await keys()).toEqual(['kept'])
  })

  test.runIf(DIALECT === 'sqlite')(
    '[RUL-42] SQLite is copied before a migration runs, and the copy opens',
    async () => {
      const [copy = ''] = await readdir(join(location.dataDir, 'backups'))
      expect(copy).toMatch(/before-9998-fine\.sqlite$/)
      const { DatabaseSync } = await import('node:sqlite')
      expect((await stat(join(location.dataDir, 'backups', copy))).mode & 0o077).toBe(0)
      const opened = new DatabaseSync(join(location.dataDir, 'backups', copy), { readOnly: true })
      expect(opened.prepare('select key from meta').all()).toEqual([{ key: 'kept' }])
      opened.close()
    },
  )
})

describe('transactions', () => {
  test('happen whole or not at all, and notify listeners only after the commit', async () => {
    const heard: Change[] = []
    const stop = changesOf(db).onCommitted((change) => heard.push(change))
    await expect(
      inTransaction(db, async (tx) => {
        await put(tx, 'rolled-back')
        await announce(tx, { noun: 'test', id: '1', verb: 'created' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(heard).toEqual([])
    expect(await keys()).not.toContain('rolled-back')

    await inTransaction(db, async (tx) => {
      await put(tx, 'committed')
      await announce(tx, { noun: 'test', id: '2', verb: 'created' })
      expect(heard).toEqual([])
      // Another handle still reads the last committed state.
      expect(await keys(db)).not.toContain('committed')
    })
    expect(heard).toEqual([{ noun: 'test', id: '2', verb: 'created' }])
    expect(await keys()).toContain('committed')
    stop()
  })

  test('that start at once all happen, one after the other', async () => {
    await put(db, 'counter', '0')
    const add = () =>
      inTransaction(db, async (tx) => {
        await sql`update meta set value = cast(cast(value as integer) + 1 as text) where key = 'counter'`.execute(tx)
      })
    await Promise.all(Array.from({ length: 40 }, add))
    const row = await db.selectFrom('meta').select('value').where('key', '=', 'counter').executeTakeFirstOrThrow()
    expect(row.value).toBe('40')
  })

  test('recognise a unique violation on either database', async () => {
    const error = await put(db, 'kept').catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(new Error('something else'))).toBe(false)
  })
})

test('[RUL-40] messages to other instances are complete, and bounded in size and number', () => {
  const change = (tags: number): Change => ({
    noun: 'articles',
    id: 'a',
    verb: 'updated',
    facts: { secret: 'title' },
    tags: Array.from({ length: tags }, (_, index) => `tag:${index}`),
  })
  const told = (changes: Change[]) => messagesOf('me', changes).map((text) => ({ text, ...JSON.parse(text) }))
  const many = told(Array.from({ length: 200 }, () => change(100)))
  expect(many.length).toBeGreaterThan(5)
  for (const { text } of many) expect(Buffer.byteLength(text)).toBeLessThan(8000)
  expect(many.flatMap(({ changes }) => changes)).toHaveLength(200)
  expect(many[0]?.text).not.toContain('secret')
  // An oversized change loses its details, and too many changes become one message of loss.
  expect(told([change(5000), change(1)]).flatMap(({ changes }) => changes)).toEqual([
    { noun: 'articles', id: 'a', verb: 'updated' },
    { noun: 'articles', id: 'a', verb: 'updated', tags: ['tag:0'] },
  ])
  expect(told(Array.from({ length: 20_000 }, () => change(10)))).toMatchObject([{ from: 'me', changes: [] }])
})

describe.runIf(DIALECT === 'sqlite')('SQLite', () => {
  test('a writer can see whether others wait', async () => {
    let second = Promise.resolve<unknown>(null)
    await inTransaction(db, async (tx) => {
      expect(othersWait(tx)).toBe(false)
      second = put(db, 'wartet')
      await new Promise(setImmediate)
      expect(othersWait(tx)).toBe(true)
    })
    await second
    await inTransaction(db, async (tx) => expect(othersWait(tx)).toBe(false))
  })

  test('runs with WAL, synchronous FULL and foreign keys', async () => {
    const pragma = async (name: string) =>
      Object.values((await inTransaction(db, (tx) => sql.raw<object>(`pragma ${name}`).execute(tx))).rows[0] ?? {})[0]
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
  })

  test('a part of a transaction that meets a full disk fails with that reason', async () => {
    const file = await openDatabase({ dataDir: await mkdtemp(join(location.dataDir, 'full-')) })
    const pragma = (tx: Db, line: string) => sql.raw<{ page_count: number }>(`pragma ${line}`).execute(tx)
    await sql`create table texts (text text)`.execute(file)
    const filled = inTransaction(file, async (tx) => {
      const { rows } = await pragma(tx, 'page_count')
      await pragma(tx, `max_page_count = ${rows[0]?.page_count}`)
      await inSavepoint(tx, () => sql`insert into texts (text) values (${'x'.repeat(1_000_000)})`.execute(tx))
    })
    await expect(filled).rejects.toThrow('database or disk is full')
    await inTransaction(file, (tx) => pragma(tx, 'max_page_count = 1000000'))
    await inTransaction(file, (tx) => sql`insert into texts (text) values ('kurz')`.execute(tx))
    expect((await sql`select text from texts`.execute(file)).rows).toEqual([{ text: 'kurz' }])
    await file.destroy()
  })

  test('prepared statements retain no long parameters', async () => {
    const text = 'x'.repeat(8 * 1024 * 1024)
    const before = process.memoryUsage.rss()
    for (let n = 0; n < 24; n++) {
      const { rows } = await sql<{ letters: number }>`select length(${text}) + ${sql.lit(n)} as letters`.execute(db)
      expect(rows).toEqual([{ letters: text.length + n }])
    }
    expect((process.memoryUsage.rss() - before) / text.length).toBeLessThan(12)
  })
})

describe.runIf(DIALECT === 'postgres')('PostgreSQL instances', () => {
  test('[RUL-40] receive each other’s changes, and drop everything after a lost connection', async () => {
    const other = await openDatabase(location)
    const { stop } = await listenForChanges(location.DATABASE_URL ?? '', other, createLog('silent'))
    try {
      const heard = new Promise<Change>((resolve) => changesOf(other).onCommitted(resolve))
      // The listener runs in the same process, so the sender uses another instance id.
      const payload = JSON.stringify({ from: 'another', changes: [{ noun: 'articles', id: 'a', verb: 'updated' }] })
      await sql`select pg_notify('blog_cms_changes', ${payload})`.execute(db)
      expect(await heard).toEqual({ noun: 'articles', id: 'a', verb: 'updated' })

      const lost = new Promise<void>((resolve) => changesOf(other).onLoss(resolve))
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`.execute(
        db,
      )
      await lost
    } finally {
      await stop()
      await other.destroy()
    }
  })

  test('[RUL-40] notice a silent connection, and listen again on a new one', async () => {
    const other = await openDatabase(location)
    const bus = changesOf(other)
    const line = new Line()
    await line.listen()
    const address = new URL(location.DATABASE_URL ?? '')
    line.leadTo(Number(address.port))
    address.port = String(line.port)
    const { stop } = await listenForChanges(address.href, other, createLog('silent'), { probeMs: 50, answerMs: 2000 })
    try {
      expect(bus.deaf).toBe(false)
      const lost = new Promise<void>((resolve) => bus.onLoss(resolve))
      line.fallSilent()
      await lost
      expect(bus.deaf).toBe(true)
      line.mend()
      await expect.poll(() => bus.deaf).toBe(false)
      const heard = new Promise<Change>((resolve) => bus.onCommitted(resolve))
      const payload = JSON.stringify({ from: 'another', changes: [{ noun: 'articles', id: 'b', verb: 'updated' }] })
      await sql`select pg_notify('blog_cms_changes', ${payload})`.execute(db)
      expect(await heard).toMatchObject({ id: 'b' })
    } finally {
      await stop()
      await line.close()
      await other.destroy()
    }
  })
})

describe('locks', () => {
  const take = (...names: Parameters<typeof lockFor>[1][]) =>
    inTransaction(db, async (tx) => {
      for (const name of names) await lockFor(tx, name)
    })

  test('are taken in one order; one that is held may be requested again', async () => {
    await take('accounts', 'account:a', 'account:b', 'article-references', 'article-slugs', 'accounts')
  })

  test.each([
    ['article-slugs', 'article:a'],
    ['account:b', 'account:a'],
    ['article-references', 'tags'],
  ] as const)('%s and then %s is refused, on both databases', async (first, second) => {
    await expect(take(first, second)).rejects.toThrow(`lock ${second} asked for after ${first}`)
  })

  test('a shared lock is not upgraded to an exclusive one after later locks', async () => {
    const work = inTransaction(db, async (tx) => {
      await lockFor(tx, 'article-references', { shared: true })
      await lockFor(tx, 'article-references')
    })
    await expect(work).rejects.toThrow('asked for after')
  })
})
