import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../support/server-process.ts'
import { callAs, type Call } from '../support/test-app.ts'
import { seededRandom } from './random.ts'

export type PowerOptions = {
  /** Number of simulated power cuts. */
  rounds: number
  /** Acknowledged saves of the recorded run. */
  saves: number
  /** Rounds that start the server on the remaining files. */
  starts: number
  seed: number
  /** Drops synced writes as well, to prove that losses are detected. */
  lying?: boolean
}

export type PowerReport = {
  rounds: number
  acknowledged: number
  /** Writes pending at the cuts, and those of them not synced and lost, whole or in part. */
  unsynced: number
  lost: number
}

/** The database, its log and its rollback journal, as `record-writes.c` numbers them. */
const FILES = ['', '-wal', '-journal'] as const
const HEAD = 24
const SECTOR = 512
/** A save, and the length of the record when it was acknowledged. */
type Save = { article: string; number: number; at: number }
type Entry = { operation: 'w' | 't' | 's' | 'u'; file: number; offset: number; bytes: Buffer; end: number }

/** Whether there is a C compiler for the recorder of writes. */
export function canRecord(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return process.platform === 'linux'
  } catch {
    return false
  }
}

/**
 * Records every write of the real server's SQLite database while articles are saved, and rebuilds the files as they may
 * be after a power cut at random moments: synced writes are present, of all others a random part, torn at sectors. Each
 * time the database must be intact and contain every save acknowledged by then. Throws at the first loss; the message
 * names the seed.
 */
export async function powerCuts(options: PowerOptions): Promise<PowerReport> {
  const folder = mkdtempSync(join(tmpdir(), 'blog-cms-power-'))
  const random = seededRandom(options.seed)
  try {
    const { saves, email, password } = await record(folder, options.saves, random)
    const entries = entriesOf(readFileSync(join(folder, 'journal')))
    const first = saves[0]?.at ?? 0
    const last = entries.at(-1)?.end ?? 0
    const cuts = Array.from({ length: options.rounds }, () => first + Math.floor(random() * (last - first))).sort(
      (a, b) => a - b,
    )
    const report: PowerReport = { rounds: 0, acknowledged: saves.length, unsynced: 0, lost: 0 }
    const disk = new Disk()
    let next = 0
    for (const [round, cut] of cuts.entries()) {
      while (next < entries.length && entries[next]!.end <= cut) disk.take(entries[next++]!)
      const target = join(folder, `cut-${round}`)
      mkdirSync(target)
      const { unsynced, lost } = disk.layOut(target, random, options.lying ?? false)
      report.unsynced += unsynced
      report.lost += lost
      const expected = newest(saves.filter(({ at }) => at <= cut))
      const where = `seed ${options.seed}, cut ${round} at ${cut}`
      if (round % Math.ceil(options.rounds / options.starts) === 0)
        await checkServer(target, join(folder, 'data'), { email, password }, expected, where)
      check(target, expected, where)
      rmSync(target, { recursive: true })
      report.rounds += 1
    }
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const ARTICLES = 4

async function record(folder: string, wanted: number, random: () => number) {
  const library = join(folder, 'record-writes.so')
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'record-writes.c'), '-ldl'])
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const journal = join(folder, 'journal')
  const server = await startServer({
    dataDir,
    env: { LD_PRELOAD: library, POWER_FOLDER: dataDir, POWER_JOURNAL: journal },
  })
  try {
    const account = { email: 'strom@redaktion.example', password: 'ein langes Passwort' }
    const { body } = await callAs(server.url)('POST', '/auth/v1/signup', account)
    const call = callAs(server.url, body.access_token)
    const saves: Save[] = []
    const writer = async () => {
      const { body: article } = await call('POST', '/api/articles', { title: 'Strom' })
      for (let number = 1; saves.length < wanted; number += 1) {
        const content_markdown = `${number}\n${'Wort '.repeat(Math.floor(random() * 4000))}`
        const { status } = await call('PATCH', `/api/articles/${article.id}`, { version: number, content_markdown })
        if (status !== 200) throw new Error(`a save answered ${status}`)
        saves.push({ article: article.id, number, at: statSync(journal).size })
      }
    }
    await Promise.all(Array.from({ length: ARTICLES }, writer))
    return { saves, ...account }
  } finally {
    await server.kill()
  }
}

function entriesOf(journal: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + HEAD <= journal.length;) {
    const operation = String.fromCharCode(journal[at]!) as Entry['operation']
    const offset = Number(journal.readBigUInt64LE(at + 8))
    const size = operation === 'w' ? Number(journal.readBigUInt64LE(at + 16)) : 0
    const end = at + HEAD + size
    entries.push({ operation, file: journal[at + 1]!, offset, bytes: journal.subarray(at + HEAD, end), end })
    at = end
  }
  return entries
}

/** The content of the files that is certainly on disk, and the pending writes. */
class Disk {
  readonly #synced: Buffer[] = FILES.map(() => Buffer.alloc(0))
  readonly #unsynced: Entry[][] = FILES.map(() => [])

  take(entry: Entry): void {
    const waiting = this.#unsynced[entry.file]!
    // SQLite syncs the folder after a removal before it continues.
    if (entry.operation === 'u') {
      waiting.length = 0
      this.#synced[entry.file] = Buffer.alloc(0)
      return
    }
    if (entry.operation !== 's') return void waiting.push(entry)
    for (const each of waiting.splice(0)) this.#synced[entry.file] = apply(this.#synced[entry.file]!, each)
  }

  layOut(folder: string, random: () => number, lying: boolean): { unsynced: number; lost: number } {
    let lost = 0
    for (const [file, suffix] of FILES.entries()) {
      let bytes: Buffer = Buffer.from(this.#synced[file]!)
      if (lying && file === 1) bytes = bytes.subarray(0, Math.floor(bytes.length / 2))
      for (const entry of this.#unsynced[file]!) {
        const fate = random()
        if (fate < 0.4) lost += 1
        else if (fate < 0.6 && entry.operation === 'w') {
          lost += 1
          const sectors = Math.floor((random() * entry.bytes.length) / SECTOR)
          bytes = apply(bytes, { ...entry, bytes: entry.bytes.subarray(0, sectors * SECTOR) })
        } else bytes = apply(bytes, entry)
      }
      if (bytes.length > 0) writeFileSync(join(folder, `blog-cms.sqlite${suffix}`), bytes)
    }
    return { unsynced: this.#unsynced.flat().length, lost }
  }
}

function apply(file: Buffer, { operation, offset, bytes }: Entry): Buffer {
  if (operation === 't') return resized(file, offset)
  const end = offset + bytes.length
  const whole = end > file.length ? resized(file, end) : file
  bytes.copy(whole, offset)
  return whole
}

function resized(file: Buffer, size: number): Buffer {
  const whole = Buffer.alloc(size)
  file.copy(whole, 0, 0, Math.min(size, file.length))
  return whole
}

function newest(saves: readonly Save[]): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const { article, number } of saves) numbers.set(article, Math.max(number, numbers.get(article) ?? 0))
  return numbers
}

/** Checks the file itself: intact, without dangling references, with every acknowledged save. */
function check(folder: string, expected: ReadonlyMap<string, number>, where: string): void {
  const database = new DatabaseSync(join(folder, 'blog-cms.sqlite'))
  try {
    const { integrity_check } = database.prepare('pragma integrity_check').get() as { integrity_check: string }
    if (integrity_check !== 'ok') throw new Error(`${where}: ${integrity_check}`)
    if (database.prepare('pragma foreign_key_check').all().length > 0) throw new Error(`${where}: rows point nowhere`)
    for (const [article, number] of expected) {
      const select = 'select content_markdown as text from articles where id = ?'
      const row = database.prepare(select).get(article)
      compare(String(row?.text ?? ''), number, `${where}, ${article}`)
    }
  } finally {
    database.close()
  }
}

/** Checks the product on the remaining files: it starts, users can sign in, the texts are there. */
async function checkServer(
  folder: string,
  former: string,
  account: { email: string; password: string },
  expected: ReadonlyMap<string, number>,
  where: string,
): Promise<void> {
  writeFileSync(join(folder, 'secret.key'), readFileSync(join(former, 'secret.key')), { mode: 0o600 })
  const server = await startServer({ dataDir: folder })
  try {
    const { body } = await callAs(server.url)('POST', '/auth/v1/token?grant_type=password', account)
    const call: Call = callAs(server.url, body.access_token)
    for (const [article, number] of expected) {
      const answer = await call('GET', `/api/articles/${article}`)
      compare(String(answer.body.content_markdown), number, `${where}, ${article} by the server`)
    }
  } finally {
    await server.stop()
  }
}

function compare(text: string, number: number, where: string): void {
  const found = Number.parseInt(text, 10)
  if (!(found >= number)) throw new Error(`${where}: save ${number} was acknowledged, ${text.slice(0, 20)} is there`)
}
