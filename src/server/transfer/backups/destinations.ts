import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { openBackupBucket } from '../../files/store/open.ts'
import { fileBytes } from '../../platform/file-store.ts'
import { emptyIfAbsent, syncFolder } from '../../platform/folders.ts'

/** The location of backups: a local folder or a bucket. */
export type Place = {
  /** Description for display, in German. */
  words: string
  /** Folder in which a file is written before it is stored. */
  folder: string
  list: () => Promise<KeptBackup[]>
  /** The file as a stream, or null. */
  read: (name: string) => Promise<{ size: number; stream: Readable } | null>
  /** Stores the finished file at `path`, which is in `folder`, and removes it there. */
  keep: (path: string, name: string) => Promise<void>
  remove: (name: string) => Promise<void>
}

export type KeptBackup = {
  name: string
  /** The instant of its data, ISO 8601 UTC. */
  at: string
  size: number
}

const NAME = /^blog-cms-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** The name of a backup of this instant. */
export function backupName(at: Date): string {
  return `blog-cms-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/** The instant in the name of a backup; null for every other name. */
export function instantOf(name: string): string | null {
  const parts = NAME.exec(name)
  const at = parts && new Date(`${parts[1]}${parts[2]}:${parts[3]}:${parts[4]}Z`)
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

/** The configured location: `BACKUP_S3_BUCKET`, else `BACKUP_DIR`, else `DATA_DIR/backups`. */
export async function openPlace(config: Config): Promise<Place> {
  const folder = resolve(config.BACKUP_DIR ?? join(config.dataDir, 'backups'))
  const bucket = await openBackupBucket(config)
  if (!bucket) return onDisk(folder)
  return {
    words: `S3, ${config.BACKUP_S3_BUCKET}`,
    folder,
    list: async () => named(await bucket.list('')),
    async read(name) {
      const found = await bucket.get(name)
      return found && { size: found.size, stream: found.stream() }
    },
    async keep(path, name) {
      await bucket.put(name, { path })
      await rm(path)
    },
    remove: (name) => bucket.remove(name),
  }
}

function onDisk(folder: string): Place {
  return {
    words: `Festplatte, ${folder}`,
    folder,
    async list() {
      const names = (await readdir(folder).catch(emptyIfAbsent)).filter((name) => instantOf(name) !== null)
      return named(
        await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size }))),
      )
    },
    async read(name) {
      const path = join(folder, name)
      const found = instantOf(name) === null ? null : await stat(path).catch(() => null)
      return found && { size: found.size, stream: fileBytes(path) }
    },
    async keep(path, name) {
      await rename(path, join(folder, name))
      await syncFolder(folder)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Newest first. */
function named(files: readonly { name: string; size: number }[]): KeptBackup[] {
  const kept = files.flatMap(({ name, size }) => {
    const at = instantOf(name)
    return at === null ? [] : [{ name, at, size }]
  })
  return kept.sort((a, b) => (a.at < b.at ? 1 : -1))
}
