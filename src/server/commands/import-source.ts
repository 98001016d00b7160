import { basename, resolve } from 'node:path'
import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { ImportItem, ImportRun } from '../../contract/imports.ts'
import { createApp } from '../app.ts'
import { enterOrExit } from '../transfer/backups/entering.service.ts'
import { readConfig } from '../config.ts'
import { spooled } from '../files/spool.ts'
import { keptFiles } from '../files/store/guarded-files.ts'
import { openFiles } from '../files/store/open.ts'
import { zipFolder } from '../../formats/source/folder-archive.ts'
import * as imports from '../transfer/imports/imports.service.ts'
import { inOneLine, isServerRunning, ownerOf } from '../transfer/imports/command.service.ts'
import { workOnImports } from '../transfer/imports/run-import.service.ts'
import { migrations } from '../migrations/migrations.ts'
import { openDatabase } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { endWorkers } from '../platform/workers/worker-pool.ts'
import { createReadStream } from 'node:fs'
import { SCHEDULE } from '../schedule.ts'
import { quoted } from '../../rules/quoted.ts'

/**
 * `npm run import -- FILE|FOLDER|URL [--dry-run] [--json] [--site=URL]`: imports a source and prints the result of each
 * item (RUL-53). A server running on the same data does the work, since it caches pages in memory; without one this
 * process does.
 */
const LARGEST = 4 * 1024 ** 3
const OPTIONS = ['--dry-run', '--json']

const args = process.argv.slice(2)
const site = args.find((arg) => arg.startsWith('--site='))?.slice('--site='.length)
const options = args.filter((arg) => arg.startsWith('-') && !arg.startsWith('--site='))
const [source, ...others] = args.filter((arg) => !arg.startsWith('-'))
if (!source || others.length > 0 || options.some((option) => !OPTIONS.includes(option))) {
  console.error('Aufruf: npm run import -- DATEI|ORDNER|ADRESSE [--dry-run] [--json] [--site=ADRESSE]')
  process.exit(2)
}
process.umask(0o077)
const config = readConfig()
const log = createLog('error')
await enterOrExit(config, { writes: true })
const db = await openDatabase(config)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort())
const clock = () => new Date()
const metrics = new Metrics()
const files = keptFiles(await openFiles(config), { db, clock })
const runtime = { config, db, log, metrics, files, clock, ending: ending.signal, schedule: SCHEDULE }

try {
  await migrate(db, migrations, config.dataDir)
  const { id } = await begin(source)
  const run = await settled(id)
  await print(run)
  process.exitCode = run.state === 'finished' ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await endWorkers()
  await db.destroy()
}
// The reader of a pipe may be slower than this process. Unread output would be lost at the exit.
await new Promise((resolve) => process.stdout.write('', resolve))
process.exit()

async function begin(given: string): Promise<ImportRun> {
  const actor = { caller: { userId: await ownerOf(db) }, now: clock() }
  const how = { dryRun: options.includes('--dry-run'), siteUrl: site ?? null }
  if (/^https?:\/\//i.test(given)) return imports.beginImport(runtime, { url: given }, how, actor)
  const path = resolve(given)
  const found = await stat(path).catch(() => null)
  if (!found) throw new Error(`Unter ${quoted(given)} ist nichts zu finden.`)
  const name = basename(path)
  const bytes = found.isDirectory() ? zipFolder(path) : createReadStream(path)
  return spooled(bytes, { config, filename: name, maxBytes: LARGEST }, (file) =>
    imports.beginImport(runtime, { file, name }, how, actor),
  )
}

/** The finished import; prints progress on a terminal. */
async function settled(id: string): Promise<ImportRun> {
  let isReady = false
  for (;;) {
    const run = await imports.getImport(db, id, clock())
    if (process.stderr.isTTY) process.stderr.write(`\r${inOneLine(run)}\u001b[K`)
    if (run.state !== 'running') {
      if (process.stderr.isTTY) process.stderr.write('\n')
      return run
    }
    if (ending.signal.aborted) throw new Error('Angehalten. Der Import geht weiter, sobald der Server läuft.')
    if (await isServerRunning(db, clock())) {
      await setTimeout(500)
      continue
    }
    // Subscribers (search, related articles, caches) have to be registered before the first change.
    if (!isReady) await createApp(runtime)
    isReady = true
    await workOnImports(runtime)
    await setTimeout(200)
  }
}

async function print(run: ImportRun): Promise<void> {
  const items: ImportItem[] = []
  for (let cursor: string | undefined; ;) {
    const page = await imports.getImportWithItems(db, run.id, { limit: 200, cursor }, clock())
    items.push(...page.items)
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  if (options.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ ...run, items }, null, 2)}\n`)
    return
  }
  console.log(inOneLine(run))
  for (const { kind, source_id, outcome, title, reason } of items)
    if (reason !== null) console.log(`${kind} ${source_id} (${outcome}) ${quoted(title)}: ${reason}`)
}
