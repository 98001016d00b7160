import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moveBlog } from '../../src/server/transfer/backups/moving.service.ts'
import { readConfig, type Config } from '../../src/server/config.ts'
import { migrations } from '../../src/server/migrations/migrations.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { createDatabase, startPostgres } from './postgres.ts'
import { TEST_SECRET } from './test-app.ts'

/**
 * With TEST_MOVED every API test runs on a blog that was moved from one database to the other (on SQLite: there and
 * back).
 */
export const MOVED = process.env.TEST_MOVED !== undefined

const configOf = (dataDir: string, databaseUrl?: string): Config =>
  readConfig({ DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })

async function make(config: Config): Promise<void> {
  const db = await openDatabase(config)
  await migrate(db, migrations, config.dataDir)
  await db.destroy()
}

/** Creates the blog in another folder on SQLite, and moves it into this empty PostgreSQL database. */
export async function moveHere(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'blog-cms-moved-'))
  await make(configOf(folder))
  await moveBlog(configOf(folder), { database: configOf(folder, databaseUrl), media: null }, new Date())
  await rm(folder, { recursive: true, force: true })
}

/** Creates the blog in a PostgreSQL of its own, and moves it into the SQLite file of this folder. */
export async function moveIntoFolder(folder: string): Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  const cluster = given ? null : await startPostgres()
  const database = await createDatabase(given ?? cluster?.url ?? '')
  await make(configOf(folder, database.url))
  await moveBlog(configOf(folder, database.url), { database: configOf(folder), media: null }, new Date())
  await database.drop()
  await cluster?.stop()
}
