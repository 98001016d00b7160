import { existsSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createDatabase, findPostgres, startPostgres } from './postgres.ts'

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe.skipIf(!findPostgres())('throwaway PostgreSQL', () => {
  test('committed data survive a crash, and stop removes everything', async () => {
    const cluster = await startPostgres({ fsync: true })
    const folder = String(
      (await query(cluster.url, 'show data_directory')).map((row) => Object.values(row as object)[0])[0],
    )
    const database = await createDatabase(cluster.url)
    await query(database.url, 'create table kept (value int)')
    await query(database.url, 'insert into kept values (42)')
    await cluster.crash()
    await expect(query(database.url, 'select 1')).rejects.toThrow()
    await cluster.start()
    expect(await query(database.url, 'select value from kept')).toEqual([{ value: 42 }])
    await database.drop()
    await cluster.stop()
    expect(existsSync(folder)).toBe(false)
    await expect(query(cluster.url, 'select 1')).rejects.toThrow()
  })
})
