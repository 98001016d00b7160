// Where tests write what they throw away.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const PREFIX = 'blog-cms-tests-'
const LONGEST_RUN_MS = 2 * 60 * 60 * 1000
const ROOM_BYTES = 6 * 1024 ** 3

/**
 * Makes a folder in memory, where the machine has room to spare: thousands of databases come and go, and a disk's file
 * system grows slow where much was just deleted. Null elsewhere. First removes the folders of killed runs. Their age tells
 * them, not their process: a run in another container may share the memory and has no process here.
 */
export function scratchInMemory(memory = '/dev/shm'): string | null {
  if (!existsSync(memory)) return null
  for (const name of readdirSync(memory)) {
    const folder = join(memory, name)
    if (name.startsWith(PREFIX) && statSync(folder).mtimeMs < Date.now() - LONGEST_RUN_MS) removeIfPossible(folder)
  }
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < ROOM_BYTES) return null
  const folder = mkdtempSync(join(memory, PREFIX))
  // The database server runs as another user.
  chmodSync(folder, 0o755)
  return folder
}

/** Removes a folder. One that stays, as with a disk that a killed run left mounted in it, is named and fails nothing. */
export function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.warn(`${folder} could not be removed: ${String(error)}`)
  }
}
