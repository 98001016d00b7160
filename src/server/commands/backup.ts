import { dirname, resolve } from 'node:path'
import { AlreadyRunning, FileThere, makeBackup, missingInWords, NoRoom } from '../transfer/backups/making.service.ts'
import { openPlace } from '../transfer/backups/destinations.ts'
import { enterOrExit } from '../transfer/backups/entering.service.ts'
import { readConfig } from '../config.ts'
import { openFiles } from '../files/store/open.ts'
import { migrations } from '../migrations/migrations.ts'
import { openDatabase } from '../platform/db/db.ts'
import { isFullDisk, NO_ROOM } from '../platform/full-disk.ts'
import { pendingMigrations } from '../platform/db/migrate.ts'
import { counted } from '../../rules/counted.ts'

/** `npm run backup [-- --to FILE]`: makes a backup of the blog, also beside a running server (RUL-55). */
const [option, file, ...rest] = process.argv.slice(2)
if (rest.length > 0 || (option !== undefined && (option !== '--to' || !file))) {
  console.error('Aufruf: npm run backup [-- --to DATEI]')
  process.exit(2)
}
process.umask(0o077)
const config = readConfig()
await enterOrExit(config)
const db = await openDatabase(config)
try {
  const pending = await pendingMigrations(db, migrations)
  if (pending.length > 0)
    throw new FileThere('Die Datenbank ist noch nicht auf dem Stand dieser Version. Bitte den Server einmal starten.')
  const tools = { db, config, files: await openFiles(config), clock: () => new Date() }
  const { path, name, size, manifest, missing } = await makeBackup(
    tools,
    file === undefined ? {} : { to: resolve(file) },
  )
  const megabytes = (size / 1024 ** 2).toLocaleString('de-DE', { maximumFractionDigits: 1 })
  console.log(`Gesichert: ${path ?? `${name} (${(await openPlace(config)).words})`}, ${megabytes} MB`)
  console.log(
    `${manifest.tables.articles?.rows ?? 0} Artikel, ${counted(manifest.tables.media_assets?.rows ?? 0, 'Bild', 'Bilder')}, ${counted(manifest.tables.users?.rows ?? 0, 'Konto', 'Konten')}, ${counted(manifest.files.count, 'Datei', 'Dateien')}; ${config.BACKUP_PASSPHRASE ? 'verschlüsselt' : 'nicht verschlüsselt, enthält Geheimnisse'}.`,
  )
  if (missing.length > 0) {
    console.error(missingInWords(missing))
    process.exitCode = 3
  }
} catch (error) {
  const known = [AlreadyRunning, FileThere, NoRoom].some((kind) => error instanceof kind)
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException
  const isClosed =
    file !== undefined && ['EACCES', 'EROFS', 'ENOTDIR'].includes(code) && path.startsWith(dirname(resolve(file)))
  const isFull = isFullDisk(error)
  if (!known && !isClosed && !isFull) throw error
  console.error(isFull ? NO_ROOM : isClosed ? `Hier lässt sich nichts schreiben: ${path}` : message)
  process.exitCode = 1
} finally {
  await db.destroy()
}
