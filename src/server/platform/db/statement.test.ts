import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../../tests/support/postgres.ts'
import { DIALECT } from '../../../../tests/support/test-app.ts'
import { openDatabase, type Db } from './db.ts'
import { statement } from './statement.ts'
import { inTransaction } from './transaction.ts'

let db: Db
let folder: string
let drop = async () => {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blog-cms-statement-'))
  const database = DIALECT === 'postgres' ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined
  if (database) drop = database.drop
  db = await openDatabase({ dataDir: folder, DATABASE_URL: database?.url })
  await sql`create table meta (key text primary key, value text)`.execute(db)
  const values = ['a', 'b', 'c', 'd'].map((key) => ({ key, value: key.toUpperCase() }))
  await db.insertInto('meta').values(values).execute()
})

afterAll(async () => {
  await db.destroy()
  await drop()
  await rm(folder, { recursive: true, force: true })
})

test('a statement is compiled once per list length, and run with the values of each call', async () => {
  let words = 0
  const among = statement((handle: Db, { keys, but }: { keys: readonly string[]; but: string | null }) => {
    words += 1
    return handle
      .selectFrom('meta')
      .select(['key', 'value'])
      .where('key', 'in', keys)
      .where(sql<boolean>`key is distinct from ${but}`)
      .orderBy('key')
      .compile()
  })
  expect(await among(db, { keys: ['d', 'a'], but: null })).toEqual([
    { key: 'a', value: 'A' },
    { key: 'd', value: 'D' },
  ])
  expect(await among(db, { keys: ['b', 'd'], but: 'b' })).toEqual([{ key: 'd', value: 'D' }])
  expect(words).toBe(1)
  expect(await among(db, { keys: ['a', 'b', 'c'], but: 'a' })).toHaveLength(2)
  expect(words).toBe(2)
})

test('inside a transaction it sees uncommitted writes', async () => {
  const valueOf = statement((handle: Db, { key }: { key: string }) =>
    sql<{ value: string }>`select value from meta where key = ${key}`.compile(handle),
  )
  await inTransaction(db, async (tx) => {
    await tx.updateTable('meta').set({ value: 'new' }).where('key', '=', 'a').execute()
    expect(await valueOf(tx, { key: 'a' })).toEqual([{ value: 'new' }])
    await tx.updateTable('meta').set({ value: 'A' }).where('key', '=', 'a').execute()
  })
  expect(await valueOf(db, { key: 'a' })).toEqual([{ value: 'A' }])
})

test.runIf(DIALECT === 'sqlite')('a reading that begins with its parts waits for no writer', async () => {
  const seen: string[] = []
  let read = Promise.resolve()
  await inTransaction(db, async (tx) => {
    await tx.updateTable('meta').set({ value: 'new' }).where('key', '=', 'b').execute()
    read = sql<{ value: string }>`with found as (select value from meta where key = ${'b'}) select value from found`
      .execute(db)
      .then(({ rows }) => void seen.push(rows[0]?.value ?? ''))
    await Promise.race([read, new Promise((resolve) => setTimeout(resolve, 5000))])
    seen.push('still writing')
  })
  await read
  expect(seen).toEqual(['B', 'still writing'])
})
