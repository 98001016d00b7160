import { open } from 'node:fs/promises'

/**
 * Flushes a folder: a rename survives a power cut only after that. Windows cannot open folders and does not need it.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** For errors of reading a folder: a missing one counts as empty. Throws every other error. */
export function emptyIfAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}
