import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../src/server/migrations/migrations.ts'
import { openDatabase, sqliteFile } from '../../src/server/platform/db/db.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { MOVED, moveIntoFolder } from './moved-template.ts'

/**
 * Global set-up of the vitest project `api-sqlite`: TEST_TEMPLATE names a migrated database file; copying it takes a
 * fraction of the time of migrating each.
 */
let folder = ''

export async function setup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'blog-cms-template-'))
  if (MOVED) await moveIntoFolder(folder)
  else {
    const db = await openDatabase({ dataDir: folder })
    try {
      await migrate(db, migrations, folder)
    } finally {
      await db.destroy()
    }
  }
  process.env.TEST_TEMPLATE = sqliteFile(folder)
}

export async function teardown(): Promise<void> {
  delete process.env.TEST_TEMPLATE
  await rm(folder, { recursive: true, force: true })
}
