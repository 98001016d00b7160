import { createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { enterOrExit } from '../transfer/backups/entering.service.ts'
import { readConfig } from '../config.ts'
import { openExport } from '../transfer/export/export.service.ts'
import { openFiles } from '../files/store/open.ts'
import { openDatabase } from '../platform/db/db.ts'
import { emptyIfAbsent, syncFolder } from '../platform/folders.ts'
import { newId } from '../platform/ids.ts'
import { PRIVATE_FILE } from '../platform/private-files.ts'

/** `npm run export -- --to FILE`: exports the whole blog as a zip, also beside a running server (RUL-54). */
const [option, file, ...rest] = process.argv.slice(2)
if (option !== '--to' || !file || rest.length > 0) {
  console.error('Aufruf: npm run export -- --to DATEI')
  process.exit(2)
}
const target = resolve(file)
const config = readConfig()
await enterOrExit(config)
const db = await openDatabase(config)
const [folder, before] = [dirname(target), `.${basename(target)}.`]
const temporary = join(folder, `${before}${newId()}.part`)
try {
  // Remains of a killed export, which contain the whole blog.
  for (const name of await readdir(folder).catch(emptyIfAbsent))
    if (name.startsWith(before) && /^[\da-f-]{36}\.part$/.test(name.slice(before.length))) await rm(join(folder, name))
  const archive = openExport({ db, config, files: await openFiles(config), clock: () => new Date() })
  await pipeline(archive, createWriteStream(temporary, { flags: 'wx', mode: PRIVATE_FILE, flush: true }))
  await rename(temporary, target)
  await syncFolder(folder)
  const { size } = await stat(target)
  console.log(`Exportiert: ${target}, ${(size / 1024 ** 2).toLocaleString('de-DE', { maximumFractionDigits: 1 })} MB`)
} catch (error) {
  await rm(temporary, { force: true })
  console.error(`Der Export ist fehlgeschlagen: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await db.destroy()
}
