import { createHash, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { checkBackup } from '../../src/server/transfer/backups/restoring.service.ts'
import { UnreadableBackup } from '../../src/server/transfer/backups/file/frames.ts'
import { readConfig } from '../../src/server/config.ts'
import { openFiles } from '../../src/server/files/store/open.ts'
import { storedName } from '../../src/server/files/bucket/addresses.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import type { DialectName } from '../../src/server/platform/db/dialect.ts'
import { runCommand } from '../support/backups.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startServer, TEST_SECRET_KEY } from '../support/server-process.ts'
import { callAs, type Call } from '../support/test-app.ts'
import { UNLIMITED } from '../support/unlimited.ts'

export type BackupOptions = {
  rounds: number
  /** The source database; backups are restored on the other one. */
  database: DialectName
  /** Bytes altered one by one in the last backup. */
  alterations: number
  say?: (line: string) => void
}

export type BackupReport = {
  rounds: number
  /** Writes per second acknowledged while backups were made. */
  writesPerSecond: number
  pictures: number
  /** Altered bytes that were refused; an undetected one throws. */
  refused: number
}

const WRITERS = 5
const WRITES_PER_SECOND = 60

/** A numbered write with the times when it was sent and acknowledged (milliseconds). */
type Write = { number: number; sent: number; acknowledged: number }

/**
 * Makes backups during writes and while pictures are added and removed for good, restores each on the other database
 * and checks it: all hashes match the file, every picture has its bytes, and the content is consistent: if it contains
 * a write, it contains every write acknowledged before that was sent. Throws at the first violation.
 */
export async function backupRounds({ rounds, database, alterations, say }: BackupOptions): Promise<BackupReport> {
  const folder = mkdtempSync(join(tmpdir(), 'blog-cms-backups-'))
  const cluster = await startPostgres()
  const own = database === 'postgres' ? await createDatabase(cluster.url) : undefined
  const server = await startServer({
    dataDir: join(folder, 'source'),
    databaseUrl: own?.url,
    env: { SECRET_KEY: TEST_SECRET_KEY, LOG_LEVEL: 'error', ...UNLIMITED },
  })
  const report: BackupReport = { rounds: 0, writesPerSecond: 0, pictures: 0, refused: 0 }
  try {
    const token = await register(server.url)
    const call = callAs(server.url, token)
    let file = ''
    for (let round = 1; round <= rounds; round++) {
      file = join(folder, `${round}.backup`)
      const stop = write(server.url, token, call)
      await setTimeout(500)
      const source = { dataDir: server.dataDir, databaseUrl: own?.url }
      const made = await runCommand(source, 'backup', ['--to', file])
      if (made.code !== 0) throw new Error(`round ${round}: ${made.out}`)
      const { writes, seconds } = await stop()
      report.writesPerSecond += writes.length / seconds / rounds
      const target = database === 'postgres' ? undefined : await createDatabase(cluster.url)
      const home = { dataDir: join(folder, `restored-${round}`), databaseUrl: target?.url }
      const restored = await runCommand(home, 'restore', [file])
      if (restored.code !== 0) throw new Error(`round ${round}: ${restored.out}`)
      const found = await inspect(home, round, writes)
      report.pictures += found.pictures
      report.rounds = round
      await target?.drop()
      rmSync(home.dataDir, { recursive: true, force: true })
      say?.(
        `round ${round}: ${found.tasks} of ${writes.length} writes at one instant, ${found.pictures} pictures whole`,
      )
    }
    report.refused = await alter(file, alterations)
    return report
  } finally {
    await server.stop()
    await own?.drop()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function register(url: string): Promise<string> {
  const account = { email: 'mira@nachtausgabe.example', password: 'geheim-genug' }
  const { status, body } = await callAs(url)('POST', '/auth/v1/signup', account)
  if (status !== 200) throw new Error(`sign-up answered ${status}`)
  return body.access_token
}

let numbers = 0

/** Writes until stopped: numbered tasks, and pictures that are added and removed for good. */
function write(url: string, token: string, call: Call) {
  const writes: Write[] = []
  const began = performance.now()
  let over = false
  const writer = async () => {
    while (!over) {
      const number = (numbers += 1)
      const sent = performance.now()
      const { status } = await call('POST', '/api/tasks', { title: String(number) })
      if (status !== 201) throw new Error(`a write was answered ${status}`)
      const acknowledged = performance.now()
      writes.push({ number, sent, acknowledged })
      await setTimeout(Math.max(0, (1000 * WRITERS) / WRITES_PER_SECOND - (acknowledged - sent)))
    }
  }
  const illustrator = async () => {
    while (!over) {
      const [stays, goes] = [await upload(url, token), await upload(url, token)]
      await call('DELETE', `/api/media/${goes}`)
      await call('DELETE', `/api/trash/media/${goes}`)
      if (!stays) throw new Error('an upload was refused')
    }
  }
  const all = Promise.all([...Array.from({ length: WRITERS }, writer), illustrator()])
  return async () => {
    over = true
    await all
    return { writes, seconds: (performance.now() - began) / 1000 }
  }
}

async function upload(url: string, token: string): Promise<string> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  const image = await sharp({ create: { width: 640, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  const answer = await fetch(`${url}/api/media?filename=bild.png`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(image),
  })
  return ((await answer.json()) as { id: string }).id
}

async function inspect(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  round: number,
  writes: readonly Write[],
): Promise<{ tasks: number; pictures: number }> {
  const location = { DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET_KEY, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const config = readConfig(location)
  const db = await openDatabase(config)
  try {
    const titles = await db.selectFrom('editorial_tasks').select('title').execute()
    const there = new Set(titles.map(({ title }) => Number(title)))
    // The latest sent of the writes that are included; every write acknowledged before it must be included, too.
    const latest = Math.max(...writes.filter(({ number }) => there.has(number)).map(({ sent }) => sent))
    const lost = writes.filter(({ number, acknowledged }) => acknowledged < latest && !there.has(number))
    if (lost.length > 0) throw new Error(`round ${round}: ${lost.length} writes are missing before one that is there`)
    const files = await openFiles(config)
    const media = await db
      .selectFrom('media_assets')
      .select(['object_name', 'stored_as', 'etag', 'size_bytes'])
      .execute()
    for (const { object_name, stored_as, size_bytes } of media) {
      const found = await files.get(storedName(object_name, stored_as))
      if (found?.size !== Number(size_bytes))
        throw new Error(`round ${round}: the bytes of ${object_name} are not there`)
    }
    return { tasks: writes.filter(({ number }) => there.has(number)).length, pictures: media.length }
  } finally {
    await db.destroy()
  }
}

/** Alters one byte of the file at a time and reads it: it is refused, or the content is the same. */
async function alter(file: string, times: number): Promise<number> {
  const bytes = await readFile(file)
  const whole = createHash('sha256')
    .update(JSON.stringify(await checkBackup(file, undefined)))
    .digest('hex')
  const altered = `${file}.altered`
  let refused = 0
  for (let time = 0; time < times; time++) {
    const place = randomInt(bytes.byteLength)
    const copy = Buffer.from(bytes)
    copy[place] = copy[place]! ^ (1 << randomInt(8))
    await writeFile(altered, copy)
    try {
      const read = createHash('sha256')
        .update(JSON.stringify(await checkBackup(altered, undefined)))
        .digest('hex')
      if (read !== whole) throw new Error(`another byte at ${place} was taken for the same backup`)
    } catch (error) {
      if (!(error instanceof UnreadableBackup)) throw error
      refused += 1
    }
  }
  return refused
}
