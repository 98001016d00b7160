import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../contract/errors.ts'
import { tooLargeSentence } from '../../rules/uploads.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../platform/private-files.ts'

/** An upload that has arrived whole in a temporary file. */
export type Spooled = {
  path: string
  size: number
  /** Of the bytes as they came, in hexadecimal. */
  sha256: string
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
 * Has `work` done with bytes once they have arrived whole in a temporary file, which is gone afterwards. 413 `payload_too_large`
 * beyond `maxBytes`.
 */
export async function spooled<T>(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { config, filename, maxBytes }: { config: { dataDir: string }; filename: string; maxBytes: number },
  work: (file: Spooled) => Promise<T>,
): Promise<T> {
  const folder = spoolFolder(config.dataDir)
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(folder, randomUUID())
  try {
    const written = await writeDown(bytes, path, maxBytes)
    if (written.size > maxBytes)
      throw new ApiError('payload_too_large', { message: tooLargeSentence(filename, maxBytes) })
    return await work({ path, ...written })
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes bytes to a new file, never holding more than a chunk in memory; beyond the limit they are counted alone. */
async function writeDown(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  path: string,
  maxBytes: number,
): Promise<Omit<Spooled, 'path'>> {
  const hash = createHash('sha256')
  let size = 0
  let fault: unknown
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
  return { size, sha256: hash.digest('hex') }
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
