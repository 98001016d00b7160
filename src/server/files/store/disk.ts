import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileBytes, type FileStore } from '../../platform/file-store.ts'
import { emptyIfAbsent, syncFolder } from '../../platform/folders.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'

/** Throws for a name that could mean anything but one object below the root of a store. */
export function checkObjectName(name: string): void {
  if (name.includes('\u0000') || name.split(/[/\\]/).some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error(`no object name: ${JSON.stringify(name)}`)
  }
}

/** Names of files on their way into a place: what is left of one after a kill may be removed. */
export const PART_FILE = /^\..*\.part$/

/** Objects as files below `folder`: a temporary file at its top, fsync, rename, fsync of the object's folder. */
export function diskFiles(folder: string): FileStore {
  const root = resolve(folder)
  const locate = (name: string) => {
    checkObjectName(name)
    return join(root, ...name.split('/'))
  }
  return {
    async put(name, source) {
      const path = locate(name)
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
      const temporary = join(root, `.${randomUUID()}.part`)
      try {
        if (!(source instanceof Uint8Array)) await copyFile(source.path, temporary)
        const file = await open(temporary, source instanceof Uint8Array ? 'wx' : 'r+', PRIVATE_FILE)
        try {
          // A copy has the mode of what was copied.
          await file.chmod(PRIVATE_FILE)
          if (source instanceof Uint8Array) await file.writeFile(source)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(name) {
      const path = locate(name)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      return { size: found.size, stream: (range) => fileBytes(path, range) }
    },
    async remove(name) {
      await rm(locate(name), { force: true })
    },
    async list(below) {
      const start = below === '' ? root : locate(below)
      const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(emptyIfAbsent)
      const files = entries.filter((entry) => entry.isFile() && !PART_FILE.test(entry.name))
      return Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          const { size, mtime } = await stat(path)
          return { name: relative(root, path).split(sep).join('/'), size, changedAt: mtime }
        }),
      )
    },
  }
}
