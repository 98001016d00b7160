import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../contract/errors.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../platform/private-files.ts'

/** An upload that has arrived whole in a temporary file. */
export type Spooled = {
  path: string
  size: number
  /** Of the bytes as they came, in hexadecimal. */
  sha256: string
  discard: () => Promise<void>
}

/** How much beyond the limit is still read and thrown away, so that its sender gets to see the 413. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
/** Temporary files this old are of uploads nobody finishes. */
const STALE_MS = 6 * 3600 * 1000

/** The folder uploads wait in: part of the data folder, so that nothing is ever written outside it. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'uploads')
}

/**
 * Writes a stream of bytes to a temporary file, never holding more than a chunk in memory. 413 `payload_too_large` with
 * `tooLarge` as its sentence beyond `maxBytes`; whatever fails leaves no file.
 */
export async function spool(
  bytes: AsyncIterable<Uint8Array>,
  { folder, maxBytes, tooLarge }: { folder: string; maxBytes: number; tooLarge: string },
): Promise<Spooled> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(folder, randomUUID())
  const discard = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let size = 0
  let fault: unknown
  try {
    const file = await open(path, 'wx', PRIVATE_FILE)
    try {
      for await (const chunk of bytes) {
        size += chunk.byteLength
        if (size > maxBytes + MAX_DRAINED_BYTES) break
        if (size > maxBytes || fault) continue
        hash.update(chunk)
        // Where there is no room, the rest is read nevertheless, so that its sender gets to see why.
        await file.writeFile(chunk).catch((error: unknown) => (fault = error))
      }
    } finally {
      await file.close()
    }
    if (fault) throw fault
    if (size > maxBytes) throw new ApiError('payload_too_large', { message: tooLarge })
  } catch (error) {
    await discard()
    throw error
  }
  return { path, size, sha256: hash.digest('hex'), discard }
}

/** Removes what a former process left behind when it was killed in the middle of uploads. */
export async function removeStaleSpools(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && Math.abs(now.getTime() - found.mtimeMs) > STALE_MS) await rm(path, { force: true })
  }
}
