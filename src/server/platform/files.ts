import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'

export type StoredFile = { size: number; modified: Date; stream: (range?: { start: number; end: number }) => Readable }

/** Where uploaded objects live. Names are paths with `/`; a name that leads out of the store is an error. */
export type FileStore = {
  /** Writes the whole object or nothing: temporary file, fsync, rename. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** The object, or null when there is none. */
  get: (name: string) => Promise<StoredFile | null>
  remove: (name: string) => Promise<void>
}

/** Objects as files below `folder`. */
export function diskFiles(folder: string): FileStore {
  const root = resolve(folder)
  const locate = (name: string) => {
    const path = resolve(root, name)
    const inside = relative(root, path)
    if (name.includes('\u0000') || inside === '' || inside.startsWith('..') || inside.split(sep).includes('..')) {
      throw new Error(`no object name: ${JSON.stringify(name)}`)
    }
    return path
  }
  return {
    async put(name, bytes) {
      const path = locate(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o750 })
      const temporary = join(dirname(path), `.${randomUUID()}.part`)
      try {
        const file = await open(temporary, 'wx', 0o640)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(name) {
      const path = locate(name)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      return { size: found.size, modified: found.mtime, stream: (range) => createReadStream(path, range) }
    },
    async remove(name) {
      await rm(locate(name), { force: true })
    },
  }
}

/** Strong ETag of bytes. */
export function etagOf(bytes: Uint8Array | string): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}
