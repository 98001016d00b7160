import { open } from 'node:fs/promises'

/** A rename survives a power cut only once its folder is on the disk; Windows cannot open folders and needs none of it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** For the fault of reading a folder: one that is not there holds nothing. Throws every other fault. */
export function emptyIfAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}
