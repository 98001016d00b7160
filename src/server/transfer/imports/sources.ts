import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { spoolFolder } from '../../files/spool.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { SourceFault } from '../../../formats/source/source-items.ts'

/** Object name of an import's file, so that any instance can continue. It has no public address. */
export function storedSource(importId: string): string {
  return `imports/${importId}`
}

/** Its path on this machine while it is processed. */
export function localCopy(dataDir: string, importId: string): string {
  return join(spoolFolder(dataDir), `import-${importId}`)
}

/** The local path of an import's file, fetched from the store if missing. Throws SourceFault. */
export async function sourceOnDisk(
  { files, config }: Pick<Runtime, 'files' | 'config'>,
  importId: string,
): Promise<string> {
  const path = localCopy(config.dataDir, importId)
  const stored = await files.get(storedSource(importId))
  const there = await stat(path).catch(() => null)
  if (there && (!stored || there.size === stored.size)) return path
  if (!stored) throw new SourceFault('Die hochgeladene Datei ist nicht mehr da. Bitte laden Sie sie noch einmal hoch.')
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
  await pipeline(stored.stream(), createWriteStream(`${path}.part`, { mode: PRIVATE_FILE }))
  await rename(`${path}.part`, path)
  return path
}

/** Deletes an import's local files. */
export async function dropLocal(dataDir: string, importId: string): Promise<void> {
  await rm(localCopy(dataDir, importId), { force: true })
}
