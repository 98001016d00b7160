import { migrations } from '../../src/server/migrations/migrations.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { MOVED, moveHere } from './moved-template.ts'
import { createDatabase, type PostgresCluster, startPostgres } from './postgres.ts'

/**
 * Global set-up of the vitest project `api-postgres`: one throwaway cluster for the whole run, passed to tests as
 * TEST_DATABASE_URL. If that is already set, its server is used and not stopped. TEST_TEMPLATE names a migrated
 * database: copying it takes a fraction of the time of migrating each.
 */
let cluster: PostgresCluster | undefined
let template: { url: string; drop: () => Promise<void> } | undefined

export async function setup(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) {
    cluster = await startPostgres()
    process.env.TEST_DATABASE_URL = cluster.url
  }
  template = await createDatabase(process.env.TEST_DATABASE_URL ?? '')
  if (MOVED) await moveHere(template.url)
  else {
    const db = await openDatabase({ DATABASE_URL: template.url, dataDir: '' })
    try {
      await migrate(db, migrations, '')
    } finally {
      await db.destroy()
    }
  }
  process.env.TEST_TEMPLATE = new URL(template.url).pathname.slice(1)
}

export async function teardown(): Promise<void> {
  delete process.env.TEST_TEMPLATE
  await template?.drop()
  if (!cluster) return
  delete process.env.TEST_DATABASE_URL
  await cluster.stop()
}
