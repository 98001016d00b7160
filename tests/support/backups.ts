import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { COMPILE_CACHE } from './compile-cache.ts'
import { createDatabase } from './postgres.ts'
import type { DialectName } from '../../src/server/platform/db/dialect.ts'
import { LEFT_OUT, NOT_OURS, ownRows } from '../../src/server/transfer/backups/making.service.ts'
import { RowSum } from '../../src/server/transfer/backups/file/row-sum.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { withSnapshot } from '../../src/server/transfer/database/snapshot.ts'
import type { FileStore } from '../../src/server/platform/file-store.ts'
import { TEST_SECRET, type TestApp } from './test-app.ts'

/** Storage of a blog: a folder, and on PostgreSQL a database of its own. */
export type Home = { dataDir: string; databaseUrl: string | undefined; drop: () => Promise<void> }

/** Empty storage. On PostgreSQL `TEST_DATABASE_URL` names the server. */
export async function emptyHome(dialect: DialectName): Promise<Home> {
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-home-'))
  const database = dialect === 'postgres' ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined
  return {
    dataDir,
    databaseUrl: database?.url,
    async drop() {
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs `backup`, `restore` or `move` as npm does, for a blog. */
export async function runCommand(
  home: Pick<TestApp, 'dataDir' | 'databaseUrl'>,
  command: string,
  words: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const own = {
    ...COMPILE_CACHE,
    DATA_DIR: home.dataDir,
    SECRET_KEY: TEST_SECRET,
    ...(home.databaseUrl ? { DATABASE_URL: home.databaseUrl } : {}),
    ...env,
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [`src/server/commands/${command}.ts`, ...words],
      {
        env: own,
      },
    )
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, out: stderr, err: stderr }
  }
}

/** Every table of a blog with the number and the checksum of its rows, except meta, which contains its location. */
export async function rowsOf({
  dataDir,
  databaseUrl,
}: Pick<Home, 'dataDir' | 'databaseUrl'>): Promise<Record<string, string>> {
  const db = await openDatabase({ dataDir, DATABASE_URL: databaseUrl })
  const sums: Record<string, string> = {}
  await withSnapshot({ db, dataDir, except: [...LEFT_OUT, 'meta'] }, async (snapshot) => {
    for (const table of snapshot.tables) {
      const sum = new RowSum()
      for await (const rows of ownRows(snapshot, table)) for (const row of rows) sum.add(row)
      sums[table.name] = `${sum.rows} ${sum.sha256}`
    }
  })
  await db.destroy()
  return sums
}

/** The hash of every object of the blog in a store, by its name. */
export async function bytesOf(store: Pick<FileStore, 'list' | 'get'>): Promise<Record<string, string>> {
  const names = (await store.list('')).map(({ name }) => name).filter((name) => !NOT_OURS.test(name))
  const hashes: Record<string, string> = {}
  for (const name of names.sort()) {
    const hash = createHash('sha256')
    const found = await store.get(name)
    for await (const part of (found?.stream() ?? []) as AsyncIterable<Uint8Array>) hash.update(part)
    hashes[name] = hash.digest('hex')
  }
  return hashes
}
