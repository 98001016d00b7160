import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { openDatabase, type Db } from '../../src/server/platform/db/db.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { createDatabase } from './postgres.ts'
import { DIALECT, startTestApp, type TestApp } from './test-app.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SECRET_KEY = 'a secret of forty characters, for tests.'
/** Limit of a test that seeds (milliseconds). */
export const MINUTES = 180_000

export type Target = { dataDir: string; databaseUrl: string | undefined }
export type Run = { code: number | null; said: string; people: { email: string; password: string }[] }

const cleanUp: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const step of cleanUp) await step()
})

/** A folder, and on PostgreSQL a database, of its own until the end of the file. */
export async function emptyTarget(): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-seed-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
  if (DIALECT === 'sqlite') return { dataDir, databaseUrl: undefined }
  const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '')
  cleanUp.push(database.drop)
  return { dataDir, databaseUrl: database.url }
}

const environment = ({ dataDir, databaseUrl }: Target) => ({
  DATA_DIR: dataDir,
  SECRET_KEY,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})

/** Runs the command as `npm run seed` does; `killAt` kills it once it prints that. */
export function runSeed(target: Target, args: string[] = [], { killAt }: { killAt?: string } = {}): Promise<Run> {
  const child = spawn(process.execPath, ['scripts/seed.ts', ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      ...environment(target),
    },
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
    if (killAt && said.includes(killAt)) child.kill('SIGKILL')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const people = [...said.matchAll(/^ {2}(\S+@\S+) +(\S+) {3}/gm)].map(([, email = '', password = '']) => ({
        email,
        password,
      }))
      resolve({ code, said, people })
    })
  })
}

export async function withDatabase<T>(target: Target, work: (db: Db) => Promise<T>): Promise<T> {
  const config = readConfig(environment(target))
  const db = await openDatabase(config)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

export async function withApp<T>(target: Target, work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startTestApp({ beside: target, env: { SECRET_KEY } })
  try {
    return await work(app)
  } finally {
    await app.stop()
  }
}
