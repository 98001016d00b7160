import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { BACKUP_NOUNS, type BackupNoun } from '../../nouns/registries.ts'
import { createApp } from '../app.ts'
import { enterBlog, refuseMoved, takeOver } from '../transfer/backups/entering.service.ts'
import { readContents } from '../transfer/backups/file/contents.ts'
import { UnreadableBackup } from '../transfer/backups/file/frames.ts'
import { takeBackFrom } from '../transfer/backups/records.service.ts'
import { checkBackup, NotRestored, restoreBackup } from '../transfer/backups/restoring.service.ts'
import { readConfig } from '../config.ts'
import { keptFiles } from '../files/store/guarded-files.ts'
import { openFiles } from '../files/store/open.ts'
import { openDatabase } from '../platform/db/db.ts'
import { NotReplaceable } from '../transfer/database/swap.ts'
import { awayLine } from '../platform/unreachable.ts'
import { isFullDisk, NO_ROOM } from '../platform/full-disk.ts'
import { createLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { readOrdered } from '../writing/reader-index/reader-index.service.ts'
import { endWorkers } from '../platform/workers/worker-pool.ts'
import { counted } from '../../rules/counted.ts'
import { quoted } from '../../rules/quoted.ts'

/**
 * `npm run restore -- FILE [--yes] [--only NOUN:ID]`: replaces this blog by a backup, or restores one record of it
 * (RUL-55).
 */
const words = process.argv.slice(2)
const yes = words.includes('--yes')
const at = words.indexOf('--only')
const only = at < 0 ? undefined : recordIn(words[at + 1] ?? '')
const [file, ...rest] = (at < 0 ? words : words.toSpliced(at, 2)).filter((word) => word !== '--yes')
if (!file || file.startsWith('-') || rest.length > 0 || only === null) {
  console.error(`Aufruf: npm run restore -- DATEI [--yes] [--only ART:ID]   (Art: ${BACKUP_NOUNS.join(', ')})`)
  process.exit(2)
}
process.umask(0o077)
try {
  await (only ? restoreOne(resolve(file), only) : restoreAll(resolve(file)))
} catch (error) {
  const known = [UnreadableBackup, NotRestored, NotReplaceable].some((kind) => error instanceof kind)
  const line = known ? (error as Error).message : isFullDisk(error) ? NO_ROOM : awayLine(error)
  if (line === null) throw error
  console.error(line)
  process.exitCode = 1
}

/** `articles:ID`; null for anything else. */
function recordIn(word: string): { noun: BackupNoun; id: string } | null {
  const [noun, id = ''] = word.split(':', 2)
  const known = BACKUP_NOUNS.find((one) => one === noun)
  return known && /^[\da-f-]{36}$/i.test(id) ? { noun: known, id } : null
}

async function restoreAll(path: string): Promise<void> {
  const { manifest, at, former } = await restoreBackup(readConfig(), { file: path, yes, now: new Date() })
  console.log(`Wiederhergestellt: der Stand vom ${new Date(at).toLocaleString('de-DE')}, alle Prüfsummen gleich.`)
  console.log(
    `${manifest.tables.articles?.rows ?? 0} Artikel, ${counted(manifest.tables.media_assets?.rows ?? 0, 'Bild', 'Bilder')}, ${counted(manifest.tables.users?.rows ?? 0, 'Konto', 'Konten')}, ${counted(manifest.files.count, 'Datei', 'Dateien')}.`,
  )
  if (former) console.log(`Die bisherigen Daten liegen daneben: ${former}`)
}

/**
 * Restores like the server, with all subscribers of changes; with SQLite the server must be stopped, since it would not
 * be notified.
 */
async function restoreOne(path: string, record: { noun: BackupNoun; id: string }): Promise<void> {
  const config = readConfig()
  await checkBackup(path, config.BACKUP_PASSPHRASE)
  const entered = await (config.DATABASE_URL ? enterBlog(config) : takeOver(config, { media: false }))
  await refuseMoved(config)
  const db = await openDatabase(config)
  const ending = new AbortController()
  const clock = () => new Date()
  const runtime = {
    config,
    db,
    log: createLog('error'),
    metrics: new Metrics(),
    files: keptFiles(await openFiles(config), { db, clock }),
    clock,
    schedule: [],
    ending: ending.signal,
  }
  try {
    await createApp(runtime)
    const owner = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'owner')
      .orderBy('created_at')
      .executeTakeFirst()
    if (!owner) throw new NotRestored('Hier gibt es noch kein Konto. Es wurde nichts geändert.')
    const pieces = readContents(createReadStream(path), config.BACKUP_PASSPHRASE)
    const [item] = await takeBackFrom(
      runtime,
      { pieces, records: [record] },
      { caller: { userId: owner.id }, now: new Date() },
    )
    if (item?.outcome !== 'restored')
      throw new NotRestored(`Nicht zurückgeholt: ${item?.reason ?? ''} Es wurde nichts geändert.`)
    console.log(`Zurückgeholt: ${quoted(item.title)}`)
  } finally {
    // Work started by the change finishes first; the server does the rest.
    ending.abort()
    await readOrdered(runtime)
    await db.destroy()
    await entered.release()
    await endWorkers()
  }
}
