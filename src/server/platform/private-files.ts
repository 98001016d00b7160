import { closeSync, openSync } from 'node:fs'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

/** Files of the installation are private to its account, whatever the umask and the folder allow. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/**
 * Creates an empty file of mode 0600. An existing one is not even opened: the system drops every lock this process
 * holds on a file when any of its handles on it is closed.
 */
export function createIfAbsent(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const DATABASE = /^(blog-cms\.sqlite(-wal|-shm|-journal)?|secret\.key)$/
const FOLDERS = ['backups', 'media', 'uploads']

/**
 * Makes the files of the data folder private that an earlier version or another program left readable: database, key,
 * copies, uploads and media (whose folder protects its content). The data folder itself keeps the mode its owner set.
 * Failures (a volume without modes, or of another owner) are logged.
 */
export async function keepPrivate(dataDir: string, log: Log): Promise<void> {
  const close = async (path: string, mode: number) => {
    try {
      if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, mode)
    } catch (error) {
      log.warn('others may read this', { path, error: error instanceof Error ? error.message : String(error) })
    }
  }
  const entries = await readdir(dataDir).catch(() => [])
  for (const name of entries) if (DATABASE.test(name)) await close(join(dataDir, name), PRIVATE_FILE)
  for (const name of entries) if (FOLDERS.includes(name)) await close(join(dataDir, name), PRIVATE_FOLDER)
  const copies = join(dataDir, 'backups')
  for (const name of await readdir(copies).catch(() => [])) await close(join(copies, name), PRIVATE_FILE)
}
